/// Where the name of an element, an attribute or an instruction stands, with its prefix.
struct XMLName: BitwiseCopyable {
  var start: Int
  /// Where it begins behind its prefix and the colon.
  var localStart: Int
  var end: Int

  /// No name yet.
  init() { (start, localStart, end) = (0, 0, 0) }

  /// - Parameter prefix: How many bytes the prefix and the colon are.
  @inline(__always)
  init(start: Int, prefix: Int = 0, end: Int) { (self.start, localStart, self.end) = (start, start &+ prefix, end) }

  var length: Int { end &- start }
  var prefixLength: Int { localStart &- start }

  var whole: XMLPiece { XMLPiece(lower: start, upper: end) }
  var local: XMLPiece { XMLPiece(lower: localStart, upper: end) }
}

extension XMLCursor {
  /// Reads a name: all up to a blank or a mark that ends one.
  mutating func readName() throws(XMLFault) -> XMLName {
    let (source, end) = (bytes, count)
    let start = position
    var localStart = position
    var at = position
    while at < end {
      if Self.isPlain(source[at]) {
        at &+= 1
        continue
      }
      switch source[at] {
      case 0x3A:
        at &+= 1
        localStart = at
        continue
      case 0...0x20, 0x22, 0x26, 0x27, 0x2F, 0x3C, 0x3D, 0x3E, 0x3F: break
      default:
        at &+= 1
        continue
      }
      break
    }
    position = at
    guard at > localStart else { throw XMLFault("A name is missing.") }
    return XMLName(start: start, prefix: localStart &- start, end: at)
  }
}

import CellModel
import Markup

/// An element as it stands in a document, with the places of its attributes and of the elements right in it.
struct OpenDocumentElement {
  struct Attribute {
    let name: String
    /// Without its prefix.
    let localName: String
    let value: String
    /// With its name and its quotation marks.
    let range: Range<Int>
  }

  struct Child {
    /// Without its prefix.
    let name: String
    let range: Range<Int>
  }

  let bytes: [UInt8]
  private(set) var name = ""
  private(set) var localName = ""
  private(set) var attributes: [Attribute] = []
  private(set) var children: [Child] = []
  /// What stands between its tags; empty, and at the end, for an element without an end of its own.
  private(set) var contents = 0..<0

  init(_ bytes: [UInt8]) throws(XMLFault) {
    self.bytes = bytes
    var fault: XMLFault?
    bytes.withUnsafeBufferPointer { pointer in
      var scanner = XMLScanner(pointer)
      do throws(XMLFault) { try read(&scanner) } catch { fault = error }
    }
    if let fault { throw fault }
  }

  private mutating func read(_ scanner: inout XMLScanner) throws(XMLFault) {
    guard try scanner.next() == .start else { return }
    name = scanner.name
    localName = scanner.localName
    for (name, localName, value) in scanner.attributePieces {
      attributes.append(
        Attribute(
          name: String(decoding: scanner.bytes(of: name), as: UTF8.self),
          localName: String(decoding: scanner.bytes(of: localName), as: UTF8.self),
          value: try scanner.value(of: value), range: name.lower..<value.upper + 1))
    }
    contents = scanner.position..<scanner.position
    if scanner.isEmpty { return }
    while true {
      let before = scanner.position
      switch try scanner.next() {
      case .start:
        let (start, name) = (scanner.tagStart(from: before), scanner.localName)
        try scanner.skipElement()
        children.append(Child(name: name, range: start..<scanner.position))
      case .end:
        contents = contents.lowerBound..<scanner.tagStart(from: before)
        return
      case .finish: return
      default: break
      }
    }
  }

  /// The prefix of its name, with its colon.
  var prefix: String { name.firstIndex(of: ":").map { String(name[...$0]) } ?? "" }

  /// The value of an attribute, whatever its prefix.
  subscript(attribute: String) -> String? { attributes.first { $0.localName == attribute }?.value }

  /// Its first tag without the end, `<name a="1"`, and with some attributes left out.
  func openTag(without isLeftOut: (Attribute) -> Bool) -> [UInt8] {
    var tag = Array("<\(name)".utf8)
    for attribute in attributes where !isLeftOut(attribute) {
      tag.append(UInt8(ascii: " "))
      tag += bytes[attribute.range]
    }
    return tag
  }
}

extension XMLScanner {
  /// How often something is repeated, or how far it reaches; 1 without the attribute, and never so much that sums overflow.
  func repeatCount(_ name: StaticString) -> Int {
    guard let piece = attribute(name) else { return 1 }
    let digits = bytes(of: piece).prefix(12).reduce(0) {
      Ascii.isDigit($1) ? $0 * 10 + Int($1 - Ascii.zero) : $0
    }
    return min(max(digits, 1), 1 << 31)
  }
}

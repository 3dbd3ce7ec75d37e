/// XML as bytes while it is written.
///
/// Texts and values are escaped; names and everything given as it is must be right already.
package struct XMLWriter {
  package private(set) var bytes: [UInt8] = []
  private var open: [String] = []

  package init() {}

  /// Begins a document with its declaration.
  package static func document() -> XMLWriter {
    var writer = XMLWriter()
    writer.raw("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n")
    return writer
  }

  /// Writes a text as it is.
  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
  package mutating func raw(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Begins an element; attributes without a value are left out.
  package mutating func start(_ name: String, _ attributes: [(String, String?)] = []) {
    tag(name, attributes)
    bytes.append(0x3E)
    open.append(name)
  }

  /// Ends the element that has begun last.
  package mutating func end() {
    guard let name = open.popLast() else { return }
    raw("</")
    raw(name)
    bytes.append(0x3E)
  }

  /// Ends all that has begun.
  package mutating func endAll() { while !open.isEmpty { end() } }

  /// Writes an element with nothing in it.
  package mutating func empty(_ name: String, _ attributes: [(String, String?)] = []) {
    tag(name, attributes)
    raw("/>")
  }

  /// Writes an element with a text.
  package mutating func element(_ name: String, _ attributes: [(String, String?)] = [], text: String) {
    start(name, attributes)
    self.text(text)
    end()
  }

  private mutating func tag(_ name: String, _ attributes: [(String, String?)]) {
    bytes.append(0x3C)
    raw(name)
    for case (let name, let value?) in attributes {
      bytes.append(0x20)
      raw(name)
      raw("=\"")
      escaped(value, isAttribute: true)
      bytes.append(0x22)
    }
  }

  /// Writes a text with its special characters escaped.
  package mutating func text(_ text: String) { escaped(text, isAttribute: false) }

  private mutating func escaped(_ text: String, isAttribute: Bool) {
    for byte in text.utf8 {
      switch byte {
      case 0x26: raw("&amp;")
      case 0x3C: raw("&lt;")
      case 0x3E: raw("&gt;")
      case 0x22 where isAttribute: raw("&quot;")
      // A reader makes blanks or line feeds of these.
      case 0x09 where isAttribute, 0x0A where isAttribute, 0x0D: raw("&#\(byte);")
      default: bytes.append(byte)
      }
    }
  }
}

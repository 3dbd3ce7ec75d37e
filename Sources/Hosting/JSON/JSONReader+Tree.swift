import CellModel

/// JSON as it was written, for messages between programs whose shape matters and whose values no sheet sees.
extension JSONReader {
  /// Reads a text into the tree it is.
  ///
  /// An empty list stays one, and so does `null`. Of equal names of an object the last has the say. A number without a
  /// fraction that an `Int` holds is an integer. Half of a surrogate pair, which a program that counts in UTF-16 may have
  /// in a text, is U+FFFD. Time and space are linear in the text.
  package static func tree(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    reader.takesHalves = true
    let value = try reader.tree(depth: 0)
    reader.skipSpace()
    guard reader.index == bytes.count else { throw reader.error("there is something after the value") }
    return value
  }

  private mutating func tree(depth: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    guard index < bytes.count else { throw error("the text ends where a value is expected") }
    switch bytes[index] {
    case Ascii.leftBrace: return try object(depth: depth)
    case Ascii.leftBracket:
      try open(depth)
      var elements: [JSONValue] = []
      while try goesOn(until: Ascii.rightBracket, isFirst: elements.isEmpty) {
        elements.append(try tree(depth: depth + 1))
      }
      return .list(elements)
    case Ascii.quote: return .text(try text())
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      let isTrue = bytes[index] == UInt8(ascii: "t")
      _ = isTrue ? try word("true", .logical(true)) : try word("false", .logical(false))
      return .logical(isTrue)
    case UInt8(ascii: "n"):
      _ = try word("null", .blank)
      return .null
    case Ascii.minus, Ascii.zero...Ascii.nine:
      guard case .number(let number, _) = try number() else { throw error("there is a number out of range") }
      return Int(exactly: number).map { .integer($0) } ?? .number(number)
    default: throw error("there is no value")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    try open(depth)
    var fields: [String: JSONValue] = [:]
    var isFirst = true
    while try goesOn(until: Ascii.rightBrace, isFirst: isFirst) {
      isFirst = false
      guard index < bytes.count, bytes[index] == Ascii.quote else { throw error("there is no name") }
      let name = try text()
      skipSpace()
      guard index < bytes.count, bytes[index] == Ascii.colon else { throw error("there is no colon") }
      index += 1
      fields[name] = try tree(depth: depth + 1)
    }
    return .object(fields)
  }
}

/// What a value is made of, for whoever expects a certain shape and goes on without it.
extension JSONValue {
  /// The field of an object; `nil` where there is none.
  package subscript(name: String) -> JSONValue? {
    if case .object(let fields) = self { fields[name] } else { nil }
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
  package var logical: Bool? { if case .logical(let logical) = self { logical } else { nil } }
  package var list: [JSONValue]? { if case .list(let elements) = self { elements } else { nil } }
  package var isNull: Bool { if case .null = self { true } else { false } }
}

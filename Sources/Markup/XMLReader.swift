/// Why an XML document or a query of it cannot be used, as a sentence.
package struct XMLFault: Error {
  package let message: String
  init(_ message: String) { self.message = message }
}

/// Reads a document by the rules of XML 1.0 and of Namespaces in XML, without document type definitions.
///
/// So there are no entities but the five that every document has. Blank texts between elements are left out.
package struct XMLReader {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var tree = XMLTree()
  /// The elements that are open, the document first, each with the namespaces declared in it.
  private var open: [(node: Int, name: String, namespaces: [String: String])] = [
    (0, "", ["xml": "http://www.w3.org/XML/1998/namespace", "": ""])
  ]
  private var pendingText = ""
  private var hasRoot = false

  private init(_ text: String) {
    scalars = Array(text.replacing("\r\n", with: "\n").unicodeScalars)
  }

  package static func tree(of text: String) throws(XMLFault) -> XMLTree {
    var reader = XMLReader(text)
    return try reader.read()
  }

  private mutating func read() throws(XMLFault) -> XMLTree {
    _ = take("\u{FEFF}")
    skipBlanks()
    while position < scalars.count {
      if scalars[position] == "<" {
        try readMarkup()
      } else if scalars[position] == "&" {
        pendingText += try reference()
      } else {
        pendingText.unicodeScalars.append(try character())
      }
    }
    try endText()
    guard open.count == 1 else { throw XMLFault("The element \(open[open.count - 1].name) is not closed.") }
    guard hasRoot else { throw XMLFault("There is no element.") }
    tree.nodes[0].end = tree.nodes.count
    return tree
  }

  // MARK: Markup

  private mutating func readMarkup() throws(XMLFault) {
    if take("<![CDATA[") {
      guard open.count > 1 else { throw XMLFault("There is text outside of the root element.") }
      pendingText += try text(until: "]]>")
      return
    }
    try endText()
    if take("<!--") {
      let comment = try text(until: "-->")
      guard !comment.contains("--") else { throw XMLFault("There are two hyphens in a comment.") }
      append(.comment, text: comment)
    } else if take("<?") {
      try readInstruction()
    } else if take("</") {
      try closeElement()
    } else if take("<!") {
      throw XMLFault("A document type definition is not taken.")
    } else {
      position += 1
      try openElement()
    }
  }

  private mutating func readInstruction() throws(XMLFault) {
    let name = try self.name()
    skipBlanks()
    let content = try text(until: "?>")
    if name.lowercased() == "xml" {
      guard tree.nodes.count == 1, open.count == 1 else { throw XMLFault("The declaration must come first.") }
      return
    }
    append(.instruction, name: XMLTree.Name(local: name), text: content)
  }

  private mutating func openElement() throws(XMLFault) {
    guard open.count > 1 || !hasRoot else { throw XMLFault("There is more than one root element.") }
    hasRoot = true
    let name = try self.name()
    var attributes: [(name: String, value: String)] = []
    var namespaces = open[open.count - 1].namespaces
    while true {
      let hadBlanks = skipBlanks()
      if position < scalars.count, scalars[position] == ">" || scalars[position] == "/" { break }
      guard hadBlanks else { throw XMLFault("A blank is missing in the element \(name).") }
      let attribute = try self.attribute()
      if attribute.name == "xmlns" {
        namespaces[""] = attribute.value
      } else if attribute.name.hasPrefix("xmlns:") {
        let prefix = String(attribute.name.dropFirst(6))
        namespaces[prefix] = attribute.value
        if tree.namespaces[prefix] == nil { tree.namespaces[prefix] = attribute.value }
      } else {
        guard !attributes.contains(where: { $0.name == attribute.name }) else {
          throw XMLFault("The attribute \(attribute.name) occurs twice.")
        }
        attributes.append(attribute)
      }
    }
    let node = append(.element, name: try resolved(name, in: namespaces))
    for attribute in attributes {
      // An attribute without a prefix is in no namespace.
      let resolved =
        attribute.name.contains(":")
        ? try resolved(attribute.name, in: namespaces) : XMLTree.Name(local: attribute.name)
      append(.attribute, name: resolved, text: attribute.value, in: node)
    }
    open.append((node, name, namespaces))
    if take("/>") {
      endElement()
    } else {
      guard take(">") else { throw XMLFault("The element \(name) is not complete.") }
    }
  }

  private mutating func closeElement() throws(XMLFault) {
    let name = try self.name()
    skipBlanks()
    guard take(">"), open.count > 1, open[open.count - 1].name == name else {
      throw XMLFault("The end of \(name) does not fit an element.")
    }
    endElement()
  }

  private mutating func endElement() {
    let node = open.removeLast().node
    tree.nodes[node].end = tree.nodes.count
  }

  private mutating func endText() throws(XMLFault) {
    defer { pendingText = "" }
    guard !pendingText.unicodeScalars.allSatisfy(Self.isBlank) else { return }
    guard open.count > 1 else { throw XMLFault("There is text outside of the root element.") }
    append(.text, text: pendingText)
  }

  @discardableResult
  private mutating func append(
    _ kind: XMLTree.Kind, name: XMLTree.Name = XMLTree.Name(local: ""), text: String = "", in parent: Int? = nil
  ) -> Int {
    let index = tree.nodes.count
    tree.nodes.append(
      XMLTree.Node(kind: kind, name: name, text: text, parent: parent ?? open[open.count - 1].node, end: index + 1))
    return index
  }

  private func resolved(_ name: String, in namespaces: [String: String]) throws(XMLFault) -> XMLTree.Name {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, !parts.contains("") else { throw XMLFault("\(name) is no name.") }
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    guard let namespace = namespaces[prefix] else { throw XMLFault("The prefix \(prefix) is not declared.") }
    return XMLTree.Name(namespace: namespace, prefix: prefix, local: String(parts[parts.count - 1]))
  }

  private mutating func attribute() throws(XMLFault) -> (name: String, value: String) {
    let name = try self.name()
    skipBlanks()
    guard take("=") else { throw XMLFault("The attribute \(name) has no value.") }
    skipBlanks()
    guard position < scalars.count, scalars[position] == "\"" || scalars[position] == "'" else {
      throw XMLFault("The value of \(name) is not in quotation marks.")
    }
    let mark = scalars[position]
    position += 1
    var value = ""
    while position < scalars.count, scalars[position] != mark {
      switch scalars[position] {
      case "<": throw XMLFault("The value of \(name) has a < in it.")
      case "&": value += try reference()
      case let scalar where Self.isBlank(scalar):
        value += " "
        position += 1
      default: value.unicodeScalars.append(try character())
      }
    }
    guard position < scalars.count else { throw XMLFault("The value of \(name) is not closed.") }
    position += 1
    return (name, value)
  }

  // MARK: Characters

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
  }

  /// Whether a name may have a character, or begin with it.
  static func isNamePart(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_": true
    case "0"..."9", "-", ".": !first
    default: scalar.value >= 0xB7 && scalar.value != 0xD7 && scalar.value != 0xF7
    }
  }

  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE) || Self.isBlank(scalar)
  }

  private mutating func character() throws(XMLFault) -> Unicode.Scalar {
    let scalar = scalars[position]
    guard isAllowed(scalar) else { throw XMLFault("There is a control character.") }
    position += 1
    return scalar
  }

  private mutating func take(_ text: String) -> Bool {
    var next = position
    for scalar in text.unicodeScalars {
      guard next < scalars.count, scalars[next] == scalar else { return false }
      next += 1
    }
    position = next
    return true
  }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = position
    while position < scalars.count, Self.isBlank(scalars[position]) { position += 1 }
    return position > start
  }

  private mutating func text(until end: String) throws(XMLFault) -> String {
    var result = String.UnicodeScalarView()
    while position < scalars.count {
      if take(end) { return String(result) }
      result.append(try character())
    }
    throw XMLFault("\(end) is missing.")
  }

  private mutating func name() throws(XMLFault) -> String {
    var name = String.UnicodeScalarView()
    while position < scalars.count,
      Self.isNamePart(scalars[position], first: name.isEmpty) || (scalars[position] == ":" && !name.isEmpty)
    {
      name.append(scalars[position])
      position += 1
    }
    guard !name.isEmpty else { throw XMLFault("A name is missing.") }
    return String(name)
  }

  /// What `&lt;` and its kin or `&#65;` stand for.
  private mutating func reference() throws(XMLFault) -> String {
    position += 1
    var name = ""
    while position < scalars.count, scalars[position] != ";", name.utf8.count < 12 {
      name.unicodeScalars.append(scalars[position])
      position += 1
    }
    guard take(";") else { throw XMLFault("There is an & that begins no entity.") }
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let value =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let value, let scalar = Unicode.Scalar(value), isAllowed(scalar) else {
      throw XMLFault("There is no entity \(name).")
    }
    return String(Character(scalar))
  }
}

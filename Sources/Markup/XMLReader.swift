/// Makes a tree of a document by the rules of XML 1.0 and of Namespaces in XML, without document type definitions.
///
/// Blank texts between elements are left out.
package struct XMLReader: ~Copyable {
  private var scanner: XMLScanner
  private var tree = XMLTree()
  /// The elements that are open, the document first, each with the namespaces declared in it.
  private var open: [(node: Int, namespaces: [String: String])] = [
    (0, ["xml": "http://www.w3.org/XML/1998/namespace", "": ""])
  ]
  private var pendingText = ""

  package static func tree(of text: String) throws(XMLFault) -> XMLTree {
    var outcome: Result<XMLTree, XMLFault> = .success(XMLTree())
    var text = text
    text.withUTF8 { bytes in
      var reader = XMLReader(scanner: XMLScanner(bytes))
      do throws(XMLFault) { outcome = .success(try reader.read()) } catch { outcome = .failure(error) }
    }
    return try outcome.get()
  }

  private init(scanner: consuming XMLScanner) { self.scanner = scanner }

  private mutating func read() throws(XMLFault) -> XMLTree {
    while true {
      let event = try scanner.next()
      if event != .text { endText() }
      switch event {
      case .text: pendingText += try checked(scanner.text(of: scanner.piece))
      case .start: try openElement()
      case .end:
        let node = open.removeLast().node
        tree.nodes[node].end = tree.nodes.count
      case .documentType: throw XMLFault("A document type definition is not taken.")
      case .comment: append(.comment, text: try checked(scanner.text(of: scanner.piece)))
      case .instruction:
        let name = XMLTree.Name(local: try checkedName(scanner.name))
        append(.instruction, name: name, text: try checked(scanner.text(of: scanner.piece)))
      case .finish:
        tree.nodes[0].end = tree.nodes.count
        return tree
      }
    }
  }

  private mutating func openElement() throws(XMLFault) {
    let name = try checkedName(scanner.name)
    var attributes: [(name: String, value: String)] = []
    var namespaces = open[open.count - 1].namespaces
    for attribute in scanner.attributePieces {
      let name = try checkedName(scanner.string(attribute.name))
      let value = try checked(scanner.value(of: attribute.value))
      if name == "xmlns" {
        namespaces[""] = value
      } else if name.hasPrefix("xmlns:") {
        let prefix = String(name.dropFirst(6))
        namespaces[prefix] = value
        if tree.namespaces[prefix] == nil { tree.namespaces[prefix] = value }
      } else {
        attributes.append((name, value))
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
    open.append((node, namespaces))
  }

  private mutating func endText() {
    defer { pendingText = "" }
    guard !pendingText.unicodeScalars.allSatisfy(XMLCharacter.isBlank) else { return }
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

  // MARK: Characters

  private func checked(_ text: String) throws(XMLFault) -> String {
    guard text.unicodeScalars.allSatisfy(XMLCharacter.isAllowed) else {
      throw XMLFault("There is a control character.")
    }
    return text
  }

  private func checkedName(_ name: String) throws(XMLFault) -> String {
    var isFirst = true
    for scalar in name.unicodeScalars {
      guard XMLCharacter.isNamePart(scalar, first: isFirst) || (scalar == ":" && !isFirst) else {
        throw XMLFault("\(name) is no name.")
      }
      isFirst = false
    }
    return name
  }
}

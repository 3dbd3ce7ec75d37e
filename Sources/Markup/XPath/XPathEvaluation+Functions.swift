extension XPathEvaluation {
  /// The value of a function of XPath 1.0 §4.
  mutating func call(
    _ function: XPathFunction, _ arguments: [XPathExpression], at place: Place
  ) throws(XMLFault) -> XPathValue {
    switch function {
    case .last: return .number(Double(place.count))
    case .position: return .number(Double(place.position))
    case .isTrue: return .logical(true)
    case .isFalse: return .logical(false)
    case .count: return .number(Double(try nodes(of: arguments[0], at: place).count))
    case .sum:
      var sum = 0.0
      for node in try nodes(of: arguments[0], at: place) { sum += XPathValue.number(of: tree.stringValue(of: node)) }
      return .number(sum)
    case .name, .localName, .namespaceURI:
      let node = arguments.isEmpty ? place.node : try nodes(of: arguments[0], at: place).first
      return .text(node.map { name(of: $0, function) } ?? "")
    default: break
    }
    var values: [XPathValue] = []
    for argument in arguments { values.append(try value(of: argument, at: place)) }
    let value = values.first ?? .nodes([place.node])
    switch function {
    case .boolean: return .logical(value.logical)
    case .not: return .logical(!value.logical)
    case .number: return .number(value.number(in: tree))
    case .floor: return .number(value.number(in: tree).rounded(.down))
    case .ceiling: return .number(value.number(in: tree).rounded(.up))
    case .round: return .number((value.number(in: tree) + 0.5).rounded(.down))
    default: return textual(function, value.text(in: tree), values)
    }
  }

  private func name(of node: Int, _ function: XPathFunction) -> String {
    let name = tree.nodes[node].name
    switch function {
    case .localName: return name.local
    case .namespaceURI: return name.namespace
    default: return name.qualified
    }
  }

  private func textual(_ function: XPathFunction, _ text: String, _ values: [XPathValue]) -> XPathValue {
    let second = values.count > 1 ? values[1].text(in: tree) : ""
    switch function {
    case .string: return .text(text)
    case .concat: return .text(values.map { $0.text(in: tree) }.joined())
    case .contains: return .logical(second.isEmpty || text.unicodeScalars.range(of: second) != nil)
    case .startsWith: return .logical(text.unicodeScalars.starts(with: second.unicodeScalars))
    case .substringBefore:
      return .text(text.unicodeScalars.range(of: second).map { String(text.unicodeScalars[..<$0.lowerBound]) } ?? "")
    case .substringAfter:
      return .text(text.unicodeScalars.range(of: second).map { String(text.unicodeScalars[$0.upperBound...]) } ?? "")
    case .stringLength: return .number(Double(text.unicodeScalars.count))
    case .normalizeSpace: return .text(XPathValue.normalized(text))
    case .substring: return .text(part(of: text, values))
    default: return .text(translated(text, second, values.count > 2 ? values[2].text(in: tree) : ""))
    }
  }

  /// Characters from a rounded place on, for a rounded count.
  private func part(of text: String, _ values: [XPathValue]) -> String {
    let start = (values[1].number(in: tree) + 0.5).rounded(.down)
    let end = values.count > 2 ? start + (values[2].number(in: tree) + 0.5).rounded(.down) : .infinity
    var result = String.UnicodeScalarView()
    for (index, scalar) in text.unicodeScalars.enumerated() where Double(index + 1) >= start && Double(index + 1) < end
    {
      result.append(scalar)
    }
    return String(result)
  }

  private func translated(_ text: String, _ from: String, _ to: String) -> String {
    let targets = Array(to.unicodeScalars)
    var map: [Unicode.Scalar: Unicode.Scalar?] = [:]
    for (index, scalar) in from.unicodeScalars.enumerated() where map[scalar] == nil {
      map[scalar] = .some(index < targets.count ? targets[index] : nil)
    }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let target = map[scalar] {
        if let target { result.append(target) }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension String.UnicodeScalarView {
  /// Where another text stands first, compared scalar by scalar.
  fileprivate func range(of text: String) -> Range<Index>? {
    let wanted = text.unicodeScalars
    if wanted.isEmpty { return startIndex..<startIndex }
    var start = startIndex
    while start < endIndex {
      if self[start...].starts(with: wanted) { return start..<index(start, offsetBy: wanted.count) }
      start = index(after: start)
    }
    return nil
  }
}

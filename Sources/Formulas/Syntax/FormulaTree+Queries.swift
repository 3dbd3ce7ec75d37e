import CellModel
import Diagnostics

extension FormulaTree {
  /// A node of a kind that was asked for, with its place.
  package struct Found<Value: Sendable>: Sendable {
    package let index: Index
    package let value: Value
    package let span: SourceSpan
  }

  /// A name that a formula reads, with the sheet before it.
  package struct NameUse: Sendable, Hashable {
    package let name: String
    package let sheet: SheetPrefix?
  }

  /// The addresses and areas, in the order of the text.
  package var references: [Found<GridReference>] {
    find { if case .reference(let reference) = $0 { reference } else { nil } }
  }

  package var structuredReferences: [Found<StructuredReference>] {
    find { if case .structured(let reference) = $0 { reference } else { nil } }
  }

  /// The names of called functions as written, each with the span of the name alone, inner calls first.
  package var calls: [Found<String>] {
    find { if case .call(let name, _) = $0 { name } else { nil } }
  }

  /// The names of called functions in upper case, without the prefixes that files carry.
  package var functionNames: Set<String> { Set(calls.map { Self.functionName($0.value) }) }

  /// The names the formula reads from outside: all but those that LET and LAMBDA bind.
  package var freeNames: [Found<NameUse>] {
    let bound = boundNames
    return findPlaced { (index, node) in
      guard case .name(let name, let sheet) = node, !bound.contains(index) else { return nil }
      return NameUse(name: name, sheet: sheet)
    }
  }

  /// A function's name in upper case, without `_xlfn.` and its kin.
  package static func functionName(_ written: String) -> String {
    var upper = written.uppercased()
    while upper.hasPrefix("_XL"), let dot = upper.firstIndex(of: "."),
      ["_XLFN", "_XLWS", "_XLUDF"].contains(String(upper[..<dot]))
    {
      upper.removeSubrange(...dot)
    }
    return upper
  }

  /// Whether a node stands alone as an argument of a call.
  package func isArgument(_ index: Index) -> Bool { call(ofArgument: index) != nil }

  /// The call that a node is an argument of, and which one it is.
  package func call(ofArgument index: Index) -> (call: Index, position: Int)? {
    for (place, node) in nodes.enumerated().dropFirst(Int(index) + 1) {
      let arguments: [Index]
      switch node {
      case .call(_, let list), .apply(_, let list): arguments = list
      default: continue
      }
      if let position = arguments.firstIndex(of: index) { return (Index(place), position) }
    }
    return nil
  }

  private func find<Value>(_ match: (Node) -> Value?) -> [Found<Value>] {
    findPlaced { (_, node) in match(node) }
  }

  private func findPlaced<Value>(_ match: (Index, Node) -> Value?) -> [Found<Value>] {
    var found: [Found<Value>] = []
    for (position, node) in nodes.enumerated() {
      let index = Index(position)
      if let value = match(index, node) { found.append(Found(index: index, value: value, span: nameSpan(of: index))) }
    }
    return found
  }

  /// The nodes that declare a name in LET or LAMBDA or stand for such a name.
  ///
  /// The nodes of an operand are a run that ends with it, so a scope is a range of indices: a name of LET holds behind
  /// its value, a parameter of LAMBDA in the last argument.
  private var boundNames: Set<Index> {
    var bound: Set<Index> = []
    var scopes: [String: [Range<Index>]] = [:]
    for (position, node) in nodes.enumerated() {
      guard case .call(let written, let arguments) = node, written.utf8.count <= 24, let last = arguments.last else {
        continue
      }
      let call = Index(position)
      let function = Self.functionName(written)
      let isLambda = function == "LAMBDA"
      guard isLambda || function == "LET" else { continue }
      for (place, argument) in arguments.dropLast().enumerated() where isLambda || place % 2 == 0 {
        guard let name = parameterName(argument) else { continue }
        bound.insert(argument)
        let start = isLambda ? arguments[arguments.count - 2] + 1 : arguments[place + 1] + 1
        if start <= last { scopes[name.lowercased(), default: []].append(start..<call) }
      }
    }
    guard !scopes.isEmpty else { return bound }
    for (position, node) in nodes.enumerated() {
      guard case .name(let name, nil) = node, let ranges = scopes[name.lowercased()] else { continue }
      if ranges.contains(where: { $0.contains(Index(position)) }) { bound.insert(Index(position)) }
    }
    return bound
  }

  /// The left operand of the innermost operator that has a node in its right operand: what was computed so far there.
  ///
  /// The nodes of an operand are a run that ends with it, so the first such operator behind the node is the innermost.
  package func resultSoFar(at index: Index) -> Index? {
    for node in nodes[(Int(index) + 1)...] {
      if case .binary(_, let left, let right) = node, left < index, index <= right { return left }
    }
    return nil
  }

  /// The name that an argument declares in LET or LAMBDA: a name, or a name in brackets that may be left out.
  package func parameterName(_ argument: Index) -> String? {
    switch self[argument] {
    case .name(let name, nil): return name
    case .structured(let reference) where reference.table == nil && reference.rows == .data:
      return reference.firstColumn
    default: return nil
    }
  }
}

import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import SheetPrograms
import SheetText

/// Reads an expression that calls services.
struct RunReader {
  let unit: SheetUnit
  let origin: CellAddress
  /// The keys of all services of the program.
  let services: Set<String>
  let catalog: FunctionCatalog

  /// Reads a body, placed in its unit, with the parameters that it declares.
  func form(_ tree: FormulaTree, span: SourceSpan, parameters: [String]) -> RunForm {
    let scopes = LexicalScopes(tree, catalog)
    let hidden = Set(parameters.map { $0.lowercased() })
    let whole = tree.wholeReferences(catalog) { index in
      switch tree[index] {
      case .name(let name, sheet: nil): scopes.isLocal(index, of: tree) || hidden.contains(name.lowercased())
      case .call(let name, _): scopes.isLocal(index, of: tree) || isCall(name)
      default: false
      }
    }
    var reads: [TimeExpression] = []
    var names: [String: String] = [:]
    let body = tree.replacing { node, index, _ in
      if whole.roots.contains(index) { return read(tree, index, &reads, &names) }
      if whole.inside.contains(index) || scopes.isLocal(index, of: tree) { return nil }
      switch node {
      case .name(let name, sheet: nil) where hidden.contains(name.lowercased()): return nil
      case .name, .reference, .structured: return read(tree, index, &reads, &names)
      default: return nil
      }
    }
    var function = body.callingServices(services, catalog)
    function = function.asLambda(parameters + (0..<reads.count).map(Self.readName), span: span)
    return RunForm(
      function: TimeExpression(function, span: span, unit: unit, origin: origin), reads: reads, span: span, unit: unit)
  }

  /// Whether a function of this name waits for an answer or for time.
  private func isCall(_ name: String) -> Bool {
    let plain = FunctionNames.plain(name)
    return services.contains(name.lowercased()) || Self.isBuiltIn(name) || plain == DelayFunction.name
      || GuardedCalls.argumentCounts(of: plain) != nil
  }

  /// Makes a parameter of what the expression reads.
  private func read(
    _ tree: FormulaTree, _ index: FormulaTree.Index, _ reads: inout [TimeExpression], _ names: inout [String: String]
  ) -> FormulaTree.Node? {
    let part = tree.subtree(at: index)
    let text = part.text().lowercased()
    if let name = names[text] { return .name(name, sheet: nil) }
    let name = Self.readName(reads.count)
    names[text] = name
    reads.append(TimeExpression(part, span: tree.span(of: index), unit: unit, origin: origin))
    return .name(name, sheet: nil)
  }

  /// A name that cannot be written, for the parameter of what is read.
  private static func readName(_ number: Int) -> String { "read \(number)" }

  /// Requests over the network, which every program may supply.
  static func isBuiltIn(_ name: String) -> Bool { builtIn.contains(name.uppercased()) }
  static let builtIn: Set<String> = ["HTTP.GET", "HTTP.POST", "HTTP.PUT", "HTTP.DELETE"]
}

extension SheetFunction {
  /// Whether it asks where cells are, or finds them by what it is given, and not only what they hold.
  fileprivate var asksForPlaces: Bool {
    !traits.isDisjoint(with: [
      .ignoresValues, .readsDynamically, .readsFormulas, .tellsFactsOfCells, .readsPronunciations,
    ])
  }
}

extension FormulaTree {
  /// The references that are made of several nodes and have to be read as one, such as `people[2].name` or
  /// `OFFSET(A1, 1, 0)`.
  ///
  /// - Returns: Their roots and the nodes inside them.
  fileprivate func wholeReferences(
    _ catalog: FunctionCatalog, unlessNaming isHidden: (Index) -> Bool
  ) -> (roots: Set<Index>, inside: Set<Index>) {
    var roots: Set<Index> = []
    var inside: Set<Index> = []
    for position in nodes.indices.reversed() {
      let index = Index(position)
      let operands = nodes[position].operands
      if inside.contains(index) {
        inside.formUnion(operands)
        continue
      }
      switch nodes[position] {
      case .subscript_, .binary(.range, _, _), .unary(.spill, _), .unary(.intersect, _): break
      case .member where isPartOfRow(index): break
      case .call(let name, let arguments)
      where !arguments.isEmpty && catalog.function(named: name)?.asksForPlaces == true:
        break
      default: continue
      }
      guard !(start(of: index)...index).contains(where: isHidden) else { continue }
      roots.insert(index)
      inside.formUnion(operands)
    }
    return (roots, inside)
  }

  /// Whether it is a cell of a row, or a field of what that holds.
  private func isPartOfRow(_ index: Index) -> Bool {
    var index = index
    while case .member(let base, _) = self[index] { index = base }
    return self[index].isSubscript
  }

  /// The tree with each call of a service, and DELAY, made a call of the function that stands for it.
  ///
  /// What RETRY and TIMEOUT stand around becomes a LAMBDA, to be called when it is time.
  func callingServices(_ services: Set<String>, _ catalog: FunctionCatalog) -> FormulaTree {
    func guardedName(_ node: Node) -> String? {
      guard case .call(let name, _) = node, !services.contains(name.lowercased()) else { return nil }
      let plain = FunctionNames.plain(name)
      return GuardedCalls.argumentCounts(of: plain) == nil ? nil : plain
    }
    let locals = LexicalScopes(self, catalog)
    let guarded = Set(nodes.compactMap { guardedName($0) == nil ? nil : $0.operands.first })
    var made = FormulaTree()
    var moved: [Index] = []
    for position in nodes.indices {
      let span = spans[position]
      var node = nodes[position].replacingOperands { moved[Int($0)] }
      if case .call(let name, let arguments) = node {
        let isDelay = FunctionNames.plain(name) == DelayFunction.name
        if let guardName = guardedName(nodes[position]) {
          node = .call(name: ServiceFunctions.guardName(guardName), arguments: arguments)
        } else if services.contains(name.lowercased()) || RunReader.isBuiltIn(name) || isDelay {
          let service = made.append(.text(isDelay ? ServiceFunctions.delay : name.lowercased()), span: span)
          let isOfName = nodes[position].operands.first.map { names(in: $0, areLocal: locals) } ?? false
          let before = isDelay ? [made.appendBeginning(ofDelay: position, isOfName: isOfName, span: span)] : []
          node = .call(name: ServiceFunctions.call, arguments: [service] + before + arguments)
        }
      }
      var index = made.append(node, span: span)
      if guarded.contains(Index(position)) {
        index = made.append(.call(name: "LAMBDA", arguments: [index]), span: span)
      }
      moved.append(index)
    }
    return made
  }

  /// Whether an expression reads a name that LET or LAMBDA gives.
  private func names(in root: Index, areLocal locals: LexicalScopes) -> Bool {
    (start(of: root)...root).contains { locals.isLocal($0, of: self) }
  }

  /// Adds the call that stands before the arguments of DELAY; no two of them are alike, as what is alike is called once.
  ///
  /// - Parameter isOfName: Whether what is delayed may have come of any call before, by a name of LET or LAMBDA.
  private mutating func appendBeginning(ofDelay position: Int, isOfName: Bool, span: SourceSpan) -> Index {
    let name = append(.text(ServiceFunctions.delayBegins), span: span)
    let number = append(.number(Double(position), text: "\(position)"), span: span)
    let follows = append(.logical(isOfName), span: span)
    return append(.call(name: ServiceFunctions.call, arguments: [name, number, follows]), span: span)
  }

  /// A LAMBDA of the tree.
  func asLambda(_ parameters: [String], span: SourceSpan) -> FormulaTree {
    var made = FormulaTree()
    let names = parameters.map { made.append(.name($0, sheet: nil), span: span) }
    let offset = Index(made.nodes.count)
    for (node, nodeSpan) in zip(nodes, spans) {
      made.append(node.replacingOperands { $0 + offset }, span: nodeSpan)
    }
    let body = made.root
    made.append(.call(name: "LAMBDA", arguments: names + [body]), span: span)
    return made
  }
}

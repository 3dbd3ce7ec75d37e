import Functions

/// What the calls of a formula call, and which nodes stand for names that the formula itself gives to values.
///
/// A function whose form binds names (LET, LAMBDA) *declares* them in some of its arguments; each declaration has a *slot*.
/// The nodes of an operand are a run that ends with it, so a scope is a range of nodes. These rules hold:
///
/// - R1. A name of LET holds behind its value, a parameter of LAMBDA in the expression behind all parameters.
/// - R2. An inner name hides an outer one.
/// - R3. Names are equal in lower case.
/// - R4. What is called by the name of a function is that function, as in Excel, whose formulas know names that stand before a
///   parenthesis first: `LET(rows, ROWS(a), ROWS(b) + rows)`. Only a name of LET for a LAMBDA hides a function.
///
/// Everybody who asks whether a name is local asks here, so that a formula has one meaning.
package struct LexicalScopes: Sendable {
  private struct Declaration: Sendable {
    let key: String
    /// The argument that declares the name.
    let node: FormulaTree.Index
    /// What LET gives it; `nil` for a parameter of LAMBDA.
    let value: FormulaTree.Index?
    /// The nodes in which it holds; empty where nothing follows its value.
    let scope: Range<FormulaTree.Index>
    /// Whether it is given a LAMBDA, so that it can be called although there is a function of that name.
    let hidesFunction: Bool
  }

  /// The calls with the functions that they call, by their nodes.
  private var functions: [(node: FormulaTree.Index, function: SheetFunction)] = []
  /// From outer to inner scopes; the place of a declaration is its slot.
  private var declarations: [Declaration] = []

  package init(_ tree: FormulaTree, _ catalog: FunctionCatalog) {
    // A call stands behind its arguments: from the last node on, outer scopes are known before inner ones.
    for position in tree.nodes.indices.reversed() {
      guard case .call(let name, let arguments) = tree.nodes[position] else { continue }
      let node = FormulaTree.Index(position)
      guard let function = catalog.function(named: name) else { continue }
      if let slot = slot(of: name, at: node), declarations[slot].hidesFunction { continue }
      functions.append((node, function))
      if function.form.bindsNames { declare(arguments, of: node, function.form, tree, catalog) }
    }
    functions.reverse()
  }

  private mutating func declare(
    _ arguments: [FormulaTree.Index], of call: FormulaTree.Index, _ form: FunctionForm, _ tree: FormulaTree,
    _ catalog: FunctionCatalog
  ) {
    for (place, argument) in arguments.dropLast().enumerated() where form == .lambda || place.isMultiple(of: 2) {
      guard let name = tree.parameterName(argument) else { continue }
      let value = form == .lambda ? nil : arguments[place + 1]
      let before = value ?? arguments[arguments.count - 2]
      let isFunction = value.map { tree.calledForm(at: $0, catalog) == .lambda } ?? false
      declarations.append(
        Declaration(
          key: name.lowercased(), node: argument, value: value, scope: before + 1..<call, hidesFunction: isFunction))
    }
  }

  package var slotCount: Int { declarations.count }

  /// The function that a call calls; `nil` for a call of a name or of nothing.
  package func function(at call: FormulaTree.Index) -> SheetFunction? {
    var low = 0
    var high = functions.count
    while low < high {
      let middle = (low + high) / 2
      if functions[middle].node < call { low = middle + 1 } else { high = middle }
    }
    return low < functions.count && functions[low].node == call ? functions[low].function : nil
  }

  /// The slot of a name at a node; `nil` for one that the formula does not bind there.
  package func slot(of name: String, at node: FormulaTree.Index) -> Int? {
    guard !declarations.isEmpty else { return nil }
    let key = name.lowercased()
    return declarations.lastIndex { $0.scope.contains(node) && $0.key == key }
  }

  /// The names that the formula binds at a node, as they are written where they are declared.
  package func names(at node: FormulaTree.Index, in tree: FormulaTree) -> [String] {
    declarations.filter { $0.scope.contains(node) }.compactMap { tree.parameterName($0.node) }
  }

  /// What LET gives the name of a slot; `nil` for a parameter of LAMBDA.
  package func value(of slot: Int) -> FormulaTree.Index? { declarations[slot].value }

  /// The slot of the name that a node declares.
  package func declaration(at node: FormulaTree.Index) -> Int? { declarations.firstIndex { $0.node == node } }

  /// Whether a node declares a local name or stands for one, by itself or as the name of a call.
  package func isLocal(_ node: FormulaTree.Index, of tree: FormulaTree) -> Bool {
    guard !declarations.isEmpty else { return false }
    if declaration(at: node) != nil { return true }
    if case .call(let name, _) = tree[node] { return function(at: node) == nil && slot(of: name, at: node) != nil }
    return tree.parameterName(node).map { slot(of: $0, at: node) != nil } ?? false
  }
}

extension FormulaTree {
  /// The names the formula reads from outside: all but those that it binds itself.
  package func freeNames(_ catalog: FunctionCatalog) -> [Found<NameUse>] { freeNames(LexicalScopes(self, catalog)) }

  package func freeNames(_ scopes: LexicalScopes) -> [Found<NameUse>] {
    findPlaced { (index, node) in
      guard case .name(let name, let sheet) = node, sheet != nil || !scopes.isLocal(index, of: self) else { return nil }
      return NameUse(name: name, sheet: sheet)
    }
  }

  /// The form of the function that the formula as a whole calls; `nil` when it is no call of a function.
  package func form(_ catalog: FunctionCatalog) -> FunctionForm? { calledForm(at: root, catalog) }

  /// The form of the function that a node calls; `nil` when it calls none.
  func calledForm(at node: Index, _ catalog: FunctionCatalog) -> FunctionForm? {
    guard case .call(let name, _) = self[node] else { return nil }
    return catalog.function(named: name)?.form
  }

  /// The name that an argument declares in LET or LAMBDA: a name, or a name in brackets that may be left out.
  package func parameterName(_ argument: Index) -> String? {
    switch self[argument] {
    case .name(let name, nil): name
    case .structured(let reference) where reference.table == nil && reference.rows == .data: reference.firstColumn
    default: nil
    }
  }
}

import CellModel
import Formulas
import Functions

/// Puts `@` where a formula of the time before dynamic arrays takes one cell of a range.
///
/// Each operand has a *class*, which the function or operator above it gives it (MS-XLS 2.2.2.1, the classes of operands).
/// Of a range in the class of values the cell in the formula's own row or column is meant; arrays written out, or made by
/// functions, are not touched but at the root, where the first element is shown, and in the condition of an `IF` that
/// is to be one value; only the rows and columns that `ROW` and `COLUMN` tell are one, too, unless an array is asked
/// for. What stands in the formula of a name is computed as in an array formula, and what the name gives is as what
/// stands in its place.
struct ImplicitIntersection {
  private enum OperandClass {
    /// One value, of an array as well.
    case one
    case value, reference, array
  }

  private let tree: FormulaTree
  private let catalog: FunctionCatalog
  private let names: NameDirectory
  private let sheet: Int
  /// Whether arrays are asked for as in OpenFormula, where an argument that is to be an array makes one of all that
  /// it is computed from (OpenDocument 1.3 part 4, §3.3).
  private let isOpenFormula: Bool
  /// The runs of nodes that are formulas of names, the root of each last.
  private let definitions: [Range<Int>]
  private var classes: [OperandClass]
  /// In how many names the formula stands.
  private let depth: Int

  init(
    _ tree: FormulaTree, _ catalog: FunctionCatalog, _ names: NameDirectory, sheet: Int, isOpenFormula: Bool = false,
    definitions: [Range<Int>] = [], depth: Int = 0
  ) {
    self.depth = depth
    self.isOpenFormula = isOpenFormula
    self.definitions = definitions
    self.tree = tree
    self.catalog = catalog
    self.names = names
    self.sheet = sheet
    classes = Array(repeating: .reference, count: tree.nodes.count)
  }

  func result() -> FormulaTree { marks().map(rewritten) ?? tree }

  /// Whether each node gets an `@`; `nil` when none does.
  func marks() -> [Bool]? {
    // Most formulas have neither ranges nor anything that can give one.
    guard tree.nodes.indices.contains(where: { isWide(FormulaTree.Index($0)) }) else { return nil }
    var copy = self
    copy.settleClasses()
    return copy.settledMarks()
  }

  // MARK: Classes

  /// Gives each node its class, what uses it first.
  private mutating func settleClasses() {
    classes[Int(tree.root)] = .value
    let isDefined = defined()
    /// Whether each node is what a name gives.
    var isGiven = Array(repeating: false, count: isDefined.count)
    for run in definitions { isGiven[run.upperBound - 1] = true }
    let widths = definitions.isEmpty ? [] : widths()
    for position in tree.nodes.indices.reversed() {
      let own = classes[position]
      if !isDefined.isEmpty, isDefined[position] {
        for operand in tree.nodes[position].operands { give(.array, to: operand) }
        guard isGiven[position] else { continue }
        for operand in givenOperands(of: position, widths) {
          give(own, to: operand)
          isGiven[Int(operand)] = true
        }
        continue
      }
      let ofOperands: OperandClass = own == .array ? .array : .value
      switch tree.nodes[position] {
      case .parenthesized(let operand): give(own, to: operand)
      case .unary(let op, let operand):
        switch op {
        case .plus, .minus, .percent: give(ofOperands, to: operand)
        default: give(.reference, to: operand)
        }
      case .binary(let op, let left, let right):
        give(op.joinsReferences ? .reference : ofOperands, to: left)
        give(op.joinsReferences ? .reference : ofOperands, to: right)
      case .call(let name, let arguments): settleArguments(of: name, arguments, own)
      default: break
      }
    }
  }

  /// Whether each node stands in the formula of a name; empty when none does.
  private func defined() -> [Bool] {
    guard !definitions.isEmpty else { return [] }
    var result = Array(repeating: false, count: tree.nodes.count)
    for run in definitions { for position in run { result[position] = true } }
    return result
  }

  /// The operands one of which a node gives as it is: a condition that is an array makes a new one.
  private func givenOperands(of position: Int, _ widths: [Bool]) -> ArraySlice<FormulaTree.Index> {
    switch tree.nodes[position] {
    case .parenthesized(let operand): return [operand]
    case .call(let name, let arguments):
      switch catalog.function(named: name)?.form {
      case .branch, .choice: return arguments.first.map { widths[Int($0)] } == false ? arguments.dropFirst() : []
      default: return []
      }
    default: return []
    }
  }

  /// Whether each node may give more than one value where no cell is taken of a range.
  private func widths() -> [Bool] {
    var result: [Bool] = []
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      result.append(givesRange(index) || givesArray(index) || widthOperands(index).contains { result[Int($0)] })
    }
    return result
  }

  private mutating func give(_ operandClass: OperandClass, to node: FormulaTree.Index) {
    classes[Int(node)] = operandClass
  }

  private mutating func settleArguments(of name: String, _ arguments: [FormulaTree.Index], _ own: OperandClass) {
    guard let function = catalog.function(named: name) else { return }
    let ofOperands: OperandClass = own == .array ? .array : .value
    switch function.form {
    case .call, .rescue, .selection: break
    case .branch, .choice:
      // To Excel a condition is one value, also where an array is asked for: SUMPRODUCT(IF(A1:A3>1,1)) takes one cell
      // of A1:A3. Where one value is asked for, an array is one, too: SUM(ABS(IF({FALSE,TRUE},2,3))) is 3.
      // What is chosen is of the class that is asked for.
      let isOne = function.form == .branch && (own == .value || own == .one)
      let ofCondition: OperandClass = isOpenFormula ? ofOperands : isOne ? .one : .value
      for (place, argument) in arguments.enumerated() { give(place == 0 ? ofCondition : own, to: argument) }
      return
    default: return
    }
    for (place, argument) in arguments.enumerated() {
      let info = function.info(ofArgument: place)
      if computesArrays(function, inArgument: place) {
        give(.array, to: argument)
      } else if info?.lifts == true, function.traits.contains(.analysisToolPak) {
        give(own == .array ? .array : .reference, to: argument)
      } else if info?.lifts == true {
        give(ofOperands, to: argument)
      } else if info?.isDeferred == true || Self.passesOn(function) {
        give(own, to: argument)
      } else if own == .array {
        // SUMPRODUCT(MAX((A1:A3>1)*A1:A3)) has the largest of all.
        give(.array, to: argument)
      }
    }
  }

  /// Whether a function evaluates what is computed in an argument as an array, without being told to.
  private func computesArrays(_ function: SheetFunction, inArgument place: Int) -> Bool {
    function.computesArrays(inArgument: place)
      || isOpenFormula && place == 1 && function.traits.contains(.searchesArrays)
  }

  /// Whether a function gives one of its arguments as it is.
  private static func passesOn(_ function: SheetFunction) -> Bool {
    function.form.rescues || function.form == .selection
  }

  // MARK: Rewriting

  private func settledMarks() -> [Bool] {
    var marks: [Bool] = []
    /// Whether a node of the result may give more than one value.
    var isWide: [Bool] = []
    let isDefined = defined()
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      let wide =
        givesRange(index) || givesArray(index) || widthOperands(index).contains { isWide[Int($0)] }
      let isMarked =
        switch classes[position] {
        case .one: wide
        case .value where index == tree.root || givesRange(index): wide
        case .array: false
        // In LibreOffice ROW and COLUMN give as many numbers wherever they stand.
        default: wide && !isOpenFormula && givesPlaces(index) && (isDefined.isEmpty || !isDefined[position])
        }
      marks.append(isMarked)
      isWide.append(wide && !isMarked)
    }
    return marks
  }

  private func rewritten(_ marks: [Bool]) -> FormulaTree {
    var result = FormulaTree()
    var places: [FormulaTree.Index] = []
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      let span = tree.span(of: index)
      var place = result.append(NameExpansion.renumbered(tree[index], places), span: span)
      if marks[position] { place = result.append(.unary(.intersect, place), span: span) }
      places.append(place)
    }
    return result
  }

  private func isWide(_ index: FormulaTree.Index) -> Bool { givesRange(index) || givesArray(index) }

  /// Whether a node may stand for a range of several cells.
  private func givesRange(_ index: FormulaTree.Index) -> Bool {
    switch tree[index] {
    case .reference(let reference):
      if case .deleted = reference.shape { return false }
      return !reference.isCell
    case .name(let name, let prefix):
      let sheet = prefix.flatMap { names.sheet(named: $0.first) } ?? sheet
      switch names.meaning(of: name, on: sheet) {
      case .reference(let reference): return !reference.isCell
      case .none, .broken: return names.tables[name.lowercased()] != nil
      case .formula(let tree):
        // Names may go in circles, and each may stand for a choice of many.
        return depth >= 8
          || ImplicitIntersection(tree, catalog, names, sheet: sheet, depth: depth + 1).isWide(tree.root)
      default: return true
      }
    case .structured(let reference): return !reference.isCell
    case .call(let name, let arguments):
      guard let function = catalog.function(named: name) else { return false }
      // What CHOOSE gives is one of its arguments.
      if function.form == .selection { return arguments.dropFirst().contains { givesRange($0) } }
      return function.traits.contains(.givesReferences) && !givesOneCell(function, arguments)
    case .unary(let op, _): return op == .spill || op.trimmedEdges != nil
    case .binary(let op, _, _): return op.joinsReferences
    default: return false
    }
  }

  private func isCall(_ index: FormulaTree.Index) -> Bool {
    if case .call = tree[index] { true } else { false }
  }

  /// Whether a call is one of INDEX with places that are found or counted, so that it gives one cell.
  private func givesOneCell(_ function: SheetFunction, _ arguments: [FormulaTree.Index]) -> Bool {
    guard function.traits.contains(.givesPartOfFirst), arguments.count >= 2 else { return false }
    // One place in what is computed may be a row.
    if arguments.count == 2, !givesReference(arguments[0]) { return false }
    return arguments.dropFirst().allSatisfy { argument in
      switch tree[argument] {
      case .number(let number, _): number >= 1
      case .call(let name, _): catalog.function(named: name)?.findsOrCounts == true
      default: false
      }
    }
  }

  /// Whether a node stands for cells, one or more.
  private func givesReference(_ index: FormulaTree.Index) -> Bool {
    switch tree[index] {
    case .reference, .structured: true
    case .parenthesized(let operand): givesReference(operand)
    default: givesRange(index)
    }
  }

  /// Whether a node is a call of a function that gives as many numbers as its argument has rows or columns.
  private func givesPlaces(_ index: FormulaTree.Index) -> Bool {
    guard case .call(let name, _) = tree[index] else { return false }
    return catalog.function(named: name)?.tellsRowsOrColumns == true
  }

  /// Whether a node makes an array by itself.
  private func givesArray(_ index: FormulaTree.Index) -> Bool {
    switch tree[index] {
    case .array(let rows, let columns, _): return rows * columns > 1
    case .call(let name, let arguments):
      guard let function = catalog.function(named: name) else { return true }
      // The place of one cell is one number.
      if function.tellsRowsOrColumns { return arguments.contains { givesRange($0) } }
      return function.form == .binding || !function.traits.isDisjoint(with: [.spills, .givesMatrices])
    case .apply: return true
    default: return false
    }
  }

  /// The argument of AGGREGATE for which a function that takes an array and `k` gives as many values.
  private func places(of function: SheetFunction, _ arguments: [FormulaTree.Index]) -> FormulaTree.Index? {
    guard function.traits.contains(.leavesOutSubtotals), arguments.count == 4,
      case .number(let code, _) = tree[arguments[0]], SheetFunction.takesArray(aggregate: code)
    else { return nil }
    return arguments[3]
  }

  /// The operands as many of which a node gives values.
  private func widthOperands(_ index: FormulaTree.Index) -> [FormulaTree.Index] {
    switch tree[index] {
    case .unary(.intersect, _): return []
    case .unary(_, let operand), .parenthesized(let operand): return [operand]
    case .binary(_, let left, let right): return [left, right]
    case .call(let name, let arguments):
      guard let function = catalog.function(named: name) else { return arguments }
      if function.form != .call, !function.form.rescues { return arguments }
      // Of a range they take the first cell, of an array every element.
      if function.traits.contains(.takesFirstCells) { return arguments.filter { !givesRange($0) } }
      // Of each cell they tell something else; a call is taken for one cell.
      if function.traits.contains(.readsFormulas) { return arguments.filter { !isCall($0) } }
      if let places = places(of: function, arguments) { return [places] }
      return arguments.indices.filter { place in
        function.info(ofArgument: place)?.lifts == true || Self.passesOn(function)
      }.map { arguments[$0] }
    default: return []
    }
  }
}

extension SheetFunction {
  /// Whether it gives a number of rows or columns, or a place among them.
  fileprivate var findsOrCounts: Bool { !traits.isDisjoint(with: [.findsPosition, .countsRows, .countsColumns]) }

  /// Whether it evaluates what is computed in an argument as an array, without being told to.
  fileprivate func computesArrays(inArgument place: Int) -> Bool {
    traits.contains(.computesArrays)
      || traits.contains(place == 0 ? .computesArrayOfFirst : .computesArraysBehindFirst)
  }
}

extension StructuredReference {
  /// Whether it is one cell of a table.
  fileprivate var isCell: Bool {
    [.thisRow, .headers, .totals].contains(rows) && firstColumn != nil && firstColumn == lastColumn
  }
}

import CellModel
import Diagnostics
import Formulas
import Functions
import SheetText

/// A sheet in which one thing is another than its writer meant.
package struct Mutant: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// An operator, or AND for OR.
    case `operator`
    /// A number, a text or a logical.
    case constant
    /// What decides: a condition turned round or left out, an operand of AND or OR left out.
    case condition
    /// The name of another cell.
    case reference
    /// What an event does, a mode, or a binding, left out.
    case clause
  }

  package var kind: Kind
  package var edit: TextEdit
  /// The number of the statement that is changed.
  package var statement: Int
}

/// What may be changed in a sheet, one thing at a time.
///
/// Tests, charts and the words of a sheet stay; a check is only changed where the change asks for more, since a check
/// that asks for less is not noticed by anybody.
struct Mutations {
  private let document: SheetDocument
  private let catalog: FunctionCatalog
  private(set) var mutants: [Mutant] = []
  private var statement = 0

  init(_ document: SheetDocument, _ catalog: FunctionCatalog) {
    self.document = document
    self.catalog = catalog
    for (number, statement) in document.statements.enumerated() {
      self.statement = number
      add(statement)
    }
    var seen: Set<TextEdit> = []
    mutants = mutants.filter { seen.insert($0.edit).inserted }.enumerated().sorted {
      ($0.element.edit.span.lower, $0.offset) < ($1.element.edit.span.lower, $1.offset)
    }.map(\.element)
  }

  // MARK: Statements

  private mutating func add(_ statement: Statement) {
    switch statement.kind {
    case .test, .chart, .grid, .option, .invalid, .check, .use: return
    case .binding(let binding):
      add(.clause, binding.span, "")
      add(binding.value)
    case .cell(let cell):
      if !cell.isConstant { add(cell.formula) } else { addConstant(cell.formula) }
    case .input(let input):
      if let condition = input.condition { addCondition(condition) }
    case .state(let state):
      addConstant(state.initial)
      for clause in state.clauses {
        add(.clause, clause.span, "")
        if let condition = clause.condition { addCondition(condition) }
        add(clause.value)
      }
    case .modes(let modes):
      for mode in modes.modes {
        if modes.modes.count > 1 { add(.clause, mode.span, "") }
        addCondition(mode.condition)
        for value in mode.values { addConstant(value) }
      }
    case .table(let table): add(table)
    case .action(let action):
      if let condition = action.condition { addCondition(condition) }
      for clause in action.clauses {
        add(.clause, clause.span, "")
        if let condition = clause.condition { addCondition(condition) }
      }
    case .event(let event): if let stream = event.stream { add(stream) }
    case .service(let service): if let body = service.body { add(body) }
    case .fetch:
      for formula in statement.formulas { add(formula) }
    }
  }

  private mutating func add(_ table: TableDefinition) {
    for column in table.columns { add(column.formula) }
    for clause in table.clauses {
      add(.clause, clause.span, "")
      if let condition = clause.condition { addCondition(condition) }
      switch clause.change {
      case .insert(_, let values): for value in values { if let value { add(value) } }
      case .update(_, let value, let condition):
        add(value)
        if let condition { addCondition(condition) }
      case .delete(let condition): if let condition { addCondition(condition) }
      }
    }
  }

  private mutating func add(_ kind: Mutant.Kind, _ span: SourceSpan, _ text: String) {
    guard document.source[span] != text else { return }
    mutants.append(Mutant(kind: kind, edit: TextEdit(span, text), statement: statement))
  }

  private mutating func addConstant(_ formula: SheetFormula) { add(formula) }

  /// A condition that always holds, one that is turned round, and what is in it.
  private mutating func addCondition(_ formula: SheetFormula) {
    add(.condition, formula.span, "TRUE")
    add(.condition, formula.span, "NOT(\(document.source[formula.span]))")
    add(formula)
  }

  // MARK: Formulas

  private mutating func add(_ formula: SheetFormula) {
    let tree = formula.tree
    let names = tree.freeNames(catalog).filter { $0.value.sheet == nil && !$0.value.name.contains(".") }
    for (place, node) in tree.nodes.enumerated() {
      let index = FormulaTree.Index(place)
      switch node {
      case .number(let number, _):
        add(.constant, tree.span(of: index), number == 0 ? "1" : number == 1 ? "0" : "(\(text(of: index, tree)) + 1)")
      case .text(let text): add(.constant, tree.span(of: index), text.isEmpty ? "\"x\"" : "\"\"")
      case .logical(let logical): add(.constant, tree.span(of: index), logical ? "FALSE" : "TRUE")
      case .binary(let op, let left, let right): add(op, left, right, tree)
      case .call(let name, let arguments): add(name, arguments, index, tree)
      case .name(let name, nil):
        // Another name of the same formula is one that its writer may have mistaken it for.
        if let other = names.first(where: { $0.value.name.lowercased() != name.lowercased() }),
          names.contains(where: { $0.index == index })
        {
          add(.reference, tree.span(of: index), other.value.name)
        }
      case .reference(let reference): add(reference, tree.span(of: index))
      default: continue
      }
    }
  }

  private func text(of index: FormulaTree.Index, _ tree: FormulaTree) -> String {
    document.source[tree.span(of: index)]
  }

  private mutating func add(
    _ op: BinaryOperator, _ left: FormulaTree.Index, _ right: FormulaTree.Index, _ tree: FormulaTree
  ) {
    let others: [BinaryOperator]
    switch op {
    case .add: others = [.subtract]
    case .subtract: others = [.add]
    case .multiply: others = [.divide]
    case .divide: others = [.multiply]
    case .power: others = [.multiply]
    case .less: others = [.lessOrEqual, .greater]
    case .lessOrEqual: others = [.less, .greater]
    case .greater: others = [.greaterOrEqual, .less]
    case .greaterOrEqual: others = [.greater, .less]
    case .equal: others = [.notEqual]
    case .notEqual: others = [.equal]
    case .concatenate, .range, .intersection, .union: others = []
    }
    // The operator stands between its operands, with blanks or a parenthesis around it.
    var lower = tree.span(of: left).upper
    let upper = tree.span(of: right).lower
    let written = Array(op.rawValue.utf8)
    while lower + written.count <= upper, !document.bytes[lower...].starts(with: written) { lower += 1 }
    guard lower + written.count <= upper else { return }
    for other in others { add(.operator, SourceSpan(lower, lower + written.count), other.rawValue) }
  }

  private mutating func add(
    _ name: String, _ arguments: [FormulaTree.Index], _ index: FormulaTree.Index, _ tree: FormulaTree
  ) {
    let whole = tree.span(of: index)
    switch name.uppercased() {
    case "AND", "OR":
      add(.operator, tree.nameSpan(of: index), name.uppercased() == "AND" ? "OR" : "AND")
      guard arguments.count > 1 else { return }
      for dropped in arguments {
        let kept = arguments.filter { $0 != dropped }.map { text(of: $0, tree) }
        add(.condition, whole, "\(name)(\(kept.joined(separator: ", ")))")
      }
    case "NOT": if let inner = arguments.first { add(.condition, whole, "(\(text(of: inner, tree)))") }
    case "IF":
      guard let condition = arguments.first else { return }
      add(.condition, tree.span(of: condition), "NOT(\(text(of: condition, tree)))")
    case "IFERROR", "IFNA": if let inner = arguments.first { add(.condition, whole, "(\(text(of: inner, tree)))") }
    case "FILTER", "HOLD", "DEBOUNCE", "THROTTLE", "DELAY", "DISTINCT", "TAKE", "DROP":
      if let inner = arguments.first { add(.condition, whole, text(of: inner, tree)) }
    case "MIN": add(.operator, tree.nameSpan(of: index), "MAX")
    case "MAX": add(.operator, tree.nameSpan(of: index), "MIN")
    default: return
    }
  }

  /// The cell below instead of the one that is named.
  private mutating func add(_ reference: GridReference, _ span: SourceSpan) {
    guard reference.sheet == nil, case .cell(let row, let column) = reference.shape, row.value < 1_000_000 else {
      return
    }
    let letters = (column.isAbsolute ? "$" : "") + A1Notation.letters(ofColumn: Int(column.value))
    add(.reference, span, "\(letters)\(row.isAbsolute ? "$" : "")\(row.value + 2)")
  }
}

import CellModel
import Formulas
import Functions
import SheetText

/// Which statements of a text depend on which, by what they name.
package struct ReadStatements {
  /// The statements that each statement reads directly.
  private var read: [[Int]] = []
  /// The statements that are checks.
  private var checks: [Int] = []

  package init(_ document: SheetDocument, _ catalog: FunctionCatalog) {
    var names: [String: Int] = [:]
    var cells: [(statement: Int, grid: String?, target: CellTarget)] = []
    for (index, statement) in document.statements.enumerated() {
      if let name = statement.definedName, names[name.key] == nil { names[name.key] = index }
      if case .check = statement.kind { checks.append(index) }
      guard case .cell(let cell) = statement.kind, cell.target.name == nil else { continue }
      cells.append((index, statement.grid?.lowercased(), cell.target))
    }
    for statement in document.statements {
      var found: Set<Int> = []
      for occurrence in statement.nameOccurrences(in: catalog) {
        if let index = names[occurrence.parts[0].key] { found.insert(index) }
      }
      if !cells.isEmpty {
        let fill = statement.fill
        for reference in statement.formulas.flatMap(\.tree.references) {
          let grid = (reference.value.sheet?.first ?? statement.grid)?.lowercased()
          for cell in cells where cell.grid == grid && reference.value.shape.mayRead(cell.target, filling: fill) {
            found.insert(cell.statement)
          }
        }
      }
      read.append(found.sorted())
    }
    addBindings(of: document, names)
  }

  /// A binding gives its input a value, so that whoever reads the input reads the binding.
  private mutating func addBindings(of document: SheetDocument, _ names: [String: Int]) {
    for (index, statement) in document.statements.enumerated() {
      guard case .binding(let binding) = statement.kind, case .name(let name, nil)? = binding.target.tree.nodes.last,
        let input = names[name.prefix { $0 != "." }.lowercased()]
      else { continue }
      read[input].append(index)
    }
  }

  /// The statements that a test expects something of: what it names, what the checks name, and all that these read.
  package func expected(byTest test: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = [test] + checks
    while let next = open.popLast() {
      guard found.insert(next).inserted else { continue }
      open += read[next]
    }
    return found
  }

  /// The number of each test among the tests, by its statement.
  package static func tests(of document: SheetDocument) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    for (index, statement) in document.statements.enumerated() {
      if case .test = statement.kind { numbers[index] = numbers.count }
    }
    return numbers
  }
}

extension Statement {
  /// How many rows and columns beyond the first the statement fills.
  fileprivate var fill: (rows: Int, columns: Int) {
    guard case .cell(let cell) = kind, case .area(let top, let left, let bottom, let right, _) = cell.target else {
      return (0, 0)
    }
    return (bottom - top, right - left)
  }
}

extension GridReference.Shape {
  /// Whether cells that a reference names, wherever it is filled to, may be among those of a definition.
  fileprivate func mayRead(_ target: CellTarget, filling fill: (rows: Int, columns: Int)) -> Bool {
    let (top, left, bottom, right): (Int, Int, Int, Int)
    switch target {
    case .name: return false
    case .address(let row, let column, _): (top, left, bottom, right) = (row, column, row, column)
    case .area(let a, let b, let c, let d, _): (top, left, bottom, right) = (a, b, c, d)
    }
    switch self {
    case .cell(let row, let column):
      return Int(row.value) <= bottom && top <= Int(row.value) + fill.rows && Int(column.value) <= right
        && left <= Int(column.value) + fill.columns
    case .area(let row, let column, let row2, let column2):
      let rows = min(row.value, row2.value)...max(row.value, row2.value)
      let columns = min(column.value, column2.value)...max(column.value, column2.value)
      return Int(rows.lowerBound) <= bottom && top <= Int(rows.upperBound) + fill.rows
        && Int(columns.lowerBound) <= right && left <= Int(columns.upperBound) + fill.columns
    case .columns(let first, let last):
      return Int(min(first.value, last.value)) <= right && left <= Int(max(first.value, last.value)) + fill.columns
    case .rows(let first, let last):
      return Int(min(first.value, last.value)) <= bottom && top <= Int(max(first.value, last.value)) + fill.rows
    case .deleted: return false
    }
  }
}

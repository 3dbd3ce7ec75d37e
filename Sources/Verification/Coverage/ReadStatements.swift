import CellModel
import Formulas
import Functions
import SheetText

/// Which statements of a text depend on which, by what they name.
struct ReadStatements {
  /// The statements that each statement reads directly.
  private var read: [[Int]] = []
  /// The statements that are checks.
  private var checks: [Int] = []

  init(_ document: SheetDocument, _ catalog: FunctionCatalog) {
    var names: [String: Int] = [:]
    var cells: [String?: AreaIndex] = [:]
    for (index, statement) in document.statements.enumerated() {
      if let name = statement.definedName, names[name.key] == nil { names[name.key] = index }
      if case .check = statement.kind { checks.append(index) }
      guard case .cell(let cell) = statement.kind, let area = cell.target.rectangle else { continue }
      cells[statement.grid?.lowercased(), default: AreaIndex()].add(area, number: index)
    }
    for statement in document.statements {
      var found: Set<Int> = []
      for occurrence in statement.nameOccurrences(in: document.source, catalog) {
        if let index = names[occurrence.parts[0].key] { found.insert(index) }
      }
      if !cells.isEmpty {
        let reach = statement.reach
        for reference in statement.formulas.flatMap(\.tree.references) {
          let grid = (reference.value.sheet?.first ?? statement.grid)?.lowercased()
          guard let area = reference.value.shape.rectangle(reaching: reach) else { continue }
          cells[grid]?.forEach(meeting: area) { index in
            found.insert(index)
            return true
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
  func expected(byTest test: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = [test] + checks
    while let next = open.popLast() {
      guard found.insert(next).inserted else { continue }
      open += read[next]
    }
    return found
  }

  /// The number of each test among the tests, by its statement.
  static func tests(of document: SheetDocument) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    for (index, statement) in document.statements.enumerated() {
      if case .test = statement.kind { numbers[index] = numbers.count }
    }
    return numbers
  }
}

import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Giving names and places to what the statements define, before any of it is entered.
extension LiveSheet {
  /// What is known of statements while they are loaded, beside the statements of each unit.
  struct Loading {
    /// Whether no other definition has displaced the statement.
    var isKept: [[Bool]]
    /// The row of the named cell that a statement defines; -1 for others.
    var rows: [[Int32]]
    fileprivate var owners = NameOwners()
    fileprivate var cells: [CellAddress: SourceSpan] = [:]

    init(_ units: [SheetUnit]) {
      isKept = units.map { Array(repeating: true, count: $0.document.statements.count) }
      rows = units.map { Array(repeating: -1, count: $0.document.statements.count) }
    }
  }

  /// Which statement was the first to define a name.
  fileprivate struct NameOwners {
    struct Owner {
      var unit: Int
      var statement: Int
    }
    /// By the row of the named cell.
    var ofCells: [Owner] = []
    /// By the key of what is no cell.
    var others: [String: Owner] = [:]
  }

  func claim(_ unit: Int, _ loading: inout Loading) {
    let sheet = units[unit]
    for (index, statement) in sheet.document.statements.enumerated() {
      if let first = claim(NameOwners.Owner(unit: unit, statement: index), statement, &loading) {
        if case .invalid = statement.kind { continue }
        loading.isKept[unit][index] = false
        let other = units[first.unit].document.statements[first.statement]
        if let name = statement.definedName, let firstName = other.definedName, first.unit == unit {
          add(LiveDiagnostics.definedTwice(name, firstName), of: sheet)
        }
      } else {
        declare(statement, sheet, &loading.cells, &loading.isKept[unit][index])
      }
    }
  }

  /// Gives a statement the name that it defines, and what has a cell its place.
  ///
  /// - Returns: The statement that has the name already; then nothing is changed.
  private func claim(
    _ owner: NameOwners.Owner, _ statement: Statement, _ loading: inout Loading
  ) -> NameOwners.Owner? {
    let unit = units[owner.unit]
    guard let name = PlacedStatement(statement: statement, unit: unit).definedName else { return nil }
    let key = name.key
    if !loading.owners.others.isEmpty, let first = loading.owners.others[key] { return first }
    switch statement.kind {
    case .cell, .input, .state, .event, .fetch, .modes:
      let address = engine.addName(name.text, in: scope, key: key)
      if Int(address.row) < loading.owners.ofCells.count { return loading.owners.ofCells[Int(address.row)] }
      loading.owners.ofCells.append(owner)
      loading.rows[owner.unit][owner.statement] = address.row
      declare(name, statement, unit, at: address)
    default:
      if case .cell(let address)? = engine.binding(of: key, in: scope) {
        return loading.owners.ofCells[Int(address.row)]
      }
      loading.owners.others[key] = owner
      if case .invalid = statement.kind { break }
      if let kind = Self.kindWithoutCell(statement) { otherNames[key] = kind }
      for part in parts(of: statement) {
        let address = engine.addName("\(name.text).\(part)", in: scope)
        guard Int(address.row) == loading.owners.ofCells.count else { continue }
        loading.owners.ofCells.append(owner)
        let definition = Definition(name: "\(name.text).\(part)", kind: .part, span: name.span)
        definition.unit = unit.isMain ? nil : unit
        definitions[address] = definition
      }
    }
    return nil
  }

  /// The word for what a statement defines when that is no cell.
  static func kindWithoutCell(_ statement: Statement) -> String? {
    switch statement.kind {
    case .service: "service"
    case .action: "action"
    case .use: "used sheet"
    default: nil
    }
  }

  /// The cells that come with an action or a service; those of an action's moments only where something reads them.
  func parts(of statement: Statement) -> [String] {
    switch statement.kind {
    case .action: ["isEnabled", "isExecuting", "value", "error"] + readMoments.map(\.rawValue)
    case .service: ["calls"]
    default: []
    }
  }

  func address(ofNamedRow row: Int32) -> CellAddress {
    CellAddress(grid: engine.namesGrid(of: scope), row: Int(row), column: 0)
  }

  private func declare(
    _ statement: Statement, _ unit: SheetUnit, _ cells: inout [CellAddress: SourceSpan], _ isKept: inout Bool
  ) {
    switch statement.kind {
    case .cell(let cell):
      switch cell.target {
      case .name: break
      case .address(let row, let column, let span):
        let address = CellAddress(grid: grid(of: statement, unit), row: row, column: column)
        if let first = cells[address] {
          isKept = false
          let name = WrittenText(A1Notation.text(row: row, column: column), at: span)
          add(LiveDiagnostics.definedTwice(name, WrittenText(name.text, at: first)), of: unit)
        } else {
          cells[address] = span
        }
      case .area(let top, let left, let bottom, let right, let span):
        let area = Area(grid: grid(of: statement, unit), top: top, left: left, bottom: bottom, right: right)
        if area.rows * area.columns > Self.largestFill {
          isKept = false
          add(LiveDiagnostics.fillTooLarge(span, area.rows * area.columns, limit: Self.largestFill), of: unit)
        } else if let other = fills.first(where: { $0.area.intersection(area) != nil }) {
          isKept = false
          add(LiveDiagnostics.filledTwice(span, other.definition.span ?? span), of: unit)
        } else {
          fills.append(Fill(area: area, definition: Definition(name: "", kind: .formula, span: span)))
        }
      }
    default: break
    }
  }

  /// How many cells one statement may fill: sixteen whole columns.
  static let largestFill = 16 * (Area.lastRow + 1)

  private func declare(_ name: WrittenText, _ statement: Statement, _ unit: SheetUnit, at address: CellAddress) {
    let kind: CellInfo.Kind =
      switch statement.kind {
      case .state: .state
      case .event: .event
      case .fetch: .fetch
      default: .formula
      }
    let definition = Definition(
      name: name.text, kind: kind, documentation: statement.documentation?.text, span: name.span)
    definition.unit = unit.isMain ? nil : unit
    definitions[address] = definition
    // The latest payload of an event is a value that formulas may read, but none that a sheet is made for.
    if kind != .event { order.append(address) }
  }
}

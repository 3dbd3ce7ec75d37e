import CellModel

/// A table with headers, and which of its rows meet a table of criteria, as the database functions see them.
///
/// Each row of the criteria is a set of conditions that hold together; a record counts when one such row holds. An
/// empty cell is no condition. A text without an operator stands for all texts that begin with it.
struct DatabaseTable {
  let cells: CellArray
  let criteria: CellArray

  /// The column of a field: a header in any case, or a number counted from 1.
  func column(of field: CellValue) throws(CellError) -> Int {
    switch field {
    case .error: throw .value("An error names no field.")
    case .text(let name):
      guard let column = column(named: name) else { throw .value("There is no field “\(name.prefix(60))”.") }
      return column
    default:
      let number = try field.asNumber().rounded(.towardZero)
      guard number >= 1, number <= Double(cells.columns) else {
        throw .value("There is no field \(NumberText.general(number)).")
      }
      return Int(number) - 1
    }
  }

  private func column(named name: String) -> Int? {
    let key = OrderKey(.text(name))
    return (0..<cells.columns).first { OrderKey(cells[0, $0]) == key }
  }

  /// The values of a field in the records that meet the criteria; blank ones without a field.
  func values(of field: CellValue?) throws(CellError) -> [CellValue] {
    guard cells.rows > 1 else { throw .value("The database has headers only.") }
    let column: Int? = if let field { try column(of: field) } else { nil }
    let alternatives = try alternatives()
    var values: [CellValue] = []
    for row in 1..<cells.rows where alternatives.contains(where: { meets($0, row) }) {
      values.append(column.map { cells[row, $0] } ?? .blank)
    }
    return values
  }

  private typealias Condition = (column: Int, criterion: Criterion)

  private func meets(_ conditions: [Condition], _ row: Int) -> Bool {
    conditions.allSatisfy { $0.criterion.matches(cells[row, $0.column]) }
  }

  /// The rows of the criteria as conditions; a row that cannot hold is left out.
  private func alternatives() throws(CellError) -> [[Condition]] {
    if criteria.rows == 1 { return [[]] }
    var result: [[Condition]] = []
    rows: for row in 1..<criteria.rows {
      var conditions: [Condition] = []
      for column in 0..<criteria.columns {
        let value = criteria[row, column]
        if value.isBlank || value.text == "" { continue }
        if case .text(let name) = criteria[0, column], let field = self.column(named: name) {
          conditions.append((field, Self.criterion(value)))
        } else {
          // a computed criterion; it has been computed once, for all records
          guard try value.asLogical() else { continue rows }
        }
      }
      result.append(conditions)
    }
    return result
  }

  private static func criterion(_ value: CellValue) -> Criterion {
    if case .text(let text) = value, let first = text.first, !"<>=".contains(first), TypedText.number(text) == nil {
      return Criterion(parsing: .text(text + "*"))
    }
    return Criterion(parsing: value)
  }
}

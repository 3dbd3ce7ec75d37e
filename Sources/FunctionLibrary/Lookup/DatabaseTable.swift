import CellModel
import Functions

/// A table with headers, and which of its rows meet a table of criteria, as the database functions see them.
///
/// Each row of the criteria is a set of conditions that hold together; a record counts when one such row holds. An
/// empty cell is no condition. A text without an operator that is no other value stands for all texts that begin with
/// it, an empty one for every text. What stands below a header that names no field is a *computed* criterion: a
/// formula about the first record, which is asked of each further record as if it stood as many rows lower. In arrays,
/// which hold no formulas, it is the same for all records.
struct DatabaseTable {
  /// The records below their headers, whose columns are searched where they stand.
  private let cells: CellRange
  let criteria: CellArray
  /// Where the criteria stand, when formulas there can be asked of each record.
  private let criteriaArea: Area?
  /// Whether the criteria are an array, whose first row may stand alone.
  private let hasCriteriaArray: Bool
  private let context: any EvaluationContext

  init(cells: CellRange, criteria: CellRange) throws(CellError) {
    // A whole column ends where it is read to, and an array has all of its elements.
    self.cells = cells.isClipped || cells.area == nil ? CellRange(try cells.array(), in: cells.context) : cells
    self.criteria = try criteria.array()
    criteriaArea = cells.area == nil ? nil : criteria.area
    hasCriteriaArray = criteria.area == nil && !criteria.isScalar
    context = criteria.context
  }

  /// The field whose values are counted; `nil` for none, which in LibreOffice the number 0 means as well.
  func counted(_ field: CellValue?) -> CellValue? {
    if !context.textMatching.criteriaAreBeginnings, case .number(0, _)? = field { return nil }
    return field
  }

  /// The column of a field: a header in any case, or a number counted from 1.
  func column(of field: CellValue) throws(CellError) -> Int {
    switch field {
    case .error(let error): throw error
    case .text(let name):
      guard let column = column(named: name) else { throw .value("There is no field “\(name.prefix(60))”.") }
      return column
    default:
      let number = try field.asNumber().wholePlace
      guard number >= 1, number <= Double(cells.columns) else {
        throw .value("There is no field \(NumberText.general(number)).")
      }
      return Int(number) - 1
    }
  }

  private func column(named name: String) -> Int? {
    let key = OrderKey(.text(name))
    return (0..<cells.columns).first { Self.header(cells[0, $0]).map { OrderKey(.text($0)) == key } ?? false }
  }

  /// The values of a field in the records that meet the criteria; blank ones without a field.
  func values(of field: CellValue?) throws(CellError) -> [CellValue] {
    guard cells.rows > 1 else { throw .value("The database has headers only.") }
    let column: Int? = if let field { try column(of: field) } else { nil }
    let alternatives = try alternatives()
    try takeSteps(alternatives.count)
    return try rows(meetingOneOf: alternatives).map { row in column.map { cells[row, $0] } ?? .blank }
  }

  /// Counts the steps of comparing all records with so many rows of criteria.
  func takeSteps(_ alternatives: Int) throws(CellError) {
    try context.takeSteps((cells.rows * max(1, alternatives)) >> 4)
  }

  /// How many rows of criteria can hold; `nil` where a formula is asked of each record, or one of them cannot be read.
  var countOfPlainAlternatives: Int? {
    do throws(CellError) {
      let alternatives = try alternatives()
      let arePlain = alternatives.allSatisfy { conditions in
        conditions.allSatisfy { if case .field = $0 { true } else { false } }
      }
      return arePlain ? alternatives.count : nil
    } catch { return nil }
  }

  /// The records that meet all conditions of one of several rows.
  private func rows(meetingOneOf alternatives: [[Condition]]) throws(CellError) -> [Int] {
    if cells.area != nil, let found = try rowsByColumns(meetingOneOf: alternatives) { return found }
    var rows: [Int] = []
    for row in 1..<cells.rows where try meetsOne(of: alternatives, row) { rows.append(row) }
    return rows
  }

  /// The same column by column, as SUMIFS finds them; `nil` where a condition asks for more than a field.
  private func rowsByColumns(meetingOneOf alternatives: [[Condition]]) throws(CellError) -> [Int]? {
    var found: [[Int]] = []
    for conditions in alternatives {
      var pairs: [(range: CellRange, criterion: Criterion)] = []
      for condition in conditions {
        guard case .field(let column, let criterion) = condition else { return nil }
        let records = cells.part(top: 1, left: column, rows: cells.rows - 1, columns: 1)
        pairs.append((try CellRange(records, in: context), criterion))
      }
      guard !pairs.isEmpty else { return Array(1..<cells.rows) }
      found.append(try CriteriaMask(pairs).meetingRows.map { $0 + 1 })
    }
    return found.count == 1 ? found[0] : Set(found.joined()).sorted()
  }

  private enum Condition {
    case field(column: Int, Criterion)
    /// The formula at an address is true of the record.
    case computed(CellAddress)
  }

  private func meetsOne(of alternatives: [[Condition]], _ row: Int) throws(CellError) -> Bool {
    for conditions in alternatives where try meets(conditions, row) { return true }
    return false
  }

  private func meets(_ conditions: [Condition], _ row: Int) throws(CellError) -> Bool {
    for condition in conditions {
      switch condition {
      case .field(let column, let criterion):
        guard criterion.matches(cells[row, column]) else { return false }
      case .computed(let address):
        let value = context.value(ofFormulaAt: address, shiftedDown: row - 1) ?? context.value(at: address)
        // A text is no answer.
        guard value.text == nil, try value.asLogical() else { return false }
      }
    }
    return true
  }

  /// The rows of the criteria as conditions; a row that cannot hold is left out.
  private func alternatives() throws(CellError) -> [[Condition]] {
    guard criteria.rows > 1 else {
      guard hasCriteriaArray else { throw .value("The criteria are headers only.") }
      return [[]]
    }
    let isOpenFormula = !context.textMatching.criteriaAreBeginnings
    var result: [[Condition]] = []
    var isAsking = !isOpenFormula
    rows: for row in 1..<criteria.rows {
      var conditions: [Condition] = []
      var isBlank = true
      for column in 0..<criteria.columns {
        let value = criteria[row, column]
        if value.isBlank || value.text == "" && isOpenFormula { continue }
        isBlank = false
        isAsking = true
        if let name = Self.header(criteria[0, column]), let field = self.column(named: name) {
          conditions.append(.field(column: field, try Self.criterion(value, in: context)))
        } else if let address = address(row, column), context.formulaText(at: address) != nil {
          conditions.append(.computed(address))
        } else {
          // A text below a header that names no field holds of no record.
          guard value.text == nil, try value.asLogical() else { continue rows }
        }
      }
      // In LibreOffice a row with nothing in it is none, unless all of them are.
      if isBlank && isOpenFormula { continue }
      result.append(conditions)
    }
    return isAsking ? result : [[]]
  }

  /// A header as texts are compared with it: a number or a logical by how it is shown.
  private static func header(_ cell: CellValue) -> String? {
    switch cell {
    case .text(let text): text
    case .number(let number, _): NumberText.general(number)
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    default: nil
    }
  }

  private func address(_ row: Int, _ column: Int) -> CellAddress? {
    criteriaArea.map { CellAddress(grid: $0.grid, row: Int($0.top) + row, column: Int($0.left) + column) }
  }

  private static func criterion(
    _ value: CellValue, in context: any EvaluationContext
  ) throws(CellError) -> Criterion {
    guard context.textMatching.criteriaAreBeginnings, case .text(let text) = value,
      Criterion.relation(of: text).0 == nil
    else { return try Criterion(value, in: context) }
    switch Criterion(parsing: value, in: context.dateSystem).operand {
    case .text, .emptyText:
      let read = try Criterion(value, in: context)
      if case .day = read.operand { return read }
      return Criterion(.equal, .pattern(Wildcard(beginning: text)))
    case .pattern: return Criterion(parsing: .text(text + "*"))
    // A number, a logical or an error as a text is that value.
    default: return try Criterion(value, in: context)
    }
  }
}

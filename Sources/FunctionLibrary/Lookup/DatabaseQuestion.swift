import CellModel
import Functions

/// What a database function is asked, by which it is known that a row after the other asks the same.
///
/// `DSUM(A$1:C$9999, "Pay", F$1:F$2)` filled down looks at the records once. Criteria that are formulas are asked of each record anew,
/// because what they read is known only when they run.
struct DatabaseQuestion: Hashable {
  private struct Answer {
    let result: Result<CellValue, CellError>
    let alternatives: Int
  }

  private static let mostKept = 1 << 10

  private let function: String
  private let database: Area
  private let criteria: Area
  private let field: CellValue?
  private let matching: TextMatching

  /// `nil` for arrays and for whole columns.
  private init?(_ function: String, _ cells: CellRange, _ field: CellValue?, _ criteria: CellRange) {
    guard !cells.isClipped, !criteria.isClipped, let database = cells.area, let area = criteria.area else { return nil }
    (self.function, self.database, self.field, self.criteria) = (function, database, field, area)
    matching = cells.context.textMatching
  }

  /// What a function makes of a table.
  static func answer(
    _ function: String, _ cells: CellRange, _ field: CellValue?, _ criteria: CellRange,
    _ make: (DatabaseTable) throws(CellError) -> CellValue
  ) throws(CellError) -> CellValue {
    let table = try DatabaseTable(cells: cells, criteria: criteria)
    guard let question = DatabaseQuestion(function, cells, field, criteria) else { return try make(table) }
    let context = cells.context
    if let known = context.cache.value(Answer.self, for: question) {
      // A context that notes what is read must hear of it.
      _ = cells.usedSize
      try table.takeSteps(known.alternatives)
      return try known.result.get()
    }
    let result: Result<CellValue, CellError>
    do throws(CellError) { result = .success(try make(table)) } catch { result = .failure(error) }
    if let alternatives = table.countOfPlainAlternatives {
      context.cache.keep(Answer(result: result, alternatives: alternatives), for: question, atMost: mostKept)
    }
    return try result.get()
  }
}

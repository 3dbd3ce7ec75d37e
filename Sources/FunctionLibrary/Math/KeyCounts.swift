import CellModel
import Functions

/// How many cells of a range meet one criterion after the other.
///
/// `1 / COUNTIF(A$1:A$9999, A$1:A$9999)` asks for as many as there are cells. After a few of them the index of the column is held,
/// and a number is no more than a look into its table. Of texts there are few as a rule, so what they have been counted to is kept.
final class KeyCounts {
  /// How many criteria are read as any other.
  private static let mostOrdinary = 16
  private static let mostTexts = 1 << 10

  private let range: CellRange
  private var asked = 0
  private var index: CriteriaIndex?
  /// How many rows of the column are used.
  private var rows = 0
  /// By their bytes, since texts of other characters may be equal.
  private var counts: [[UInt8]: Int] = [:]

  init(in range: CellRange) { self.range = range }

  func count(meeting value: CellValue) throws(CellError) -> Int {
    asked += 1
    if asked > Self.mostOrdinary, case .number(let number, _) = value, !range.context.textMatching.findsShownTexts {
      if asked == Self.mostOrdinary + 1 {
        rows = min(range.usedSize.rows, range.rows)
        index = CriteriaIndex.index(ofColumn: range, rows: rows)
      }
      if let index { return index.count(of: number, below: rows) }
    }
    guard case .text(let text) = value else { return try ordinaryCount(meeting: value) }
    let bytes = Array(text.utf8)
    if let known = counts[bytes] { return known }
    let count = try ordinaryCount(meeting: value)
    if counts.count < Self.mostTexts { counts[bytes] = count }
    return count
  }

  private func ordinaryCount(meeting value: CellValue) throws(CellError) -> Int {
    try CriteriaMask.count(in: range, meeting: try Criterion(value, in: range.context))
  }
}

import CellModel
import Workbooks

/// The constants of a workbook as sheets know them: numbers as what their formats show, and days counted as sheets do.
///
/// A file has numbers without kinds. Formulas compute the same with kinds and without.
struct ShownConstants {
  private let contents: Workbook
  /// How days are counted where the values go.
  private let dates: DateSystem
  private var kinds: [Int32: NumberKind] = [:]

  init(_ contents: Workbook, _ dates: DateSystem) {
    self.contents = contents
    self.dates = dates
  }

  mutating func values(_ values: [CellValue], styles: ArraySlice<Int32>) -> [CellValue] {
    // Most columns have nothing but plain numbers and texts.
    guard styles.contains(where: { kind(ofStyle: $0) != .plain }) else { return values }
    return zip(values, styles).map { value($0, style: $1) }
  }

  mutating func value(_ value: CellValue, style: Int32) -> CellValue {
    guard case .number(let number, _) = value else { return value }
    let kind = kind(ofStyle: style)
    guard kind != .plain else { return value }
    var shown = number
    if kind.isDay, dates != contents.dateSystem { shown = contents.dateSystem.numberInSheet(number) }
    return .number(shown, kind.shown(shown))
  }

  private mutating func kind(ofStyle style: Int32) -> NumberKind {
    if let known = kinds[style] { return known }
    let kind = (try? NumberFormat(contents.numberFormat(ofStyle: style)))?.numberKind ?? .plain
    kinds[style] = kind
    return kind
  }
}

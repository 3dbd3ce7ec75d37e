import CellModel

/// The values of a workbook's cells as sheets have them: numbers as what their formats show, and days that count from 1900.
///
/// A file has numbers without kinds. Formulas compute the same with kinds and without.
package struct SheetValues {
  private let dates: DateSystem
  /// What numbers of each style stand for.
  private let kinds: [NumberKind]

  package init(_ contents: Workbook) {
    dates = contents.dateSystem
    kinds = contents.numberFormats.map { (try? NumberFormat($0))?.numberKind ?? .plain }
  }

  package func values(_ values: [CellValue], styles: ArraySlice<Int32>) -> [CellValue] {
    // Most columns have nothing but plain numbers and texts.
    guard styles.contains(where: { kind(ofStyle: $0) != .plain }) else { return values }
    return zip(values, styles).map { value($0, style: $1) }
  }

  package func value(_ value: CellValue, style: Int32) -> CellValue {
    guard case .number(let number, _) = value else { return value }
    return dates.valueInSheet(number, kind(ofStyle: style))
  }

  private func kind(ofStyle style: Int32) -> NumberKind {
    kinds.indices.contains(Int(style)) ? kinds[Int(style)] : .plain
  }
}

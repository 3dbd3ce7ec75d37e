import CellModel
import Markup

/// Writes filters that hide the rows which a filter hides in a sheet.
///
/// What a filter asked for is not kept. One is made that asks for the values of a column which the rows that are shown have and
/// the hidden ones have not, where there is such a column, so that it hides the same rows when it is applied again.
struct ExcelFilterWriting {
  /// The most columns that are looked at.
  private static let mostColumns = 64

  private let sheet: WorkbookSheet
  private let filtered: Set<Int>

  init(_ sheet: WorkbookSheet) {
    self.sheet = sheet
    filtered = Set(sheet.rows.filtered)
  }

  /// The block that is filtered outside of tables; its first row has the names.
  var block: CellBlock? {
    if let block = sheet.rows.filter { return block }
    if filtered.isEmpty { return nil }
    let rows = filtered.filter { row in
      !sheet.tables.contains { row > $0.block.top && row <= $0.block.bottom }
    }
    let columns = Array(sheet.columns.keys) + sheet.formulas.map { Int($0.column) }
    guard let first = rows.min(), let last = rows.max(), first > 0, let left = columns.min(), let right = columns.max()
    else { return nil }
    return CellBlock(top: first - 1, left: left, bottom: last, right: right)
  }

  /// Writes the filter of a block.
  func write(_ block: CellBlock, to xml: inout XMLWriter) {
    guard filtered.contains(where: { $0 > block.top && $0 <= block.bottom }) else {
      return xml.empty("autoFilter", [("ref", block.text)])
    }
    let last = min(block.right, block.left + Self.mostColumns - 1)
    let columns = (block.left...last).map { self.values(ofColumn: $0, in: block) }
    let chosen = columns.firstIndex { $0.shown.isDisjoint(with: $0.hidden) } ?? 0
    let shown = columns[chosen].shown
    xml.start("autoFilter", [("ref", block.text)])
    xml.start("filterColumn", [("colId", "\(chosen)")])
    xml.start("filters", [("blank", shown.contains("") ? "1" : nil)])
    for value in shown.sorted() where !value.isEmpty {
      xml.empty("filter", [("val", ExcelText.escaped(value, inAttribute: true))])
    }
    for _ in 0..<3 { xml.end() }
  }

  /// The texts of a column in the rows that are shown and in those that are hidden; that of a blank is empty.
  private func values(ofColumn column: Int, in block: CellBlock) -> (shown: Set<String>, hidden: Set<String>) {
    var texts: [Int: String] = [:]
    if let constants = sheet.columns[column] {
      for (row, value) in zip(constants.rows, constants.values) { texts[Int(row)] = text(of: value) }
    }
    for formula in sheet.formulas where formula.column == column {
      texts[Int(formula.row)] = text(of: formula.stored ?? .blank)
    }
    var shown: Set<String> = []
    var hidden: Set<String> = []
    for row in block.top + 1..<max(block.bottom, block.top) + 1 {
      if filtered.contains(row) { hidden.insert(texts[row] ?? "") } else { shown.insert(texts[row] ?? "") }
    }
    return (shown, hidden)
  }

  private func text(of value: CellValue) -> String {
    if case .error(let error) = value { return error.code.text }
    return (try? value.asText()) ?? ""
  }
}

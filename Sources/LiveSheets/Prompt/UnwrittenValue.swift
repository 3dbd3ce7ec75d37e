import CellModel
import SheetText

/// A value that a sheet holds beside its text: loaded anew, the text gives another.
package struct UnwrittenValue: CustomStringConvertible {
  package var name: String
  package var present: String
  package var written: String

  package var description: String { "\(name) is \(present), and \(written) when it is loaded" }
}

extension UnwrittenValue {
  /// The values of a sheet that its text cannot say: states, answers of services, rows that events have made, what was
  /// set by hand in a sheet that is used.
  ///
  /// - Complexity: The text is loaded once more, beside the sheet.
  package static func all(in sheet: LiveSheet) -> [UnwrittenValue] {
    let saved = LiveSheet(sheet.document, environment: sheet.environment)
    var found: [UnwrittenValue] = []
    for cell in sheet.cells where [.input, .constant, .state, .fetch, .part].contains(cell.kind) {
      guard !sheet.engine.formulas.hasFormula(at: cell.address), case .success(let other) = saved.cell(cell.name) else {
        continue
      }
      if let difference = difference(cell, sheet, other, saved) { found.append(difference) }
    }
    // A cell of a fill has no definition of its own.
    for place in sheet.editor.handSet.values.keys {
      guard case .cell = place, let address = sheet.cellPlaces.address(of: place), !sheet.definitions.contains(address),
        let other = saved.cellPlaces.address(of: place)
      else { continue }
      if let difference = difference(sheet.info(at: address), sheet, saved.info(at: other), saved) {
        found.append(difference)
      }
    }
    for (number, table) in sheet.tableDefinitions.enumerated() where !table.hasFixedRows {
      guard let other = saved.loaded.tables.number(named: table.name) else { continue }
      let (present, written) = (sheet.rows(ofTable: number).contents, saved.rows(ofTable: other).contents)
      let difference = UnwrittenValue(
        table: table.name, present: present.rows.map(\.cells), written: written.rows.map(\.cells))
      if let difference { found.append(difference) }
    }
    return found
  }

  private static func difference(
    _ cell: CellInfo, _ sheet: LiveSheet, _ other: CellInfo, _ saved: LiveSheet
  ) -> UnwrittenValue? {
    let (present, written) = (sheet.value(of: cell), saved.value(of: other))
    guard !WrittenLiteral.isSame(written, present), !present.isLambda else { return nil }
    let shown = sheet.valueText.apart(
      (present, sheet.summary(of: present, format: cell.format)),
      (written, saved.summary(of: written, format: other.format)))
    return UnwrittenValue(name: cell.name, present: shown.old, written: shown.new)
  }

  /// How the rows of a table differ from those that are written; `nil` where they are the same.
  init?(table name: String, present: [[CellValue]], written: [[CellValue]]) {
    func isSame(_ a: [CellValue], _ b: [CellValue]) -> Bool {
      a.count == b.count && zip(a, b).allSatisfy(WrittenLiteral.isSame)
    }
    func words(_ rows: [[CellValue]]) -> String { "\(rows.count) row\(rows.count == 1 ? "" : "s")" }
    guard present.count == written.count else {
      self.init(name: name, present: words(present), written: words(written))
      return
    }
    let count = zip(written, present).count { !isSame($0, $1) }
    if count == 0 { return nil }
    self.init(name: name, present: "changed in \(count) row\(count == 1 ? "" : "s")", written: "as it was")
  }
}

extension CellValue {
  fileprivate var isLambda: Bool { if case .lambda = self { true } else { false } }
}

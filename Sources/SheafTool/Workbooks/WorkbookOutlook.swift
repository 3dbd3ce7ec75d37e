import CellModel
import LiveSheets
import LiveWorkbooks

/// What a workbook would show if some of its cells held other values.
struct WorkbookOutlook {
  /// The cells that would change, from the first sheet to the last.
  let changes: [CellChange]
  let texts: ValueText

  /// Sets cells of a workbook that has been recalculated; the clock and chance give what they gave at first.
  init(_ settings: CellSettings, of opened: OpenWorkbook, _ console: Console) throws(CallFailure) {
    let live = opened.live
    let (instant, seed) = (live.engine.settings.readTime(), live.engine.settings.randomSeed)
    func recalculate() {
      live.engine.settings.randomSeed = seed
      live.recalculate()
    }
    live.engine.settings.readTime = { instant }
    recalculate()
    live.engine.changes.areRecorded = true
    _ = live.engine.changes.take()
    try opened.apply(settings, console)
    recalculate()
    opened.tellStale(console)
    texts = ValueText(dates: live.contents.dateSystem)
    changes = Self.changes(in: live, texts)
  }

  private static func changes(in live: LiveWorkbook, _ texts: ValueText) -> [CellChange] {
    let readings = WorkbookReadings(live)
    func text(_ value: CellValue, _ format: String?) -> String {
      value.isBlank ? ValueText().summary(value, format: nil) : readings.display(value, format: format)
    }
    func place(_ cell: CellAddress) -> Int? { live.grids.firstIndex(of: cell.grid) }
    return live.engine.changes.take().compactMap { change in place(change.address).map { (sheet: $0, change: change) } }
      .sorted { first, second in
        let (a, b) = (first.change.address, second.change.address)
        return (first.sheet, a.row, a.column) < (second.sheet, b.row, b.column)
      }
      .map { _, change in
        var cell = CellInfo(
          name: live.name(of: change.address), address: change.address,
          kind: live.engine.formulas.hasFormula(at: change.address) ? .formula : .constant)
        cell.format = readings.shownFormat(at: change.address)
        let old = live.shownValue(change.old, at: change.address)
        let new = live.shownValue(change.new, at: change.address)
        let shown = texts.apart((old, text(old, cell.format)), (new, text(new, cell.format)))
        return CellChange(cell: cell, old: old, new: new, oldText: shown.old, newText: shown.new)
      }
  }

  /// A line for each cell, as far as they are shown.
  func lines(limit: Int, _ paint: Paint) -> [String] {
    changes.prefix(limit).map { change in
      let difference = NumberDifference(change).map { paint.faint(" (\($0.text(texts)))") } ?? ""
      return Ripple.line(change, isNew: false, paint) + difference
    }
  }
}

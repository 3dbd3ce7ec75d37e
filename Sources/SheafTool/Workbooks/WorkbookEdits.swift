import CellModel
import Diagnostics
import LiveWorkbooks

/// The cells of a workbook that are set at its prompt, and what can be taken back of that.
struct WorkbookEdits {
  /// What a cell that can be set holds.
  private enum Content {
    case value(CellValue)
    /// A formula that was entered here.
    case formula(String)
  }

  /// A cell that was set.
  private struct Step {
    var cell: CellAddress
    var before: Content
    var after: Content
  }

  /// A cell whose formula gives another value than before an edit.
  struct ChangedCell {
    let address: CellAddress
    let before: CellValue
  }

  private let workbook: OpenWorkbook
  /// The formulas that cells have got here.
  private var entered: [CellAddress: String] = [:]
  /// What can be taken back, and what can be made again.
  private var past: [Step] = []
  private var future: [Step] = []

  init(_ workbook: OpenWorkbook) { self.workbook = workbook }

  /// The first cell, in the order of the sheets, that has got a formula here.
  var firstFormula: CellAddress? { entered.keys.min(by: comesBefore) }

  /// Gives a cell the value or the formula that a text is.
  ///
  /// - Returns: What it changes beside the cell, in the order of the sheets.
  mutating func set(
    _ cell: String, to text: String, _ console: Console? = nil
  ) throws(CallFailure) -> [ChangedCell] {
    let address = try workbook.settableCell(cell, besides: Set(entered.keys))
    let before = entered[address].map(Content.formula) ?? .value(workbook.live.engine.value(at: address))
    let typed = TypedText.value(typed: text)
    let isValue = typed.text == nil || text.isEmpty
    let after = isValue ? Content.value(typed) : .formula(text.hasPrefix("=") ? String(text.dropFirst()) : text)
    guard let changed = put(after, at: address) else {
      throw CallFailure(
        "“\(text)” is neither a value nor a formula",
        help: TypedText.withPoint(typed: text).map(Diagnostic.didYouMean) ?? "a text stands in quotation marks")
    }
    do throws(CallFailure) { try workbook.judge(address, cell, console) } catch {
      _ = put(before, at: address)
      throw error
    }
    past.append(Step(cell: address, before: before, after: after))
    future = []
    return changed
  }

  /// Takes back what was set last; `nil` where nothing was.
  mutating func undo() -> [ChangedCell]? {
    guard let step = past.popLast() else { return nil }
    future.append(step)
    return put(step.before, at: step.cell) ?? []
  }

  /// Makes again what was taken back last; `nil` where nothing was.
  mutating func redo() -> [ChangedCell]? {
    guard let step = future.popLast() else { return nil }
    past.append(step)
    return put(step.after, at: step.cell) ?? []
  }

  /// Gives a cell a value or a formula; `nil` where the text is no formula.
  private mutating func put(_ content: Content, at address: CellAddress) -> [ChangedCell]? {
    let live = workbook.live
    let reached = live.relations.reach(of: [address]).subtracting([address])
    let before = Dictionary(uniqueKeysWithValues: reached.map { ($0, live.engine.value(at: $0)) })
    switch content {
    case .value(let value):
      live.set(value, at: address)
      entered[address] = nil
    case .formula(let text):
      guard live.setFormula(text, at: address) else { return nil }
      entered[address] = text
    }
    live.recalculate()
    return reached.filter { !live.engine.value(at: $0).isIdentical(to: before[$0] ?? .blank) }
      .sorted(by: comesBefore).map { ChangedCell(address: $0, before: before[$0] ?? .blank) }
  }

  private func comesBefore(_ one: CellAddress, _ other: CellAddress) -> Bool {
    func place(_ cell: CellAddress) -> Int { workbook.live.grids.firstIndex(of: cell.grid) ?? 0 }
    return (place(one), one.row, one.column) < (place(other), other.row, other.column)
  }
}

import Diagnostics
import LiveSheets
import SheetText

/// Loading other texts, and leaving what has not been saved.
extension PromptSession {
  /// Whether something was entered that no file has.
  var hasUnsavedWork: Bool { sheet.document.bytes != file.bytes }

  /// Whether what has not been saved may be lost; only somebody at a terminal is asked.
  private func mayLoseWork(_ deed: String, isForced: Bool) -> Bool {
    guard isInteractive, !isForced, hasUnsavedWork else { return true }
    let name = file.path ?? "the sheet"
    return input.confirms("\(name) has changes that are not saved; \(deed) without saving them?")
  }

  /// Loads another file in place of the sheet.
  func load(_ path: String, isForced: Bool) throws(CallFailure) {
    let document = try loading.document(at: path)
    guard mayLoseWork("load \(path)", isForced: isForced) else { return }
    load(document, from: path)
    let tables = sheet.tables.count
    console.remark(
      "loaded \(path): \(sheet.cells.count) cells" + (tables > 0 ? ", \(tables) table\(tables == 1 ? "" : "s")" : ""))
  }

  /// Reads the file again; what has happened stays where the text says the same.
  func reload(isForced: Bool) throws(CallFailure) {
    guard let path = file.path else { throw CallFailure("this sheet has no file yet", help: ":save FILE") }
    let document = try loading.document(at: path)
    guard mayLoseWork("read \(path) again", isForced: isForced) else { return }
    sheet.replaceText(with: document, line: ":reload")
    file = SheetFile(path: path, bytes: document.bytes)
    console.show(sheet.diagnostics, in: sheet.source)
    showOutcome()
    shown.remember(sheet)
    driver.catchUp()
  }

  /// `:quit` and Ctrl-D.
  func leave(isForced: Bool = false) { isLeaving = mayLoseWork("leave", isForced: isForced) }
}

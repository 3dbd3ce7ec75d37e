import Diagnostics
import LiveSheets
import SheetText

/// Files: loading and saving texts and tables, what has not been saved, and leaving.
extension PromptSession {
  /// Whether something was entered that no file has.
  var hasUnsavedWork: Bool { sheet.document.bytes != file.bytes }

  private var consent: SavingConsent { SavingConsent(console: console, input: input) }

  /// Whether what has not been saved may be lost.
  private func mayLoseWork(_ deed: String, isForced: Bool) -> Bool {
    isForced || !hasUnsavedWork || consent.toLose(changesOf: file.path ?? "the sheet", by: deed)
  }

  /// Loads another file in place of the sheet.
  func load(_ path: String, isForced: Bool) throws(CallFailure) {
    guard !WorkbookFile.isWorkbook(path) else {
      throw CallFailure(
        "\(path) is no sheet, and its prompt is another one",
        help: "sheaf \(FilePath.shellWord(path)) opens it; use \"\(path)\" as data reads it")
    }
    guard path != FilePath.standardInput else {
      throw CallFailure("the standard input is where commands come from, and no sheet to load", help: ":load FILE")
    }
    let document = try text(at: path)
    guard mayLoseWork("load \(path)", isForced: isForced) else { return }
    load(document, from: path)
    let tables = sheet.tables.count
    console.remark(
      "loaded \(path): \(sheet.cells.count) cell\(sheet.cells.count == 1 ? "" : "s")"
        + (tables > 0 ? ", \(tables) table\(tables == 1 ? "" : "s")" : ""))
  }

  /// Reads the file again; what has happened stays where the text says the same.
  func reload(isForced: Bool) throws(CallFailure) {
    guard let path = file.path else { throw CallFailure("this sheet has no file yet", help: ":save FILE") }
    let document = try text(at: path)
    guard mayLoseWork("read \(path) again", isForced: isForced) else { return }
    sheet.replaceText(with: document, line: ":reload")
    file = SheetFile(path: path, bytes: document.bytes)
    if sheet.hasErrors { findings.noteFailure() }
    console.show(sheet.diagnostics, in: sheet.source)
    showOutcome()
    display.remember(sheet)
    driver.catchUp()
  }

  /// What is in a file, if it is text at all: of what is none nothing would be left.
  private func text(at path: String) throws(CallFailure) -> SheetDocument {
    let document = try loading.document(at: path)
    guard let finding = document.notText else { return document }
    throw CallFailure("\(path) is no text", for: [finding], in: document.source)
  }

  /// `:quit` and Ctrl-D.
  func leave(isForced: Bool = false) { isLeaving = mayLoseWork("leave", isForced: isForced) }

  func path(_ text: String, for verb: PromptVerb) throws(CallFailure) -> String {
    guard !text.isEmpty else {
      throw CallFailure(":\(verb.rawValue) takes a file", help: ":\(verb.rawValue) \(verb.usage)")
    }
    return try TypedFile(text, console).path
  }

  func save(_ rest: String, isForced: Bool) throws(CallFailure) {
    if try saveTable(rest) { return }
    guard let target = rest.isEmpty ? file.path : try path(rest, for: .save) else {
      throw CallFailure("this sheet has no file yet", help: ":save FILE")
    }
    guard target != FilePath.standardOutput else { return console.output.write(sheet.document.bytes) }
    guard !WorkbookFile.isWorkbook(target) else {
      throw CallFailure(
        "\(target) has the name of a workbook or a table, and :save writes the text of the sheet",
        help: ":save FILE.sheet; then sheaf convert FILE.sheet \(target) writes what it comes to")
    }
    let own = file.path.map { ($0, file.version) }
    guard
      case .yes(let present) = try consent.toWrite(
        target, own: own, since: "read", other: "OTHER.sheet", isForced: isForced)
    else { return console.remark("nothing was saved") }
    let document = sheet.document
    if let remark = try OutputFile.write(document.bytes, to: target, replacing: present) { console.remark(remark) }
    for remark in MovedSheet(document, from: file.path, to: target).remarks { console.remark(remark) }
    file = SheetFile(path: target, bytes: document.bytes)
    for value in UnwrittenValue.all(in: sheet) { console.remark("not in the text: \(value)") }
    if isInteractive { console.remark("saved \(target)") }
  }

  /// Writes a table when one is named; `false` when the words are a file for the text.
  private func saveTable(_ rest: String) throws(CallFailure) -> Bool {
    let first = rest.path(endingAt: \.isWhitespace)
    let words = [first, rest[first.endIndex...]].map { String($0.trimmed) }.filter { !$0.isEmpty }
    guard let name = words.first else { return false }
    let isTable = sheet.tables.table(named: name) != nil
    guard words.count == 2, FileSystem.kind(rest) == nil, isTable || FilePath.hasExtension(words[1], "csv") else {
      if isTable, words.count == 1 {
        throw CallFailure(
          "\(name) is a table, which is written to a file of its own", help: ":save \(name) \(name).csv")
      }
      return false
    }
    let target = try path(words[1], for: .save)
    try sheet.saved(named: name).write(
      to: target, from: file.path, FileLog(), console, guardsFormulas: options.guardsFormulas)
    if isInteractive { console.remark("saved \(name) as \(target)") }
    return true
  }

  /// The lines that differ between the file and the text.
  func showDifferences() {
    let lines = file.differences(from: sheet.document.text)
    for line in lines {
      switch line {
      case .removed(let text): console.output.line(console.paint.error("- \(text)"))
      case .added(let text): console.output.line(console.paint.success("+ \(text)"))
      }
    }
    if lines.isEmpty { console.remark("the text is that of \(file.path ?? "the beginning")") }
  }
}

extension SheetDocument {
  /// Why the bytes are no text, if they are none.
  var notText: Diagnostic? { diagnostics.first { $0.isOne(of: .notText) } }
}

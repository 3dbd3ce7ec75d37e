import CellModel
import LiveSheets

/// What `--set` gives, written into the text of the sheet's file; only the lines that say something else change.
struct WrittenSettings {
  private static let help = "--set alone sets it once"
  private let settings: CellSettings
  private let path: String

  /// - Parameter files: The files of the call, of which there must be one that can be written.
  init(_ settings: CellSettings, to files: [String]) throws(CallFailure) {
    guard !settings.pairs.isEmpty else { throw CallFailure("--write writes what --set gives, and there is no --set") }
    guard files.count == 1, let path = files.first else {
      throw CallFailure("--write changes one sheet, and \(files.count) were given")
    }
    guard path != FilePath.standardInput else { throw CallFailure("--write changes a file, and - is none") }
    guard !WorkbookFile.isWorkbook(path) else {
      let help =
        WorkbookFile.isWritable(path)
        ? "-o \(path) writes the workbook with what was set" : "sheaf convert \(path) new.sheet makes one of it"
      throw CallFailure("--write changes the text of a sheet", help: help)
    }
    self.settings = settings
    self.path = path
  }

  /// Gives a sheet, which has been set, the text to it and writes the file; nothing is written when a value is none of a text.
  func write(_ sheet: LiveSheet, _ console: Console) throws(CallFailure) {
    let former = sheet.document.bytes
    sheet.keepsHistory = true
    var wanted: [(name: String, value: CellValue, entry: String)] = []
    for (path, text) in settings.pairs {
      guard case .success(let cell) = sheet.cell(path) else { continue }
      let value = sheet.value(of: cell)
      if let noun = value.nounWithoutLiteral {
        throw CallFailure("\(cell.name) cannot be written: \(noun) has no literal", help: Self.help)
      }
      do throws(Refusal) {
        let entry = value.isBlank ? "clear \(cell.name)" : "\(cell.name) = \(try sheet.literal(typed: text, for: path))"
        wanted.append((cell.name, value, entry))
      } catch { throw CallFailure(error) }
    }
    for (name, _, entry) in wanted {
      for outcome in sheet.enter(entry, named: "--set") {
        switch outcome {
        case .refused(let refusal, _): throw CallFailure(refusal)
        case .failed(let findings, _):
          throw CallFailure("\(name) cannot be written: \(findings.first?.message ?? "its text has a mistake")")
        default: break
        }
      }
    }
    // What a binding gives, or stands in a used sheet or in another file, no line of this text says.
    let saved = LiveSheet(sheet.document, environment: sheet.environment)
    for (name, value, _) in wanted {
      guard case .success(let cell) = saved.cell(name), saved.value(of: cell).isIdentical(to: value) else {
        let why = value.isBlank ? "a blank has no literal" : "no line of \(path) says it"
        throw CallFailure("\(name) cannot be written: \(why)", help: Self.help)
      }
    }
    let bytes = sheet.document.bytes
    guard bytes != former else { return }
    if let remark = try OutputFile.write(bytes, to: path, replacing: FileVersion(former)) { console.remark(remark) }
  }
}

extension CellValue {
  /// What it is, where no text of a sheet says such a thing.
  fileprivate var nounWithoutLiteral: String? {
    switch self {
    case .text(let text) where text.contains(where: \.isNewline): "a text of several lines"
    default: nil
    }
  }
}

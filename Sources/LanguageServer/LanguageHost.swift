import Diagnostics
import LiveSheets
import SheetText

/// What a language server asks of the world around it; it reads no file and no clock by itself.
package struct LanguageHost {
  /// The environment of a sheet in a folder, whose files it may read. Services are not called.
  package var environment: (_ folder: String) -> LiveSheet.Environment
  /// Makes a judge for one text, who says what is wrong with a sheet as loaded: with its text, its cells and its checks.
  ///
  /// The judge is asked again after each change of the text, and may remember what it has seen.
  package var judge: () -> (LiveSheet) -> [Diagnostic]
  /// The bytes of a file; `nil` where there is none that may be read.
  package var readFile: (_ path: String) -> [UInt8]?
  /// The sheets in a folder and below it.
  package var sheetFiles: (_ folder: String) -> [String]
  /// The text of a sheet in the one obvious form; `nil` where nobody formats.
  package var format: ((SheetDocument) -> [UInt8])?

  package init(
    environment: @escaping (_ folder: String) -> LiveSheet.Environment,
    judge: @escaping () -> (LiveSheet) -> [Diagnostic] = { { $0.diagnostics } },
    readFile: @escaping (_ path: String) -> [UInt8]? = { _ in nil },
    sheetFiles: @escaping (_ folder: String) -> [String] = { _ in [] },
    format: ((SheetDocument) -> [UInt8])? = nil
  ) {
    self.environment = environment
    self.judge = judge
    self.readFile = readFile
    self.sheetFiles = sheetFiles
    self.format = format
  }
}

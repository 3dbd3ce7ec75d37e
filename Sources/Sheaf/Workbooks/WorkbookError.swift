/// Why a workbook cannot be loaded or saved.
public struct WorkbookError: Error, CustomStringConvertible, Sendable {
  /// What is the matter, with the name of the file.
  public let message: String
  /// What to do about it.
  public let help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }

  public var description: String { message + (help.map { "; \($0)" } ?? "") }
}

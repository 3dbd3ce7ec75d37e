import Diagnostics
import SheetText

/// What is wrong with one text after the other, each of them loaded beside the sheet that a prompt edits.
///
/// A line at the prompt makes a text that differs from the one before it in a statement, so the sheet that was loaded of that one
/// takes on the change. It is loaded anew where more differs, where something happens in time, and where files were read, which
/// may have changed since.
final class TextProbe {
  /// The sheet of the text that was asked about last, where it may take on another.
  private var sheet: LiveSheet?
  private var hasReadFiles = false

  /// The errors of a text.
  func errors(in document: SheetDocument, _ environment: LiveSheet.Environment) -> [Diagnostic] {
    let sheet = loaded(document, environment)
    self.sheet = !hasReadFiles && sheet.isSettled && sheet.timeline.isEmpty ? sheet : nil
    return sheet.diagnostics.filter { $0.severity == .error }
  }

  private func loaded(_ document: SheetDocument, _ environment: LiveSheet.Environment) -> LiveSheet {
    if let sheet, sheet.takeOn(document) { return sheet }
    // It goes before another one comes, which may be as large.
    sheet = nil
    hasReadFiles = false
    var environment = environment
    let readFile = environment.readFile
    environment.readFile = { [weak self] path in
      self?.hasReadFiles = true
      return try readFile(path)
    }
    return LiveSheet(document, environment: environment)
  }
}

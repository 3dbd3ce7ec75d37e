import FunctionLibrary
import LiveSheets
import SheetText

@testable import Verification

/// A sheet whose services are answered by whoever explores it.
///
/// - Parameter files: The texts of the sheets that it uses, by their names.
func rehearsedSheet(_ text: String, files: [String: String] = [:]) -> LiveSheet {
  LiveSheet(SheetDocument(name: "form.sheet", text), environment: environment(files).rehearsed)
}

/// Explores a form that may use other sheets.
func explored(_ text: String, files: [String: String] = [:], _ options: Explorer.Options = .init()) -> Exploration {
  Explorer(document: SheetDocument(name: "form.sheet", text), environment: environment(files), options: options).run()
}

private func environment(_ files: [String: String]) -> LiveSheet.Environment {
  var environment = LiveSheet.Environment(catalog: .standard)
  if !files.isEmpty { environment.readFile = { name in Array((files[name] ?? "").utf8) } }
  return environment
}

import FunctionLibrary
import LiveSheets
import SheetText

@testable import Verification

/// A sheet whose services are answered by whoever explores it.
///
/// - Parameter files: The texts of the sheets that it uses, by their names.
func rehearsedSheet(_ text: String, files: [String: String] = [:]) -> LiveSheet {
  var environment = LiveSheet.Environment(catalog: .standard)
  if !files.isEmpty { environment.readFile = { name in Array((files[name] ?? "").utf8) } }
  return LiveSheet(SheetDocument(name: "form.sheet", text), environment: environment.rehearsed)
}

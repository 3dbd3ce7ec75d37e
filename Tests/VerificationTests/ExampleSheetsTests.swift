import CellModel
import Diagnostics
import Foundation
import FunctionLibrary
import LiveSheets
import SheetText
import Testing
import Verification

/// The example sheets hold, read from `sheets/` as a user would.
@Suite("Example sheets")
struct ExampleSheetsTests {
  @Test(
    "A sheet loads without findings and its tests pass",
    arguments: [
      "talk/cells", "talk/grid", "talk/table", "loan/amortisation", "loan/comparison",
      "loan/choices",
      "budget/budget", "weather/seattle",
      "people-crm/PersonAdding", "people-crm/PersonAddingDecide", "people-crm/TwitterClient", "people-crm/Notes",
      "people-crm/PersonDetail", "people-crm/PersonContainer", "people-crm/PeopleList", "people-crm/TwoPeople",
      "people-crm/SavedPeople",
      "forms/Register",
      "forms/SwitchingQuiet", "forms/SwitchingTransition", "forms/BestVoucher", "forms/Notifications",
      "forms/RecycledCell", "forms/SearchAction", "forms/TimerCounter", "forms/OrderForm",
      "scenarios/cashflow", "orders/orders", "vending/vending",
    ])
  func sheetHolds(_ path: String) throws {
    try check(path + ".sheet")
  }
}

private func check(_ path: String, at location: SourceLocation = #_sourceLocation) throws {
  let file = exampleFolder.appendingPathComponent(path)
  let folder = file.deletingLastPathComponent()
  let environment = LiveSheet.Environment(
    catalog: .standard, readFile: { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) })
  let document = SheetDocument(name: path, bytes: [UInt8](try Data(contentsOf: file)))

  for diagnostic in LiveSheet(document, environment: environment).diagnostics {
    let span = diagnostic.labels.first?.span ?? SourceSpan(0, 0)
    Issue.record("\(place(of: span, in: document)): \(diagnostic.message)", sourceLocation: location)
  }

  var count = 0
  TestRunner(document: document, environment: environment).run { result in
    count += 1
    for failure in result.failures {
      let values = failure.values.map { "\n  \($0.name) \($0.text) \($0.reason ?? "")" }.joined()
      Issue.record(
        "\(place(of: failure.span, in: document)): \(failure.message)\(values)", sourceLocation: location)
    }
  }
  #expect(count > 0, sourceLocation: location)
}

private func place(of span: SourceSpan, in document: SheetDocument) -> String {
  let (line, column) = document.source.location(of: span.lower)
  return "\(document.source.name):\(line):\(column)"
}

let exampleFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("sheets")

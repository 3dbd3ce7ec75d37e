import Foundation
import Testing

@testable import SheafTool

/// The forms under `sheets/`, explored as a user would.
@Suite("The forms, explored")
struct ExploreFormsTests {
  @Test("PersonAdding reaches three of the twelve pairs of a mode and two switches")
  func personAdding() throws {
    let run = ToolRun("explore", form("people-crm/PersonAdding"))
    #expect(run.status == 0)
    #expect(run.output.contains("no check is broken"))
    #expect(run.output.contains("form: 12 pairs, 3 valid, 9 unreachable"))
    let valid = run.output.split(separator: "\n").filter { $0.hasSuffix(" valid") }
      .map { $0.split(separator: " ").joined(separator: " ") }
    #expect(valid == ["No entry TRUE FALSE valid", "Default TRUE TRUE valid", "Loading FALSE FALSE valid"])
  }

  @Test(
    "An order form with retry, timeout and cancel, and a vending machine, reach what their modes ask for and no more")
  func newForms() throws {
    // Three modes with two buttons, or with one.
    let order = ToolRun("explore", form("forms/OrderForm"))
    #expect(order.status == 0)
    #expect(order.output.contains("no check is broken\nform: 12 pairs, 3 valid, 9 unreachable\n"))
    let vending = ToolRun("explore", form("vending/vending"))
    #expect(vending.status == 0)
    #expect(vending.output.contains("no check is broken\ndisplay: 6 pairs, 3 valid, 3 unreachable\n"))
  }

  @Test("The variant that decides by events breaks two checks, and the series that show it fail as tests")
  func decide() throws {
    let path = form("people-crm/PersonAddingDecide")
    let run = ToolRun("explore", path)
    #expect(run.status == 1)
    let examples = [
      "test \"breaks never 'button on without a text'\" {\n  networkError \"timed out\"\n}\n",
      "test \"breaks never 'button on during a request'\" {\n  tap\n  textChanged \"nsmeetup\"\n}\n",
    ]
    for example in examples { #expect(run.output.contains(example)) }
    #expect(run.output.split(separator: "\n").filter { $0.hasPrefix("test ") }.count == 2)
    #expect(ToolRun("test", path).status == 0)
    let folder = try TemporaryFolder([
      "pasted.sheet": "\(try String(contentsOfFile: path, encoding: .utf8))\n\(examples.joined())"
    ])
    let pasted = ToolRun("test", folder["pasted.sheet"])
    #expect(pasted.status == 1)
    #expect(pasted.output.hasSuffix(" 2 tests failed\n"))
  }

  @Test("No other form reaches a state in which a check is broken")
  func others() {
    let paths = [
      "people-crm/TwitterClient", "people-crm/Notes", "people-crm/PersonDetail", "people-crm/PersonContainer",
      "people-crm/SavedPeople",
      "forms/Register", "forms/SwitchingQuiet", "forms/SwitchingTransition", "forms/BestVoucher", "forms/Notifications",
      "forms/RecycledCell", "forms/SearchAction", "forms/TimerCounter",
    ]
    for path in paths {
      let run = ToolRun("explore", form(path))
      #expect(run.status == 0, "\(path)\n\(run.output)\(run.errors)")
    }
  }

  @Test("A list of forms has no end, so a walk looks at part of it")
  func list() {
    let path = form("people-crm/PeopleList")
    let run = ToolRun("explore", path, "--walk", "100", "--seed", "7")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("on a walk of 100 steps, no check is broken"))
    #expect(ToolRun("explore", path, "--max-states", "50").status == 0)
  }
}

private func form(_ name: String) -> String {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("sheets/\(name).sheet").path
}

import FunctionLibrary
import LiveSheets
import SheetText
import Testing

@testable import Verification

@Suite("Events that a stream counts, explored")
struct CountedEventsTests {
  @Test(
    "What a stream lets pass is counted as far as it matters, and no further",
    arguments: [
      ("state n = 0 { on TAKE(go, 2) : n + 1 }", 3), ("state n = FALSE { on DROP(go, 2) : TRUE }", 4),
      ("state n = 0 { on TAKE(go, 0) : n + 1 }", 1), ("state n = 0 { on TAKE(go, 1) : 0 }", 2),
      // A limit that may grow is told that it has been passed.
      ("k = 1\nstate n = 0 { on TAKE(go, k) : n + 1 }", 3),
    ])
  func counts(text: String, states: Int) {
    let document = SheetDocument(name: "s.sheet", "event go\n" + text + "\n")
    let exploration = Explorer(document: document, environment: LiveSheet.Environment(catalog: .standard)).run()
    #expect(exploration.stateCount == states && exploration.end == .allSeen)
  }
}

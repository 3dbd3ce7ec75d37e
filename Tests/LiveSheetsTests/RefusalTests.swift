import CellModel
import SheetText
import Testing

@testable import LiveSheets

@Suite("Refusal")
struct RefusalTests {
  @Test("The words follow from the fact and the name")
  func words() {
    check(.unknown("table", near: "people"), .unknown, "there is no table named x", near: "people")
    check(.notAnEvent(near: "x.succeeded"), .unknown, "x is an action, not an event", near: "x.succeeded")
    check(.follows(.state), .formula, "x is a state and can only be changed by its events")
    check(.follows(.part), .formula, "x follows from what happens and cannot be set")
    check(.formula("a + 1"), .formula, "x is a formula, a + 1, and can only be changed by its definition")
    check(.formula(nil), .formula, "x is a formula and can only be changed by its definition")
    check(.wrongType(.number, found: "TRUE is a logical"), .type, "x takes a number, and TRUE is a logical")
    check(.outOfRange(0, 1.5, shown: "2"), .domain, "x must be in 0..1.5, and 2 is not")
    check(.noRow(3, count: 0), .place, "x has no rows, so there is no row 3")
    check(.noRowToInsertBefore(4, count: 1), .place, "x has 1 row, so none can be inserted before row 4")
    check(.tooManyValues(3, most: 1), .place, "x takes 1 value a row, not 3")
    check(.argumentCount(2, wanted: 0), .payload, "x takes no arguments, not 2")
    check(.noOpenCall(madeCount: 0, cancelled: 0), .place, "x has no open call; it was not called")
    check(.noOpenCall(madeCount: 1, cancelled: 0), .place, "x has no open call; its call is answered")
    check(.noOpenCall(madeCount: 2, cancelled: 0), .place, "x has no open call; its 2 calls are answered")
    check(.noOpenCall(madeCount: 1, cancelled: 1), .place, "x has no open call; its call was cancelled")
    check(
      .noOpenCall(madeCount: 3, cancelled: 1), .place,
      "x has no open call; of its 3 calls 2 are answered and 1 was cancelled")
  }

  @Test("What is refused may be another than what the words speak of")
  func speaking() {
    let refusal = Refusal(.noPayload, of: "people", speakingOf: "name")
    #expect(refusal.cell == "people")
    #expect(refusal.message == "name takes no payload")
  }

  private func check(
    _ fact: RefusalFact, _ kind: Refusal.Kind, _ message: String, near: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    let refusal = Refusal(fact, of: "x")
    #expect(refusal.message == message, sourceLocation: location)
    #expect(refusal.kind == kind, sourceLocation: location)
    #expect(refusal.suggestion == near, sourceLocation: location)
  }
}

import CellModel
import Testing

@Suite("Truth")
struct TruthTests {
  @Test("A condition holds, does not, or is none")
  func rows() {
    check(true, .holds)
    check(false, .doesNotHold)
    check(1, .holds)
    check(-0.5, .holds)
    check(0, .doesNotHold)
    check(.blank, .doesNotHold)
    check("TRUE", .undecided(.otherType))
    check("", .undecided(.otherType))
    check(.record(["a": true]), .undecided(.otherType))
    check(.error(.notAvailable("no")), .undecided(.error(.notAvailable("no"))))
  }

  @Test("An array is a condition for each of its elements")
  func arrays() {
    check(.array(CellArray(row: [true, true, 1])), .holds)
    check(.array(CellArray(column: [false, 0, .blank])), .doesNotHold)
    check(.array(CellArray(row: [true, false])), .undecided(.mixed))
    check(.array(CellArray(row: [true, false, "x"])), .undecided(.otherType))
    check(.array(CellArray(row: [true, .error(.reference)])), .undecided(.error(.reference)))
    check(.array(CellArray(row: [.array(CellArray(row: [true, 1])), true])), .holds)
  }

  @Test("What is no condition satisfies neither always nor never")
  func checks() {
    let rows: [(CellValue, always: Bool, never: Bool)] = [
      (true, true, false), (false, false, true), (.blank, false, true), (.error(.reference), false, false),
      (.array(CellArray(row: [true, false])), false, false), ("x", false, false),
    ]
    for (value, always, never) in rows {
      #expect(
        Truth(value).satisfies(never: false) == always && Truth(value).satisfies(never: true) == never, "\(value)")
      #expect(Truth(value).isHolding == always)
    }
  }
}

private func check(_ value: CellValue, _ expected: Truth, at location: SourceLocation = #_sourceLocation) {
  #expect(Truth(value) == expected, sourceLocation: location)
}

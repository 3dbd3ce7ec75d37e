import LiveSheets
import SheetText
import Testing

@testable import Verification

/// What is said of a condition that does not hold.
@Suite("Expectations")
struct ExpectationTests {
  @Test("A condition holds when it is TRUE, another number than 0, or an array of TRUE")
  func holding() throws {
    for condition in ["a = 1", "a", "{1,1} = a", "TRUE"] { #expect(try failure(of: condition) == nil, "\(condition)") }
  }

  @Test("What does not hold is told as it is written, with what it is instead")
  func failing() throws {
    try check("a = 2", "expected a = 2", values: ["a"])
    try check("b", "expected b", values: ["b"])
    try check("{1,2} = a", "expected {1,2} = a", values: ["a"])
    try check("t", "expected t, but it is \"x\", neither TRUE nor FALSE", values: ["t"])
    try check("(a\n   = 2)", "expected (a = 2)", values: ["a"])
    #expect(try failure(of: "e")?.message.hasPrefix("expected e, but it is #DIV/0! from e") == true)
  }

  private func check(
    _ condition: String, _ message: String, values: [String], at location: SourceLocation = #_sourceLocation
  ) throws {
    let failure = try #require(try failure(of: condition), sourceLocation: location)
    #expect(failure.message == message, sourceLocation: location)
    #expect(failure.kind == .expectation, sourceLocation: location)
    #expect(failure.values.map(\.name) == values, sourceLocation: location)
  }

  private func failure(of condition: String) throws -> TestFailure? {
    let sheet = rehearsedSheet("a = 1\nb = 0\nt = \"x\"\ne = 1 / b\ntest \"t\" { expect \(condition) }")
    let test = try #require(TestRunner(document: sheet.document, environment: sheet.environment).tests.first)
    guard case .expect(let expectations)? = test.steps.first?.kind,
      case .condition(let formula)? = expectations.first
    else { return nil }
    return sheet.failure(of: .condition(formula), CallLog([]), home: nil)
  }
}

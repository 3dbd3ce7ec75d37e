import CellModel
import Diagnostics
import LiveSheets
import SheetText
import Testing

@testable import Verification

/// What a test expects of calls, without running one.
@Suite("Call log")
struct CallLogTests {
  private let text = """
    x = 5
    service find(who, count): text
    service other(): text
    """

  private func failure(
    _ calls: [[CellValue]], _ service: String, _ arguments: [String]?, isExpected: Bool = true
  ) -> TestFailure? {
    let log = CallLog(calls.enumerated().map { ServiceCall(number: $0, service: "find", arguments: $1) })
    let formulas = arguments?.map { $0.isEmpty ? nil : formula($0) }
    return log.failure(
      of: CallLog.Wanted(
        service: WrittenText(service, at: SourceSpan(0, 0)), arguments: formulas, isExpected: isExpected,
        span: SourceSpan(0, 0)),
      in: rehearsedSheet(text), home: nil)
  }

  private func formula(_ text: String) -> SheetFormula? {
    let document = SheetDocument(name: "formula.sheet", "formula = \(text)")
    guard case .cell(let cell)? = document.statements.first?.kind else { return nil }
    return cell.formula
  }

  @Test("A call is found by its service and its arguments as a formula compares them")
  func finding() {
    let calls: [[CellValue]] = [[.text("Ada"), .number(5)], [.blank, .number(1)]]
    #expect(failure(calls, "find", nil) == nil)
    #expect(failure(calls, "FIND", ["\"ada\"", "x"]) == nil)
    #expect(failure(calls, "find", ["", "1"]) == nil)
    #expect(failure(calls, "find", ["\"ada\"", "6"], isExpected: false) == nil)
    #expect(failure([], "find", nil, isExpected: false) == nil)
  }

  @Test("A call that was not made is told with those that were")
  func missing() {
    #expect(failure([], "find", nil)?.message == "find was not called")
    #expect(
      failure([[.text("Ada"), .number(5)]], "find", ["\"Bob\"", "x"])?.message
        == "find(\"Bob\", 5) was not called; it was called as find(\"Ada\", 5)")
  }

  @Test("Of many calls the first are told, and that there are more")
  func many() {
    let calls: [[CellValue]] = (1...5).map { [.number(Double($0)), 0] }
    let shown = "find(1, 0), find(2, 0), find(3, 0), find(4, 0), …"
    #expect(
      failure(calls, "find", ["9", "9"])?.message == "find(9, 9) was not called; it was called as \(shown)")
    #expect(failure(calls, "find", nil, isExpected: false)?.message == "\(shown) were called")
  }

  @Test("A call that should not have been made is told as it was made")
  func unexpected() {
    let calls: [[CellValue]] = [[.number(1), .number(2)], [.number(3), .number(4)]]
    #expect(failure(calls, "find", nil, isExpected: false)?.message == "find(1, 2), find(3, 4) were called")
    #expect(failure(calls, "find", ["1", "2"], isExpected: false)?.message == "find(1, 2) was called")
  }

  @Test("A service that is not there is a mistake of the test")
  func unknown() {
    let found = failure([], "finf", nil)
    #expect(found?.kind == .step)
    #expect(found?.message == "there is no service named finf")
    #expect(found?.help == "did you mean find?")
  }
}

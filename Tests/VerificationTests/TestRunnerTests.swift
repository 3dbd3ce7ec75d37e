import SheetText
import Testing

@testable import Verification

func results(_ text: String) -> [TestResult] {
  var results: [TestResult] = []
  TestRunner(document: SheetDocument(name: "test.sheet", text)).run { results.append($0) }
  return results
}

@Suite("Test runner")
struct TestRunnerTests {
  static let talk = "A = 20\nB = 10\nC = (A + 50) + (B - 10)\nalways \"small\": C < 1000\n"

  @Test func passing() {
    let found = results(Self.talk + "test \"sets\" {\n  expect C = 70\n  A = 30\n  expect C = 80, B = 10\n  { A = 1; B = 2 }\n  expect C = 43\n}")
    #expect(found.map(\.isPassed) == [true])
    #expect(found.first?.expectationCount == 4)
  }

  @Test("A failed expectation shows the values down to the cause")
  func failing() throws {
    let found = results(Self.talk + "test \"wrong\" { expect C = 71 }")
    let failure = try #require(found.first?.failures.first)
    #expect(failure.message == "expected C = 71")
    #expect(failure.values.map { "\($0.depth) \($0.name) \($0.text)" } == ["0 C 70", "1 A 20", "1 B 10"])
  }

  @Test("A broken check fails the test, and a refused step too")
  func checks() {
    #expect(results(Self.talk + "test \"x\" { A = 5000 }").first?.failures.map(\.kind) == [.check])
    #expect(results(Self.talk + "test \"x\" { C = 5 }").first?.failures.map(\.kind) == [.step])
    #expect(results(Self.talk + "test \"x\" { D = 5 }").first?.failures.map(\.kind) == [.step])
  }
}

import FunctionLibrary
import LiveSheets
import SheetText
import Testing

@testable import Verification

func results(_ text: String) -> [TestResult] {
  var results: [TestResult] = []
  TestRunner(document: SheetDocument(name: "test.sheet", text), environment: LiveSheet.Environment(catalog: .standard))
    .run { results.append($0) }
  return results
}

@Suite("Test runner")
struct TestRunnerTests {
  static let talk = "A = 20\nB = 10\nC = (A + 50) + (B - 10)\nalways \"small\": C < 1000\n"

  @Test func passing() {
    let found = results(
      Self.talk
        + "test \"sets\" {\n  expect C = 70\n  A = 30\n  expect C = 80, B = 10\n  { A = 1; B = 2 }\n  expect C = 43\n}")
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

  @Test("Addresses in a test and a check are those of the sheet where they stand")
  func sheets() throws {
    let text = """
      A1 = 1
      sheet Two
      A1 = 2015-04-01
      B1 = A1 + 1
      table t {
        | n |
        | 5 |
      }
      always "second": A1 > 1000
      test "reads" { expect A1 > 1000, TEXT(B1, "yyyy-mm-dd") = "2015-04-02" }
      test "sets" { A1 = 2000; expect B1 = 2001; { A1 = 3000 }; expect B1 = 3001; clear A1; expect B1 = 1 }
      test "wrong" { expect B1 = 7 }
      """
    let found = results(text)
    #expect(found.map(\.isPassed) == [true, false, false])
    #expect(found[1].failures.map(\.kind) == [.check])
    #expect(found[1].failures.first?.values.map(\.name) == ["Two!A1"])
    #expect(
      found[2].failures.first?.values.map { "\($0.name) \($0.text)" } == ["Two!B1 2015-04-02", "Two!A1 2015-04-01"])
  }

  @Test("A text that looks like a number is told in quotes")
  func textsLikeNumbers() {
    let found = results("input a\nb = a & \"\"\ntest \"x\" { a = \"1\"; expect a = 1, b = 1, a & 2 = 12 }")
    let told = found.first?.failures.map { $0.values.map { "\($0.name) \($0.text)" } }
    #expect(told == [["a \"1\""], ["b \"1\"", "a \"1\""], ["a & 2 \"12\"", "a \"1\""]])
  }

  @Test("A guard that is an error is told, and fails nothing")
  func warnings() throws {
    let found = results(
      "event e: number\nstate s = 0 { on e where 1 / e > 0 : 1 }\ntest \"x\" { e 0; e 0; expect s = 0 }")
    let result = try #require(found.first)
    #expect(result.isPassed)
    #expect(result.warnings.map(\.code) == ["guard-error"])
  }

  @Test("An expectation of several lines is told in one, and an error in it begins in no cell")
  func lines() {
    let found = results(Self.talk + "test \"x\" {\n  expect AND(A = 20,\n    B = 11), 1 / (A - 20) = 1\n}")
    #expect(
      found.first?.failures.map(\.message)
        == ["expected AND(A = 20, B = 11)", "expected 1 / (A - 20) = 1, but it is #DIV/0!: The divisor is 0."])
  }

  @Test("A broken check fails the test, and a refused step too")
  func checks() {
    #expect(results(Self.talk + "test \"x\" { A = 5000 }").first?.failures.map(\.kind) == [.check])
    #expect(results(Self.talk + "test \"x\" { C = 5 }").first?.failures.map(\.kind) == [.step])
    #expect(results(Self.talk + "test \"x\" { D = 5 }").first?.failures.map(\.kind) == [.step])
  }

  @Test("An answer that is not of the service's type is a failure")
  func answerTypes() {
    let text = """
      service user(): record
      action add = user()
      test "replies" { add; user replies 5; expect add.error = "the answer is not a record: 5 is a number" }
      test "sends" { add; user sends "x"; expect ISBLANK(add.value), NOT(add.isExecuting), NOT(ISBLANK(add.error)) }
      test "given" { given user replies TRUE; add; expect ISBLANK(add.value), NOT(ISBLANK(add.error)) }
      test "right" { add; user replies {name: "Ada"}; expect add.value.name = "Ada", ISBLANK(add.error) }
      """
    #expect(results(text).map(\.isPassed) == [true, true, true, true])
    // It has answered the call, and what else it says goes nowhere.
    let again = "service user(): record\naction add = user()\ntest \"x\" { add; user %; user replies {name: \"Ada\"} }"
    for answer in ["replies 5", "sends 5"] {
      let failures = results(again.split(separator: "%").joined(separator: answer)).flatMap(\.failures)
      #expect(failures.map(\.kind) == [.step], "\(answer)")
    }
  }

  @Test("A record is one of the choices when all its fields are equal")
  func recordChoices() {
    let text = """
      input person: record in {{name: "Ada"}, {name: "Grace"}}
      event push: record in {{name: "Ada"}}
      test "taken" { person = {name: "Grace"}; push {name: "Ada"}; expect person.name = "Grace", push.name = "Ada" }
      test "refused" { push {name: "Grace"} }
      """
    let found = results(text)
    #expect(found.map(\.isPassed) == [true, false])
    #expect(
      found[1].failures.map(\.message) == ["push must be one of {name: \"Ada\"}, and {name: \"Grace\"} is not"])
  }
}

extension FindingPages {
  /// Checks, modes and the steps of tests, as they are written.
  static let steps: [FindingPage] = [
    FindingPage(
      .badGiven,
      "given is written without a service and its answer",
      why:
        "given answers every later call of a service in a test.",
      fix: "Write given SERVICE replies value, or given SERVICE fails reason.",
      example: FindingExample(
        wrong: """
          service login()
          test "x" {
            given login
          }
          """,
        right: """
          service login()
          test "x" {
            given login replies TRUE
          }
          """
      )
    ),
    FindingPage(
      .missingColon,
      "a colon is missing before what a clause, a check or a mode says",
      why:
        "The colon separates the condition or the event from what follows from it.",
      fix: "Write a colon.",
      example: FindingExample(
        wrong: """
          A = 1
          always "positive" A > 0
          """,
        right: """
          A = 1
          always "positive": A > 0
          """
      )
    ),
    FindingPage(
      .missingLabel,
      "a test, a check, a mode or a chart has no label",
      why:
        "The label is a text in quotes; reports name it.",
      fix: "Write a label in quotation marks.",
      example: FindingExample(
        wrong: """
          A = 1
          always A > 0
          """,
        right: """
          A = 1
          always "positive": A > 0
          """
      )
    ),
    FindingPage(
      .missingOver,
      "modes do not say which cells they are about",
      why:
        "modes name over a, b says which cells have fixed values in each mode.",
      fix: "Write over and the cells.",
      example: FindingExample(
        wrong: """
          A = 1
          modes form {
          }
          """,
        right: """
          A = 1
          modes form over A {
            "one" when A = 1 : 1
            "other" when A <> 1 : A
          }
          """
      )
    ),
    FindingPage(
      .missingWhen,
      "a mode has no condition",
      why:
        "Exactly one mode holds at a time, and its condition says when.",
      fix: "Write when and a condition behind the label.",
      example: FindingExample(
        wrong: """
          A = 1
          modes form over A {
            "one" : 1
          }
          """,
        right: """
          A = 1
          modes form over A {
            "one" when A = 1 : 1
          }
          """
      )
    ),
    FindingPage(
      .modeLength,
      "a mode has more or fewer values than there are cells",
      why:
        "Each mode gives every cell that stands behind over a value.",
      fix: "Write one value for each cell.",
      example: FindingExample(
        wrong: """
          A = 1
          B = 2
          modes form over A, B {
            "one" when TRUE : 1
          }
          """,
        right: """
          A = 1
          B = 2
          modes form over A, B {
            "one" when TRUE : 1, 2
          }
          """
      )
    ),
    FindingPage(
      .notAChange,
      "in a group of changes stands a step that changes nothing",
      why:
        """
        Braces in a test make several changes in one instant; waiting and expecting need an instant of their own.
        """,
      fix: "Write the step behind the braces.",
      example: FindingExample(
        wrong: """
          A = 1
          test "x" {
            { A = 2; expect A = 2 }
          }
          """,
        right: """
          A = 1
          test "x" {
            { A = 2 }
            expect A = 2
          }
          """
      )
    ),
    FindingPage(
      .stepOutsideTest,
      "a step of a test stands outside of a test",
      why:
        "expect, wait and given are steps; outside of a test they would never be done.",
      fix: "Write test \"…\" { … } around the steps.",
      example: FindingExample(
        wrong: """
          A = 1
          expect A = 1
          """,
        right: """
          A = 1
          test "x" {
            expect A = 1
          }
          """
      )
    ),
    FindingPage(
      .unknownStep,
      "a line of a test is no step",
      why:
        "Steps set inputs, fire events, answer calls, wait and expect.",
      fix: "Write expect before what has to hold.",
      example: FindingExample(
        wrong: """
          A = 1
          test "x" {
            A > 0
          }
          """,
        right: """
          A = 1
          test "x" {
            expect A > 0
          }
          """
      )
    ),
  ]
}

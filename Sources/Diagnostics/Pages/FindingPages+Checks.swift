extension FindingPages {
  /// Tests and checks.
  static let checks: [FindingPage] = [
    FindingPage(
      .badWait,
      "a test waits for what is no number of seconds",
      why:
        "Time in tests and at the prompt goes on by numbers of seconds from 0 on.",
      fix: "Write a number.",
      example: FindingExample(
        in: .prompt,
        wrong: """
          A = 1
          wait "long"
          """,
        right: """
          A = 1
          wait 1
          """
      )
    ),
    FindingPage(
      .brokenCheck,
      "a check does not hold",
      why:
        """
        always has to be true after every instant, never must not be, and of modes exactly one has to hold with its \
        values. The values that take part are shown.
        """,
      fix: "Correct the formulas, or the check if it asks too much.",
      example: FindingExample(
        wrong: """
          A = -1
          always "positive": A > 0
          """,
        right: """
          A = 1
          always "positive": A > 0
          """
      )
    ),
    FindingPage(
      .cellError,
      "a cell, or so many cells of a block, are error values",
      why:
        """
        The value of the cell is an error as loaded, and so is everything that reads it; the cause is told once. \
        What waits for an answer is none.
        """,
      fix: "sheaf why CELL shows where the error begins. IFERROR and IF replace it where it is expected.",
      example: FindingExample(
        wrong: """
          n = 0
          mean = 10 / n
          """,
        right: """
          n = 0
          mean = IF(n = 0, 0, 10 / n)
          """
      )
    ),
    FindingPage(
      .failedExpectation,
      "an expectation of a test is not fulfilled",
      why:
        "The values of the cells that it names are shown as far down as the cause.",
      fix: "Correct the formula, or the expectation.",
      example: FindingExample(
        in: .test,
        wrong: """
          A = 1
          test "x" {
            expect A = 2
          }
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
      .failedStep,
      "a step of a test cannot be done",
      why:
        "An input does not accept the value, no call is open that could be answered, or a row is not there.",
      fix: "Correct the step.",
      example: FindingExample(
        in: .test,
        wrong: """
          input n in 0..5 = 1
          test "x" {
            n = 7
          }
          """,
        right: """
          input n in 0..5 = 1
          test "x" {
            n = 5
          }
          """
      )
    ),
    FindingPage(
      .refusedStep,
      "one of several changes in one instant is refused",
      why:
        "They take effect together, so none of them is made.",
      fix: "Correct the change that the finding points at.",
      example: FindingExample(
        in: .prompt,
        wrong: """
          input n in 0..5 = 1
          A = 1
          { A = 2; n = 7 }
          """,
        right: """
          input n in 0..5 = 1
          A = 1
          { A = 2; n = 5 }
          """
      )
    ),
  ]
}

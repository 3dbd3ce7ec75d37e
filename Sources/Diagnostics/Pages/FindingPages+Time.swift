extension FindingPages {
  /// Time.
  static let time: [FindingPage] = [
    FindingPage(
      .badBinding,
      "something is bound that is no input",
      why:
        """
        A formula, a state, an event or an action follows from its definition; a second source would contradict it.
        """,
      fix: "Declare it as an input, or write the expression into its definition.",
      example: FindingExample(
        wrong: """
          input a = 1
          double = a * 2
          double <~ a
          """,
        right: """
          input a = 1
          input double = 2
          double <~ a
          """
      )
    ),
    FindingPage(
      .badInterval,
      "a time or a count is no number, or too small",
      why:
        "With an interval of 0 time would stand still; no delay and no count of events is below 0.",
      fix: "Write a number of seconds that is greater than 0, or a number of events.",
      example: FindingExample(
        wrong: "event tick = EVERY(0)",
        right: "event tick = EVERY(1)"
      )
    ),
    FindingPage(
      .badUpdate,
      "an event is to update a column that is computed",
      why:
        "The formula of the column would overwrite it at once.",
      fix: "Update a column that is written, or change the formula.",
      example: FindingExample(
        wrong: """
          event tap
          table t {
            | n |
            | 1 |
            double = n * 2
            on tap : update double = 3
          }
          """,
        right: """
          event tap
          table t {
            | n |
            | 1 |
            double = n * 2
            on tap : update n = 3
          }
          """
      )
    ),
    FindingPage(
      .boundTwice,
      "two bindings set the same input",
      why:
        "Which of them was last would decide about the value.",
      fix: "Bind the input to one expression that decides between the two.",
      example: FindingExample(
        wrong: """
          input a = 1
          input b = 2
          a <~ b
          a <~ 3
          """,
        right: """
          input a = 1
          input b = 2
          a <~ IF(b > 2, b, 3)
          """
      )
    ),
    FindingPage(
      .circularStream,
      "an event is made of itself",
      why:
        "It would never come a first time.",
      fix: "Make it from another event. What goes on from its past is a state.",
      example: FindingExample(
        wrong: "event a = DELAY(a, 1)",
        right: """
          event tap
          event a = DELAY(tap, 1)
          """
      )
    ),
    FindingPage(
      .eventLoop,
      "an instant does not end",
      why:
        "Events, timers, answers or bindings follow from themselves without end. The finding names the loop.",
      fix: "Add a condition that ends it.",
      example: FindingExample(
        in: .prompt,
        wrong: """
          event tap
          state a = 0 { on tap : 1; on a.changed : a + 1 }
          tap
          """,
        right: """
          event tap
          state a = 0 { on tap : 1; on a.changed where a < 5 : a + 1 }
          tap
          """
      )
    ),
    FindingPage(
      .guardError, .warning,
      "a condition is an error, or neither TRUE nor FALSE",
      why:
        "A condition that cannot be judged does not hold; the clause is not taken.",
      fix: "Make the condition a comparison that has a value in every state.",
      example: FindingExample(
        in: .test,
        wrong: """
          event tap
          input n = 0
          state s = 0 {
            on tap where 1 / n > 0 : 1
          }
          test "x" {
            tap
            expect s = 0
          }
          """,
        right: """
          event tap
          input n = 0
          state s = 0 {
            on tap where n > 0 : 1
          }
          test "x" {
            tap
            expect s = 0
          }
          """
      )
    ),
    FindingPage(
      .notAStream,
      "something is to be followed that is no stream of events",
      why:
        "A clause follows an event, cell.changed, action.succeeded and the like, or a function of streams.",
      fix: "Write .changed behind a cell, or .succeeded behind an action.",
      example: FindingExample(
        wrong: """
          input name: text
          state n = 0 {
            on name : n + 1
          }
          """,
        right: """
          input name: text
          state n = 0 {
            on name.changed : n + 1
          }
          """
      )
    ),
    FindingPage(
      .refusedBinding, .warning,
      "an input keeps its value because it does not accept what it is bound to",
      why:
        "The domain or the condition of the input excludes the value.",
      fix: "Bind it to an expression that stays inside of the domain, or widen the domain.",
      example: FindingExample(
        wrong: """
          input a = 12
          input small in 0..10 = 1
          small <~ a
          """,
        right: """
          input a = 12
          input small in 0..10 = 1
          small <~ MIN(a, 10)
          """
      )
    ),
    FindingPage(
      .rowCount,
      "the rows of a table come from more than one place, or they are too many",
      why:
        "12 rows makes twelve; rows in bars or in a file are counted by themselves, and a file has its own rows.",
      fix: "Leave out one of the two.",
      example: FindingExample(
        wrong: """
          table t {
            | n |
            | 1 |
            3 rows
          }
          """,
        right: """
          table t {
            3 rows
            n = ROW()
          }
          """
      )
    ),
    FindingPage(
      .nothingToCall,
      "around what calls no service stands RETRY or TIMEOUT",
      why:
        "There is nothing that could fail or be late.",
      fix: "Write the call of a service inside, or leave the function out.",
      example: FindingExample(
        wrong: """
          input form: text
          action save = RETRY(form, 3, 2)
          """,
        right: """
          service upload(form)
          input form: text
          action save = RETRY(upload(form), 3, 2)
          """
      )
    ),
    FindingPage(
      .serviceInFormula,
      "a formula, a condition or a state calls a service",
      why:
        "A formula has its value at once and may be evaluated at any time; a call takes time and has effects.",
      fix: "Call the service in an action or a fetch and read its value.",
      example: FindingExample(
        wrong: """
          service login()
          a = login()
          """,
        right: """
          service login()
          fetch a = login() else FALSE
          """
      )
    ),
    FindingPage(
      .streamInFormula,
      "a formula makes a stream of events",
      why:
        "A stream has no value at an instant.",
      fix: "Make an event of the stream; its name is its latest payload.",
      example: FindingExample(
        wrong: "a = EVERY(1)",
        right: "event a = EVERY(1)"
      )
    ),
    FindingPage(
      .unreachableClause,
      "a state has a second clause for a stream whose first has no condition",
      why:
        "The first clause of a stream whose condition holds is taken, so that the second never is.",
      fix: "Give the first clause a condition, or delete the second.",
      example: FindingExample(
        wrong: """
          event tap
          state s = 0 {
            on tap : 1
            on tap : 2
          }
          """,
        right: """
          event tap
          state s = 0 {
            on tap where s = 0 : 1
            on tap : 2
          }
          """
      )
    ),
  ]
}

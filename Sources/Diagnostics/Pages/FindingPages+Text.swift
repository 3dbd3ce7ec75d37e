extension FindingPages {
  /// The text of a sheet, by what it is about.
  static let text = statements + names + values + tables + steps

  /// Lines, brackets and statements.
  private static let statements: [FindingPage] = [
    FindingPage(
      .duplicateParameter,
      "a service or an action has two parameters of the same name",
      why:
        "Names are the same whatever their case is.",
      fix: "Rename one of the parameters.",
      example: FindingExample(
        wrong: "service s(a, A)",
        right: "service s(a, b)"
      )
    ),
    FindingPage(
      .lineTooLong,
      "a line is longer than a line may be",
      why:
        "There is a limit so that no text, by accident or by intention, stops the program.",
      fix: "Break the line inside of a bracket.",
      example: FindingExample(
        wrong: [("a = \"", 1), ("x", 1_100_000), ("\"\n", 1)],
        right: "a = 1"
      )
    ),
    FindingPage(
      .missingArrow,
      "a binding is written with another sign than its arrow",
      why:
        "input <~ expression keeps an input at the value of an expression; <~> keeps two inputs equal.",
      fix: "Write <~ or <~>.",
      example: FindingExample(
        wrong: """
          input a = 1
          A1:A2 <~ a
          """,
        right: """
          input a = 1
          input b = 2
          b <~ a
          """
      )
    ),
    FindingPage(
      .missingBlock,
      "a statement has no braces that it needs, or nothing in them",
      why:
        "Modes, tests and tables say in braces what belongs to them.",
      fix: "Write { … } behind it.",
      example: FindingExample(
        wrong: "test \"adding\"",
        right: """
          A = 1
          test "adding" {
            expect A = 1
          }
          """
      )
    ),
    FindingPage(
      .missingPath,
      "use or from is not followed by a file name in quotes",
      why:
        "A file name is a text.",
      fix: "Write the file name in quotation marks.",
      example: FindingExample(
        wrong: "use rates.sheet as rates",
        right: "use \"rates.sheet\" as rates",
        beside: ["rates.sheet": "a = 1"]
      )
    ),
    FindingPage(
      .moreFindings, .note,
      "there are more findings than are shown",
      why:
        "A text that is no sheet at all would fill pages.",
      fix: "Cure the first findings; the others may follow from them.",
      example: FindingExample(
        wrong: [("a b\n", 300)],
        right: "A = 1"
      )
    ),
    FindingPage(
      .notText,
      "a file is no text in UTF-8",
      why:
        """
        A sheet is UTF-8. A file in another encoding, or a file that is no text at all, would be read as something \
        that nobody wrote.
        """,
      fix: "Save the file as UTF-8.",
      example: FindingExample(
        wrong: "name = \"A\0\"",
        right: "name = \"A\""
      )
    ),
    FindingPage(
      .strayBracket,
      "a brace closes nothing",
      why:
        "A statement before it may have been closed too early.",
      fix: "Take the brace away, or open the one that it belongs to.",
      example: FindingExample(
        wrong: """
          A = 1
          }
          """,
        right: "A = 1"
      )
    ),
    FindingPage(
      .unclosedBracket,
      "a bracket of a statement is never closed",
      why:
        "Everything behind it is read as a part of the statement.",
      fix: "Write the closing bracket where the finding points.",
      example: FindingExample(
        wrong: "service t(a",
        right: "service t(a)"
      )
    ),
    FindingPage(
      .unexpectedText,
      "a statement goes on where it should have ended",
      why:
        "A line has one statement; more of them are separated by semicolons.",
      fix: "Take the text away, or write it as a statement of its own.",
      example: FindingExample(
        wrong: "input k: text x",
        right: "input k: text"
      )
    ),
    FindingPage(
      .unknownClause,
      "a clause says something that its statement has no use for",
      why:
        "A state has clauses on event : value, an action on event : start or stop, a table on event : change.",
      fix: "Write a clause of this form.",
      example: FindingExample(
        wrong: """
          event tap
          state s = 1 {
            tap : 2
          }
          """,
        right: """
          event tap
          state s = 1 {
            on tap : 2
          }
          """
      )
    ),
    FindingPage(
      .unknownStatement,
      "a line is neither a definition nor a statement",
      why:
        "A line begins with the name of a cell and =, or with a word such as input, table or test.",
      fix: "Write name = formula, or correct the word at the beginning.",
      example: FindingExample(
        wrong: "inptu D = 5",
        right: "input D = 5"
      )
    ),
  ]
}

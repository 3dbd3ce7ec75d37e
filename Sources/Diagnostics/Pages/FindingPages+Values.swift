extension FindingPages {
  /// What a value may be, and how it is shown.
  static let values: [FindingPage] = [
    FindingPage(
      .badDomain,
      "behind in stands neither a range nor a list, or a value of another type",
      why:
        """
        A domain says which values an input or a payload may have: in 0..1, in {"S", "M"}, or a list that cells \
        make, in people[name]. A state has no domain.
        """,
      fix: "Write a range of numbers, a list in braces, or what gives a list, of values that the type allows.",
      example: FindingExample(
        wrong: "input rate in 1 = 1",
        right: "input rate in 0..1 = 1"
      )
    ),
    FindingPage(
      .emptyDomain,
      "a range has its ends the wrong way round",
      why:
        "Nothing is between 5 and 1, so that no value could ever be accepted.",
      fix: "Write the lower end first.",
      example: FindingExample(
        wrong: "input e in 5..1",
        right: "input e in 1..5"
      )
    ),
    FindingPage(
      .badFormat,
      "the text behind as is no number format",
      why:
        "A format that cannot be read would show nothing right.",
      fix: "Correct the format.",
      example: FindingExample(
        wrong: "A = 1 as \"[h\"",
        right: "A = 1 as \"[h]:mm\""
      )
    ),
    FindingPage(
      .missingFormat,
      "as is not followed by a number format in quotes",
      why:
        "A format is a text, as in Excel: \"0.00\", \"#,##0\", \"yyyy-mm-dd\".",
      fix: "Write the format in quotation marks.",
      example: FindingExample(
        wrong: "A = 1 as 0.00",
        right: "A = 1 as \"0.00\""
      )
    ),
    FindingPage(
      .keptDigits, .note,
      "a column of a file has digits that a number would lose",
      why:
        """
        00123 and numbers of more than 15 digits are mostly identifiers. They are kept as texts, and this note says \
        so once for a column.
        """,
      fix: "Leave it if they are identifiers; clean the file if they are numbers.",
      example: FindingExample(
        wrong: "table t from \"codes.csv\" {}",
        right: "table t from \"codes.csv\" {}",
        beside: [
          "codes.csv": """
          code
          00123
          """
        ],
        rightBeside: [
          "codes.csv": """
          code
          123
          """
        ]
      )
    ),
    FindingPage(
      .misreading, .note,
      "what looks like a date, a time or a value between two others is something else in a formula",
      why:
        """
        2026-1-5 is a subtraction and 31/01/2026 a division; only 2026-01-05 is a date. 14:30 beside an operator is \
        a range of rows. 1 < x < 5 compares TRUE or FALSE with 5.
        """,
      fix: "Write the date as year-month-day with two digits each, TIME(14, 30, 0), or AND(1 < x, x < 5).",
      example: FindingExample(
        wrong: "due = 2026-1-5",
        right: "due = 2026-01-05"
      )
    ),
    FindingPage(
      .missingType,
      "a colon is not followed by a type",
      why:
        "The types are number, text, logical, date, record, list and any.",
      fix: "Write a type, or take the colon away.",
      example: FindingExample(
        wrong: "input b: = 1",
        right: "input b: number = 1"
      )
    ),
    FindingPage(
      .unknownType,
      "a type, or a kind of chart, is written that does not exist",
      why:
        """
        The types are number, text, logical, date, record, list and any; the kinds of charts are line, bar, point, \
        area and histogram.
        """,
      fix: "Write one of these.",
      example: FindingExample(
        wrong: "input a: numbr = 1",
        right: "input a: number = 1"
      )
    ),
    FindingPage(
      .missingExpression,
      "a value is missing where one has to stand",
      why:
        "A definition, a clause, a domain or a condition breaks off.",
      fix: "Write the value.",
      example: FindingExample(
        wrong: "A =",
        right: "A = 1"
      )
    ),
    FindingPage(
      .missingEquals,
      "a definition has no =",
      why:
        "A cell is defined with name = formula; := and == are other languages.",
      fix: "Write a single =.",
      example: FindingExample(
        wrong: "A := 3",
        right: "A = 3"
      )
    ),
  ]
}

extension FindingPages {
  /// Formulas.
  static let formulas: [FindingPage] = [
    FindingPage(
      .argumentSeparator,
      "arguments of a call stand side by side without a comma",
      why:
        """
        Arguments are separated by commas, whatever the system separates lists with; a semicolon belongs into \
        arrays.
        """,
      fix: "Write commas between the arguments.",
      example: FindingExample(
        wrong: "total = SUM(1; 2)",
        right: "total = SUM(1, 2)"
      )
    ),
    FindingPage(
      .arrayConstant,
      "an element of a written array is no constant",
      why:
        """
        Excel allows constants only between braces, and so do the formulas of workbooks. In a sheet any formula may \
        stand there.
        """,
      fix: "Write HSTACK or VSTACK around what is computed.",
      example: FindingExample(
        in: .workbook,
        wrong: ExampleText(
          flatWorkbook(cell: "table:formula=\"of:=SUM({1;[.B1]})\" office:value-type=\"float\" office:value=\"1\">")),
        right: ExampleText(
          flatWorkbook(
            cell: "table:formula=\"of:=SUM(HSTACK(1;[.B1]))\" office:value-type=\"float\" office:value=\"1\">"))
      )
    ),
    FindingPage(
      .badDate,
      "a date is written that no calendar has",
      why:
        "A date literal is read exactly; nothing is carried over into the next month.",
      fix: "Correct the day or the month.",
      example: FindingExample(
        wrong: "due = 2026-02-30",
        right: "due = 2026-02-28"
      )
    ),
    FindingPage(
      .badNumber,
      "a number is written in a way that is none",
      why:
        """
        A number has digits, one point and perhaps an exponent. What goes on behind them belongs to no number and to \
        no name.
        """,
      fix: "Take away what does not belong to the number, or put an operator before it.",
      example: FindingExample(
        wrong: "weight = 12kg",
        right: "weight = 12"
      )
    ),
    FindingPage(
      .columnExpected,
      "between the brackets of a table no column is named",
      why:
        "table[column] reads a column, table[2].column one cell of it.",
      fix: "Write the name of a column between the brackets.",
      example: FindingExample(
        wrong: """
          table t {
            | n |
            | 1 |
          }
          total = SUM(t[[#Data], []])
          """,
        right: """
          table t {
            | n |
            | 1 |
          }
          total = SUM(t[[#Data], [n]])
          """
      )
    ),
    FindingPage(
      .curlyQuotes,
      "a text stands in typographic quotation marks",
      why:
        "Word processors replace plain quotation marks by these; a formula knows the plain ones only.",
      fix: "Write plain quotation marks.",
      example: FindingExample(
        wrong: "name = “Ada”",
        right: "name = \"Ada\""
      )
    ),
    FindingPage(
      .duplicateField,
      "a record has two fields of the same name",
      why:
        "Names are the same whatever their case is, and a field has one value.",
      fix: "Rename one of the fields, or leave it out.",
      example: FindingExample(
        wrong: "person = {name: \"Ada\", Name: \"Bob\"}",
        right: "person = {name: \"Ada\", nick: \"Bob\"}"
      )
    ),
    FindingPage(
      .fieldExpected,
      "the name of a field is missing in a record",
      why:
        "Each part of a record is a name, a colon and a value; the name stands without quotation marks.",
      fix: "Write name: value.",
      example: FindingExample(
        wrong: "person = {\"name\": \"Ada\"}",
        right: "person = {name: \"Ada\"}"
      )
    ),
    FindingPage(
      .formulaTooLong,
      "a formula is longer than anybody can read",
      why:
        "There is a limit so that no text, by accident or by intention, stops the program.",
      fix: "Split the formula over several cells.",
      example: FindingExample(
        wrong: [("a = 1", 1), ("+1", 40000), ("\n", 1)],
        right: "a = 600001"
      )
    ),
    FindingPage(
      .missingOperand,
      "a value is missing beside an operator, a comma or a bracket",
      why:
        "An operator that stands between two values needs both of them.",
      fix: "Write the value, or take the operator away.",
      example: FindingExample(
        wrong: "a = 1 +",
        right: "a = 1 + 2"
      )
    ),
    FindingPage(
      .nestedTooDeeply,
      "a formula has more brackets inside each other than it may have",
      why:
        "There is a limit so that no text, by accident or by intention, stops the program.",
      fix: "Give the inner parts names of their own.",
      example: FindingExample(
        wrong: [("a = ", 1), ("(", 3000), ("1", 1), (")", 3000), ("\n", 1)],
        right: "a = 1"
      )
    ),
    FindingPage(
      .notUtf8,
      "a formula is not written in UTF-8",
      why:
        """
        Sheets are UTF-8. A sheet that is not is reported as a whole, with the code not-text; this code is for \
        programs that hand over a single formula as bytes.
        """,
      fix: "Save the text as UTF-8."
    ),
    FindingPage(
      .raggedArray,
      "the rows of a written array differ in length",
      why:
        "An array is a rectangle: a semicolon begins a row, and each has as many elements as the first.",
      fix: "Add what is missing, or take away what is too much.",
      example: FindingExample(
        wrong: "m = {1, 2; 3}",
        right: "m = {1, 2; 3, 4}"
      )
    ),
    FindingPage(
      .singleQuotes,
      "a text stands in single quotation marks",
      why:
        "In a formula single ones surround the name of a sheet, as in 'My Sheet'!A1.",
      fix: "Write double quotation marks.",
      example: FindingExample(
        wrong: "name = 'Ada'",
        right: "name = \"Ada\""
      )
    ),
    FindingPage(
      .unclosedParenthesis,
      "a bracket of a formula is never closed",
      why:
        """
        A formula goes on over line ends while a bracket is open, so that one missing bracket may swallow what \
        follows.
        """,
      fix: "Write the closing bracket where the finding points.",
      example: FindingExample(
        wrong: "total = SUM(1, 2",
        right: "total = SUM(1, 2)"
      )
    ),
    FindingPage(
      .unexpectedToken,
      "something stands where a formula cannot go on",
      why:
        """
        Two values stand side by side, a bracket closes nothing, or a comma separates nothing. Numbers have no \
        separators of thousands here.
        """,
      fix: "Write an operator between the values, or take away what is too much.",
      example: FindingExample(
        wrong: "a = 1 2",
        right: "a = 1 * 2"
      )
    ),
    FindingPage(
      .unknownErrorLiteral,
      "an error value is written that does not exist",
      why:
        "The error values are those of Excel, and #CYCLE!.",
      fix: "Write one of the error values.",
      example: FindingExample(
        wrong: "a = #OOPS!",
        right: "a = IFERROR(#N/A, 0)"
      )
    ),
    FindingPage(
      .unknownOperator,
      "an operator of another language is written",
      why:
        "Formulas are Excel's: = compares, <> is different, & joins texts, AND, OR and NOT are functions.",
      fix: "Write what the finding suggests.",
      example: FindingExample(
        wrong: """
          a = 1
          b = a == 1
          """,
        right: """
          a = 1
          b = a = 1
          """
      )
    ),
    FindingPage(
      .unknownTablePart,
      "between the brackets of a table stands an unknown part",
      why:
        "Excel's parts are #All, #Data, #Headers, #Totals and #This Row.",
      fix: "Write one of these, or the name of a column.",
      example: FindingExample(
        wrong: """
          table t {
            | n |
            | 1 |
          }
          a = SUM(t[#Al])
          """,
        right: """
          table t {
            | n |
            | 1 |
          }
          a = SUM(t[#All])
          """
      )
    ),
    FindingPage(
      .unterminatedText,
      "a text is never closed",
      why:
        "A text ends on its line. A quotation mark inside of a text is written twice.",
      fix: "Close the text with a quotation mark.",
      example: FindingExample(
        wrong: "name = \"Ada",
        right: "name = \"Ada\""
      )
    ),
  ]
}

extension FindingPages {
  /// A workbook of one cell as a text, which spreadsheet programs call Flat OpenDocument.
  ///
  /// - Parameters:
  ///   - firstDay: The day from which days are counted.
  ///   - isWhole: Whether its elements are closed.
  static func flatWorkbook(cell: String, firstDay: String = "1899-12-30", isWhole: Bool = true) -> String {
    """
    <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
        xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
        xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0">
      <office:body><office:spreadsheet><table:calculation-settings><table:null-date
        table:date-value="\(firstDay)"/></table:calculation-settings><table:table table:name="Plan"><table:table-row>
        <table:table-cell \(cell)\(isWhole ? "</table:table-cell>" : "")
      </table:table-row></table:table></office:spreadsheet></office:body>
    </office:document>
    """
  }

  /// Files of rows.
  static let files: [FindingPage] = [
    FindingPage(
      .csvEncoding,
      "a CSV file is in an encoding that nothing tells, or is no text",
      why:
        "UTF-8, UTF-16 and UTF-32 are known by themselves. In an old encoding letters would come out wrong.",
      fix: "Save the file as UTF-8, or name its encoding with --encoding.",
      example: FindingExample(
        in: .rows,
        wrong: """
          a,b
          1,\0
          """,
        right: """
          a,b
          1,2
          """
      )
    ),
    FindingPage(
      .csvHugeRow,
      "a row of a CSV file is longer than 16 MB",
      why:
        "Mostly a quotation mark is not closed, so that the rest of the file is read as one field.",
      fix: "Close the quotation mark, or split the row.",
      example: FindingExample(
        in: .rows,
        wrong: [("a,b\n1,", 1), ("x", 17_000_000), ("\n", 1)],
        right: """
          a,b
          1,2
          """
      )
    ),
    FindingPage(
      .csvLongRow,
      "a row of a CSV file has more fields than the header",
      why:
        "Mostly a field with a comma stands without quotation marks; values would get into the wrong columns.",
      fix: "Put the field in quotation marks, or name all columns.",
      example: FindingExample(
        in: .rows,
        wrong: """
          a,b
          1,2,3
          """,
        right: """
          a,b
          1,2
          """
      )
    ),
    FindingPage(
      .csvManyRows,
      "a file has more rows than a table may have",
      why:
        "A table has at most as many rows as the grid: 1,048,576.",
      fix: "Split the file, or evaluate it row by row with --rows.",
      example: FindingExample(
        wrong: "table t from \"readings.csv\" {}\ntotal = SUM(t[x])",
        right: "table t from \"readings.csv\" {}\ntotal = SUM(t[x])",
        beside: ["readings.csv": [("x\n", 1), ("1\n", 1_048_577)]],
        rightBeside: ["readings.csv": "x\n1\n1\n"]
      )
    ),
    FindingPage(
      .csvNameTwice,
      "two columns of a CSV file have the same name",
      why:
        "Which of them is meant could not be told.",
      fix: "Rename one of the columns.",
      example: FindingExample(
        in: .rows,
        wrong: """
          a,b,a
          1,2,3
          """,
        right: """
          a,b
          1,2
          """
      )
    ),
    FindingPage(
      .csvNoHeader,
      "a CSV file has no first row with the names of its columns",
      why:
        """
        Columns are found by their names, so that their order does not matter. The file is empty, has only empty \
        lines, or begins with a row of values.
        """,
      fix: "Put a row with the names above the others.",
      example: FindingExample(
        in: .rows,
        wrong: "\n\n",
        right: """
          a,b
          3,4
          """
      )
    ),
    FindingPage(
      .csvNoName,
      "a column of a CSV file has no name",
      why:
        "Its values could not be reached.",
      fix: "Name the column, or delete it.",
      example: FindingExample(
        in: .rows,
        wrong: """
          a,,b
          1,2,3
          """,
        right: """
          a,b
          1,2
          """
      )
    ),
    FindingPage(
      .csvOpenQuote,
      "a quotation mark in a CSV file is not closed",
      why:
        "The rest of the file is read as one field.",
      fix: "Close the field; a quotation mark inside of one is written twice.",
      example: FindingExample(
        in: .rows,
        wrong: """
          a,b
          1,"2
          """,
        right: """
          a,b
          1,"2"
          """
      )
    ),
    FindingPage(
      .csvRefusedColumn,
      "a table or a column that is asked for is not in a file",
      why:
        "A workbook has no sheet, table or name of this kind.",
      fix: "Correct the name.",
      example: FindingExample(
        wrong: "table t from \"year.fods#Sales\" {}",
        right: "table t from \"year.fods#Plan\" {}",
        beside: ["year.fods": ExampleText(flatWorkbook(cell: "office:value-type=\"string\"><t:p>cash</t:p>"))]
      )
    ),
    FindingPage(
      .csvShortRow,
      "a row of a CSV file has fewer fields than the header",
      why:
        "A missing field may be anywhere in the row, so that none is taken for blank.",
      fix: "Write all fields; one that is empty is blank.",
      example: FindingExample(
        in: .rows,
        wrong: """
          a,b
          1
          """,
        right: """
          a,b
          1,2
          """
      )
    ),
    FindingPage(
      .csvUnreadable,
      "a file stops while it is read",
      why:
        "It was on a disk or in a pipe that gave an error.",
      fix: "See to the file and try again."
    ),
    FindingPage(
      .csvWideRow,
      "a row of a CSV file has more fields than a sheet has columns",
      why:
        "There is a limit so that no file, by accident or by intention, takes all memory.",
      fix: "Turn columns into rows.",
      example: FindingExample(
        in: .rows,
        wrong: [("a,b\n", 1), ("1,", 20000), ("\n", 1)],
        right: """
          a,b
          1,2
          """
      )
    ),
    FindingPage(
      .unreadableWorkbook,
      "a workbook cannot be read",
      why:
        """
        Its archive is damaged, it is encrypted, or a part of it is not what the format says. The message tells which; \
        sheaf test names it for each file and goes on with the others.
        """,
      fix: "Open the workbook in the program that wrote it, and save it again, without a password.",
      example: FindingExample(
        in: .workbook,
        wrong: ExampleText(flatWorkbook(cell: "office:value-type=\"float\" office:value=\"3\">", isWhole: false)),
        right: ExampleText(flatWorkbook(cell: "office:value-type=\"float\" office:value=\"3\">"))
      )
    ),
  ]
}

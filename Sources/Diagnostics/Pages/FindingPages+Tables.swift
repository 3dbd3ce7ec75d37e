extension FindingPages {
  /// Tables and their rows.
  static let tables: [FindingPage] = [
    FindingPage(
      .badTableChange,
      "an event is to do something to a table that is no change",
      why:
        "An event can insert rows, delete them, and update a column.",
      fix: "Write insert first|last (…), delete where …, or update column = ….",
      example: FindingExample(
        wrong: """
          event tap
          table t {
            | n |
            | 1 |
            on tap : explode
          }
          """,
        right: """
          event tap
          table t {
            | n |
            | 1 |
            on tap : delete where n = 1
          }
          """
      )
    ),
    FindingPage(
      .cellType,
      "a cell of a table is not of the type of its column",
      why:
        "A column with a type, as | n: number |, holds nothing else, in rows that are written and in a file; what cannot be read as it stays as it is, and is reported.",
      fix: "Correct the cell, or declare another type.",
      example: FindingExample(
        wrong: """
          table t {
            | n: number |
            | two |
          }
          """,
        right: """
          table t {
            | n: number |
            | 2 |
          }
          """
      )
    ),
    FindingPage(
      .duplicateColumn,
      "a table has two columns of the same name",
      why:
        "Names are the same whatever their case is.",
      fix: "Rename one of the columns.",
      example: FindingExample(
        wrong: """
          table t {
            | x | X |
            | 1 | 2 |
          }
          """,
        right: """
          table t {
            | x | y |
            | 1 | 2 |
          }
          """
      )
    ),
    FindingPage(
      .missingBar,
      "a row of a table does not begin or end with a bar",
      why:
        "A row begins and ends with |, so that an empty cell at its end can be seen.",
      fix: "Write | at both ends of the row.",
      example: FindingExample(
        wrong: """
          table t {
            | n | m |
            | 1 | 2
          }
          """,
        right: """
          table t {
            | n | m |
            | 1 | 2 |
          }
          """
      )
    ),
    FindingPage(
      .missingPosition,
      "insert does not say where",
      why:
        "A row is inserted first, last, before or after a row.",
      fix: "Write first, last, before n or after n.",
      example: FindingExample(
        wrong: """
          event tap
          table t {
            | n |
            | 1 |
            on tap : insert (1)
          }
          """,
        right: """
          event tap
          table t {
            | n |
            | 1 |
            on tap : insert last (1)
          }
          """
      )
    ),
    FindingPage(
      .missingValues,
      "insert has no values in parentheses",
      why:
        "A row is inserted with its values; () leaves all of them blank.",
      fix: "Write the values in parentheses.",
      example: FindingExample(
        wrong: """
          event tap
          table t {
            | n |
            | 1 |
            on tap : insert last
          }
          """,
        right: """
          event tap
          table t {
            | n |
            | 1 |
            on tap : insert last (2)
          }
          """
      )
    ),
    FindingPage(
      .rowLength,
      "a row has more or fewer values than its table has columns",
      why:
        "A value in the wrong column is worse than none, so a row is read only if it fits.",
      fix: "Write a cell for each column; an empty one is blank.",
      example: FindingExample(
        wrong: """
          table t {
            | x | y |
            | 1 |
          }
          """,
        right: """
          table t {
            | x | y |
            | 1 |   |
          }
          """
      )
    ),
    FindingPage(
      .rowOutsideTable,
      "a row in bars stands outside a table",
      why:
        "Rows belong to the table whose braces surround them.",
      fix: "Write table name { … } around the rows.",
      example: FindingExample(
        wrong: "| 1 | 2 |",
        right: """
          table t {
            | x | y |
            | 1 | 2 |
          }
          """
      )
    ),
    FindingPage(
      .unknownTableItem,
      "a line of a table is no part of a table",
      why:
        "A table has rows in bars, a number of rows, columns with formulas, and clauses.",
      fix: "Write one of these.",
      example: FindingExample(
        wrong: """
          table t {
            | x |
            | 1 |
            z
          }
          """,
        right: """
          table t {
            | x |
            | 1 |
            z = x
          }
          """
      )
    ),
  ]
}

extension FindingPages {
  /// The rest of a cell that shows 3.
  private static let three = "office:value-type=\"float\" office:value=\"3\">"

  /// What a sheet means.
  static let meaning: [FindingPage] = [
    FindingPage(
      .absentFunction,
      "a function is called that is left out here",
      why:
        """
        Other programs have the function; it needs what a sheet does not have: a host, a window, a macro language.
        """,
      fix: "Do what the help of the finding says, or compute it in another way.",
      example: FindingExample(
        wrong: "a = CALL(\"x\", 1)",
        right: "a = 1"
      )
    ),
    FindingPage(
      .addressForColumn, .warning,
      "a column such as Q1 is read by what is the address of a cell of the grid",
      why:
        "What looks like an address is that cell, and never a name; the column is not read.",
      fix: "Write [@Q1] for the column, $Q$1 for the cell, or give the column another name.",
      example: FindingExample(
        wrong: """
          table sales {
            | Q1 | Q2 |
            | 10 | 20 |
            half = Q1 + Q2
          }
          """,
        right: """
          table sales {
            | Q1 | Q2 |
            | 10 | 20 |
            half = [@Q1] + [@Q2]
          }
          """
      )
    ),
    FindingPage(
      .addressForName, .note,
      "a name such as tax1 is the address of a cell of the grid",
      why:
        "It is read as that cell, which may be just what is meant; the note is given for the first of a sheet.",
      fix: "Write an underscore behind the name if no cell of the grid is meant.",
      example: FindingExample(
        wrong: """
          tax1 = 19%
          total = 100 * tax1
          """,
        right: """
          tax1_ = 19%
          total = 100 * tax1_
          """
      )
    ),
    FindingPage(
      .badDefault,
      "the default of an input is none that it accepts",
      why:
        "An input begins with a value that could not be given to it.",
      fix: "Change the default, or what the input accepts.",
      example: FindingExample(
        wrong: "input rate in 0..1 = 7",
        right: "input rate in 0..1 = 0.07"
      )
    ),
    FindingPage(
      .circularReference,
      "cells depend on each other in a circle",
      why:
        """
        No order of evaluation exists, so that each of them is #CYCLE!. The finding shows each place where the \
        circle goes on.
        """,
      fix: """
        Take one of the references away. A value that goes on from itself is a state, a running total uses PREVIOUS, \
        and option iterate settles a circle that is meant.
        """,
      example: FindingExample(
        wrong: """
          A = B + 1
          B = A + 1
          """,
        right: """
          A = 1
          B = A + 1
          """
      )
    ),
    FindingPage(
      .circularUse,
      "a sheet uses itself, directly or through others",
      why:
        "Its cells would contain each other without end.",
      fix: "Move what both need into a third sheet.",
      example: FindingExample(
        wrong: "use \"example.sheet\" as me",
        right: "use \"rates.sheet\" as rates",
        beside: ["rates.sheet": "a = 1"]
      )
    ),
    FindingPage(
      .definedTwice,
      "a name, a cell or a mode is defined twice",
      why:
        "A cell has one definition, so that one can find out where its value comes from. Both places are shown.",
      fix: "Delete or rename one of them.",
      example: FindingExample(
        wrong: """
          A = 1
          a = 2
          """,
        right: """
          A = 1
          B = 2
          """
      )
    ),
    FindingPage(
      .emptyColumns, .warning,
      "whole columns are read that are empty, and whose letters are names of cells",
      why:
        """
        SUM(A:B) reads the columns A and B of the grid. Where A and B are names, as well, the sum of nothing is \
        hardly meant.
        """,
      fix: "Name the cells one by one.",
      example: FindingExample(
        wrong: """
          A = 1
          B = 2
          total = SUM(A:B)
          """,
        right: """
          A = 1
          B = 2
          total = SUM(A, B)
          """
      )
    ),
    FindingPage(
      .fillTooLarge,
      "a formula is filled into more cells than the program makes",
      why:
        "There is a limit so that no text, by accident or by intention, takes all memory.",
      fix: "Fill fewer cells, or use a table.",
      example: FindingExample(
        wrong: "A1:XFD1048576 = 1",
        right: "A1:A1000 = 1"
      )
    ),
    FindingPage(
      .hidesFunction, .warning,
      "a LAMBDA bears the name of a function",
      why:
        "A call of the name reaches the function, not the LAMBDA, so that the LAMBDA is never called.",
      fix: "Choose another name.",
      example: FindingExample(
        wrong: """
          round = LAMBDA(x, x)
          A = round(1.5, 0)
          """,
        right: """
          my_round = LAMBDA(x, x)
          A = my_round(1.5)
          """
      )
    ),
    FindingPage(
      .keptFormulas, .warning,
      "formulas of a used workbook cannot be computed, and keep the values that its file has",
      why:
        """
        They call functions that are not there, read other workbooks of which nothing is stored, or cannot be read. What \
        depends on them goes on with their stored values, which no change reaches. sheaf check of the workbook tells of \
        each.
        """,
      fix: "Write the formulas with functions that there are, or take care that nothing which changes is behind them.",
      example: FindingExample(
        wrong: "use \"plan.fods\" as plan",
        right: "use \"plan.fods\" as plan",
        beside: ["plan.fods": ExampleText(flatWorkbook(cell: "table:formula=\"of:=NOFUNC(1)\" \(three)"))],
        rightBeside: ["plan.fods": ExampleText(flatWorkbook(cell: "table:formula=\"of:=ABS(-3)\" \(three)"))]
      )
    ),
    FindingPage(
      .missingColumn,
      "a file or a used sheet does not have a column that is asked for",
      why:
        "A table that declares its columns, or a table of sheets, names what the file or the sheet has to have.",
      fix: "Correct the name as the help suggests.",
      example: FindingExample(
        wrong: """
          table t from "rows.csv" {
            | prise: number |
          }
          """,
        right: """
          table t from "rows.csv" {
            | price: number |
          }
          """,
        beside: [
          "rows.csv": """
          price
          1
          """
        ]
      )
    ),
    FindingPage(
      .notInRows,
      "a sheet in the rows of a table has what a row cannot have for itself",
      why:
        """
        In a table whose rows come and go the named cells of the sheet become columns. Its tables and the cells of its grids
        stand once for all rows, so nothing in a row can change them: they read none of its cells, and no event inserts rows
        into them. Rows that are written or counted, in a table without clauses, may have tables of their own.
        """,
      fix: "Let the rows stay as they are written, or give what differs from row to row a name of its own.",
      example: FindingExample(
        wrong: "event plus\ntable t of \"row.sheet\" { 2 rows; on plus : insert last () }",
        right: "event plus\ntable t of \"row.sheet\" { 2 rows; on plus : insert last () }",
        beside: ["row.sheet": "input n = 1\nA1 = n * 2"],
        rightBeside: ["row.sheet": "input n = 1\ntwice = n * 2"]
      )
    ),
    FindingPage(
      .otherCalendar, .note,
      "a used workbook counts days from 1904",
      why:
        """
        A sheet counts days from 1900. Numbers that the workbook shows as days stay the same days; a number that stands for \
        a day and is not shown as one is 1,462 days too early.
        """,
      fix: "Show days as days in the workbook, or save it with the days of 1900.",
      example: FindingExample(
        wrong: "use \"plan.fods\" as plan",
        right: "use \"plan.fods\" as plan",
        beside: ["plan.fods": ExampleText(flatWorkbook(cell: three, firstDay: "1904-01-01"))],
        rightBeside: ["plan.fods": ExampleText(flatWorkbook(cell: three))]
      )
    ),
    FindingPage(
      .unknownColumn,
      "a column is read that the table does not have",
      why:
        "The finding lists the columns and suggests the near one.",
      fix: "Correct the name of the column.",
      example: FindingExample(
        wrong: """
          table t {
            | price |
            | 1 |
          }
          A = SUM(t[prise])
          """,
        right: """
          table t {
            | price |
            | 1 |
          }
          A = SUM(t[price])
          """
      )
    ),
    FindingPage(
      .unknownFunction,
      "nobody knows the function or the service that is called",
      why:
        """
        Functions have Excel's English names; sheaf functions WORD finds them, also by German, French and Spanish \
        names.
        """,
      fix: "Correct the name, or define a LAMBDA of this name.",
      example: FindingExample(
        wrong: "total = SUMM(1, 2)",
        right: "total = SUM(1, 2)"
      )
    ),
    FindingPage(
      .unknownName,
      "nobody knows the cell that is read",
      why:
        """
        A name is a cell of this sheet, a parameter, or a column in the formula of a column. An action, a service or \
        a used sheet has no value of its own.
        """,
      fix: "Correct the name, or define the cell.",
      example: FindingExample(
        wrong: """
          Amount = 3
          total = Amout * 2
          """,
        right: """
          Amount = 3
          total = Amount * 2
          """
      )
    ),
    FindingPage(
      .unknownSheet,
      "a grid is read that the file does not have",
      why:
        "Inputs!B2 reads the grid that begins with the line sheet Inputs.",
      fix: "Correct the name, or add the grid.",
      example: FindingExample(
        wrong: """
          sheet Inputs
          B2 = 1
          sheet Result
          A1 = Imputs!B2
          """,
        right: """
          sheet Inputs
          B2 = 1
          sheet Result
          A1 = Inputs!B2
          """
      )
    ),
    FindingPage(
      .unreadableFile,
      "a file that the sheet names cannot be read",
      why:
        """
        It is not there, it may not be read, or it is too large. Files outside of the folder of the sheet need a \
        permission.
        """,
      fix: "Correct the path, or permit it with --allow-read.",
      example: FindingExample(
        wrong: "table t from \"missing.csv\" {}",
        right: "table t from \"rows.csv\" {}",
        beside: [
          "rows.csv": """
          a
          1
          """
        ]
      )
    ),
    FindingPage(
      .wrongArgumentCount,
      "a function is called with too few or too many arguments",
      why:
        "What a missing argument would be cannot be known. sheaf functions NAME shows what the function takes.",
      fix: "Write the arguments that the help shows.",
      example: FindingExample(
        wrong: "a = ROUND(1, 2, 3)",
        right: "a = ROUND(1.234, 2)"
      )
    ),
  ]
}

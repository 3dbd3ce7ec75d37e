extension FindingPages {
  /// The text of a sheet.
  static let text: [FindingPage] = [
    FindingPage(
      .addressAsName,
      "what looks like an address of the grid is to be a name",
      why:
        "Q1 and TAX20 are cells of the grid, in every sheet; a statement that declares something gives it a name.",
      fix: "Choose a name that is no address: with an underscore, or with a word.",
      example: FindingExample(
        wrong: "input Q1 = 2",
        right: "input Q1_ = 2"
      )
    ),
    FindingPage(
      .badDomain,
      "behind in stands neither a range nor a list",
      why:
        """
        A domain says which values an input or a payload may have: in 0..1, or in {"S", "M"}. A state has no \
        domain.
        """,
      fix: "Write a range of numbers or a list in braces.",
      example: FindingExample(
        wrong: "input rate in 1 = 1",
        right: "input rate in 0..1 = 1"
      )
    ),
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
      .badName,
      "a name is written with signs that no name has",
      why:
        "A name begins with a letter or an underscore and goes on with letters, digits and underscores.",
      fix: "Take the other signs away.",
      example: FindingExample(
        in: .prompt,
        wrong: """
          A = 1
          :rename A a-b
          """,
        right: """
          A = 1
          :rename A a_b
          """
      )
    ),
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
      .badTarget,
      "what stands before = cannot be defined",
      why:
        "A definition is of a name, of a cell such as A1, or of a range such as C2:C100 that is filled.",
      fix: "Write a name or an address.",
      example: FindingExample(
        wrong: "my cell = 3",
        right: "my_cell = 3"
      )
    ),
    FindingPage(
      .cellType,
      "a cell of a table is not of the type of its column",
      why:
        "A column with a type, as | n: number |, holds nothing else; what cannot be read as it stays out.",
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
      .missingAlias,
      "a used sheet has no name",
      why:
        "The cells of a used sheet are reached through the name that use gives it.",
      fix: "Write as and a name.",
      example: FindingExample(
        wrong: "use \"rates.sheet\"",
        right: "use \"rates.sheet\" as rates",
        beside: ["rates.sheet": "a = 1"]
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
      .missingBar,
      "a row of a table does not end with a bar",
      why:
        "A row begins and ends with |, so that an empty cell at its end can be seen.",
      fix: "Write | at the end of the row.",
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
      .missingBlock,
      "a statement has no braces that it needs",
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
      "what looks like a date or a time is something else in a formula",
      why:
        """
        2026-1-5 is a subtraction and 31/01/2026 a division; only 2026-01-05 is a date. 14:30 beside an operator is \
        a range of rows.
        """,
      fix: "Write the date as year-month-day with two digits each, or TIME(14, 30, 0).",
      example: FindingExample(
        wrong: "due = 2026-1-5",
        right: "due = 2026-01-05"
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
      .missingName,
      "the name of what is declared is missing",
      why:
        "What is declared is used by its name.",
      fix: "Write a name.",
      example: FindingExample(
        wrong: """
          input = 1
          table { }
          """,
        right: """
          table t {
            | n |
            | 1 |
          }
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
      .nameInUse,
      "a cell is to be renamed to a name that another cell has",
      why:
        "Two cells of one name could not be told apart.",
      fix: "Choose another name.",
      example: FindingExample(
        in: .prompt,
        wrong: """
          A = 1
          B = 2
          :rename A B
          """,
        right: """
          A = 1
          B = 2
          :rename A C
          """
      )
    ),
    FindingPage(
      .needlessWord,
      "a definition begins with a word of another language",
      why:
        "A cell is defined by name = formula; it needs no let, var or cell.",
      fix: "Leave the word out.",
      example: FindingExample(
        wrong: "let C = 4",
        right: "C = 4"
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
      .notSettable,
      "a value is to be written into a statement that has none",
      why:
        "An event or a service has no value in the text that could be replaced.",
      fix: "Change the statement itself."
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
      .reservedName,
      "a name is defined that is a value",
      why:
        "TRUE and FALSE are values everywhere.",
      fix: "Choose another name.",
      example: FindingExample(
        wrong: "TRUE = 1",
        right: "yes = TRUE"
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
      .undefined,
      "nothing has the name that is to be renamed",
      why:
        "Only what the sheet defines itself can be renamed.",
      fix: "Write the name as the sheet has it.",
      example: FindingExample(
        in: .prompt,
        wrong: """
          A = 1
          :rename B C
          """,
        right: """
          A = 1
          :rename A C
          """
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
  ]
}

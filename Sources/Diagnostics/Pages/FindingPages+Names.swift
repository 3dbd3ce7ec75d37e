extension FindingPages {
  /// Names and what they stand for.
  static let names: [FindingPage] = [
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
      .nameInUse,
      "a cell or a column is to be renamed to a name that is taken, or so that a formula may read something else",
      why:
        "Two cells of one name could not be told apart, and a formula whose column or parameter has the name reads that. The columns of a file have the names that they have there. Whether .cash behind what a LAMBDA is given, or a lookup finds, is the column is known only when it is computed.",
      fix: "Choose another name, or write the field with its row, as in ledger[2].cash.",
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
      .notSettable,
      "a value is to be written into a statement that has none",
      why:
        "An event or a service has no value in the text that could be replaced.",
      fix: "Change the statement itself."
    ),
  ]
}

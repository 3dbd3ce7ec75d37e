import ArgumentParser

/// What an evaluation is asked for: what is set first, and what is printed.
struct QuestionOptions: ParsableArguments {
  @Option(
    name: [.customShort("e", allowingJoined: true), .customLong("expression")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Prints the value of an expression, in a sheet or without one.", valueName: "expr"))
  var expressions: [String] = []

  @Option(name: .customLong("set"), help: ArgumentHelp("Sets an input or constant first.", valueName: "name=value"))
  var settings: [String] = []

  @Flag(name: .customLong("write"), help: "Writes what --set gives into the file of the sheet.")
  var writesSettings = false

  @Option(name: .customLong("get"), help: ArgumentHelp("Prints only this cell, range or table.", valueName: "cell"))
  var cells: [String] = []

  /// - Throws: What there is to be done with no sheet.
  func checkWithoutSheet() throws(CallFailure) {
    guard !expressions.isEmpty else {
      throw CallFailure("eval takes a sheet, or an expression", help: "sheaf eval FILE, or sheaf eval -e '1 + 2'")
    }
    guard settings.isEmpty, cells.isEmpty else {
      throw CallFailure("there is no sheet for --\(cells.isEmpty ? "set" : "get")")
    }
  }
}

/// The rows for which a sheet is evaluated, each by itself.
struct RowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Evaluates once for each row of a file of CSV or JSON lines, whose columns are inputs.", valueName: "file"),
    completion: .file())
  var rows: String?

  @Option(
    name: .customLong("keep"),
    help: ArgumentHelp(
      "Carries columns of --rows into the results as they stand, before the outputs.", valueName: "id,name"))
  var kept: [String] = []

  @Option(
    name: .customLong("error-column"),
    help: ArgumentHelp("Says in a last column of this name what is wrong in a row of --rows.", valueName: "name"))
  var errorColumn: String?

  /// What stands beside the outputs.
  var beside: ColumnsBeside { ColumnsBeside(kept: kept, error: errorColumn) }

  /// - Throws: Which option has no place, with rows or without.
  func check(beside question: QuestionOptions) throws(CallFailure) {
    guard rows != nil else {
      guard kept.isEmpty, errorColumn == nil else {
        throw CallFailure("\(kept.isEmpty ? "--error-column" : "--keep") is about --rows, which is not given")
      }
      return
    }
    if !question.expressions.isEmpty { throw CallFailure("-e has no place beside --rows, which prints outputs") }
    if question.writesSettings { throw CallFailure("--write has no place beside --rows, which sets other values") }
    if let errorColumn, beside.kept.contains(where: { $0.lowercased() == errorColumn.lowercased() }) {
      throw CallFailure("--keep and --error-column name the same column \(errorColumn)")
    }
  }
}

/// How the results of an evaluation are written, and where.
struct ResultOptions: ParsableArguments {
  @Option(
    name: .letter("f"),
    help: "One of human, json, jsonl, csv, tsv, markdown and html; else what the ending of -o says, or human.")
  var format: ReadingFormat?

  @Flag(name: .customLong("formatted"), help: "Writes numbers and dates in CSV and TSV as people see them.")
  var isFormatted = false

  @OptionGroup var page: OutputOptions

  @Option(
    name: .customLong("save"),
    help: ArgumentHelp(
      "Writes a table, an array or a range as a CSV or TSV file, as in people=people.csv or Out!A1#=out.csv.",
      valueName: "name=csv"), completion: .file())
  var saved: [String] = []

  @Flag(name: .customLong("stats"), help: "Says at the end how much work it was and what memory it took.")
  var showsWork = false
}

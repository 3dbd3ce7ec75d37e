import ArgumentParser
import SheetText

/// `sheaf init [FILE]`: a small sheet to begin with.
struct InitCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Writes a small sheet with a test, to begin with.",
    usage: "sheaf init [FILE]",
    discussion: """
      The sheet has an input, a table, results, a check and a test; sheaf FILE loads it at the prompt, and sheaf test FILE runs the test. What is \
      there already is never overwritten.

      Examples: sheaf init
                sheaf init trips/summer.sheet
      """)

  @Argument(help: "The sheet to write; - prints it.", completion: .file())
  var file = "budget.sheet"

  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    guard file != FilePath.standardOutput else {
      console.output.write(Self.sheet)
      return .success
    }
    if file.isEmpty { throw CallFailure("the name of a file is empty") }
    if FilePath.name(of: file).isEmpty { throw CallFailure("\(file) is a folder, not a file") }
    let path = file.hasSuffix(".sheet") ? file : file + ".sheet"
    guard FileSystem.kind(path) == nil else {
      throw CallFailure("\(path) is there already", help: "name another file: sheaf init FILE")
    }
    try OutputFile.write(Array(Self.sheet.utf8), to: path)
    let word = FilePath.shellWord(path)
    console.remark("wrote \(path); try: sheaf eval \(word), sheaf test \(word), sheaf \(word)")
    return .success
  }

  /// The sheet, in the one form that `sheaf fmt` gives it.
  static let sheet = """
    // What a month costs, and what is left of it.

    /// What comes in each month.
    input income: number = 2500

    table costs {
      | what  | amount |
      | rent  | 900    |
      | food  | 450    |
      | phone | 30     |
      share = amount / SUM(costs[amount]) as "0%"
    }

    /// All costs of the month.
    spent = SUM(costs[amount])

    /// What is left at the end of the month.
    left = income - spent

    always "shares add up": ROUND(SUM(costs[share]), 9) = 1

    test "a month with less" {
      expect left = 1120
      income = 1000
      expect left = -380
      insert last costs ("books", 20)
      expect spent = 1400, left = -400
    }

    """
}

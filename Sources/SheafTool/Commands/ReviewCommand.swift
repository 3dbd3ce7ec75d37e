import ArgumentParser
import LiveSheets

/// `sheaf review PATH…`: the expectations that fail, one after the other, to be accepted or left.
struct ReviewCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Shows each expectation that fails with the value that there is, and asks which is right.",
    usage: "sheaf review [PATH…] [--filter RE]",
    discussion: """
      It asks on a terminal only. An answer of y writes the value into the expectation, n leaves it, a takes all that are \
      left of the file, and q ends. What was accepted is written at the end of each file. The status is 1 if anything is \
      left that fails.

      Examples: sheaf review
                sheaf review sheets/loan --filter rate
      """)

  @Argument(help: "Sheets, and folders of them; the present folder by default.", completion: .file())
  var paths: [String] = ["."]

  @Option(help: ArgumentHelp("Reviews only tests whose name contains a match.", valueName: "re"))
  var filter: String?

  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  private enum Answer { case yes, no, all, quit }

  func run(on console: Console) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, network, console)
    let selection = try TestSelection(matching: filter, failed: nil)
    try ExpectationReview.refuseInCI(console, "review")
    guard console.isInteractive else {
      throw CallFailure("review asks on a terminal, and there is none", help: "sheaf test --accept takes every value")
    }
    var (accepted, left) = (0, 0)
    files: for path in try FileSystem.sheets(at: paths) {
      let review = try ExpectationReview(of: path, loading, selection.filter(of: path))
      left += review.otherFailures
      var taken: [ExpectationReview.Proposal] = []
      var answer = Answer.no
      for (number, proposal) in review.proposals.enumerated() {
        for line in review.lines(proposal, console.paint) { console.output.line(line) }
        if answer != .all { answer = ask(console) }
        if answer == .quit {
          left += review.proposals.count - number
          break
        }
        if answer == .no { left += 1 } else { taken.append(proposal) }
      }
      try review.accept(taken, console)
      accepted += taken.count
      if answer == .quit { break files }
    }
    console.remark("\(accepted) accepted, \(left) left")
    return left > 0 ? .sheet : .success
  }

  /// Asks until the answer is one; the end of the input ends the review.
  private func ask(_ console: Console) -> Answer {
    while true {
      console.output.write("accept? [y]es, [n]o, [a]ll of this file, [q]uit: ")
      console.output.flush()
      guard let line = console.input.nextLine() else {
        console.output.line()
        return .quit
      }
      switch String(decoding: line, as: UTF8.self).trimmed.lowercased() {
      case "y", "yes": return .yes
      case "n", "no", "": return .no
      case "a", "all": return .all
      case "q", "quit": return .quit
      default: continue
      }
    }
  }
}

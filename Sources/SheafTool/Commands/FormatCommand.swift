import ArgumentParser
import Diagnostics
import SheetText

/// `sheaf fmt`: sheets in the one form in which they are written.
struct FormatCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Writes sheets in one form: blanks, empty lines and columns of tables.",
    usage: "sheaf fmt PATH… [--check] [--diff]",
    discussion: """
      Only blanks and line ends change: names, formulas, comments and the order of statements stay, and so do all \
      values and tests. A sheet whose text cannot be read is left as it is and reported; check tells of all else.

      Examples: sheaf fmt sheets
                sheaf fmt . --check
                sheaf fmt budget.sheet --diff
                sheaf fmt - < budget.sheet
      """)

  @Argument(help: "Sheets, and folders of sheets; - formats the standard input to the output.", completion: .file())
  var paths: [String]

  @Flag(help: "Writes nothing and names the sheets that are in another form; the status is 1 if there are any.")
  var check = false

  @Flag(
    name: [.long, .customShort("n"), .customLong("dry-run")],
    help: "Writes nothing and shows what would change; the status is 1 if anything would.")
  var diff = false

  @OptionGroup(visibility: .hidden) var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, network, console)
    var unread = UnreadFiles(console)
    let files = try unread.others(of: FoundFiles(at: paths))
    var counts = Counts()
    for path in files {
      try unread.with(path, isAlone: files.count == 1) { () throws(CallFailure) in
        try format(path, loading, &counts, console)
      }
    }
    if !console.isQuiet, files != [FilePath.standardInput] {
      console.remark(summary(files.count - unread.paths.count, counts))
    }
    return unread.status(counts.broken > 0 || counts.changed > 0 && (check || diff) ? .sheet : .success)
  }

  /// How many files were in another form, and how many have errors.
  private struct Counts {
    var changed = 0
    var broken = 0
  }

  private func format(
    _ path: String, _ loading: SheetLoading, _ counts: inout Counts, _ console: Console
  ) throws(CallFailure) {
    try WorkbookFile.refuse(path, by: "fmt")
    let document = try loading.document(at: path)
    guard !document.hasErrors else {
      console.show(document.diagnostics.filter { $0.severity == .error }, in: document.source)
      counts.broken += 1
      if path == FilePath.standardInput, !check, !diff { console.output.write(document.bytes) }
      return
    }
    let formatted = SheetFormatter.formatted(document)
    if formatted.bytes != document.bytes { counts.changed += 1 }
    try show(formatted, insteadOf: document, at: path, console)
  }

  private func show(
    _ formatted: SheetDocument, insteadOf document: SheetDocument, at path: String, _ console: Console
  ) throws(CallFailure) {
    let isChanged = formatted.bytes != document.bytes
    if diff {
      if isChanged {
        BlankDifference(document.source, formatted.source).write(to: console.output, console.paint, path: path)
      }
    } else if check {
      if isChanged { console.output.line(path) }
    } else if path == FilePath.standardInput {
      console.output.write(formatted.bytes)
    } else if isChanged {
      let remark = try OutputFile.write(formatted.bytes, to: path, replacing: FileVersion(document.bytes))
      if let remark { console.remark(remark) }
    }
  }

  private func summary(_ count: Int, _ counts: Counts) -> String {
    let files = "\(count) file\(count == 1 ? "" : "s")"
    let verb = check || diff ? "to be formatted" : "formatted"
    let errors =
      counts.broken == 0 ? "" : ", \(counts.broken) with errors left as \(counts.broken == 1 ? "it is" : "they are")"
    return "\(files), \(counts.changed) \(verb)\(errors)"
  }
}

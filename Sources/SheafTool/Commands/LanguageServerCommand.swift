import ArgumentParser
import Diagnostics
import LanguageServer
import Linting
import LiveSheets
import SheetText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `sheaf lsp`: sheets in an editor.
struct LanguageServerCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "Serves an editor: findings, values, completion, renaming and more while you type.",
    usage: "sheaf lsp [--stdio]",
    discussion: """
      Speaks the Language Server Protocol over its standard input and output; an editor starts it. Sheets are evaluated \
      and no service is called. Files outside of a sheet's own folder are read only where --allow-read says so.

      Settings for VS Code, Neovim, Vim, Helix and Zed are in the folder Editors of the repository.
      """)

  @Flag(help: "Does nothing: the standard streams are what is used anyway. Some editors pass it.")
  var stdio = false

  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, network, console)
    let check = console.configuration.check
    let selection = try FindingSelection(selecting: check.select, ignoring: check.ignore)
    let host = Self.host(loading, selection, check.limits)
    let connection = ServerConnection(LanguageServer(host, version: Release.version)) { bytes in
      console.output.write(bytes)
    }
    while connection.exitStatus == nil, console.output.isUsable, let bytes = console.input.nextChunk() {
      connection.receive(bytes)
      // What is asked comes first; what is told unasked waits until nobody asks.
      let isIdle = !console.input.hasMore
      if isIdle { connection.idle() }
      console.output.flush()
      if isIdle { connection.rest() }
    }
    // An editor that has gone away has not asked to end.
    return connection.exitStatus == 0 ? .success : .sheet
  }

  private static func host(
    _ loading: SheetLoading, _ selection: FindingSelection, _ limits: LintLimits
  ) -> LanguageHost {
    let users = SheetUsersAtHand()
    return LanguageHost(
      environment: { folder in
        var environment = loading.environment(forFolder: folder, seed: loading.seed ?? 0x5EAF)
        // Nobody answers here, and what waits for an answer is not wrong.
        environment.services = .mocked
        return environment
      },
      judge: {
        let memory = LintMemory()
        return { sheet in
          let path = sheet.document.source.name
          let context = LintedSheet.Context(readElsewhere: users.names(readIn: path), limits: limits)
          return FileFindings(sheet, selection, context, memory: memory).findings.map(\.diagnostic)
        }
      },
      readFile: { try? FileSystem.read($0) },
      sheetFiles: { (try? FileSystem.sheets(at: [$0])) ?? [] },
      format: { SheetFormatter.formatted($0).bytes })
  }
}

extension LineInput {
  /// Whether there is something to read without waiting.
  fileprivate var hasMore: Bool {
    guard let descriptor else { return false }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLIN) != 0
  }
}

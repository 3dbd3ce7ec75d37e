import Foundation
import Testing

@testable import SheafTool

@Suite("Beginning, manuals, topics")
struct ManualTests {
  @Test("init writes a sheet in which nothing is found, whose test passes, and overwrites nothing")
  func begin() throws {
    let folder = try TemporaryFolder()
    let file = folder["trip.sheet"]
    #expect(ToolRun("init", folder["trip"]).status == 0)
    let check = ToolRun("check", file, "--select", "all", "--ignore", "missing-test", "--fail-on", "note")
    #expect(check.status == 0, "\(check.output)")
    #expect(ToolRun("test", file).status == 0)
    #expect(ToolRun("fmt", file, "--check").status == 0)
    let before = try folder.text("trip.sheet")
    let again = ToolRun("init", file)
    #expect(again.status == 2 && again.errors.contains("is there already"))
    #expect(try folder.text("trip.sheet") == before)
    #expect(ToolRun("init", "-").output == before)
  }

  @Test("Every command has a manual page with its options and examples")
  func pages() throws {
    let pages = try ManualPages().all
    #expect(pages.map(\.file).contains("sheaf.1") && pages.map(\.file).contains("sheaf-check.1"))
    for command in SheafCommands.configuration.subcommands.compactMap({ $0.configuration.commandName }) {
      let run = ToolRun("man", command)
      #expect(run.status == 0)
      #expect(run.output.utf8.allSatisfy { $0 < 0x80 }, "man reads ASCII everywhere")
      for section in ["NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS"] {
        #expect(run.output.contains(".SH \(section)\n"), "\(command) has no \(section)")
      }
      for line in run.output.split(separator: "\n") where line.hasPrefix(".") {
        #expect([".TH", ".SH", ".TP", ".B", ".BR", ".PP", ".br", ".nf", ".fi"].contains(line.split(separator: " ")[0]))
      }
    }
    #expect(ToolRun("man", "check").output.contains(".B \\-\\-fail\\-on severity\n"))
    #expect(ToolRun("man", "chekc").errors.contains("did you mean check?"))
    let folder = try TemporaryFolder()
    #expect(ToolRun("man", "-o", folder.path).status == 0)
    #expect(try folder.text("sheaf-init.1").contains("overwritten"))
    let format = ToolRun("man", "format").output
    #expect(format.hasPrefix(".TH \"SHEAF\\-FORMAT\" 5 ") && format.utf8.allSatisfy { $0 < 0x80 })
    #expect(try folder.text("sheaf-format.5") == format)
    for entry in LanguageGuide.entries { #expect(!entry.meaning.isEmpty && !entry.example.isEmpty) }
    #expect(
      format.split(separator: "\n").count { $0 == ".TP" } + 1 == LanguageGuide.entries.count + SettingKey.all.count + 1)
    #expect(format.contains(".B check.fail\\-on\n"))
  }

  @Test func topics() {
    for topic in ["exit-codes", "environment", "files", "formats", "findings", "topics", "input"] {
      #expect(ToolRun("help", topic).status == 0, "\(topic)")
    }
    #expect(ToolRun("help", "check").output.contains("--fail-on"))
    let near = ToolRun("help", "exit-code")
    #expect(near.status == 2 && near.errors.contains("did you mean sheaf help exit-codes?"))
  }

  @Test("Quiet leaves remarks out, verbose tells what is read")
  func amount() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\n"])
    #expect(ToolRun("check", folder["a.sheet"], "-q").output == "")
    #expect(ToolRun("fmt", folder["a.sheet"], "-q").errors == "")
    let run = ToolRun("eval", folder["a.sheet"], "-v")
    #expect(run.output == "A 1\n")
    #expect(run.errors.contains("a.sheet: 6 bytes") && run.errors.contains("eval: status 0 after"))
  }
}

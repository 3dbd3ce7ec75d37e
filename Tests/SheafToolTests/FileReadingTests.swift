import Hosting
import Testing

@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Files that are read")
struct FileReadingTests {
  @Test("What would never end is refused at once, with what it is")
  func oddFiles() throws {
    let folder = try TemporaryFolder([
      "x.sheet": "table t from \"f.csv\"\n", "y.sheet": "table t from \"g.csv\"\n", "talk.sheet": talk,
    ])
    mkfifo(folder["f.csv"], 0o600)
    mkfifo(folder["pipe"], 0o600)
    let rows: [([String], String)] = [
      (["check", folder["x.sheet"]], "\(folder["f.csv"]) is a pipe, not a file"),
      (["check", folder["pipe"]], "\(folder["pipe"]) is a pipe, and nobody writes to it"),
      (
        ["eval", folder["talk.sheet"], "--rows", folder["pipe"]], "\(folder["pipe"]) is a pipe, and nobody writes to it"
      ),
      (["eval", folder["talk.sheet"], "-o", folder["pipe"]], "\(folder["pipe"]) is a pipe, and nobody reads it"),
      (["check", "/dev/zero"], "/dev/zero is a device, not a file"),
      (["eval", "/dev/zero"], "/dev/zero is a device, not a file"),
    ]
    for (words, message) in rows {
      let run = ToolRun(words)
      #expect(run.status != 0 && run.status != 70, "\(words)")
      #expect((run.output + run.errors).contains(message), "\(words): \(run.errors)")
    }
    #expect(ToolRun("check", "/dev/null").status == 0)
  }

  @Test("A pipe that somebody writes to is read to its end")
  func pipes() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder["pipe"], 0o600)
    let path = folder["pipe"]
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    let writer = open(path, O_WRONLY)
    _ = systemWrite(writer, talk, talk.utf8.count)
    close(reader)
    let file = try FileReader(path)
    close(writer)
    #expect(String(decoding: try file.all(limit: .standard), as: UTF8.self) == talk)
  }

  @Test("A file that is larger than the limit is refused with the limit")
  func limit() throws {
    let folder = try TemporaryFolder(["x.sheet": talk, "y.sheet": "table t from \"big.csv\"\n", "big.csv": ""])
    truncate(folder["big.csv"], 3 << 20)
    let words = "\(folder["big.csv"]) is larger than 2 MB, the most that is read"
    #expect(ToolRun("check", folder["big.csv"], "--max-file-size", "2").errors.contains(words))
    #expect(ToolRun("check", folder["y.sheet"], "--max-file-size", "2").output.contains(words))
    #expect(ToolRun("check", folder["x.sheet"], "--max-file-size", "0").status == 2)
    truncate(folder["big.csv"], 5 << 30)
    let run = ToolRun("check", folder["big.csv"])
    #expect((run.status, run.output) == (2, ""))
    #expect(run.errors.contains("is larger than 1 GB, the most that is read\n  = help: --max-file-size"))
  }

  @Test("A prompt whose input is closed ends at once with the reason")
  func closedInput() throws {
    let folder = try TemporaryFolder(["x.sheet": talk])
    for arguments in [[], [folder["x.sheet"]]] {
      let process = try ToolProcess(arguments, input: nil, folder: folder)
      #expect(process.status() == 2)
      #expect(
        process.printed == "error: there is nothing to read statements from: the standard input is closed\n")
    }
    let process = try ToolProcess(["eval", folder["x.sheet"]], input: nil, folder: folder)
    #expect(process.status() == 0)
    #expect(process.printed == "A 20\nB 10\nC 70\n")
  }

  @Test("A name without its ending means the sheet before other files")
  func missingEnding() throws {
    let folder = try TemporaryFolder(["plan.ods": "", "plan.sheet": "A = 1\n", "plan.txt": "", "other.csv": ""])
    for (name, near) in [("plan", "plan.sheet"), ("other", "other.csv"), ("pln.sheet", "plan.sheet")] {
      let run = ToolRun("eval", folder[name])
      #expect(run.errors.hasSuffix("did you mean \(folder[near])?\n"), "\(run.errors)")
    }
  }

  @Test("A refusal says nothing about what there is outside the sheet's folder")
  func outside() throws {
    let other = try TemporaryFolder(["quote.csv": "a\n1\n"])
    let folder = try TemporaryFolder()
    let up = "../" + FilePath.name(of: other.path)
    symlink(other.path, folder["link"])
    symlink(other["quote.csv"], folder["there.csv"])
    symlink(other["none.csv"], folder["nowhere.csv"])
    let names = [
      "\(other.path)/quote.csv", "\(other.path)/qoute.csv", "\(up)/quote.csv", "\(up)/qoute.csv", "\(up)/no/quote.csv",
      "no/../\(up)/quote.csv", "no/../\(up)/none.csv", "link/quote.csv", "link/none.csv", "there.csv", "nowhere.csv",
      "/etc/passwd", "/etc/passwx", "..", "../x",
    ]
    for name in names {
      try OutputFile.write(Array("table t from \"\(name)\"\n".utf8), to: folder["x.sheet"])
      let run = ToolRun("check", folder["x.sheet"])
      #expect(run.output.contains("\(name) lies outside the sheet's folder; allow it with --allow-read="), "\(name)")
      #expect(!run.output.contains("did you mean") && !run.output.contains("there is no"), "\(name): \(run.output)")
    }
    // What is advised allows it.
    for name in ["\(other.path)/quote.csv", "\(up)/quote.csv", "link/quote.csv", "there.csv"] {
      try OutputFile.write(Array("table t from \"\(name)\"\n".utf8), to: folder["x.sheet"])
      let advice = ToolRun("check", folder["x.sheet"]).output.firstMatch(of: #/allow it with (\S+)/#)
      let allowance = try #require(advice).output.1
      #expect(ToolRun("eval", folder["x.sheet"], String(allowance)).output == "t\n  a\n  1\n", "\(name): \(allowance)")
    }
    // What lies inside is told as ever.
    try OutputFile.write([65], to: folder["data.csv"])
    try OutputFile.write(Array("table t from \"dta.csv\"\n".utf8), to: folder["x.sheet"])
    #expect(ToolRun("check", folder["x.sheet"]).output.contains("data.csv"))
  }

  @Test("A sheet reads no hidden file unless the call names it or its folder")
  func hidden() throws {
    let folder = try TemporaryFolder([".env": "key\ns3\n", "x.sheet": "table t from \".env\"\n"])
    symlink(".env", folder["plain.csv"])
    func check(_ name: String, _ arguments: String..., reads: Bool, at location: SourceLocation = #_sourceLocation)
      throws
    {
      try OutputFile.write(Array("table t from \"\(name)\"\n".utf8), to: folder["x.sheet"])
      let run = ToolRun(["eval", folder["x.sheet"]] + arguments)
      #expect(run.output.contains("s3") == reads, "\(run.output)\(run.errors)", sourceLocation: location)
      if !reads { #expect(run.errors.contains("\(name) is hidden"), sourceLocation: location) }
    }
    try check(".env", reads: false)
    try check("plain.csv", reads: false)
    try check(".nothing", reads: false)
    try check(".git/config", reads: false)
    try check(".env", "--allow-read", folder[".env"], reads: true)
    try check(".env", "--allow-read", folder.path, reads: false)
  }
}

import Hosting
import TestSupport
import Testing

@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Output file")
struct OutputFileTests {
  private let old = "old\n"
  private let new = String(repeating: "new line of a text\n", count: 9000)

  /// Writes the new text over the old one with calls that a test chose.
  private func write(over path: String, _ calls: FileCalls) throws {
    let file = try OutputFile(path, calls: calls)
    file.sink.write(new)
    try file.finish()
  }

  /// The calls of the system, of which one after the other is counted and may be answered by somebody else.
  ///
  /// - Parameter instead: Given the number of a call, answers it with a failure, or `nil` to let the system do it.
  private func counted(_ instead: @escaping (Int) -> Int32?) -> (calls: FileCalls, count: () -> Int) {
    var count = 0
    func step(_ body: () -> Int32) -> Int32 {
      count += 1
      guard let code = instead(count) else { return body() }
      errno = code
      return -1
    }
    let system = FileCalls.system
    var calls = system
    calls.create = { path, mode in step { system.create(path, mode) } }
    calls.write = { descriptor, bytes, length in
      // In pieces, as a full pipe or a signal would have it.
      Int(step { Int32(system.write(descriptor, bytes, min(length, 30_000))) })
    }
    calls.setOwner = { descriptor, owner, group in step { system.setOwner(descriptor, owner, group) } }
    calls.setMode = { descriptor, mode in step { system.setMode(descriptor, mode) } }
    calls.synchronize = { descriptor in step { system.synchronize(descriptor) } }
    calls.close = { descriptor in step { system.close(descriptor) } }
    calls.rename = { from, to in step { system.rename(from, to) } }
    calls.remove = { path in step { system.remove(path) } }
    return (calls, { count })
  }

  @Test("Whichever call of the system fails, the old file or the new one is there, and nothing else")
  func failingCalls() throws {
    let (calls, count) = counted { _ in nil }
    let folder = try TemporaryFolder(["f": old])
    try write(over: folder["f"], calls)
    let total = count()
    #expect(total >= 10)
    for code in [ENOSPC, EIO, EINTR] {
      for number in 1...total {
        let folder = try TemporaryFolder(["f": old])
        let (calls, _) = counted { $0 == number ? code : nil }
        var hasFailed = false
        do { try write(over: folder["f"], calls) } catch { hasFailed = true }
        let text = try folder.text("f")
        #expect(text == old || text == new, "call \(number)")
        if !hasFailed { #expect(text == new, "call \(number)") }
        #expect(try FileSystem.entries(of: folder.path) == ["f"], "call \(number)")
      }
    }
  }

  @Test("A file is closed once, also when it is given up after it could not be finished")
  func closings() throws {
    let folder = try TemporaryFolder(["f": old])
    mkfifo(folder["pipe"], 0o600)
    let reader = open(folder["pipe"], O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    for (name, isRefused) in [("f", false), ("f", true), ("g", false), ("g", true), ("pipe", false)] {
      var calls = FileCalls.system
      var closed: [Int32] = []
      calls.close = { descriptor in
        closed.append(descriptor)
        return close(descriptor)
      }
      if isRefused { calls.rename = { _, _ in -1 } }
      let file = try OutputFile(folder[name], calls: calls)
      file.sink.write(old)
      do { try file.finish() } catch { #expect(isRefused, "\(name): \(error)") }
      let closings = closed.count
      #expect(closed.first == file.sink.descriptor, "\(name): \(closed)")
      file.abandon()
      #expect(closed.count == closings, "\(name): \(closed)")
    }
  }

  @Test("Wherever the tool is killed, the old file or the new one is there")
  func deadCalls() throws {
    var outcomes: Set<String> = []
    for number in 1...16 {
      let folder = try TemporaryFolder(["f": old])
      // From the call on nothing is done any more.
      let (calls, _) = counted { $0 >= number ? EBADF : nil }
      _ = try? write(over: folder["f"], calls)
      let text = try folder.text("f")
      #expect(text == old || text == new, "call \(number)")
      outcomes.insert(text)
    }
    #expect(outcomes == [old, new])
  }

  @Test("A file keeps its mode, and a new one has that of the user")
  func modes() throws {
    let folder = try TemporaryFolder(["f": old])
    chmod(folder["f"], 0o751)
    try OutputFile.write([65], to: folder["f"])
    #expect(mode(folder["f"]) == 0o751)
    let mask = umask(0o027)
    umask(mask)
    try OutputFile.write([65], to: folder["g"])
    #expect(mode(folder["g"]) == 0o666 & ~mask)
  }

  @Test("A file that nobody may write is not replaced")
  func readOnly() throws {
    let folder = try TemporaryFolder(["f": old])
    chmod(folder["f"], 0o444)
    check(folder["f"], "\(folder["f"]) is read-only", help: "chmod u+w \(folder["f"])")
    #expect(try folder.text("f") == old)
  }

  @Test("Links are followed, one that leads nowhere as well, and stay")
  func links() throws {
    let folder = try TemporaryFolder(["f": old])
    for (link, target) in [("a", "f"), ("b", "a"), ("c", "new"), ("d", folder["c"]), ("loop", "loop")] {
      symlink(target, folder[link])
    }
    try OutputFile.write([65], to: folder["b"])
    #expect(try folder.text("f") == "A")
    try OutputFile.write([66], to: folder["d"])
    #expect(try folder.text("new") == "B")
    #expect(try FileSystem.entries(of: folder.path) == ["a", "b", "c", "d", "f", "loop", "new"])
    for link in ["a", "b", "c", "d"] {
      var info = stat()
      #expect(lstat(folder[link], &info) == 0 && info.st_mode & S_IFMT == S_IFLNK, "\(link)")
    }
    #expect(throws: CallFailure.self) { try OutputFile.write([67], to: folder["loop"]) }
  }

  @Test("A pipe that somebody reads is written directly")
  func pipe() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder["pipe"], 0o600)
    let reader = open(folder["pipe"], O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try OutputFile.write(Array(old.utf8), to: folder["pipe"])
    var bytes = [UInt8](repeating: 0, count: 10)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == old)
    #expect(try FileSystem.entries(of: folder.path) == ["pipe"])
  }

  @Test("That other names of a file keep the old text is told")
  func hardLinks() throws {
    let folder = try TemporaryFolder(["f": old])
    link(folder["f"], folder["g"])
    let remark = try OutputFile.write([65], to: folder["f"])
    #expect(remark == "\(folder["f"]) had 2 names, hard links; the others keep what was there")
    #expect(try folder.text("g") == old)
    #expect(try OutputFile.write([65], to: folder["f"]) == nil)
  }

  @Test("A file that somebody else has written since is left as it is")
  func changedFiles() throws {
    let folder = try TemporaryFolder(["f": old])
    let version = try FileVersion(ofFileAt: folder["f"])
    #expect(version == FileVersion(Array(old.utf8)))
    try OutputFile.write(Array(old.utf8), to: folder["f"])
    try OutputFile.write([65], to: folder["f"], replacing: version)
    #expect(throws: CallFailure.self) { try OutputFile.write([66], to: folder["f"], replacing: version) }
    #expect(throws: CallFailure.self) { try OutputFile.write([66], to: folder["f"], replacing: .absent) }
    try OutputFile.write([67], to: folder["g"], replacing: .absent)
    #expect(try FileSystem.entries(of: folder.path) == ["f", "g"])
    #expect(try folder.text("f") == "A")
  }

  @Test("Results are written neither over a sheet nor over what they are made from")
  func resultsOverSheets() throws {
    let folder = try TemporaryFolder(["x.sheet": talk, "y": talk, "in.csv": "A\n1\n"])
    symlink("x.sheet", folder["link"])
    let sheet = folder["x.sheet"]
    let rows: [[String]] = [
      ["eval", sheet, "-o", sheet], ["eval", sheet, "-o", folder["new.sheet"]], ["eval", sheet, "-o", folder["link"]],
      ["eval", sheet, "-o", folder["X.SHEET"]], ["eval", folder["y"], "-o", folder["y"]],
      ["eval", sheet, "--rows", folder["in.csv"], "-o", folder["in.csv"]], ["test", sheet, "--report", "tap=\(sheet)"],
    ]
    for words in rows {
      let run = ToolRun(words)
      #expect(run.status == 2, "\(words)")
      #expect(run.output == "" && run.errors.hasPrefix("error: "), "\(words)")
    }
    #expect(try FileSystem.entries(of: folder.path) == ["in.csv", "link", "x.sheet", "y"])
    #expect(try folder.text("x.sheet") == talk)
    let saved = try TemporaryFolder(["t.sheet": "table t {\n| a |\n| 1 |\n}\n"])
    #expect(ToolRun("eval", saved["t.sheet"], "--save", "t=\(saved["t.sheet"])").status == 2)
  }

  @Test("A tool that is killed at any moment leaves the old file or the new one")
  func kills() throws {
    let count = TestLength.count(6, of: 500)
    // Mostly comments: quick to load, long to write.
    let sheet = "A = 1\n" + String(repeating: "// " + String(repeating: "x", count: 200) + "\n", count: 4000)
    let folder = try TemporaryFolder(["x.sheet": sheet, "in": "A = 2\n:save\nA = 3\n:save\nA = 1\n:save\n"])
    let allowed = Set((1...3).map { sheet.replacing("A = 1\n", with: "A = \($0)\n") })
    let begin = ContinuousClock.now
    let whole = try ToolProcess([folder["x.sheet"]], input: folder["in"], folder: folder)
    #expect(whole.status() == 0, "\(whole.printed)")
    let duration = UInt32((ContinuousClock.now - begin) / .microseconds(1))
    for round in 0..<count {
      let process = try ToolProcess([folder["x.sheet"]], input: folder["in"], folder: folder)
      usleep(UInt32.random(in: 0...duration))
      _ = process.end(with: round % 4 == 3 ? SIGTERM : SIGKILL)
      let text = try folder.text("x.sheet")
      let isWhole = allowed.contains(text)
      #expect(isWhole, "round \(round), \(text.utf8.count) of \(sheet.utf8.count) bytes")
      // What a killed tool had begun stays behind, under a name of its own.
      for name in try FileSystem.entries(of: folder.path) where name.hasPrefix(".sheaf-") { unlink(folder[name]) }
    }
  }

  @Test("An interrupted tool removes what it had begun to write", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) throws {
    let folder = try TemporaryFolder(["x.sheet": "a = 1\n", "in.csv": "a\n"])
    // The rows never end: a pipe with a writer, this test.
    mkfifo(folder["rows"], 0o600)
    let writer = open(folder["rows"], O_RDWR)
    defer { close(writer) }
    let process = try ToolProcess(
      ["eval", folder["x.sheet"], "--rows", folder["rows"], "-o", folder["out"]], input: "/dev/null", folder: folder)
    let deadline = ContinuousClock.now + .seconds(30)
    func isWriting() -> Bool {
      (try? FileSystem.entries(of: folder.path))?.contains { $0.hasPrefix(".sheaf-") } ?? false
    }
    while !isWriting(), ContinuousClock.now < deadline { usleep(1000) }
    #expect(isWriting())
    #expect(process.end(with: signal) == 128 + signal)
    #expect(!isWriting() && FileSystem.kind(folder["out"]) == nil)
  }

  @Test("A sheet that another program has written is not saved over from a pipe, unless that is said")
  func changedMeanwhile() async throws {
    for (verb, text) in [(":save", "A = 1 // theirs\n"), (":save!", "A = 2\n")] {
      let folder = try TemporaryFolder(["x.sheet": "A = 1\n"])
      mkfifo(folder["in"], 0o600)
      let writer = open(folder["in"], O_RDWR)
      let process = try ToolProcess([folder["x.sheet"]], input: folder["in"], folder: folder)
      func type(_ line: String) { _ = systemWrite(writer, line, line.utf8.count) }
      type("A = 2\n")
      #expect(await eventually { process.printed.contains("A 1 → 2") })
      try OutputFile.write(Array("A = 1 // theirs\n".utf8), to: folder["x.sheet"])
      type("\(verb)\n:quit\n")
      #expect(process.status() == (verb == ":save" ? 1 : 0), "\(process.printed)")
      close(writer)
      #expect(process.printed.contains("has been changed by another program since it was read") == (verb == ":save"))
      #expect(try folder.text("x.sheet") == text)
    }
  }

  @Test("What another program writes between the question and the writing is not lost")
  func changedBetween() throws {
    let folder = try TemporaryFolder(["f": old])
    let version = try FileVersion(ofFileAt: folder["f"])
    try OutputFile.write(Array("theirs".utf8), to: folder["f"])
    #expect(throws: CallFailure.self) { try OutputFile.write([65], to: folder["f"], replacing: version) }
    #expect(try folder.text("f") == "theirs")
  }

  private func mode(_ path: String) -> mode_t? {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_mode & 0o7777 : nil
  }

  private func check(
    _ path: String, _ message: String, help: String?, at location: SourceLocation = #_sourceLocation
  ) {
    do {
      try OutputFile.write([65], to: path)
      Issue.record("\(path) was written", sourceLocation: location)
    } catch {
      #expect(error.message == message, sourceLocation: location)
      #expect(error.help == help, sourceLocation: location)
    }
  }
}

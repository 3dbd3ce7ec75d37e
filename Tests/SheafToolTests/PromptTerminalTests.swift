import Testing

@testable import SheafTool

@Suite("The prompt on a terminal", .serialized)
struct PromptTerminalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A statement shows its value, and Ctrl-D leaves")
  func conversation() throws {
    let run = try TerminalRun(folder: folder)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("A = 20\r")
    terminal.expect(lastLines: "» A = 20", "A 20", "»")
    terminal.type("B = (A +\r")
    terminal.expect(lastLines: "…")
    terminal.type("5)\r")
    terminal.expect(lastLines: "» B = (A +", "… 5)", "B 25", "»")
    terminal.type("A = 30\r")
    terminal.expect(lastLines: "A 20 → 30", "B 25 → 35", "»")
    #expect(run.leave() == 0)
  }

  @Test("What :last shows goes through the pager where it is longer than the terminal")
  func pager() throws {
    let run = try TerminalRun(folder: folder, environment: ["PAGER": "sed -n 's/^ *200$/paged &/p'"])
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("SEQUENCE(200)\r")
    terminal.expect("»")
    terminal.type(":last\r")
    terminal.expect("paged")
    terminal.type("SEQUENCE(3)\r:last\r")
    terminal.expect(lastLines: "» :last", "_ {1; 2; 3}", "»")
    #expect(run.leave() == 0)
  }

  @Test("A failed statement does not make leaving a failure")
  func failures() throws {
    let run = try TerminalRun(folder: folder)
    run.terminal.expect(lastLines: "»")
    run.terminal.type("1 +\r")
    run.terminal.expect("error")
    run.terminal.type(":quit\r")
    #expect(run.status() == 0)
  }

  @Test("Lines are edited, also where they are longer than the terminal is wide", .enabled(if: isEditorInstalled))
  func editing() throws {
    let run = try TerminalRun(folder: folder, columns: 20)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("\"ü漢\" & \"x\"\u{1B}[D\u{1B}[Dyz\r")
    terminal.expect(lastLines: "» \"ü漢\" & \"yzx\"", "ü漢yzx", "»")
    terminal.type("1000000 + 2000000 + 3000000")
    terminal.expect(lastLines: "» 1000000 + 2000000", "+ 3000000")
    terminal.type("\u{1}9\r")
    terminal.expect(lastLines: "» 91000000 + 2000000", " + 3000000", "96000000", "»")
  }

  @Test("Entries come again with the arrow keys, in later runs as well", .enabled(if: isEditorInstalled))
  func history() throws {
    let run = try TerminalRun(folder: folder)
    run.terminal.expect(lastLines: "»")
    run.terminal.type("A = 1\rA + 1\r")
    run.terminal.expect(lastLines: "» A + 1", "2", "»")
    run.terminal.type("\u{1B}[A\u{1B}[A")
    run.terminal.expect(lastLines: "2", "» A = 1")
    run.terminal.type("2\r")
    run.terminal.expect(lastLines: "» A = 12", "A 1 → 12", "»")
    #expect(run.leave() == 0)
    let later = try TerminalRun(folder: folder)
    later.terminal.expect(lastLines: "»")
    later.terminal.type("\u{1B}[A\u{1B}[A")
    later.terminal.expect(lastLines: "» A + 1")
  }

  @Test("Ctrl-C clears the line and what it goes on with")
  func interrupting() throws {
    let run = try TerminalRun(folder: folder)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("A = 1")
    terminal.expect(lastLines: "» A = 1")
    terminal.type("\u{3}")
    terminal.expect(lastLines: "» A = 1", "»")
    terminal.type("B = (\r")
    terminal.expect(lastLines: "…")
    terminal.type("\u{3}")
    terminal.expect(lastLines: "…", "»")
    terminal.type("1 + 1\r")
    terminal.expect(lastLines: "» 1 + 1", "2", "»")
    terminal.type("\u{4}")
    #expect(run.status() == 0)
  }

  @Test("Tab completes a name, or shows what there is", .enabled(if: isEditorInstalled))
  func completion() throws {
    let run = try TerminalRun(folder: folder)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("amountOfMoney = 5; amountOfTime = 6\r")
    terminal.expect(lastLines: "amountOfTime 6", "»")
    terminal.type("1 + amou\t")
    terminal.expect(lastLines: "» 1 + amountOf")
    terminal.type("\t")
    terminal.expect(lastLines: "amountOfMoney = 5 amountOfTime = 6", "» 1 + amountOf")
    terminal.type("M\t\r")
    terminal.expect(lastLines: "» 1 + amountOfMoney", "6", "»")
    terminal.type("\"漢字\" & amountOfT\t\r")
    terminal.expect(lastLines: "» \"漢字\" & amountOfTime", "漢字6", "»")
  }

  @Test("A terminal that cannot move its cursor has a prompt, too", arguments: ["dumb", "no-such-terminal"])
  func dumbTerminal(_ name: String) throws {
    let run = try TerminalRun(folder: folder, environment: ["TERM": name])
    run.terminal.expect(lastLines: "»")
    run.terminal.type("A = 20\r")
    run.terminal.expect(lastLines: "» A = 20", "A 20", "»")
    run.terminal.type("A = 3")
    run.terminal.expect(lastLines: "» A = 3")
    run.terminal.type("\u{3}")
    run.terminal.expect(lastLines: "»")
    run.terminal.type("A\r")
    run.terminal.expect(lastLines: "» A", "20", "»")
    #expect(run.leave() == 0)
  }

  @Test("Timers tick and answers arrive above the line that is being typed", .enabled(if: isEditorInstalled))
  func liveSheet() throws {
    let sheet = try TemporaryFolder([
      "x.sheet": """
      state count = 0 { on EVERY(0.1) : count + 1 }
      service half(x) = DELAY(x / 2, 0.3)
      action halve(x) = half(x)
      result = halve.value + 0

      """
    ])
    let run = try TerminalRun(sheet["x.sheet"], folder: folder)
    let terminal = run.terminal
    terminal.expect("count 0 → 1\ncount 1 → 2\n")
    terminal.type(":watch result\r")
    // What is shown no more still happens, and what is typed stays whole while it does.
    terminal.expect(lastLines: "» :watch result", "»")
    terminal.type(":run halve 42\r")
    #expect(terminal.wait { $0.text.contains("half.calls 0 → 1") && $0.lines.last == "»" })
    terminal.type("1 + cou")
    terminal.expect(lastLines: "result 0 → 21", "» 1 + cou")
    terminal.type("nt * 0\r")
    terminal.expect(lastLines: "» 1 + count * 0", "1", "»")
    terminal.type("\u{4}")
    #expect(run.status() == 0)
  }

  @Test("Ctrl-C ends a wait and not the tool")
  func interruptedWait() throws {
    let sheet = try TemporaryFolder(["x.sheet": "event tap\nstate late = 0 { on DELAY(tap, 1) : 1 }\n"])
    let run = try TerminalRun(sheet["x.sheet"], folder: folder)
    run.terminal.expect(lastLines: "»")
    run.terminal.type("tap\r:wait 3600\r")
    run.terminal.expect("» :wait 3600\nlate 0 → 1")
    run.terminal.type("\u{3}")
    run.terminal.expect("interrupted\n»")
    run.terminal.type("1 + 1\r")
    run.terminal.expect(lastLines: "» 1 + 1", "2", "»")
    run.terminal.type("\u{4}")
    #expect(run.status() == 0)
  }

  @Test(
    "The terminal is left as it was found, on every way out", arguments: ["quit", "end", "TERM", "HUP", "QUIT"])
  func terminalModes(_ way: String) throws {
    let run = try TerminalRun(folder: folder)
    let modes = run.terminal.modes
    #expect(modes.count == 3)
    run.terminal.expect(lastLines: "»")
    run.terminal.type("1 + 1\r")
    run.terminal.expect(lastLines: "2", "»")
    let status: Int32
    switch way {
    case "quit":
      run.terminal.type(":quit\r")
      status = 0
    case "end":
      run.terminal.type("\u{4}")
      status = 0
    case "TERM":
      run.send(15)
      status = 143
    case "HUP":
      run.send(1)
      status = 129
    default:
      run.send(3)
      status = 131
    }
    #expect(run.status() == status)
    #expect(run.terminal.modes == modes)
  }

  @Test("Ctrl-C stops a calculation, takes its entry back and keeps the session")
  func interruptedCalculation() throws {
    let run = try TerminalRun(folder: folder)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("A = 1\r")
    terminal.expect(lastLines: "A 1", "»")
    terminal.type("z = REDUCE(0, SEQUENCE(3000, 3000), LAMBDA(a, b, a + SQRT(b)))\r")
    terminal.expect(entered: "SQRT(b)))")
    terminal.type("\u{3}")
    terminal.expect("interrupted; the entry is taken back\n»")
    terminal.type("A + 1\r")
    terminal.expect(lastLines: "» A + 1", "2", "»")
    terminal.type(":diff\r")
    terminal.expect(lastLines: "» :diff", "+ A = 1", "»")
    #expect(run.leave() == 0)
  }

  @Test("Ctrl-C behind Enter stops the entry or clears its line", arguments: [0, 1, 2, 4, 8, 16, 32])
  func interruptBehindEnter(milliseconds: Int) throws {
    let run = try TerminalRun(folder: folder)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    for turn in 1...3 {
      terminal.type("z = REDUCE(\(turn), SEQUENCE(1000, 1000), LAMBDA(a, b, a + SQRT(b)))")
      terminal.expect("» z = REDUCE(\(turn), SEQUENCE(1000, 1000), LAMBDA(a, b, a + SQRT(b)))")
      terminal.type("\r")
      terminal.pause(milliseconds: milliseconds)
      terminal.type("\u{3}")
      let answers = terminal.wait { $0.lines.last == "»" }
      #expect(answers, "\(terminal.screen.text)")
    }
    terminal.type("1 + 1\r")
    terminal.expect(lastLines: "» 1 + 1", "2", "»")
    #expect(run.leave() == 0)
  }

  @Test("Leaving with unsaved work asks; a file that was written meanwhile is not overwritten without a question")
  func unsavedWork() throws {
    let files = try TemporaryFolder(["x.sheet": "A = 1\n"])
    let run = try TerminalRun(files["x.sheet"], folder: folder)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("A = 2\r")
    terminal.expect(lastLines: "A 1 → 2", "»")
    terminal.type(":quit\r")
    terminal.expect("changes that are not saved; leave without saving them? [y/N]")
    terminal.type("n\r")
    terminal.expect(lastLines: "»")
    try OutputFile.write(Array("A = 1\nB = 5\n".utf8), to: files["x.sheet"])
    terminal.type(":save\r")
    terminal.expect("another program since it was read; write over it? [y/N]")
    terminal.type("n\r")
    terminal.expect("nothing was saved\n»")
    #expect(try files.text("x.sheet") == "A = 1\nB = 5\n")
    terminal.type(":save!\r")
    terminal.expect("saved ")
    #expect(try files.text("x.sheet") == "A = 2\n")
    terminal.type("\u{4}")
    #expect(run.status() == 0)
  }

  @Test("What was set in a workbook is not lost unasked, and another file is not written over")
  func savingAWorkbook() throws {
    let files = try TemporaryFolder(["s.sheet": "A1 = 1\nB1 = A1 + 1\n", "other.xlsx": "text"])
    #expect(ToolRun("convert", files["s.sheet"], files["s.xlsx"]).status == 0)
    let run = try TerminalRun(files["s.xlsx"], folder: folder)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("A1 = 5\r")
    terminal.expect("2 → 6")
    terminal.type(":quit\r")
    terminal.expect("changes that are not saved; leave without saving them? [y/N]")
    terminal.type("n\r")
    terminal.expect(lastLines: "»")
    terminal.type(":save \(files["other.xlsx"])\r")
    terminal.expect("write over it? [y/N]")
    terminal.type("n\r")
    terminal.expect("nothing was saved\n»")
    #expect(try files.text("other.xlsx") == "text")
    terminal.type(":save \(files["new.xlsx"])\r")
    terminal.expect("saved ")
    terminal.type("\u{4}")
    #expect(run.status() == 0)
  }

  @Test("The way out of a bracket is told, and a command ends it")
  func openBracket() throws {
    let run = try TerminalRun(folder: folder)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("tabel x {\r")
    terminal.expect(lastLines: "…")
    terminal.type("A = 1\rB = 2\r")
    terminal.expect("Ctrl-C drops it, a :command ends it")
    terminal.type(":cells\r")
    terminal.expect(lastLines: "»")
    terminal.type("1 + 1\r")
    terminal.expect(lastLines: "» 1 + 1", "2", "»")
    terminal.type("\u{4}")
    #expect(run.status() == 0)
  }
}

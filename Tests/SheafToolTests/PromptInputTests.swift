import Dispatch
import Foundation
import Hosting
import Synchronization
import Testing

@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A prompt in this process, whose lines are read on a thread of its own while a test does other things.
private final class WaitingPrompt: @unchecked Sendable {
  let console: Console
  /// How often the prompt has asked for interrupts, which it does before it falls asleep and when there is a line.
  let askedCount = Mutex(0)
  private(set) lazy var inbox = Inbox { [unowned self] in
    askedCount.withLock { $0 += 1 }
    return Interruption.wasPromptInterrupted
  }
  private let end = DispatchSemaphore(value: 0)

  init(_ console: Console) { self.console = console }

  /// Starts to read lines until one is `end`; a `wait` waits for so many seconds.
  func start() {
    let inbox = inbox
    DispatchQueue(label: "prompt").async { [self] in
      let input = PromptInput(console, inbox) { _ in [] }
      while case .text(let line) = input.next(isContinued: false), line != "end" {
        if line.hasPrefix("wait "), let seconds = Double(line.dropFirst(5)) { _ = input.wait(for: .seconds(seconds)) }
        console.output.line("read \(line)")
      }
      console.flush()
      end.signal()
    }
  }

  func waitForEnd() -> Bool { end.wait(timeout: .now() + 30) == .success }

  /// Prints as an answer from another thread does.
  func post(_ text: String) {
    inbox.schedule { [unowned self] in console.output.line(text) }
  }
}

/// The thread that makes it.
private struct SignalReceiver: @unchecked Sendable {
  let thread = pthread_self()
}

private func makePipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

/// There is one line editor in a process, so these tests take turns.
@Suite("What happens while the prompt waits", .serialized)
struct PromptInputTests {
  private func prompt(at terminal: PseudoTerminal, named name: String = "xterm") -> WaitingPrompt {
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    return WaitingPrompt(
      Console(
        output: TextSink(descriptor: descriptor), errors: TextSink(descriptor: descriptor),
        input: LineInput(descriptor: descriptor),
        terminals: Console.Terminals(input: true, output: true, errors: true), environment: { ["TERM": name][$0] }))
  }

  @Test(
    "What comes stands above the line that is being typed, and the line is left as it was",
    .enabled(if: isEditorInstalled))
  func editedLine() throws {
    let terminal = try PseudoTerminal(columns: 20)
    let prompt = prompt(at: terminal)
    prompt.start()
    terminal.expect(lastLines: "»")
    prompt.post("A 1 → 2")
    terminal.expect(lastLines: "A 1 → 2", "»")
    terminal.type("half a line\u{1B}[D\u{1B}[D")
    #expect(terminal.wait { $0.textBeforeCursor == "» half a li" }, "\(terminal.screen.text)")
    prompt.post("A 2 → 3")
    prompt.post("A 3 → 4")
    terminal.expect(lastLines: "A 1 → 2", "A 2 → 3", "A 3 → 4", "» half a line")
    #expect(terminal.wait { $0.textBeforeCursor == "» half a li" }, "\(terminal.screen.text)")
    terminal.type("X\r")
    terminal.expect(lastLines: "A 3 → 4", "» half a liXne", "read half a liXne", "»")
    // Three rows, first with the cursor at their end, then in the second one.
    terminal.type(String(repeating: "漢字", count: 12))
    let rows = ["» 漢字漢字漢字漢字漢", "字漢字漢字漢字漢字漢", "字漢字漢字"]
    terminal.expect(lastLines: ["read half a liXne"] + rows)
    prompt.post("A 4 → 5")
    terminal.expect(lastLines: ["read half a liXne", "A 4 → 5"] + rows)
    terminal.type(String(repeating: "\u{1B}[D", count: 10))
    #expect(terminal.wait { $0.textBeforeCursor == "字漢字漢字" }, "\(terminal.screen.text)")
    prompt.post("A 5 → 6")
    terminal.expect(lastLines: ["A 4 → 5", "A 5 → 6"] + rows)
    #expect(terminal.wait { $0.textBeforeCursor == "字漢字漢字" }, "\(terminal.screen.text)")
    terminal.type("\u{15}")
    terminal.expect(lastLines: "A 4 → 5", "A 5 → 6", "»")
    terminal.type("end\r")
    #expect(prompt.waitForEnd())
    #expect(prompt.askedCount.withLock { $0 } < 400)
  }

  @Test("A line that just fills the terminal is left as it was", .enabled(if: isEditorInstalled))
  func fullLine() throws {
    let terminal = try PseudoTerminal(columns: 20)
    let prompt = prompt(at: terminal)
    prompt.start()
    terminal.expect(lastLines: "»")
    for text in ["", "a", "b", "c"] {
      terminal.type(text.isEmpty ? "12345678901234567" : text)
      #expect(terminal.wait { ($0.lines.last ?? "").hasSuffix(text.isEmpty ? "7" : text) })
      prompt.post("A \(text)!")
      #expect(terminal.wait { $0.text.contains("A \(text)!\n»") }, "\(terminal.screen.text)")
    }
    terminal.expect(lastLines: "A !", "A a!", "A b!", "A c!", "» 12345678901234567a", "bc")
    terminal.type("\rend\r")
    #expect(prompt.waitForEnd())
  }

  @Test("Where the terminal itself edits the line, the prompt comes again below")
  func plainTerminal() throws {
    let terminal = try PseudoTerminal()
    let prompt = prompt(at: terminal, named: "dumb")
    prompt.start()
    terminal.expect(lastLines: "»")
    terminal.type("hal")
    terminal.expect(lastLines: "» hal")
    prompt.post("A 1 → 2")
    terminal.expect(lastLines: "» hal", "A 1 → 2", "»")
    terminal.type("f\r")
    terminal.expect(lastLines: "» f", "read half", "»")
    terminal.type("end\r")
    #expect(prompt.waitForEnd())
  }

  @Test("Timers come due and work is done while a pipe or a wait holds the prompt up")
  func pipe() throws {
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    #expect(makePipe(&input) == 0 && makePipe(&output) == 0)
    let prompt = WaitingPrompt(
      Console(
        output: TextSink(descriptor: output[1]), errors: TextSink(), input: LineInput(descriptor: input[0])))
    func tick(in seconds: Double) {
      prompt.inbox.schedule(after: prompt.inbox.currentDate.addingTimeInterval(seconds)) { [unowned prompt] in
        prompt.console.output.line("tick")
      }
    }
    tick(in: 0.02)
    tick(in: 0.04)
    prompt.start()
    let lines = LineInput(descriptor: output[0])
    func next() -> String? { lines.nextLine().map { String(decoding: $0, as: UTF8.self) } }
    func send(_ text: String) { _ = text.withCString { write(input[1], $0, strlen($0)) } }
    #expect([next(), next()] == ["tick", "tick"])
    send("a\n")
    #expect(next() == "read a")
    prompt.post("answer")
    #expect(next() == "answer")
    tick(in: 0.01)
    send("wait 0.05\nb")
    #expect([next(), next()] == ["tick", "read wait 0.05"])
    let asked = prompt.askedCount.withLock { $0 }
    close(input[1])
    #expect(next() == "read b")
    #expect(prompt.waitForEnd())
    #expect(prompt.askedCount.withLock { $0 } - asked < 10)
    for descriptor in [input[0], output[0], output[1]] { close(descriptor) }
  }

  /// Of its own: interrupts of the process would be those of other tests.
  private static let interrupts = Interruption.State()

  @Test("An interrupt may come while the prompt looks whether one has come")
  func interruptDuringAnyAccess() {
    let inbox = Inbox()
    let lastCount = Mutex(0)
    var unblocked = sigset_t()
    var former = sigset_t()
    sigemptyset(&unblocked)
    sigaddset(&unblocked, SIGUSR2)
    pthread_sigmask(SIG_UNBLOCK, &unblocked, &former)
    Self.interrupts.whilePrompting(waking: inbox) {
      signal(SIGUSR2) { _ in _ = PromptInputTests.interrupts.takeInterrupt() }
      let receiver = SignalReceiver()
      let sender = Thread {
        for count in 1...2_000 {
          pthread_kill(receiver.thread, SIGUSR2)
          usleep(10)
          lastCount.withLock { $0 = count }
        }
      }
      sender.start()
      var isInterrupted = false
      while !isInterrupted || lastCount.withLock({ $0 }) < 2_000 {
        for _ in 0..<1_000 where Self.interrupts.wasPromptInterrupted.isSet { isInterrupted = true }
      }
      signal(SIGUSR2, SIG_IGN)
      #expect(isInterrupted)
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  @Test("What is defined where something else stood before is new")
  func definedAfterDeletions() {
    func check(_ input: String, _ output: String) { #expect(ToolRun(input: input).output == output, "\(input)") }
    check(
      "a = 1\ninput q: number = 1\n:delete a\n:delete q\nb = 2\nb = 3\n",
      "a 1\nq 1\na is gone\nq is gone\nb 2\nb 2 → 3\n")
    check("event tap\n:delete tap\nb = 2\n", "tap\nb 2\n")
    check("event e\nstate s = 0 { on e : 1 }\n:undo\nb = 2\n", "e\ns 0\ns is gone\nb 2\n")
  }
}

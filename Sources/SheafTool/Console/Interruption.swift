import Hosting

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the tool does with the signals of its process.
///
/// A handler may call very little, so all that it shares with the rest of the tool is made before the first one can
/// come.
enum Interruption {
  /// What is known of interrupts, and whose they are.
  struct State: ~Copyable {
    /// Whether the prompt is waiting for a line; then an interrupt clears it instead of ending the tool.
    fileprivate let isPrompting = SignalFlag()
    /// Whether an interrupt came while the prompt was waiting.
    let wasPromptInterrupted = SignalFlag()
    /// Where a byte wakes the prompt, in case the interrupt comes right before it falls asleep; -1 for nowhere.
    private let promptDoorbell = SignalNumber(-1)
    /// Whether something is being calculated for somebody at the prompt; then an interrupt stops that.
    fileprivate let isCalculating = SignalFlag()
    /// Whether entries are read and carried out in turns; then an interrupt between the two belongs to the entry.
    fileprivate let isInSession = SignalFlag()
    /// How many interrupts have come for the entry that is carried out.
    fileprivate let interruptCount = SignalNumber(0)

    /// Does what waits for somebody; meanwhile interrupts are theirs, and wake it through the inbox.
    func whilePrompting<Result>(waking inbox: Inbox, _ body: () -> Result) -> Result {
      promptDoorbell.value = Int(inbox.doorbell)
      wasPromptInterrupted.isSet = false
      isPrompting.isSet = true
      defer {
        isPrompting.isSet = false
        promptDoorbell.value = -1
      }
      return body()
    }

    /// Takes an interrupt for whoever it is for; `false` where it is for the tool, which ends.
    func takeInterrupt() -> Bool {
      if isPrompting.isSet {
        let code = errno
        wasPromptInterrupted.isSet = true
        var byte: UInt8 = 0
        _ = write(Int32(promptDoorbell.value), &byte, 1)
        errno = code
        return true
      }
      // What does not stop at the second is given up with the third.
      guard isCalculating.isSet || isInSession.isSet, interruptCount.value < 2 else { return false }
      interruptCount.increment()
      return true
    }
  }

  private static let state = State()

  /// Whether an interrupt came while the prompt was waiting.
  static var wasPromptInterrupted: Bool { state.wasPromptInterrupted.isSet }

  /// Whether what is being calculated for the prompt is to stop.
  static var stopsCalculation: Bool { state.isCalculating.isSet && state.interruptCount.value > 0 }

  /// Reads entries and carries them out with ``whileCalculating(_:)``, so that an interrupt never ends the tool at once.
  static func inSession<Result>(_ body: () -> Result) -> Result {
    state.isInSession.isSet = true
    defer { state.isInSession.isSet = false }
    return body()
  }

  /// Reads an entry. An interrupt that comes when its line is complete already is one for what it begins.
  static func readingEntry(waking inbox: Inbox, _ body: () -> String?) -> String? {
    state.interruptCount.value = 0
    let text = whilePrompting(waking: inbox, body)
    if text != nil, wasPromptInterrupted { state.interruptCount.increment() }
    return text
  }

  /// Carries out the entry that was read, which an interrupt stops; `true` if one has.
  static func whileCalculating(_ body: () -> Void) -> Bool {
    state.isCalculating.isSet = true
    defer { state.isCalculating.isSet = false }
    body()
    return state.interruptCount.value > 0
  }

  /// Lets time pass; `false` if an interrupt came meanwhile, which ends the waiting and not the tool.
  static func pause(milliseconds: Int) -> Bool {
    inSession {
      state.interruptCount.value = 0
      var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
      nanosleep(&time, nil)
      return state.interruptCount.value == 0
    }
  }

  /// Does what waits for somebody at the prompt; meanwhile an interrupt is theirs and not the end of the tool.
  static func whilePrompting<Result>(waking inbox: Inbox, _ body: () -> Result) -> Result {
    state.whilePrompting(waking: inbox, body)
  }

  /// Installs the handlers: a broken pipe is an error of `write`, an interrupt ends with 130, a fault of ours with 70.
  static func install() {
    UnfinishedFile.prepare()
    TerminalState.prepare()
    _ = state.isPrompting.isSet
    signal(SIGPIPE, SIG_IGN)
    // A file beyond what the shell allows is an error of `write`, too.
    signal(SIGXFSZ, SIG_IGN)
    handle(SIGINT) { _ in Interruption.interrupt() }
    handle(SIGTERM) { _ in Interruption.leave(128 + 15) }
    // `nohup` has a program go on when its terminal goes away.
    if !isIgnored(SIGHUP) { handle(SIGHUP) { _ in Interruption.leave(128 + 1) } }
    if !isIgnored(SIGTSTP) { handle(SIGTSTP) { _ in TerminalState.stopProcess() } }
    handle(SIGQUIT) { _ in Interruption.leave(128 + 3) }
    guard getenv("SWIFT_BACKTRACE") == nil else { return }
    useSpareStack()
    let addresses = MemoryLimit.allowedAddresses
    if addresses != .max { prepareForLimit(of: addresses) }
    for fault in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
      handle(fault, onSpareStack: true) { fault in
        if fault == SIGABRT || fault == SIGSEGV, Interruption.isShortOfMemory {
          _ = write(STDERR_FILENO, Interruption.memoryWords.baseAddress, Interruption.memoryWords.count)
          Interruption.leave(ExitStatus.sheet.rawValue)
        }
        let words: StaticString = "sheaf: this is a fault of sheaf, not of your sheet; please report it\n"
        _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
        Interruption.leave(ExitStatus.fault.rawValue)
      }
    }
  }

  /// Two thirds of the addresses that `ulimit` allows; 0 where it allows any.
  private nonisolated(unsafe) static var mostOfAddresses = 0
  /// What is said when they do not suffice; written before, since a handler can make no text.
  private nonisolated(unsafe) static var memoryWords = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  private static func prepareForLimit(of addresses: Int) {
    mostOfAddresses = addresses / 3 * 2
    let words = Array(
      """
      error: there is too little memory for this: the shell allows \(addresses >> 20) MB
        = help: ulimit -v sets how much it allows

      """.utf8)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: words.count)
    _ = copy.initialize(from: words)
    memoryWords = UnsafeBufferPointer(copy)
  }

  /// Whether an end may come from memory that was refused: Swift ends a process that it is refused to.
  private static var isShortOfMemory: Bool {
    guard mostOfAddresses > 0 else { return false }
    let room = mmap(nil, mostOfAddresses, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard room != MAP_FAILED else { return true }
    munmap(room, mostOfAddresses)
    return false
  }

  /// What an interrupt does; the handler of its signal calls it.
  static func interrupt() {
    if !state.takeInterrupt() { leaveInterrupted() }
  }

  /// Ends with a word about it, on a line of its own where a terminal shows `^C`.
  private static func leaveInterrupted() {
    let words: StaticString = "\nsheaf: interrupted\n"
    let skipped = isatty(STDERR_FILENO) == 1 ? 0 : 1
    _ = write(STDERR_FILENO, words.utf8Start + skipped, words.utf8CodeUnitCount - skipped)
    leave(ExitStatus.interrupted.rawValue)
  }

  private static func leave(_ status: Int32) {
    UnfinishedFile.removeAll()
    TerminalState.restore()
    _exit(status)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func handle(
    _ number: Int32, onSpareStack: Bool = false, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = onSpareStack ? Int32(SA_ONSTACK) : 0
    sigaction(number, &action, nil)
  }

  /// Gives the handlers a stack of their own, because a stack that has overflowed has no room for them.
  private static func useSpareStack() {
    let size = 1 << 16
    var stack = stack_t()
    stack.ss_sp = malloc(size)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }
}

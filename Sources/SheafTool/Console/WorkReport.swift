import Engine

/// What the engines of one call have done, in the words of `--stats` and `:stats`.
final class WorkReport {
  private var engines: [Engine] = []

  init() {}

  /// Takes in an engine, whose work is told when the call is done.
  func watch(_ engine: Engine) { engines.append(engine) }

  /// The work and the memory of all engines, a line each.
  var lines: [String] {
    var work = WorkCounters()
    var memory = MemoryUse()
    for engine in engines {
      work += engine.counters
      memory += engine.memoryUse
    }
    return Self.lines(work, memory)
  }

  /// The work and the memory of one engine.
  static func lines(of engine: Engine) -> [String] { lines(engine.counters, engine.memoryUse) }

  private static func lines(_ work: WorkCounters, _ memory: MemoryUse) -> [String] {
    [
      "evaluated  \(counted(work.evaluated, "cell")), \(work.inBlocks.grouped) in blocks, "
        + "\(work.generally.grouped) by the general program; \(work.cutOff.grouped) came out equal",
      "indexes    \(counted(work.indexesMade, "index or answer", "indexes and answers")) kept for later, "
        + "used \(counted(work.indexHits, "time"))",
      "memory     cells \(kilobytes(memory.cells)), texts and arrays \(kilobytes(memory.values)), "
        + "formulas \(kilobytes(memory.formulas)), dependencies \(kilobytes(memory.dependencies))",
    ]
  }

  private static func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count.grouped) \(count == 1 ? one : many ?? one + "s")"
  }

  private static func kilobytes(_ bytes: Int) -> String { "\(((bytes + 1023) >> 10).grouped) KB" }
}

extension Int {
  /// The number with a comma before each three digits.
  var grouped: String {
    var digits = Substring(String(self))
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}

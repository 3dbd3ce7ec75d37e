import LiveSheets
import Verification

/// What is said where a limit ended an exploration.
extension Exploration {
  /// The limit, what grew without end, and what can be done; empty where no limit was met.
  var wordsOnLimit: [String] {
    let limit: String
    switch end {
    case .allSeen, .walked, .stopped: return []
    case .entryLimit(_, let count):
      limit = growth.first?.words(grownBy: count) ?? "a table has grown by more than \(count.grouped) rows"
    case .stateLimit(let count): limit = "there are more than \(count) states"
    case .memoryLimit(let bytes): limit = "the states take more than \(bytes / 1_000_000) MB of memory (--max-memory)"
    case .outOfMemory(let megabytes): limit = "exploring takes more than the \(megabytes) MB of memory that there are"
    }
    return ["\(limit); nothing is proven about those that were not seen"] + wordsOnGrowth
  }

  /// What is not proven where the clock or chance has a part in the sheet.
  var wordsOnClock: String {
    let names = unfollowed.map { "\($0)()" }.joined(separator: ", ")
    return
      "\(names) \(unfollowed.count == 1 ? "is" : "are") no part of a state: nothing is proven about times and numbers that "
      + "were not seen"
  }

  private var wordsOnGrowth: [String] {
    guard let most = growth.first else {
      return ["no value was still growing: the space is large, and smaller domains make it smaller"]
    }
    let grown = growth.map { "\($0.name) took \($0.valueCount.grouped) values" }.joined(separator: ", ")
    return ["still growing at the end: \(grown)", most.advice]
  }
}

extension Exploration.Growth {
  /// What is said of a place that has grown by more entries than it may.
  fileprivate func words(grownBy count: Int) -> String {
    switch kind {
    case .pendingWork: "more than \(count.grouped) timers and calls are under way"
    default: "\(name) has grown by more than \(count.grouped) rows"
    }
  }

  /// What makes such a value end.
  fileprivate var advice: String {
    switch kind {
    case .input: "give \(name) a smaller domain, or explore with --declared-only"
    case .calls: "expect \(name) in tests; a formula or a check that reads it makes a state of every call"
    case .state, .other: "let \(name) end somewhere, as in MIN(\(name) + 1, 3), or walk at random with --walk"
    case .memory: "let what \(name) remembers end somewhere, as in MIN(total + 1, 3), or walk at random with --walk"
    case .rows:
      "let the rows of \(name), and what they hold, end somewhere, as in on add where ROWS(\(name)) < 3, or walk with --walk"
    case .row: "let what the row \(name) holds end somewhere, as in MIN(n + 1, 3), or walk at random with --walk"
    case .cycles:
      "give option iterate more rounds or a larger difference to end at, so that it settles, or walk with --walk"
    case .pendingWork:
      "timers or calls that are under way pile up: a trigger while one is under way starts another; or walk with --walk"
    }
  }
}

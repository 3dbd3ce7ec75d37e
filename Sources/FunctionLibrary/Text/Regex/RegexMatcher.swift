import CellModel

/// Runs a ``RegexProgram`` over a text by going back where a choice fails, with a limit on the steps.
///
/// Choices and changed slots lie on a stack of our own, so that neither a long text nor a bad pattern exhausts the
/// thread's stack; only looking around and atomic groups recurse, as deep as the pattern nests them.
struct RegexMatcher {
  /// The steps that all matches in one text may take together; a pattern that needs more counts as faulty.
  static let stepLimit = 2_000_000

  let program: RegexProgram
  private let text: [Unicode.Scalar]
  private var slots: [Int]
  private var stack: [Choice] = []
  /// How many steps it has taken.
  private(set) var steps = 0

  private enum Choice {
    case place(Int, position: Int)
    case slot(Int, old: Int)
  }

  init(_ program: RegexProgram, text: [Unicode.Scalar]) {
    self.program = program
    self.text = text
    slots = Array(repeating: -1, count: program.slotCount)
  }

  /// The ranges of the whole match and of each group, `nil` for a group that took no part.
  typealias Match = [Range<Int>?]

  /// The first match that begins at or after a position, or `nil`.
  mutating func firstMatch(from start: Int) throws(RegexFault) -> Match? {
    var position = start
    while position <= text.count {
      for index in slots.indices { slots[index] = -1 }
      if try run(from: 0, at: position) != nil {
        return (0...program.groupCount).map { group in
          let (lower, upper) = (slots[2 * group], slots[2 * group + 1])
          return lower >= 0 && upper >= lower ? lower..<upper : nil
        }
      }
      position += 1
    }
    return nil
  }

  /// All matches that do not overlap; after an empty one the search goes on a character later.
  mutating func allMatches() throws(RegexFault) -> [Match] {
    var matches: [Match] = []
    var position = 0
    while position <= text.count, let match = try firstMatch(from: position), let whole = match[0] {
      matches.append(match)
      position = whole.isEmpty ? whole.upperBound + 1 : whole.upperBound
    }
    return matches
  }

  /// Runs from an instruction until the `.accept` of its part; gives the position reached, or `nil`.
  private mutating func run(from instruction: Int, at start: Int) throws(RegexFault) -> Int? {
    let base = stack.count
    var place = instruction
    var position = start
    while true {
      steps += 1
      guard steps <= Self.stepLimit else { throw RegexFault("The pattern takes too many steps on this text.") }
      var isMatched = true
      switch program.instructions[place] {
      case .set(let set):
        isMatched = position < text.count && set.contains(text[position])
        position += 1
        place += 1
      case .split(let first, let second):
        stack.append(.place(second, position: position))
        place = first
      case .jump(let target): place = target
      case .save(let slot):
        stack.append(.slot(slot, old: slots[slot]))
        slots[slot] = position
        place += 1
      case .progress(let slot, let next): place = slots[slot] == position ? next : place + 1
      case .assertion(let assertion):
        isMatched = holds(assertion, at: position)
        place += 1
      case .backreference(let group, let ignoresCase):
        if let length = repeatedLength(of: group, at: position, ignoringCase: ignoresCase) {
          position += length
          place += 1
        } else {
          isMatched = false
        }
      case .look(let distance, let negated, let next):
        let begin = position - (distance ?? 0)
        let mark = stack.count
        let found = begin >= 0 ? try run(from: place + 1, at: begin) != nil : false
        if negated, found { undo(to: mark) }
        isMatched = found != negated
        place = next
      case .atomic(let next):
        if let end = try run(from: place + 1, at: position) {
          position = end
          place = next
        } else {
          isMatched = false
        }
      case .accept:
        keepSlots(since: base)
        return position
      case .fail: isMatched = false
      }
      if !isMatched {
        guard let choice = backtrack(to: base) else { return nil }
        (place, position) = choice
      }
    }
  }

  /// Undoes changes of slots until there is a choice left to try; `nil` when there is none above the base.
  private mutating func backtrack(to base: Int) -> (place: Int, position: Int)? {
    while stack.count > base, let choice = stack.popLast() {
      switch choice {
      case .place(let place, let position): return (place, position)
      case .slot(let slot, let old): slots[slot] = old
      }
    }
    return nil
  }

  private mutating func undo(to base: Int) {
    while stack.count > base, let choice = stack.popLast() {
      if case .slot(let slot, let old) = choice { slots[slot] = old }
    }
  }

  /// Forgets the choices made since a mark but keeps what is needed to undo the slots.
  private mutating func keepSlots(since base: Int) {
    var kept = base
    for index in base..<stack.count {
      if case .slot = stack[index] {
        stack[kept] = stack[index]
        kept += 1
      }
    }
    stack.removeLast(stack.count - kept)
    if base == 0 { stack.removeAll(keepingCapacity: true) }
  }

  private func holds(_ assertion: RegexNode.Assertion, at position: Int) -> Bool {
    switch assertion {
    case .textStart: return position == 0
    case .textEnd: return position == text.count
    case .textEndBeforeNewline:
      return position == text.count || (position == text.count - 1 && text[position] == "\n")
    case .lineStart: return position == 0 || text[position - 1] == "\n"
    case .lineEnd: return position == text.count || text[position] == "\n"
    case .wordBoundary, .noWordBoundary:
      let before = position > 0 && RegexSet.isWord(text[position - 1])
      let after = position < text.count && RegexSet.isWord(text[position])
      return (before != after) == (assertion == .wordBoundary)
    }
  }

  private mutating func repeatedLength(of group: Int, at position: Int, ignoringCase: Bool) -> Int? {
    let (lower, upper) = (slots[2 * group], slots[2 * group + 1])
    guard lower >= 0, upper >= lower, position + upper - lower <= text.count else { return nil }
    steps += upper - lower
    for offset in 0..<upper - lower {
      let (a, b) = (text[lower + offset], text[position + offset])
      if a == b { continue }
      guard ignoringCase, a.singleLowercase == b.singleLowercase else { return nil }
    }
    return upper - lower
  }
}

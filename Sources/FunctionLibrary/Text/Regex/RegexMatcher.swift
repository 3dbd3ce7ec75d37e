import CellModel

/// Runs a ``RegexProgram`` over a text by going back where a choice fails, with a limit on the steps.
///
/// Choices, changed slots and calls of groups lie on stacks of our own, so that neither a long text nor a bad pattern
/// exhausts the thread's stack; only looking around and atomic groups recurse, as deep as the pattern nests them. As in
/// PCRE2 since 10.30, a call may be gone back into, and what it has set is forgotten when it ends.
struct RegexMatcher {
  /// The steps that all matches in one text may take together; a pattern that needs more counts as faulty.
  static let stepLimit = 2_000_000
  /// How deep groups may call each other.
  private static let depthLimit = 1000

  let program: RegexProgram
  private let text: [Unicode.Scalar]
  private var slots: [Int]
  private var stack: [Choice] = []
  /// The calls that have begun and that going back may come to again, and the one that runs now.
  private var calls: [Call] = []
  private var current: Int?
  /// Where an empty match does not count, because it has been found.
  private var spentPosition: Int?
  /// How many steps it has taken.
  private(set) var steps = 0

  private enum Choice {
    case place(Int, position: Int)
    case slot(Int, old: Int)
    /// A call began or ended; before, another was running and there were as many.
    case call(Int?, count: Int)
  }

  private struct Call {
    let group: Int
    let place: Int
    let slots: [Int]
    let outer: Int?
    let depth: Int
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
      calls.removeAll(keepingCapacity: true)
      current = nil
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

  /// All matches that do not overlap; where one is empty, the next may begin at the same place if it is not.
  mutating func allMatches() throws(RegexFault) -> [Match] {
    defer { spentPosition = nil }
    var matches: [Match] = []
    var position = 0
    while let match = try firstMatch(from: position), let whole = match[0] {
      matches.append(match)
      spentPosition = whole.isEmpty ? whole.upperBound : nil
      position = max(position, whole.upperBound)
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
        set(slot, to: position)
        place += 1
      case .close(let group, let opening):
        set(2 * group, to: slots[opening])
        set(2 * group + 1, to: position)
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
      case .call(let group):
        try begin(
          Call(
            group: group, place: place + 1, slots: slots, outer: current,
            depth: (current.map { calls[$0].depth } ?? 0) + 1))
        place = program.places[group] ?? place + 1
      case .leave(let group): place = end(group) ?? place + 1
      case .matched(let group, let otherwise):
        place = slots[2 * group + 1] >= 0 ? place + 1 : otherwise
      case .called(let group, let otherwise):
        let running = current.map { calls[$0].group }
        place = running != nil && (group == nil || group == running) ? place + 1 : otherwise
      case .cluster:
        let length = clusterLength(at: position)
        isMatched = length > 0
        position += length
        place += 1
      case .accept:
        keepChanges(since: base)
        return position
      case .finish:
        isMatched = position != spentPosition || slots[0] != position
        if isMatched {
          keepChanges(since: base)
          return position
        }
      case .fail: isMatched = false
      }
      if !isMatched {
        guard let choice = backtrack(to: base) else { return nil }
        (place, position) = choice
      }
    }
  }

  private mutating func set(_ slot: Int, to position: Int) {
    stack.append(.slot(slot, old: slots[slot]))
    slots[slot] = position
  }

  private mutating func begin(_ call: Call) throws(RegexFault) {
    guard call.depth <= Self.depthLimit else { throw RegexFault("The groups call each other too deeply.") }
    steps += slots.count
    stack.append(.call(current, count: calls.count))
    current = calls.count
    calls.append(call)
  }

  /// Ends the call that runs if it is one of the group, and gives the place to go on at.
  private mutating func end(_ group: Int) -> Int? {
    guard let index = current, calls[index].group == group else { return nil }
    let call = calls[index]
    for (slot, old) in call.slots.enumerated() where slots[slot] != old { set(slot, to: old) }
    stack.append(.call(current, count: calls.count))
    current = call.outer
    return call.place
  }

  /// How many scalars the character at a position has.
  private func clusterLength(at position: Int) -> Int {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text[position..<min(text.count, position + 64)])
    return String(view).first?.unicodeScalars.count ?? 0
  }

  /// Undoes changes of slots until there is a choice left to try; `nil` when there is none above the base.
  private mutating func backtrack(to base: Int) -> (place: Int, position: Int)? {
    while stack.count > base, let choice = stack.popLast() {
      switch choice {
      case .place(let place, let position): return (place, position)
      case .slot, .call: undo(choice)
      }
    }
    return nil
  }

  private mutating func undo(to base: Int) {
    while stack.count > base, let choice = stack.popLast() { undo(choice) }
  }

  private mutating func undo(_ choice: Choice) {
    switch choice {
    case .place: break
    case .slot(let slot, let old): slots[slot] = old
    case .call(let outer, let count):
      current = outer
      calls.removeLast(calls.count - count)
    }
  }

  /// Forgets the choices made since a mark but keeps what is needed to undo the slots and calls.
  private mutating func keepChanges(since base: Int) {
    var kept = base
    for index in base..<stack.count {
      if case .place = stack[index] { continue }
      stack[kept] = stack[index]
      kept += 1
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

/// A regular expression as instructions for ``RegexMatcher``.
struct RegexProgram {
  enum Instruction {
    case set(RegexSet)
    /// Goes on at the first place; when that fails, at the second.
    case split(Int, Int)
    case jump(Int)
    case save(Int)
    /// Takes what begins at the position in a slot and ends here for a group; until then the group is what it was.
    case close(Int, from: Int)
    case assertion(RegexNode.Assertion)
    case backreference(Int, ignoresCase: Bool)
    /// Leaves a loop for a place when no character was taken since the slot was saved, as PCRE does.
    case progress(Int, next: Int)
    /// Runs the part that ends in `.accept` and begins right after; then goes on at a place.
    case look(behindBy: Int?, negated: Bool, next: Int)
    case atomic(next: Int)
    /// Goes on in a group, and right after here when that group ends.
    case call(Int)
    /// The end of a group that is called.
    case leave(Int)
    /// Goes on elsewhere unless a group has matched.
    case matched(Int, otherwise: Int)
    /// Goes on elsewhere unless this runs as part of a call, of a group or of any.
    case called(Int?, otherwise: Int)
    case cluster
    case accept
    /// The end of the whole.
    case finish
    case fail
  }

  private(set) var instructions: [Instruction] = []
  /// Two slots for the whole match and for each group, then one where each has been opened, then one for each loop.
  private(set) var slotCount: Int
  let groupCount: Int
  let groupNames: [String: Int]
  /// Where each group that is called begins.
  private(set) var places: [Int: Int] = [:]
  private var calledGroups: Set<Int> = []

  /// The most instructions, so that counted repetitions of counted repetitions end in an error.
  private static let sizeLimit = 20_000

  init(_ pattern: String, ignoringCase: Bool) throws(RegexFault) {
    var parser = RegexParser(pattern, ignoringCase: ignoringCase)
    let tree = try parser.parse()
    groupCount = parser.groupCount
    groupNames = parser.groupNames
    slotCount = 3 * (groupCount + 1)
    for call in parser.calls { calledGroups.insert(try number(of: call)) }
    try emit(.capture(0, tree))
    try append(.finish)
  }

  private func number(of group: RegexGroup) throws(RegexFault) -> Int {
    switch group {
    case .number(let number):
      guard number <= groupCount else { throw RegexFault("There is no group \(number).") }
      return number
    case .name(let name):
      guard let number = groupNames[name] else { throw RegexFault("There is no group named \(name).") }
      return number
    }
  }

  private func number(ofCalled group: RegexGroup?) throws(RegexFault) -> Int? {
    if let group { try number(of: group) } else { nil }
  }

  private func opening(of group: Int) -> Int { 2 * (groupCount + 1) + group }

  private mutating func append(_ instruction: Instruction) throws(RegexFault) {
    guard instructions.count < Self.sizeLimit else { throw RegexFault("The pattern is too large.") }
    instructions.append(instruction)
  }

  private mutating func emit(_ node: RegexNode) throws(RegexFault) {
    switch node {
    case .empty: break
    case .set(let set): try append(.set(set))
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .alternatives(let nodes): try emitAlternatives(nodes)
    case .capture(let number, let node):
      let isCalled = calledGroups.contains(number)
      if isCalled, places[number] == nil { places[number] = instructions.count }
      try append(.save(opening(of: number)))
      try emit(node)
      try append(.close(number, from: opening(of: number)))
      if isCalled { try append(.leave(number)) }
    case .call(let group): try append(.call(number(of: group)))
    case .definition(let node):
      let start = instructions.count
      try append(.fail)
      try emit(node)
      instructions[start] = .jump(instructions.count)
    case .conditional(let condition, let node, let otherwise): try emitConditional(condition, node, otherwise)
    case .keep: try append(.save(opening(of: 0)))
    case .cluster: try append(.cluster)
    case .repeated(let node, let min, let max, .possessive):
      try emit(.atomic(.repeated(node, min: min, max: max, greed: .greedy)))
    case .repeated(let node, let min, let max, let greed): try emitRepeated(node, min, max, isLazy: greed == .lazy)
    case .assertion(let assertion): try append(.assertion(assertion))
    case .backreference(let group, let ignoresCase):
      try append(.backreference(number(of: group), ignoresCase: ignoresCase))
    case .look(let node, let ahead, let negated): try emitLook(node, ahead: ahead, negated: negated)
    case .atomic(let node):
      let start = instructions.count
      try append(.fail)
      try emit(node)
      try append(.accept)
      instructions[start] = .atomic(next: instructions.count)
    }
  }

  private mutating func emitConditional(
    _ condition: RegexNode.Condition, _ node: RegexNode, _ otherwise: RegexNode
  ) throws(RegexFault) {
    let start = instructions.count
    try append(.fail)
    try emit(node)
    let end = instructions.count
    try append(.fail)
    switch condition {
    case .matched(let group): instructions[start] = .matched(try number(of: group), otherwise: end + 1)
    case .called(let group): instructions[start] = .called(try number(ofCalled: group), otherwise: end + 1)
    }
    try emit(otherwise)
    instructions[end] = .jump(instructions.count)
  }

  private mutating func emitAlternatives(_ nodes: [RegexNode]) throws(RegexFault) {
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      if index == nodes.count - 1 {
        try emit(node)
      } else {
        let split = instructions.count
        try append(.fail)
        try emit(node)
        ends.append(instructions.count)
        try append(.fail)
        instructions[split] = .split(split + 1, instructions.count)
      }
    }
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  private mutating func emitRepeated(_ node: RegexNode, _ min: Int, _ max: Int?, isLazy: Bool) throws(RegexFault) {
    for _ in 0..<min {
      let before = instructions.count
      try emit(node)
      if instructions.count == before { return }  // nothing, however often
    }
    func choice(_ inside: Int, _ outside: Int) -> Instruction {
      isLazy ? .split(outside, inside) : .split(inside, outside)
    }
    if let max {
      var splits: [Int] = []
      for _ in min..<max {
        splits.append(instructions.count)
        try append(.fail)
        try emit(node)
      }
      for split in splits { instructions[split] = choice(split + 1, instructions.count) }
      return
    }
    let start = instructions.count
    try append(.fail)
    guard node.isNullable else {
      try emit(node)
      try append(.jump(start))
      instructions[start] = choice(start + 1, instructions.count)
      return
    }
    let slot = slotCount
    slotCount += 1
    try append(.save(slot))
    try emit(node)
    let check = instructions.count
    try append(.fail)
    try append(.jump(start))
    instructions[check] = .progress(slot, next: instructions.count)
    instructions[start] = choice(start + 1, instructions.count)
  }

  /// Looking behind several alternatives of unequal length is looking behind any of them.
  private mutating func emitLook(_ node: RegexNode, ahead: Bool, negated: Bool) throws(RegexFault) {
    if !ahead, node.fixedLength == nil, case .alternatives(let nodes) = node {
      let looks = nodes.map { RegexNode.look($0, ahead: false, negated: negated) }
      try emit(negated ? .sequence(looks) : .alternatives(looks))
      return
    }
    let start = instructions.count
    try append(.fail)
    try emit(node)
    try append(.accept)
    let distance = ahead ? nil : node.fixedLength
    instructions[start] = .look(behindBy: distance, negated: negated, next: instructions.count)
  }
}

/// What questions came to that were asked twice.
///
/// A question that is asked for the first time is only noted, so that one that nobody repeats keeps nothing but itself. Where there
/// are too many, all go that were asked once; where that is no help, all go.
///
/// Everything is made for the types of whoever keeps: in general code a note would take as long as a short call.
///
/// - R1. `places` has for each entry its place by its hash.
/// - R2. `noted` is how many elements the questions hold that were asked once, `kept` how many the others hold with their answers.
@usableFromInline package struct KeptAnswers<Question, Answer> {
  @usableFromInline struct Entry {
    @usableFromInline let question: Question
    /// `nil` when it was asked once.
    @usableFromInline var answer: Answer?
    @usableFromInline let hash: Int
    @usableFromInline var elements: Int

    @inlinable init(_ question: Question, _ hash: Int, elements: Int) {
      (self.question, self.hash, self.elements) = (question, hash, elements)
    }
  }

  @inlinable static var mostEntries: Int { 1 << 10 }
  /// How many elements there are of questions that were asked once, and with their answers of the others.
  @inlinable static var mostElements: (noted: Int, kept: Int) { (1 << 19, 1 << 22) }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var places = PlacesByHash()
  @usableFromInline var noted = 0
  @usableFromInline var kept = 0

  @inlinable package init() {}

  @inlinable package var count: Int { entries.count }
  /// What a question came to that was asked twice.
  @inlinable package func answer(at place: Int) -> Answer? { entries[place].answer }
  @inlinable package func question(at place: Int) -> Question { entries[place].question }

  /// The place of a question that was asked before.
  @inlinable
  package func place(of hash: Int, where isSame: (borrowing Question) -> Bool) -> Int? {
    guard let place = places[hash] else { return nil }
    // Looked at where it stands: a copy of a question counts the owners of its parts.
    return entries.withUnsafeBufferPointer { isSame($0[place].question) } ? place : nil
  }

  /// Notes a question that is asked for the first time.
  ///
  /// - Parameter size: How many elements it holds.
  @inlinable
  package mutating func note(_ question: Question, _ hash: Int, size: Int) {
    guard size <= Self.mostElements.noted else { return }
    if let place = places[hash] {
      // The place is that of another question, which keeps it as long as it was of use.
      guard entries[place].answer == nil else { return }
      noted += size - entries[place].elements
      entries[place] = Entry(question, hash, elements: size)
      return
    }
    if noted + size > Self.mostElements.noted || entries.count == Self.mostEntries {
      forgetNoted()
      if entries.count > Self.mostEntries / 2 { self = KeptAnswers() }
    }
    places[hash] = entries.count
    entries.append(Entry(question, hash, elements: size))
    noted += size
  }

  /// Keeps what a question came to that was asked twice, unless that is too large.
  @inlinable
  package mutating func keep(_ answer: Answer, at place: Int, size: Int) {
    let size = entries[place].elements + size
    guard entries[place].answer == nil, size <= Self.mostElements.kept else { return }
    let entry = entries[place]
    if kept + size > Self.mostElements.kept {
      self = KeptAnswers()
      places[entry.hash] = 0
      entries.append(entry)
    } else {
      noted -= entry.elements
    }
    kept += size
    let index = places[entry.hash] ?? 0
    entries[index].answer = answer
    entries[index].elements = size
  }

  @inlinable
  mutating func forgetNoted() {
    entries.removeAll { $0.answer == nil }
    places = PlacesByHash()
    for (place, entry) in entries.enumerated() { places[entry.hash] = place }
    noted = 0
  }

  /// The rules of this type that do not hold, worded for a bug report.
  package func brokenRules() -> [String] {
    var broken: [String] = []
    if places.count != entries.count { broken.append("R1: \(entries.count) entries have \(places.count) places") }
    for (place, entry) in entries.enumerated() where places[entry.hash] != place {
      broken.append("R1: entry \(place) stands at \(places[entry.hash] ?? -1)")
    }
    let sums = entries.reduce(into: (noted: 0, kept: 0)) { sums, entry in
      if entry.answer == nil { sums.noted += entry.elements } else { sums.kept += entry.elements }
    }
    if sums != (noted, kept) { broken.append("R2: the entries hold \(sums), not \((noted, kept))") }
    return broken
  }
}

/// Places by their hashes, each of which has one at most; those that collide in the table stand one behind the other.
@usableFromInline struct PlacesByHash {
  /// The hashes with their places, each one more than it is; half of them at least are 0, free.
  @usableFromInline var table: [(hash: Int, place: Int)] = []
  @usableFromInline private(set) var count = 0

  @usableFromInline init() {}

  @inlinable
  subscript(hash: Int) -> Int? {
    get {
      guard !table.isEmpty else { return nil }
      return table.withUnsafeBufferPointer { table in
        var index = hash & (table.count - 1)
        while table[index].place != 0 {
          if table[index].hash == hash { return table[index].place - 1 }
          index = (index + 1) & (table.count - 1)
        }
        return nil
      }
    }
    set { if let newValue { note(newValue, for: hash) } }
  }

  @usableFromInline
  mutating func note(_ place: Int, for hash: Int) {
    if (count + 1) * 2 > table.count { grow() }
    var index = hash & (table.count - 1)
    while table[index].place != 0, table[index].hash != hash { index = (index + 1) & (table.count - 1) }
    if table[index].place == 0 { count += 1 }
    table[index] = (hash, place + 1)
  }

  private mutating func grow() {
    let former = table
    table = Array(repeating: (0, 0), count: max(16, former.count * 2))
    count = 0
    for (hash, place) in former where place != 0 { note(place - 1, for: hash) }
  }
}

/// A hash that is made in a few cycles: whoever asks compares what it finds.
@usableFromInline package struct QuickHash {
  @usableFromInline package var value = 0

  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ word: Int) {
    let mixed = UInt64(bitPattern: Int64(value ^ word)) &* 0x9E37_79B9_7F4A_7C15
    value = Int(truncatingIfNeeded: mixed ^ mixed >> 29)
  }

  /// Adds the beginning of a text.
  package mutating func add(_ text: String) { for byte in text.utf8.prefix(64) { add(Int(byte)) } }
}

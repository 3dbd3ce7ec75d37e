import CellModel

/// Values that functions keep between calls while no cell changes; an engine empties it when one does.
///
/// An index of a column may outlive a change of cells: a ``KeptIndex`` finds out for itself what has changed. It is given back when
/// nothing has asked for it in a while, and all are when they become too many or too large.
///
/// A function finds what it has kept by a key of a type of its own. A look costs the hash of the key.
public final class EvaluationCache {
  /// What is kept under one type of keys as one type of values.
  @usableFromInline final class Table<Key: Hashable, Value>: AnyTable {
    @usableFromInline @exclusivity(unchecked) var entries: [Key: Value] = [:]
    /// What was asked for last: one formula after the other asks for the same, and a comparison is less than a hash.
    @usableFromInline @exclusivity(unchecked) var last: (key: Key, value: Value)?

    @usableFromInline override init() {}

    override func forgetAnswers(at time: Int) -> Int {
      last = nil
      var size = 0
      entries = entries.filter { _, value in
        guard let index = value as? any KeptIndex, index.size > 0, index.time + EvaluationCache.longestRest >= time
        else {
          return false
        }
        size += index.size
        return true
      }
      if entries.count > EvaluationCache.mostIndexes {
        entries = [:]
        return 0
      }
      return size
    }

    override func forgetAllButFacts() {
      last = nil
      if Value.self is any KeptFact.Type { return }
      entries.removeAll(keepingCapacity: true)
    }

    override func makeEmpty() -> AnyTable { Table() }

    override func absorb(_ other: AnyTable) -> Int {
      let former = entries.count
      entries.merge(unsafeDowncast(other, to: Table<Key, Value>.self).entries) { own, _ in own }
      return entries.count - former
    }
  }

  /// A table, whatever is kept in it.
  @usableFromInline class AnyTable {
    @usableFromInline init() {}

    /// Forgets all but the indexes that may be kept, and gives their size.
    func forgetAnswers(at time: Int) -> Int { 0 }
    /// Forgets all that a value which is not known yet could make wrong.
    func forgetAllButFacts() {}
    /// A table of the same type with nothing in it.
    func makeEmpty() -> AnyTable { AnyTable() }
    /// Takes in what another table of the same type has, and gives how much of it is new.
    func absorb(_ other: AnyTable) -> Int { 0 }
  }

  /// The tables by their types. There are a few, which are gone through faster than a hash is made.
  @usableFromInline @exclusivity(unchecked) var tables: [(type: ObjectIdentifier, table: AnyTable)] = []

  /// The tables of what stays right whatever changes; each thread has its own, and none of it is counted.
  @usableFromInline @exclusivity(unchecked) var facts: [(type: ObjectIdentifier, table: AnyTable)] = []
  @usableFromInline static var mostFacts: Int { 1_024 }

  /// How many indexes are kept of one type, how many cells are in all, and how many changes one is kept that nobody asks.
  static let mostIndexes = 64
  static let largestSize = 1 << 23
  static let longestRest = 16
  /// How often cells have changed.
  @usableFromInline @exclusivity(unchecked) package private(set) var time = 0
  /// Whether anything has been asked for since.
  @usableFromInline @exclusivity(unchecked) var isAsked = false

  /// How many values were kept, and how often one was there already, since the counters were last reset.
  @usableFromInline @exclusivity(unchecked) package var counts = (kept: 0, hits: 0)

  public init() {}

  /// How many values have been kept since the counters were last reset.
  package var keptCount: Int { counts.kept }
  /// How often a value that was asked for was there.
  package var hitCount: Int { counts.hits }

  package func resetCounters() { counts = (0, 0) }

  /// What is kept for a key; `nil` when nothing of that type is.
  @inlinable
  public func value<Key: Hashable, Value>(_: Value.Type = Value.self, for key: Key) -> Value? {
    guard !tables.isEmpty else { return nil }
    let found = table(Key.self, Value.self).entries[key]
    if found != nil { counts.hits += 1 }
    return found
  }

  /// Keeps a value for a key, in place of what was kept.
  ///
  /// - Parameter limit: How many values of the type are kept; when there are as many, a new one is not.
  @inlinable
  public func keep<Key: Hashable, Value>(_ value: Value, for key: Key, atMost limit: Int = .max) {
    let table = table(Key.self, Value.self)
    guard table.entries.count < limit || table.entries[key] != nil else { return }
    counts.kept += 1
    table.entries[key] = value
    table.last = nil
  }

  /// The value of a key, made when none is kept.
  ///
  /// - Parameter limit: How many values of the type are kept; when there are as many, a new one is not.
  @inlinable
  public func entry<Key: Hashable, Value>(for key: Key, atMost limit: Int = .max, _ make: () -> Value) -> Value {
    let table = table(Key.self, Value.self)
    if let last = table.last, last.key == key {
      counts.hits += 1
      return last.value
    }
    if let found = table.entries[key] {
      counts.hits += 1
      table.last = (key, found)
      return found
    }
    let made = make()
    guard table.entries.count < limit else { return made }
    counts.kept += 1
    table.entries[key] = made
    table.last = (key, made)
    return made
  }

  /// What is made of a key alone, such as a format of its text, made when none is kept.
  @inlinable
  package func fact<Key: Hashable, Value>(
    of key: Key, _ make: (Key) throws(CellError) -> Value
  ) throws(CellError) -> Value {
    let table = Self.table(Key.self, Value.self, in: &facts)
    if let last = table.last, last.key == key { return last.value }
    if let found = table.entries[key] {
      table.last = (key, found)
      return found
    }
    let value = try make(key)
    if table.entries.count >= Self.mostFacts { table.entries.removeAll(keepingCapacity: true) }
    table.entries[key] = value
    table.last = (key, value)
    return value
  }

  /// Forgets what a change of cells makes wrong: all but the indexes that find out for themselves.
  package func forgetAnswers() {
    time += 1
    guard isAsked else { return }
    isAsked = false
    var size = 0
    for (_, table) in tables { size += table.forgetAnswers(at: time) }
    if size > Self.largestSize { removeAll() }
  }

  /// Takes in what another thread has kept meanwhile, and counts it as if it had been asked for here.
  package func absorb(_ other: EvaluationCache) {
    var new = 0
    for (type, table) in other.tables {
      isAsked = true
      if !tables.contains(where: { $0.type == type }) { tables.append((type, table.makeEmpty())) }
      for index in tables.indices where tables[index].type == type { new += tables[index].table.absorb(table) }
    }
    counts.kept += new
    counts.hits += other.counts.kept + other.counts.hits - new
  }

  /// Forgets what was made of cells, also indexes: some cells had no value yet.
  package func forgetAllButFacts() { for (_, table) in tables { table.forgetAllButFacts() } }

  /// Forgets everything.
  public func removeAll() {
    tables.removeAll(keepingCapacity: true)
    facts.removeAll(keepingCapacity: true)
  }

  @inlinable
  func table<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> Table<Key, Value> {
    isAsked = true
    return Self.table(Key.self, Value.self, in: &tables)
  }

  @inlinable
  static func table<Key: Hashable, Value>(
    _: Key.Type, _: Value.Type, in tables: inout [(type: ObjectIdentifier, table: AnyTable)]
  ) -> Table<Key, Value> {
    let type = ObjectIdentifier(Table<Key, Value>.self)
    for index in tables.indices where tables[index].type == type {
      return unsafeDowncast(tables[index].table, to: Table<Key, Value>.self)
    }
    let made = Table<Key, Value>()
    tables.append((type, made))
    return made
  }
}

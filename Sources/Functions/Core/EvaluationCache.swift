/// Values that functions keep between calls while no cell changes; an engine empties it when one does.
///
/// A function finds what it has kept by a key of a type of its own. A look costs the hash of the key.
public final class EvaluationCache {
  /// What is kept under one type of keys as one type of values.
  @usableFromInline final class Table<Key: Hashable, Value> {
    @usableFromInline var entries: [Key: Value] = [:]

    @usableFromInline init() {}
  }

  /// The tables by their types. There are a few, which are gone through faster than a hash is made.
  @usableFromInline var tables: [(type: ObjectIdentifier, table: AnyObject)] = []

  /// How many values were kept, and how often one was there already, since the counters were last reset.
  @usableFromInline @exclusivity(unchecked) var counts = (kept: 0, hits: 0)

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
  }

  /// The value of a key, made when none is kept.
  @inlinable
  public func entry<Key: Hashable, Value>(for key: Key, _ make: () -> Value) -> Value {
    let table = table(Key.self, Value.self)
    if let found = table.entries[key] {
      counts.hits += 1
      return found
    }
    let made = make()
    counts.kept += 1
    table.entries[key] = made
    return made
  }

  /// Forgets everything.
  public func removeAll() { tables.removeAll(keepingCapacity: true) }

  @inlinable
  func table<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> Table<Key, Value> {
    let type = ObjectIdentifier(Table<Key, Value>.self)
    for index in tables.indices where tables[index].type == type {
      return unsafeDowncast(tables[index].table, to: Table<Key, Value>.self)
    }
    let made = Table<Key, Value>()
    tables.append((type, made))
    return made
  }
}

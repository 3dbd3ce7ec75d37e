import CellModel

/// What is run for one key after the other while the other arguments of a call stay the same: those are read once.
///
/// Down a column a lookup searches the same table for the value of each row.
@usableFromInline package struct KeyedBody: Sendable {
  /// Gives the answer for a key; `nil` where the ordinary call says more.
  @usableFromInline package typealias Answer = (BoxedValue, BoxedSlots) -> Operand?

  /// The place of the key among the arguments.
  package let key: Int
  /// Whether it gives values, and no references.
  let givesValues: Bool
  /// Reads the arguments but for the key.
  let begin: @Sendable (inout Arguments) throws(CellError) -> Answer

  @usableFromInline
  init(
    key: Int, givesValues: Bool, _ begin: @escaping @Sendable (inout Arguments) throws(CellError) -> Answer
  ) {
    self.key = key
    self.givesValues = givesValues
    self.begin = begin
  }

  /// An answer made of a search by keys as a parameter reads them.
  @inlinable
  static func answer<Key, Output: FunctionResult>(
    _ reading: BoxedReading<Key>, _ search: @escaping (Key) throws(CellError) -> Output
  ) -> Answer {
    { (box, slots) in
      let key: Key
      do throws(CellError) { key = try reading.read(BoxedArgument(box, slots)) } catch { return nil }
      do throws(CellError) { return try search(key).operand } catch { return .value(.error(error)) }
    }
  }
}

// A function that searches says first what it makes of the other arguments, and then what it makes of a key. Both calls
// come of that.

extension SheetFunction {
  @inlinable @inline(__always)
  package init<Key, A, B, Output: FunctionResult>(
    _ name: String, _ summary: String, key: Parameter<Key>, _ a: Parameter<A>, _ b: Parameter<B>,
    traits: Traits = [], aliases: [String] = [], source: String? = nil, examples: [Example],
    search: @escaping @Sendable (A, B) throws(CellError) -> (Key) throws(CellError) -> Output
  ) {
    let keyed = key.boxedReading.map { reading in
      KeyedBody(key: 0, givesValues: Output.isValue) { (call) throws(CellError) in
        KeyedBody.answer(reading, try search(a.read(&call), b.read(&call)))
      }
    }
    self.init(
      name, summary, parameters: [key.part, a.part, b.part], aliases: aliases, traits: traits, source: source,
      examples: examples, numericBody: nil,
      // Where the others differ from row to row.
      boxedBody: Self.boxedBody(key, a, b) { (key, a, b) throws(CellError) in try search(a, b)(key) }, keyedBody: keyed
    ) { (call) throws(CellError) in
      let key = try key.read(&call)
      return try search(a.read(&call), b.read(&call))(key).operand
    }
  }

  @inlinable @inline(__always)
  package init<Key, A, B, C, Output: FunctionResult>(
    _ name: String, _ summary: String, key: Parameter<Key>, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    traits: Traits = [], source: String? = nil, examples: [Example],
    search: @escaping @Sendable (A, B, C) throws(CellError) -> (Key) throws(CellError) -> Output
  ) {
    let keyed = key.boxedReading.map { reading in
      KeyedBody(key: 0, givesValues: Output.isValue) { (call) throws(CellError) in
        KeyedBody.answer(reading, try search(a.read(&call), b.read(&call), c.read(&call)))
      }
    }
    self.init(
      name, summary, parameters: [key.part, a.part, b.part, c.part], aliases: [], traits: traits, source: source,
      examples: examples, numericBody: nil, keyedBody: keyed
    ) { (call) throws(CellError) in
      let key = try key.read(&call)
      return try search(a.read(&call), b.read(&call), c.read(&call))(key).operand
    }
  }

  @inlinable @inline(__always)
  package init<Key, A, B, C, D, E, Output: FunctionResult>(
    _ name: String, _ summary: String, key: Parameter<Key>, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    _ d: Parameter<D>, _ e: Parameter<E>,
    traits: Traits = [], source: String? = nil, examples: [Example],
    search: @escaping @Sendable (A, B, C, D, E) throws(CellError) -> (Key) throws(CellError) -> Output
  ) {
    let keyed = key.boxedReading.map { reading in
      KeyedBody(key: 0, givesValues: Output.isValue) { (call) throws(CellError) in
        KeyedBody.answer(
          reading, try search(a.read(&call), b.read(&call), c.read(&call), d.read(&call), e.read(&call)))
      }
    }
    self.init(
      name, summary, parameters: [key.part, a.part, b.part, c.part, d.part, e.part], aliases: [], traits: traits,
      source: source, examples: examples, numericBody: nil, keyedBody: keyed
    ) { (call) throws(CellError) in
      let key = try key.read(&call)
      return try search(a.read(&call), b.read(&call), c.read(&call), d.read(&call), e.read(&call))(key).operand
    }
  }

  /// A function of a key and what stands before it.
  @inlinable @inline(__always)
  package init<A, Key, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, key: Parameter<Key>,
    traits: Traits = [], source: String? = nil, examples: [Example],
    search: @escaping @Sendable (A) throws(CellError) -> (Key) throws(CellError) -> Output
  ) {
    let keyed = key.boxedReading.map { reading in
      KeyedBody(key: 1, givesValues: Output.isValue) { (call) throws(CellError) in
        KeyedBody.answer(reading, try search(a.read(&call)))
      }
    }
    self.init(
      name, summary, parameters: [a.part, key.part], aliases: [], traits: traits,
      source: source, examples: examples, numericBody: nil, keyedBody: keyed
    ) { (call) throws(CellError) in
      let first = try a.read(&call)
      let key = try key.read(&call)
      return try search(first)(key).operand
    }
  }

  /// A function whose key is its second argument of three.
  @inlinable @inline(__always)
  package init<A, Key, B, C, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, key: Parameter<Key>, _ b: Parameter<B>, _ c: Parameter<C>,
    traits: Traits = [], source: String? = nil, examples: [Example],
    search: @escaping @Sendable (A, B, C) throws(CellError) -> (Key) throws(CellError) -> Output
  ) {
    let keyed = key.boxedReading.map { reading in
      KeyedBody(key: 1, givesValues: Output.isValue) { (call) throws(CellError) in
        KeyedBody.answer(reading, try search(a.read(&call), b.read(&call), c.read(&call)))
      }
    }
    self.init(
      name, summary, parameters: [a.part, key.part, b.part, c.part], aliases: [], traits: traits,
      source: source, examples: examples, numericBody: nil,
      // Where the others differ from row to row.
      boxedBody: Self.boxedBody(a, key, b, c) { (a, key, b, c) throws(CellError) in try search(a, b, c)(key) },
      keyedBody: keyed
    ) { (call) throws(CellError) in
      let first = try a.read(&call)
      let key = try key.read(&call)
      return try search(first, b.read(&call), c.read(&call))(key).operand
    }
  }

  /// A function whose key is its second argument.
  @inlinable @inline(__always)
  package init<A, Key, B, C, D, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, key: Parameter<Key>, _ b: Parameter<B>, _ c: Parameter<C>,
    _ d: Parameter<D>,
    traits: Traits = [], source: String? = nil, examples: [Example],
    search: @escaping @Sendable (A, B, C, D) throws(CellError) -> (Key) throws(CellError) -> Output
  ) {
    let keyed = key.boxedReading.map { reading in
      KeyedBody(key: 1, givesValues: Output.isValue) { (call) throws(CellError) in
        KeyedBody.answer(reading, try search(a.read(&call), b.read(&call), c.read(&call), d.read(&call)))
      }
    }
    self.init(
      name, summary, parameters: [a.part, key.part, b.part, c.part, d.part], aliases: [], traits: traits,
      source: source, examples: examples, numericBody: nil, keyedBody: keyed
    ) { (call) throws(CellError) in
      let first = try a.read(&call)
      let key = try key.read(&call)
      return try search(first, b.read(&call), c.read(&call), d.read(&call))(key).operand
    }
  }
}

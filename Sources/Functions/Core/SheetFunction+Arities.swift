import CellModel

// One initializer per count of parameters, so that the compiler matches a body with its declaration.

extension SheetFunction {
  @inlinable @inline(__always)
  public init<Output: FunctionResult>(
    _ name: String, _ summary: String,
    traits: Traits = [], aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable () throws(CellError) -> Output
  ) {
    self.init(name, summary, parameters: [], aliases: aliases, traits: traits, source: source, examples: examples) {
      (_) throws(CellError) in try body().operand
    }
  }

  @inlinable @inline(__always)
  public init<A, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>,
    traits: Traits = [], kernel: NumericKernel? = nil, aggregate: NumberAggregate? = nil, aliases: [String] = [],
    source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info], aliases: aliases, traits: traits, source: source, examples: examples,
      numericBody: Self.numericBody(a, body), boxedBody: Self.boxedBody(a, body), kernel: kernel, aggregate: aggregate
    ) {
      (call) throws(CellError) in try body(a.read(&call)).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>,
    traits: Traits = [], form: FunctionForm = .call, kernel: NumericKernel? = nil, aggregate: NumberAggregate? = nil,
    aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info, b.info], aliases: aliases, traits: traits, form: form, source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, body), boxedBody: Self.boxedBody(a, b, body), kernel: kernel,
      aggregate: aggregate
    ) {
      (call) throws(CellError) in try body(a.read(&call), b.read(&call)).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    traits: Traits = [], form: FunctionForm = .call, aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info, b.info, c.info], aliases: aliases, traits: traits, form: form, source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, c, body), boxedBody: Self.boxedBody(a, b, c, body)
    ) {
      (call) throws(CellError) in try body(a.read(&call), b.read(&call), c.read(&call)).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, D, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    traits: Traits = [], form: FunctionForm = .call, aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C, D) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info, b.info, c.info, d.info], aliases: aliases, traits: traits, form: form,
      source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, c, d, body), boxedBody: Self.boxedBody(a, b, c, d, body)
    ) {
      (call) throws(CellError) in try body(a.read(&call), b.read(&call), c.read(&call), d.read(&call)).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, D, E, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    _ e: Parameter<E>,
    traits: Traits = [], aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C, D, E) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info, b.info, c.info, d.info, e.info], aliases: aliases, traits: traits,
      source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, c, d, e, body), boxedBody: Self.boxedBody(a, b, c, d, e, body)
    ) {
      (call) throws(CellError) in
      try body(a.read(&call), b.read(&call), c.read(&call), d.read(&call), e.read(&call)).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, D, E, F, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    _ e: Parameter<E>, _ f: Parameter<F>,
    traits: Traits = [], aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C, D, E, F) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info, b.info, c.info, d.info, e.info, f.info], aliases: aliases, traits: traits,
      source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, c, d, e, f, body)
    ) {
      (call) throws(CellError) in
      try body(a.read(&call), b.read(&call), c.read(&call), d.read(&call), e.read(&call), f.read(&call)).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, D, E, F, G, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    _ e: Parameter<E>, _ f: Parameter<F>, _ g: Parameter<G>,
    traits: Traits = [], aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C, D, E, F, G) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info, b.info, c.info, d.info, e.info, f.info, g.info], aliases: aliases,
      traits: traits, source: source, examples: examples
    ) {
      (call) throws(CellError) in
      try body(a.read(&call), b.read(&call), c.read(&call), d.read(&call), e.read(&call), f.read(&call), g.read(&call))
        .operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, D, E, F, G, H, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    _ e: Parameter<E>, _ f: Parameter<F>, _ g: Parameter<G>, _ h: Parameter<H>,
    traits: Traits = [], aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C, D, E, F, G, H) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info, b.info, c.info, d.info, e.info, f.info, g.info, h.info], aliases: aliases,
      traits: traits, source: source, examples: examples
    ) {
      (call) throws(CellError) in
      try body(
        a.read(&call), b.read(&call), c.read(&call), d.read(&call), e.read(&call), f.read(&call), g.read(&call),
        h.read(&call)
      ).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, D, E, F, G, H, I, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    _ e: Parameter<E>, _ f: Parameter<F>, _ g: Parameter<G>, _ h: Parameter<H>, _ i: Parameter<I>,
    traits: Traits = [], aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C, D, E, F, G, H, I) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info, b.info, c.info, d.info, e.info, f.info, g.info, h.info, i.info],
      aliases: aliases, traits: traits, source: source, examples: examples
    ) {
      (call) throws(CellError) in
      try body(
        a.read(&call), b.read(&call), c.read(&call), d.read(&call), e.read(&call), f.read(&call), g.read(&call),
        h.read(&call), i.read(&call)
      ).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, D, E, F, G, H, I, J, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    _ e: Parameter<E>, _ f: Parameter<F>, _ g: Parameter<G>, _ h: Parameter<H>, _ i: Parameter<I>, _ j: Parameter<J>,
    traits: Traits = [], aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C, D, E, F, G, H, I, J) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.info, b.info, c.info, d.info, e.info, f.info, g.info, h.info, i.info, j.info],
      aliases: aliases, traits: traits, source: source, examples: examples
    ) {
      (call) throws(CellError) in
      try body(
        a.read(&call), b.read(&call), c.read(&call), d.read(&call), e.read(&call), f.read(&call), g.read(&call),
        h.read(&call), i.read(&call), j.read(&call)
      ).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, D, E, F, G, H, I, J, K, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    _ e: Parameter<E>, _ f: Parameter<F>, _ g: Parameter<G>, _ h: Parameter<H>, _ i: Parameter<I>, _ j: Parameter<J>,
    _ k: Parameter<K>,
    traits: Traits = [], aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C, D, E, F, G, H, I, J, K) throws(CellError) -> Output
  ) {
    self.init(
      name, summary,
      parameters: [a.info, b.info, c.info, d.info, e.info, f.info, g.info, h.info, i.info, j.info, k.info],
      aliases: aliases, traits: traits, source: source, examples: examples
    ) {
      (call) throws(CellError) in
      try body(
        a.read(&call), b.read(&call), c.read(&call), d.read(&call), e.read(&call), f.read(&call), g.read(&call),
        h.read(&call), i.read(&call), j.read(&call), k.read(&call)
      ).operand
    }
  }
}

// MARK: - Bodies for plain numbers

extension SheetFunction {
  @inlinable @inline(__always)
  static func numericBody<A, Output: FunctionResult>(
    _ a: Parameter<A>, _ body: @escaping @Sendable (A) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric else { return nil }
    return { (numbers) throws(CellError) in try body(numbers.read(0, a)).numericResult }
  }

  @inlinable @inline(__always)
  static func numericBody<A, B, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ body: @escaping @Sendable (A, B) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric, let b = b.numeric else { return nil }
    return { (numbers) throws(CellError) in try body(numbers.read(0, a), numbers.read(1, b)).numericResult }
  }

  @inlinable @inline(__always)
  static func numericBody<A, B, C, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    _ body: @escaping @Sendable (A, B, C) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric, let b = b.numeric, let c = c.numeric else { return nil }
    return { (numbers) throws(CellError) in
      try body(numbers.read(0, a), numbers.read(1, b), numbers.read(2, c)).numericResult
    }
  }

  @inlinable @inline(__always)
  static func numericBody<A, B, C, D, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    _ body: @escaping @Sendable (A, B, C, D) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric, let b = b.numeric, let c = c.numeric, let d = d.numeric else {
      return nil
    }
    return { (numbers) throws(CellError) in
      try body(numbers.read(0, a), numbers.read(1, b), numbers.read(2, c), numbers.read(3, d)).numericResult
    }
  }

  @inlinable @inline(__always)
  static func numericBody<A, B, C, D, E, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>, _ e: Parameter<E>,
    _ body: @escaping @Sendable (A, B, C, D, E) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric, let b = b.numeric, let c = c.numeric, let d = d.numeric,
      let e = e.numeric
    else { return nil }
    return { (numbers) throws(CellError) in
      try body(numbers.read(0, a), numbers.read(1, b), numbers.read(2, c), numbers.read(3, d), numbers.read(4, e))
        .numericResult
    }
  }

  @inlinable @inline(__always)
  static func numericBody<A, B, C, D, E, F, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>, _ e: Parameter<E>, _ f: Parameter<F>,
    _ body: @escaping @Sendable (A, B, C, D, E, F) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric, let b = b.numeric, let c = c.numeric, let d = d.numeric,
      let e = e.numeric, let f = f.numeric
    else { return nil }
    return { (numbers) throws(CellError) in
      try body(
        numbers.read(0, a), numbers.read(1, b), numbers.read(2, c), numbers.read(3, d), numbers.read(4, e),
        numbers.read(5, f)
      ).numericResult
    }
  }
}

// MARK: - Bodies for values of columns

// What reads plain numbers alone has a body for them already.

extension SheetFunction {
  @inlinable @inline(__always)
  static func boxedBody<A, Output: FunctionResult>(
    _ a: Parameter<A>,
    _ body: @escaping @Sendable (A) throws(CellError) -> Output
  ) -> BoxedBody? {
    guard Output.isValue, !(Output.isNumeric && a.numeric != nil), let a = a.boxedReading else { return nil }
    return BoxedBody { (arguments) throws(CellError) in try body(arguments.read(0, a)).valueResult }
  }

  @inlinable @inline(__always)
  static func boxedBody<A, B, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>,
    _ body: @escaping @Sendable (A, B) throws(CellError) -> Output
  ) -> BoxedBody? {
    guard Output.isValue, !(Output.isNumeric && a.numeric != nil && b.numeric != nil), let a = a.boxedReading,
      let b = b.boxedReading
    else { return nil }
    return BoxedBody { (arguments) throws(CellError) in try body(arguments.read(0, a), arguments.read(1, b)).valueResult
    }
  }

  @inlinable @inline(__always)
  static func boxedBody<A, B, C, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    _ body: @escaping @Sendable (A, B, C) throws(CellError) -> Output
  ) -> BoxedBody? {
    guard Output.isValue, !(Output.isNumeric && a.numeric != nil && b.numeric != nil && c.numeric != nil),
      let a = a.boxedReading, let b = b.boxedReading, let c = c.boxedReading
    else { return nil }
    return BoxedBody { (arguments) throws(CellError) in
      try body(arguments.read(0, a), arguments.read(1, b), arguments.read(2, c)).valueResult
    }
  }

  @inlinable @inline(__always)
  static func boxedBody<A, B, C, D, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    _ body: @escaping @Sendable (A, B, C, D) throws(CellError) -> Output
  ) -> BoxedBody? {
    guard Output.isValue,
      !(Output.isNumeric && a.numeric != nil && b.numeric != nil && c.numeric != nil && d.numeric != nil),
      let a = a.boxedReading, let b = b.boxedReading, let c = c.boxedReading, let d = d.boxedReading
    else { return nil }
    return BoxedBody { (arguments) throws(CellError) in
      try body(arguments.read(0, a), arguments.read(1, b), arguments.read(2, c), arguments.read(3, d)).valueResult
    }
  }

  @inlinable @inline(__always)
  static func boxedBody<A, B, C, D, E, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>, _ e: Parameter<E>,
    _ body: @escaping @Sendable (A, B, C, D, E) throws(CellError) -> Output
  ) -> BoxedBody? {
    guard Output.isValue,
      !(Output.isNumeric && a.numeric != nil && b.numeric != nil && c.numeric != nil && d.numeric != nil
        && e.numeric != nil), let a = a.boxedReading, let b = b.boxedReading, let c = c.boxedReading,
      let d = d.boxedReading, let e = e.boxedReading
    else { return nil }
    return BoxedBody { (arguments) throws(CellError) in
      try body(
        arguments.read(0, a), arguments.read(1, b), arguments.read(2, c), arguments.read(3, d), arguments.read(4, e)
      ).valueResult
    }
  }
}

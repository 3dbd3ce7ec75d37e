import CellModel

// One initializer per count of parameters, so that the compiler matches a body with its declaration. A closure captures how
// arguments are read, and not the parameters, so that a call finds it where it looks first.

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
      name, summary, parameters: [a.part], aliases: aliases, traits: traits, source: source, examples: examples,
      numericBody: Self.numericBody(a, body), boxedBody: Self.boxedBody(a, body), kernel: kernel, aggregate: aggregate
    ) {
      [a = a.read] (call) throws(CellError) in
      try body(a(&call)).operand
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
      name, summary, parameters: [a.part, b.part], aliases: aliases, traits: traits, form: form, source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, body), boxedBody: Self.boxedBody(a, b, body), kernel: kernel,
      aggregate: aggregate
    ) {
      [a = a.read, b = b.read] (call) throws(CellError) in
      try body(a(&call), b(&call)).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    traits: Traits = [], form: FunctionForm = .call, aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.part, b.part, c.part], aliases: aliases, traits: traits, form: form, source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, c, body), boxedBody: Self.boxedBody(a, b, c, body)
    ) {
      [a = a.read, b = b.read, c = c.read] (call) throws(CellError) in
      try body(a(&call), b(&call), c(&call)).operand
    }
  }

  @inlinable @inline(__always)
  public init<A, B, C, D, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>,
    traits: Traits = [], form: FunctionForm = .call, aliases: [String] = [], source: String? = nil, examples: [Example],
    body: @escaping @Sendable (A, B, C, D) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.part, b.part, c.part, d.part], aliases: aliases, traits: traits, form: form,
      source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, c, d, body), boxedBody: Self.boxedBody(a, b, c, d, body)
    ) {
      [a = a.read, b = b.read, c = c.read, d = d.read] (call) throws(CellError) in
      try body(a(&call), b(&call), c(&call), d(&call)).operand
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
      name, summary, parameters: [a.part, b.part, c.part, d.part, e.part], aliases: aliases, traits: traits,
      source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, c, d, e, body), boxedBody: Self.boxedBody(a, b, c, d, e, body)
    ) {
      [a = a.read, b = b.read, c = c.read, d = d.read, e = e.read] (call) throws(CellError) in
      try body(a(&call), b(&call), c(&call), d(&call), e(&call)).operand
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
      name, summary, parameters: [a.part, b.part, c.part, d.part, e.part, f.part], aliases: aliases, traits: traits,
      source: source,
      examples: examples,
      numericBody: Self.numericBody(a, b, c, d, e, f, body), boxedBody: Self.boxedBody(a, b, c, d, e, f, body)
    ) {
      [a = a.read, b = b.read, c = c.read, d = d.read, e = e.read, f = f.read] (call) throws(CellError) in
      try body(a(&call), b(&call), c(&call), d(&call), e(&call), f(&call)).operand
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
      name, summary, parameters: [a.part, b.part, c.part, d.part, e.part, f.part, g.part], aliases: aliases,
      traits: traits, source: source, examples: examples,
      numericBody: Self.numericBody(a, b, c, d, e, f, g, body),
      boxedBody: Self.boxedBody(a, b, c, d, e, f, g, body)
    ) {
      [a = a.read, b = b.read, c = c.read, d = d.read, e = e.read, f = f.read, g = g.read] (call) throws(CellError) in
      try body(a(&call), b(&call), c(&call), d(&call), e(&call), f(&call), g(&call)).operand
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
      name, summary, parameters: [a.part, b.part, c.part, d.part, e.part, f.part, g.part, h.part], aliases: aliases,
      traits: traits, source: source, examples: examples,
      numericBody: Self.numericBody(a, b, c, d, e, f, g, h, body),
      boxedBody: Self.boxedBody(a, b, c, d, e, f, g, h, body)
    ) {
      [a = a.read, b = b.read, c = c.read, d = d.read, e = e.read, f = f.read, g = g.read, h = h.read] (call)
        throws(CellError) in
      try body(
        a(&call), b(&call), c(&call), d(&call), e(&call), f(&call), g(&call), h(&call)
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
      name, summary, parameters: [a.part, b.part, c.part, d.part, e.part, f.part, g.part, h.part, i.part],
      aliases: aliases, traits: traits, source: source, examples: examples,
      numericBody: nil
    ) {
      [a = a.read, b = b.read, c = c.read, d = d.read, e = e.read, f = f.read, g = g.read, h = h.read, i = i.read]
      (call) throws(CellError) in
      try body(
        a(&call), b(&call), c(&call), d(&call), e(&call), f(&call), g(&call), h(&call), i(&call)
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
      name, summary, parameters: [a.part, b.part, c.part, d.part, e.part, f.part, g.part, h.part, i.part, j.part],
      aliases: aliases, traits: traits, source: source, examples: examples,
      numericBody: nil
    ) {
      [
        a = a.read, b = b.read, c = c.read, d = d.read, e = e.read, f = f.read, g = g.read, h = h.read, i = i.read,
        j = j.read
      ] (call) throws(CellError) in
      try body(
        a(&call), b(&call), c(&call), d(&call), e(&call), f(&call), g(&call), h(&call), i(&call), j(&call)
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
      parameters: [a.part, b.part, c.part, d.part, e.part, f.part, g.part, h.part, i.part, j.part, k.part],
      aliases: aliases, traits: traits, source: source, examples: examples,
      numericBody: nil
    ) {
      [
        a = a.read, b = b.read, c = c.read, d = d.read, e = e.read, f = f.read, g = g.read, h = h.read, i = i.read,
        j = j.read, k = k.read
      ] (call) throws(CellError) in
      try body(
        a(&call), b(&call), c(&call), d(&call), e(&call), f(&call), g(&call), h(&call), i(&call), j(&call), k(&call)
      ).operand
    }
  }
}

import CellModel

// What a function is run with in place of the ordinary call comes of its declaration: one function for each count of parameters.

// MARK: - Bodies for plain numbers

extension SheetFunction {
  @inlinable @inline(__always)
  static func numericBody<A, Output: FunctionResult>(
    _ a: Parameter<A>, _ body: @escaping @Sendable (A) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric else { return nil }
    return NumericBody { (numbers) throws(CellError) in try body(numbers.read(0, a)).numericResult }
  }

  @inlinable @inline(__always)
  static func numericBody<A, B, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ body: @escaping @Sendable (A, B) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric, let b = b.numeric else { return nil }
    return NumericBody { (numbers) throws(CellError) in try body(numbers.read(0, a), numbers.read(1, b)).numericResult }
  }

  @inlinable @inline(__always)
  static func numericBody<A, B, C, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    _ body: @escaping @Sendable (A, B, C) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric, let b = b.numeric, let c = c.numeric else { return nil }
    return NumericBody { (numbers) throws(CellError) in
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
    return NumericBody { (numbers) throws(CellError) in
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
    return NumericBody { (numbers) throws(CellError) in
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
    return NumericBody { (numbers) throws(CellError) in
      try body(
        numbers.read(0, a), numbers.read(1, b), numbers.read(2, c), numbers.read(3, d), numbers.read(4, e),
        numbers.read(5, f)
      ).numericResult
    }
  }

  @inlinable @inline(__always)
  static func numericBody<A, B, C, D, E, F, G, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>, _ e: Parameter<E>, _ f: Parameter<F>,
    _ g: Parameter<G>, _ body: @escaping @Sendable (A, B, C, D, E, F, G) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric, let b = b.numeric, let c = c.numeric, let d = d.numeric,
      let e = e.numeric, let f = f.numeric, let g = g.numeric
    else { return nil }
    return NumericBody { (numbers) throws(CellError) in
      try body(
        numbers.read(0, a), numbers.read(1, b), numbers.read(2, c), numbers.read(3, d), numbers.read(4, e),
        numbers.read(5, f), numbers.read(6, g)
      ).numericResult
    }
  }

  @inlinable @inline(__always)
  static func numericBody<A, B, C, D, E, F, G, H, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>, _ e: Parameter<E>, _ f: Parameter<F>,
    _ g: Parameter<G>, _ h: Parameter<H>,
    _ body: @escaping @Sendable (A, B, C, D, E, F, G, H) throws(CellError) -> Output
  ) -> NumericBody? {
    guard Output.isNumeric, let a = a.numeric, let b = b.numeric, let c = c.numeric, let d = d.numeric,
      let e = e.numeric, let f = f.numeric, let g = g.numeric, let h = h.numeric
    else { return nil }
    return NumericBody { (numbers) throws(CellError) in
      try body(
        numbers.read(0, a), numbers.read(1, b), numbers.read(2, c), numbers.read(3, d), numbers.read(4, e),
        numbers.read(5, f), numbers.read(6, g), numbers.read(7, h)
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

  @inlinable @inline(__always)
  static func boxedBody<A, B, C, D, E, F, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>, _ e: Parameter<E>, _ f: Parameter<F>,
    _ body: @escaping @Sendable (A, B, C, D, E, F) throws(CellError) -> Output
  ) -> BoxedBody? {
    guard Output.isValue,
      !(Output.isNumeric && a.numeric != nil && b.numeric != nil && c.numeric != nil && d.numeric != nil
        && e.numeric != nil && f.numeric != nil), let a = a.boxedReading, let b = b.boxedReading,
      let c = c.boxedReading, let d = d.boxedReading, let e = e.boxedReading, let f = f.boxedReading
    else { return nil }
    return BoxedBody { (arguments) throws(CellError) in
      try body(
        arguments.read(0, a), arguments.read(1, b), arguments.read(2, c), arguments.read(3, d), arguments.read(4, e),
        arguments.read(5, f)
      ).valueResult
    }
  }

  @inlinable @inline(__always)
  static func boxedBody<A, B, C, D, E, F, G, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>, _ e: Parameter<E>, _ f: Parameter<F>,
    _ g: Parameter<G>,
    _ body: @escaping @Sendable (A, B, C, D, E, F, G) throws(CellError) -> Output
  ) -> BoxedBody? {
    guard Output.isValue,
      !(Output.isNumeric && a.numeric != nil && b.numeric != nil && c.numeric != nil && d.numeric != nil
        && e.numeric != nil && f.numeric != nil && g.numeric != nil), let a = a.boxedReading,
      let b = b.boxedReading, let c = c.boxedReading, let d = d.boxedReading, let e = e.boxedReading,
      let f = f.boxedReading, let g = g.boxedReading
    else { return nil }
    return BoxedBody { (arguments) throws(CellError) in
      try body(
        arguments.read(0, a), arguments.read(1, b), arguments.read(2, c), arguments.read(3, d), arguments.read(4, e),
        arguments.read(5, f), arguments.read(6, g)
      ).valueResult
    }
  }

  @inlinable @inline(__always)
  static func boxedBody<A, B, C, D, E, F, G, H, Output: FunctionResult>(
    _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>, _ d: Parameter<D>, _ e: Parameter<E>, _ f: Parameter<F>,
    _ g: Parameter<G>, _ h: Parameter<H>,
    _ body: @escaping @Sendable (A, B, C, D, E, F, G, H) throws(CellError) -> Output
  ) -> BoxedBody? {
    guard Output.isValue,
      !(Output.isNumeric && a.numeric != nil && b.numeric != nil && c.numeric != nil && d.numeric != nil
        && e.numeric != nil && f.numeric != nil && g.numeric != nil && h.numeric != nil), let a = a.boxedReading,
      let b = b.boxedReading, let c = c.boxedReading, let d = d.boxedReading, let e = e.boxedReading,
      let f = f.boxedReading, let g = g.boxedReading, let h = h.boxedReading
    else { return nil }
    return BoxedBody { (arguments) throws(CellError) in
      try body(
        arguments.read(0, a), arguments.read(1, b), arguments.read(2, c), arguments.read(3, d), arguments.read(4, e),
        arguments.read(5, f), arguments.read(6, g), arguments.read(7, h)
      ).valueResult
    }
  }
}

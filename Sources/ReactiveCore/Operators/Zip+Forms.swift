extension Signal {
  /// A signal that pairs the values of this signal with those of another by position.
  public func zip<U>(with other: Signal<U, Error>) -> Signal<(Value, U), Error> {
    .zipAll(self, other)
  }

  /// A signal that puts the values of all signals together by position.
  public static func zip<B>(_ a: Signal<Value, Error>, _ b: Signal<B, Error>) -> Signal<(Value, B), Error> {
    .zipAll(a, b)
  }

  /// As with two signals.
  public static func zip<B, C>(_ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ c: Signal<C, Error>) -> Signal<
    (Value, B, C), Error
  > {
    .zipAll(a, b, c)
  }

  /// As with two signals.
  public static func zip<B, C, D>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ c: Signal<C, Error>, _ d: Signal<D, Error>
  ) -> Signal<(Value, B, C, D), Error> {
    .zipAll(a, b, c, d)
  }

  /// As with two signals.
  public static func zip<B, C, D, E>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ c: Signal<C, Error>, _ d: Signal<D, Error>,
    _ e: Signal<E, Error>
  ) -> Signal<(Value, B, C, D, E), Error> {
    .zipAll(a, b, c, d, e)
  }

  /// As with two signals.
  public static func zip<B, C, D, E, F>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ c: Signal<C, Error>, _ d: Signal<D, Error>,
    _ e: Signal<E, Error>, _ f: Signal<F, Error>
  ) -> Signal<(Value, B, C, D, E, F), Error> {
    .zipAll(a, b, c, d, e, f)
  }

  /// As with two signals.
  public static func zip<B, C, D, E, F, G>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ c: Signal<C, Error>, _ d: Signal<D, Error>,
    _ e: Signal<E, Error>, _ f: Signal<F, Error>, _ g: Signal<G, Error>
  ) -> Signal<(Value, B, C, D, E, F, G), Error> {
    .zipAll(a, b, c, d, e, f, g)
  }

  /// As with two signals.
  public static func zip<B, C, D, E, F, G, H>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ c: Signal<C, Error>, _ d: Signal<D, Error>,
    _ e: Signal<E, Error>, _ f: Signal<F, Error>, _ g: Signal<G, Error>, _ h: Signal<H, Error>
  ) -> Signal<(Value, B, C, D, E, F, G, H), Error> {
    .zipAll(a, b, c, d, e, f, g, h)
  }

  /// As with two signals.
  public static func zip<B, C, D, E, F, G, H, I>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ c: Signal<C, Error>, _ d: Signal<D, Error>,
    _ e: Signal<E, Error>, _ f: Signal<F, Error>, _ g: Signal<G, Error>, _ h: Signal<H, Error>, _ i: Signal<I, Error>
  ) -> Signal<(Value, B, C, D, E, F, G, H, I), Error> {
    .zipAll(a, b, c, d, e, f, g, h, i)
  }

  /// As with two signals.
  public static func zip<B, C, D, E, F, G, H, I, J>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ c: Signal<C, Error>, _ d: Signal<D, Error>,
    _ e: Signal<E, Error>, _ f: Signal<F, Error>, _ g: Signal<G, Error>, _ h: Signal<H, Error>, _ i: Signal<I, Error>,
    _ j: Signal<J, Error>
  ) -> Signal<(Value, B, C, D, E, F, G, H, I, J), Error> {
    .zipAll(a, b, c, d, e, f, g, h, i, j)
  }

  /// As with two signals, of more than ten.
  public static func zip<B, C, D, E, F, G, H, I, J, K, each L>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ c: Signal<C, Error>, _ d: Signal<D, Error>,
    _ e: Signal<E, Error>, _ f: Signal<F, Error>, _ g: Signal<G, Error>, _ h: Signal<H, Error>, _ i: Signal<I, Error>,
    _ j: Signal<J, Error>, _ k: Signal<K, Error>, _ more: repeat Signal<each L, Error>
  ) -> Signal<(Value, B, C, D, E, F, G, H, I, J, K, repeat each L), Error> {
    .zipAll(a, b, c, d, e, f, g, h, i, j, k, repeat each more)
  }
}

extension SignalProducer {
  /// A producer that starts this and another and pairs their values by position.
  public func zip<U>(with other: SignalProducer<U, Error>) -> SignalProducer<(Value, U), Error> {
    .zipAll(self, other)
  }

  /// A producer that starts this and another and pairs their values by position.
  public func zip<Other: SignalProducerConvertible>(
    with other: Other
  ) -> SignalProducer<(Value, Other.Value), Error> where Other.Error == Error {
    .zipAll(self, other.producer)
  }
}

// The language cannot say yet that all of a pack have the same `Error`, so there is a form for each number of producers.

extension SignalProducer {
  /// A producer that starts its sources in order and puts their values together by position.
  public static func zip<A: SignalProducerConvertible, B: SignalProducerConvertible>(_ a: A, _ b: B) -> SignalProducer<
    (Value, B.Value), Error
  > where A.Value == Value, A.Error == Error, B.Error == Error {
    .zipAll(a.producer, b.producer)
  }

  /// As with two producers.
  public static func zip<A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible>(
    _ a: A, _ b: B, _ c: C
  ) -> SignalProducer<(Value, B.Value, C.Value), Error>
  where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error {
    .zipAll(a.producer, b.producer, c.producer)
  }

  /// As with two producers.
  public static func zip<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible,
    D: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D) -> SignalProducer<(Value, B.Value, C.Value, D.Value), Error>
  where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error {
    .zipAll(a.producer, b.producer, c.producer, d.producer)
  }

  /// As with two producers.
  public static func zip<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible,
    D: SignalProducerConvertible, E: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) -> SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value), Error>
  where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error {
    .zipAll(a.producer, b.producer, c.producer, d.producer, e.producer)
  }

  /// As with two producers.
  public static func zip<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible,
    D: SignalProducerConvertible, E: SignalProducerConvertible, F: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) -> SignalProducer<
    (Value, B.Value, C.Value, D.Value, E.Value, F.Value), Error
  >
  where
    A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error,
    F.Error == Error
  {
    .zipAll(a.producer, b.producer, c.producer, d.producer, e.producer, f.producer)
  }

  /// As with two producers.
  public static func zip<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible,
    D: SignalProducerConvertible, E: SignalProducerConvertible, F: SignalProducerConvertible,
    G: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) -> SignalProducer<
    (Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value), Error
  >
  where
    A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error,
    F.Error == Error, G.Error == Error
  {
    .zipAll(a.producer, b.producer, c.producer, d.producer, e.producer, f.producer, g.producer)
  }

  /// As with two producers.
  public static func zip<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible,
    D: SignalProducerConvertible, E: SignalProducerConvertible, F: SignalProducerConvertible,
    G: SignalProducerConvertible, H: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) -> SignalProducer<
    (Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value), Error
  >
  where
    A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error,
    F.Error == Error, G.Error == Error, H.Error == Error
  {
    .zipAll(a.producer, b.producer, c.producer, d.producer, e.producer, f.producer, g.producer, h.producer)
  }

  /// As with two producers.
  public static func zip<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible,
    D: SignalProducerConvertible, E: SignalProducerConvertible, F: SignalProducerConvertible,
    G: SignalProducerConvertible, H: SignalProducerConvertible, I: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I) -> SignalProducer<
    (Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value, I.Value), Error
  >
  where
    A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error,
    F.Error == Error, G.Error == Error, H.Error == Error, I.Error == Error
  {
    .zipAll(a.producer, b.producer, c.producer, d.producer, e.producer, f.producer, g.producer, h.producer, i.producer)
  }

  /// As with two producers.
  public static func zip<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible,
    D: SignalProducerConvertible, E: SignalProducerConvertible, F: SignalProducerConvertible,
    G: SignalProducerConvertible, H: SignalProducerConvertible, I: SignalProducerConvertible,
    J: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J) -> SignalProducer<
    (Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value, I.Value, J.Value), Error
  >
  where
    A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error,
    F.Error == Error, G.Error == Error, H.Error == Error, I.Error == Error, J.Error == Error
  {
    .zipAll(
      a.producer, b.producer, c.producer, d.producer, e.producer, f.producer, g.producer, h.producer, i.producer,
      j.producer)
  }

  /// As with two producers; from the eleventh on, a signal or property is given as its `producer`.
  public static func zip<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible,
    D: SignalProducerConvertible, E: SignalProducerConvertible, F: SignalProducerConvertible,
    G: SignalProducerConvertible, H: SignalProducerConvertible, I: SignalProducerConvertible,
    J: SignalProducerConvertible, K, each L
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I, _ j: J, _ k: SignalProducer<K, Error>,
    _ more: repeat SignalProducer<each L, Error>
  ) -> SignalProducer<
    (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value, I.Value, J.Value, K, repeat each L), Error
  >
  where
    A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error,
    F.Error == Error, G.Error == Error, H.Error == Error, I.Error == Error, J.Error == Error
  {
    .zipAll(
      a.producer, b.producer, c.producer, d.producer, e.producer, f.producer, g.producer, h.producer, i.producer,
      j.producer, k, repeat each more)
  }
}

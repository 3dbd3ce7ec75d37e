import Synchronization

/// Numbers that operators make of other numbers, place by place, when somebody asks for them.
///
/// Nobody wants the differences of `SUM(ABS(A$1:A$9999 - A1))` but to add them up: they come stretch by stretch, in a loop for each
/// operator, and fill no array. Each is what the operators give for the numbers in its place, to the bit.
///
/// - R1. All are finite, which is known from how large those are of which they are made. So none is an error.
@usableFromInline package final class LazyNumbers: Sendable {
  package enum Operation: Sendable {
    case sum
    case difference
    case product

    fileprivate func result(_ a: Double, _ b: Double) -> Double {
      switch self {
      case .sum: a + b
      case .difference: a - b
      case .product: a * b
      }
    }

    /// Puts what comes of each pair of two stretches in the place of the first.
    fileprivate func apply(_ count: Int, _ room: UnsafeMutablePointer<Double>, _ other: UnsafePointer<Double>) {
      switch self {
      case .sum: for index in 0..<count { room[index] = room[index] + other[index] }
      case .difference: for index in 0..<count { room[index] = room[index] - other[index] }
      case .product: for index in 0..<count { room[index] = room[index] * other[index] }
      }
    }

    /// Puts what comes of each number of a stretch and another number in its place.
    fileprivate func apply(_ count: Int, _ room: UnsafeMutablePointer<Double>, _ other: Double) {
      switch self {
      case .sum: for index in 0..<count { room[index] = room[index] + other }
      case .difference: for index in 0..<count { room[index] = room[index] - other }
      case .product: for index in 0..<count { room[index] = room[index] * other }
      }
    }

    /// The same with the other number first.
    fileprivate func apply(_ count: Int, _ other: Double, _ room: UnsafeMutablePointer<Double>) {
      switch self {
      case .sum: for index in 0..<count { room[index] = other + room[index] }
      case .difference: for index in 0..<count { room[index] = other - room[index] }
      case .product: for index in 0..<count { room[index] = other * room[index] }
      }
    }
  }

  /// What an operator is applied to.
  package enum Side {
    case array(CellArray)
    case number(Double)
  }

  fileprivate indirect enum Term: Sendable {
    /// All of them are numbers.
    case each(BoxedElements)
    case one(Double)
    case combined(Operation, Term, Term)
    case magnitude(Term)
  }

  #if ENGINE_CHECKS
    /// As few as that, so that each sheet of a test comes this way.
    package static let leastCount = 2
  #else
    /// How many elements an array has: fewer are made in no time.
    package static let leastCount = 64
  #endif
  /// How many numbers are made at a time.
  private static let stretch = 512
  /// For how many stretches there is room at a time, and how many operators there are: what asks again has all applied again.
  private static let most = (stretches: 4, operators: 12)

  @usableFromInline let count: Int
  private let term: Term
  /// No number is larger, nor smaller with the other sign.
  private let reach: Double
  private let operators: Int
  private let made = Mutex<BoxedElements?>(nil)

  private init?(_ term: Term, count: Int, reach: Double, operators: Int) {
    guard count >= Self.leastCount, reach.isFinite, operators <= Self.most.operators,
      term.stretches <= Self.most.stretches
    else { return nil }
    (self.term, self.count, self.reach, self.operators) = (term, count, reach, operators)
  }

  /// What an operator makes of each pair of numbers; `nil` where that is not known to be a number, or shapes differ.
  package convenience init?(_ operation: Operation, _ left: Side, _ right: Side) {
    guard left.matches(right), let a = Part(left), let b = Part(right) else { return nil }
    self.init(
      .combined(operation, a.term, b.term), count: max(a.count, b.count),
      reach: operation == .product ? a.reach * b.reach : a.reach + b.reach, operators: a.operators + b.operators + 1)
  }

  /// The numbers of an array without their signs; `nil` where not all of them are numbers.
  package convenience init?(magnitudesOf array: CellArray) {
    guard let part = Part(.array(array)) else { return nil }
    self.init(.magnitude(part.term), count: part.count, reach: part.reach, operators: part.operators + 1)
  }

  /// A side of an operator, and what is known of it.
  private struct Part {
    let term: Term
    let count: Int
    let reach: Double
    let operators: Int

    init?(_ side: Side) {
      switch side {
      case .number(let number): (term, count, reach, operators) = (.one(number), 1, number.magnitude, 0)
      case .array(let array):
        if let lazy = array.lazy {
          (term, count, reach, operators) = (lazy.madeTerm ?? lazy.term, lazy.count, lazy.reach, lazy.operators)
        } else {
          guard array.count >= LazyNumbers.leastCount, let (elements, reach) = array.numbersAndReach else { return nil }
          (term, count, self.reach, operators) = (.each(elements), array.count, reach, 0)
        }
      }
    }
  }

  /// The numbers as a term, once all are made.
  private var madeTerm: Term? { made.withLock { $0.map { .each($0) } } }

  // MARK: Numbers

  /// All numbers, which are made once.
  package var all: BoxedElements {
    made.withLock { made in
      if let made { return made }
      let all = BoxedElements(boxes)
      made = all
      return all
    }
  }

  private var boxes: [BoxedValue] {
    [BoxedValue](unsafeUninitializedCapacity: count) { boxes, count in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: room) { room in
        while count < self.count {
          let made = make(from: count, in: room)
          for place in 0..<made { boxes[count + place] = BoxedValue(room[place]) }
          count += made
        }
      }
    }
  }

  package func number(at place: Int) -> Double { term.number(at: place) }

  /// Calls the body with each number in order.
  @inlinable @inline(__always)
  package func forEach(_ body: (Double) -> Void) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: room) { room in
      var start = 0
      while start < count {
        let made = make(from: start, in: room)
        for place in 0..<made { body(room[place]) }
        start += made
      }
    }
  }

  /// How much room it takes to make some numbers.
  @usableFromInline var room: Int { term.stretches * Self.stretch }

  /// Makes some numbers.
  ///
  /// - Returns: How many they are.
  @usableFromInline
  func make(from start: Int, in room: UnsafeMutableBufferPointer<Double>) -> Int {
    let places = start..<min(start + Self.stretch, count)
    guard let room = room.baseAddress else { return 0 }
    term.write(places, to: room, Self.stretch)
    return places.count
  }

  /// The first place of a number; `nil` where it is not among these.
  package func firstPlace(of number: Double) -> Int? {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: room) { room in
      var start = 0
      while start < count {
        let made = make(from: start, in: room)
        if let found = room[..<made].firstIndex(of: number) { return start + found }
        start += made
      }
      return nil
    }
  }

  /// The first of the smallest numbers.
  package var smallest: Double { extreme(.infinity) { $0 .< $1 } }
  /// The first of the largest numbers.
  package var largest: Double { extreme(-.infinity) { $0 .> $1 } }

  @inline(__always)
  private func extreme(
    _ start: Double, _ isBeyond: (SIMD4<Double>, SIMD4<Double>) -> SIMDMask<SIMD4<Double>.MaskStorage>
  ) -> Double {
    // Each of four is compared with numbers of its own: one alone would wait for itself.
    var found = SIMD4(repeating: start)
    @inline(__always)
    func take(_ numbers: SIMD4<Double>) { found.replace(with: numbers, where: isBeyond(numbers, found)) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: room) { room in
      var next = 0
      while next < count {
        let made = make(from: next, in: room)
        let fours = made & ~3
        for place in stride(from: 0, to: fours, by: 4) {
          take(SIMD4(room[place], room[place + 1], room[place + 2], room[place + 3]))
        }
        for place in fours..<made { take(SIMD4(repeating: room[place])) }
        next += made
      }
    }
    for index in 1..<4 { take(SIMD4(repeating: found[index])) }
    // A 0 may have either sign.
    return found[0] == 0 ? firstPlace(of: 0).map(number) ?? found[0] : found[0]
  }
}

extension LazyNumbers.Side {
  /// Whether an operator goes through both in the same order.
  fileprivate func matches(_ other: LazyNumbers.Side) -> Bool {
    guard case .array(let left) = self, case .array(let right) = other else { return true }
    return left.rows == right.rows && left.columns == right.columns
  }
}

extension LazyNumbers.Term {
  /// For how many stretches there must be room to make one.
  fileprivate var stretches: Int {
    switch self {
    case .each, .one: 1
    case .magnitude(let term), .combined(_, let term, .one), .combined(_, .one, let term): term.stretches
    case .combined(_, let left, let right): max(left.stretches, right.stretches + 1)
    }
  }

  fileprivate func number(at place: Int) -> Double {
    switch self {
    case .each(let elements): elements.boxes[place].number
    case .one(let number): number
    case .magnitude(let term): term.number(at: place).magnitude
    case .combined(let operation, let left, let right):
      operation.result(left.number(at: place), right.number(at: place))
    }
  }

  /// Writes the numbers in some places.
  ///
  /// - Parameter stretch: Where there is room for others behind these.
  fileprivate func write(_ places: Range<Int>, to room: UnsafeMutablePointer<Double>, _ stretch: Int) {
    switch self {
    case .each(let elements):
      elements.boxes.withUnsafeBytes { boxes in
        guard let start = boxes.baseAddress else { return }
        // The bits of a number are the number.
        room.update(from: start.assumingMemoryBound(to: Double.self) + places.lowerBound, count: places.count)
      }
    case .one(let number): room.update(repeating: number, count: places.count)
    case .magnitude(let term):
      term.write(places, to: room, stretch)
      for index in 0..<places.count { room[index] = room[index].magnitude }
    case .combined(let operation, let term, .one(let number)):
      term.write(places, to: room, stretch)
      operation.apply(places.count, room, number)
    case .combined(let operation, .one(let number), let term):
      term.write(places, to: room, stretch)
      operation.apply(places.count, number, room)
    case .combined(let operation, let left, let right):
      left.write(places, to: room, stretch)
      right.write(places, to: room + stretch, stretch)
      operation.apply(places.count, room, room + stretch)
    }
  }
}

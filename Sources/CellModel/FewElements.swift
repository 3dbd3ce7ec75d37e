import Synchronization

/// An array of which nearly all elements are the same: the few that are not, with their places, and what the rest is.
///
/// `A$1:A$9999 = A1` is FALSE but in a place or two. Whoever asks for those has them at once; the ten thousand elements are made
/// only when somebody wants all of them.
@usableFromInline package final class FewElements: Sendable {
  /// What stands wherever none of the few stands.
  package enum Rest: Sendable {
    /// One and the same element; its slot is among the others of the few.
    case element(BoxedValue)
    /// Numbers that are 0, each of one sign or the other.
    case zeros
  }

  /// How many elements the array has.
  package let count: Int
  /// Where the few stand, counted row by row, in ascending order.
  package let places: [Int]
  /// The few, in the order of their places.
  @usableFromInline package let own: BoxedElements
  package let rest: Rest
  private let made = Mutex<BoxedElements?>(nil)
  private let make: @Sendable () -> BoxedElements

  private init(
    count: Int, places: [Int], own: BoxedElements, rest: Rest, _ make: @escaping @Sendable () -> BoxedElements
  ) {
    precondition(places.count == own.boxes.count && places.count < count, "\(places.count) of \(count) elements")
    (self.count, self.places, self.own, self.rest, self.make) = (count, places, own, rest, make)
  }

  package convenience init(count: Int, places: [Int], own: BoxedElements, rest: BoxedValue) {
    self.init(count: count, places: places, own: own, rest: .element(rest)) {
      var boxes = [BoxedValue](repeating: rest, count: count)
      for (place, box) in zip(places, own.boxes) { boxes[place] = box }
      return BoxedElements(boxes, others: own.others)
    }
  }

  /// - Parameter make: Makes all elements, of which those in other places are 0.
  package convenience init(
    zerosBeside own: BoxedElements, at places: [Int], of count: Int, _ make: @escaping @Sendable () -> BoxedElements
  ) {
    self.init(count: count, places: places, own: own, rest: .zeros, make)
  }

  /// At most so many elements of an array are few; of a small one it may be nearly all.
  package static func most(of count: Int) -> Int { min(count - 1, max(count / 8, 16)) }

  /// All elements, which are made once.
  package var all: BoxedElements {
    made.withLock { made in
      if let made { return made }
      let all = make()
      made = all
      return all
    }
  }

  /// What the rest is, where that is one element and no number.
  package var restBesideNumbers: BoxedValue? {
    if case .element(let box) = rest, !box.isNumber { box } else { nil }
  }

  /// Whether each element of the rest counts as 0 where a number is asked for and a text is not read as one.
  package var restIsNothing: Bool {
    switch rest {
    case .zeros: true
    case .element(let box):
      box.isNumber ? box.number == 0 : box.kind == .text || box.isBlank || box == BoxedValue(false)
    }
  }

  /// Whether each element of the rest is FALSE where a logical is asked for.
  package var restIsFalse: Bool {
    switch rest {
    case .zeros: true
    case .element(let box): box.isBlank || box == BoxedValue(false) || box.isNumber && box.number == 0
    }
  }

  /// One of the rest; where they are 0 it may have the other sign.
  package var restValue: CellValue {
    if case .element(let box) = rest { own.value(of: box) } else { .number(0) }
  }

  /// The first place at which an element meets a condition, where all of the rest are the same element.
  package func firstPlace(where holds: (CellValue) -> Bool) -> Int? {
    let found = own.boxes.indices.first { holds(own[$0]) }.map { places[$0] }
    guard holds(restValue) else { return found }
    return min(found ?? .max, firstPlaceOfRest)
  }

  /// How many elements are of a kind, which numbers are whatever they come to.
  package func count(where isOfKind: (BoxedValue) -> Bool) -> Int {
    let rest: BoxedValue = if case .element(let box) = rest { box } else { BoxedValue(0) }
    return own.boxes.count(where: isOfKind) + (isOfKind(rest) ? count - places.count : 0)
  }

  /// The element at a place.
  package subscript(place: Int) -> CellValue {
    let index = firstIndex(from: place)
    if index < places.count, places[index] == place { return own[index] }
    if case .element(let box) = rest { return own.value(of: box) }
    return all[place]
  }

  /// The index of the first of the few that stands at a place or behind it.
  package func firstIndex(from place: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The numbers at some ascending places, and 0 for what is none, of one sign or the other where all of the rest are.
  func numbers(at places: [Int]) -> [Double] {
    var index = 0
    let rest: Double = if case .element(let box) = rest, box.isNumber { box.number } else { 0 }
    return places.map { place in
      while index < self.places.count, self.places[index] < place { index += 1 }
      guard index < self.places.count, self.places[index] == place else { return rest }
      return own.boxes[index].isNumber ? own.boxes[index].number : 0
    }
  }

  /// The first place at which none of the few stands.
  package var firstPlaceOfRest: Int { places.indices.first { places[$0] != $0 } ?? places.count }
}

extension FewElements {
  /// Calls the body with each number, until there is an error.
  ///
  /// - Parameter passesOverZeros: Whether a 0 more or less makes no difference before the last number.
  /// - Returns: Whether it was called with all that counts; `false` where the rest are numbers that count, too.
  @inlinable @inline(__always)
  package func forEachNumber(
    passingOverZeros passesOverZeros: Bool, _ body: (Double) -> Void
  ) throws(CellError) -> Bool {
    guard let end = endForNumbers(passingOverZeros: passesOverZeros) else { return false }
    for box in own.boxes[..<end.few] {
      if box.isNumber { body(box.number) } else if box.hasSlot, let error = own.error(of: box) { throw error }
    }
    if let error = end.error { throw error }
    if end.isZeroLast { body(0) }
    return true
  }

  /// How many of the few come before an error of the rest, that error, and whether the last number is a 0 of the rest;
  /// `nil` where the rest are numbers that count.
  @usableFromInline
  func endForNumbers(
    passingOverZeros passesOverZeros: Bool
  ) -> (few: Int, error: CellError?, isZeroLast: Bool)? {
    switch rest {
    case .zeros: return passesOverZeros ? (places.count, nil, places.last != count - 1) : nil
    case .element(let box):
      if box.isNumber {
        return passesOverZeros && box.number == 0 ? (places.count, nil, places.last != count - 1) : nil
      }
      guard let error = own.error(of: box) else { return (places.count, nil, false) }
      return (firstPlaceOfRest, error, false)
    }
  }
}

import Synchronization

/// The elements of an array in ascending order, as comparisons with a number see them.
///
/// A number parts it into what is smaller, equal and larger. Blanks stand among the numbers as 0; texts and logicals are larger than
/// each number and come last.
package final class ElementOrder: Sendable {
  /// How many arrays there are beside it of which sums are kept.
  private static let mostSums = 4

  /// The numbers, ascending.
  private let numbers: [Double]
  /// Where the elements stand, in their order.
  let places: [Int32]
  /// Where each element comes in the order.
  let ranks: [Int32]
  /// Whether the elements stand in their order.
  let isInPlace: Bool
  private let known = Mutex<[OrderedSums]>([])

  /// - Parameters:
  ///   - numbers: The numbers in ascending order, with their places.
  ///   - others: The places of what is larger than each number.
  package init(_ numbers: [(number: Double, place: Int)], followedBy others: [Int]) {
    self.numbers = numbers.map(\.number)
    let places = numbers.map { Int32($0.place) } + others.map { Int32($0) }
    var ranks = [Int32](repeating: 0, count: places.count)
    for (rank, place) in places.enumerated() { ranks[Int(place)] = Int32(rank) }
    (self.places, self.ranks) = (places, ranks)
    isInPlace = places.indices.allSatisfy { places[$0] == $0 }
  }

  package var count: Int { places.count }

  /// The first place in the order from which on a condition of the numbers holds, which stays so; behind all numbers if none does.
  package func firstRank(where holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(numbers[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The sums of another array's numbers, which are kept.
  package func sums(of elements: BoxedElements) -> OrderedSums {
    known.withLock { known in
      if let found = known.first(where: { $0.isOf(elements) }) { return found }
      let made = OrderedSums(of: elements, in: self)
      if known.count == Self.mostSums { known.removeFirst() }
      known.append(made)
      return made
    }
  }
}

/// What the numbers of an array come to in the places that a part of an order has.
///
/// It is the sum that has each number added in the order of their places and rounded, to the last bit. Where no sum of them is rounded,
/// as of counts and whole amounts, or where the order is that of the places, sums of its beginnings tell it.
package struct OrderedSums: Sendable {
  /// Held, so that no others can stand where they do.
  private let elements: BoxedElements
  /// Whether each element is a number.
  package let areAllNumbers: Bool
  /// The numbers by their places, and 0 for what is none.
  private let numbers: [Double]
  /// Whether no sum of some of them is rounded.
  private let areExact: Bool
  /// A sum of some that is no less than this is no remainder of rounding; 0 where no sum is one.
  let leastCertain: Double
  /// The sums of the first ones in the order, in which they are added.
  private let beginnings: [Double]
  /// Where sums are rounded, those of the parts up to a place in the order and from one on.
  private let ends: EndSums

  fileprivate init(of elements: BoxedElements, in order: ElementOrder) {
    self.elements = elements
    areAllNumbers = elements.boxes.allSatisfy(\.isNumber)
    let numbers = elements.boxes.map { $0.isNumber ? $0.number : 0 }
    self.numbers = numbers
    areExact = Self.haveExactSums(numbers)
    let mayCancel = !areExact && numbers.contains { $0 > 0 } && numbers.contains { $0 < 0 }
    // What is left beside the numbers before the last one is as little beside that one.
    leastCertain = mayCancel ? numbers.reduce(0) { max($0, abs($1)) } * 0x1p-48 : 0
    var beginnings: [Double] = []
    if areExact || order.isInPlace {
      beginnings.reserveCapacity(numbers.count + 1)
      var sum: Double = 0
      beginnings.append(sum)
      for place in order.places {
        sum += numbers[Int(place)]
        beginnings.append(sum)
      }
    }
    self.beginnings = beginnings
    ends = EndSums(count: areExact || order.isInPlace ? 0 : numbers.count)
  }

  fileprivate func isOf(_ other: BoxedElements) -> Bool {
    elements.boxes.count == other.boxes.count
      && elements.boxes.withUnsafeBytes { own in
        other.boxes.withUnsafeBytes { own.baseAddress == $0.baseAddress }
      }
  }

  /// Whether all are multiples of a power of two and come, whatever their signs, to no more than 50 bits of them, so that no
  /// sum of some is next to nothing beside another.
  private static func haveExactSums(_ numbers: [Double]) -> Bool {
    var (magnitude, lowest): (Double, Int) = (0, 512)
    for number in numbers where number != 0 {
      guard number.isNormal else { return false }
      let fraction = number.significandBitPattern
      let zeros = fraction == 0 ? 52 : fraction.trailingZeroBitCount
      lowest = min(lowest, Int(number.exponent) - 52 + zeros)
      magnitude += abs(number)
    }
    // The sum of the magnitudes is rounded itself, by far less than one bit.
    return lowest > -512 && magnitude < Double(sign: .plus, exponent: lowest + 49, significand: 1)
  }

  /// Whether the sum of a part is found without a walk through all numbers.
  package func isSoonFound(_ part: Range<Int>, of order: ElementOrder) -> Bool {
    areExact || order.isInPlace && part.lowerBound == 0 || part.count < 64
  }

  package func isNumber(at place: Int) -> Bool { elements.boxes[place].isNumber }

  /// The sum of those in a part of the order, without those in some of its places, which ascend.
  package func sum(in part: Range<Int>, without places: [Int32], of order: ElementOrder) -> Double {
    if areExact {
      return places.reduce(beginnings[part.upperBound] - beginnings[part.lowerBound]) { $0 - numbers[Int($1)] }
    }
    var sum: Double = 0
    if order.isInPlace {
      var first = part.lowerBound
      for place in places {
        for place in first..<Int(place) { sum += numbers[place] }
        first = Int(place) + 1
      }
      for place in first..<part.upperBound { sum += numbers[place] }
      return sum
    }
    var first = 0
    for place in places {
      add(first..<Int(place), in: part, of: order, to: &sum)
      first = Int(place) + 1
    }
    add(first..<numbers.count, in: part, of: order, to: &sum)
    return sum
  }

  /// Adds those of some places that are in a part of the order.
  private func add(_ places: Range<Int>, in part: Range<Int>, of order: ElementOrder, to sum: inout Double) {
    let (first, count) = (UInt32(part.lowerBound), UInt32(part.count))
    var total = sum
    numbers.withUnsafeBufferPointer { numbers in
      order.ranks.withUnsafeBufferPointer { ranks in
        // A 0 more makes no difference, and nothing branches: of what is not in the part all bits are taken away.
        for place in places {
          let rank = UInt32(bitPattern: ranks[place]) &- first
          let mask = UInt64(bitPattern: (Int64(rank) &- Int64(count)) >> 63)
          total += Double(bitPattern: numbers[place].bitPattern & mask)
        }
      }
    }
    sum = total
  }

  /// The sum of those in a part of the order.
  package func sum(in part: Range<Int>, of order: ElementOrder) -> Double {
    guard !part.isEmpty else { return 0 }
    if areExact { return beginnings[part.upperBound] - beginnings[part.lowerBound] }
    var sum: Double = 0
    if order.isInPlace {
      guard part.lowerBound > 0 else { return beginnings[part.upperBound] }
      for place in part { sum += numbers[place] }
      return sum
    }
    if part.count < numbers.count / 32 {
      for place in order.places[part].sorted() { sum += numbers[Int(place)] }
      return sum
    }
    if let sum = ends.sum(in: part, of: numbers, order) { return sum }
    add(0..<numbers.count, in: part, of: order, to: &sum)
    return sum
  }
}

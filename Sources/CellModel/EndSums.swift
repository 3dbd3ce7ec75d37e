import Synchronization

/// Sums of the numbers up to a place in an order, and from one on, each added in the order of the places and rounded.
///
/// A sum that is rounded tells nothing about another, and an addition waits for the one before it. So the sums for sixteen places that
/// follow each other are made together, in the time that one of them takes, and kept: a column that asks for one asks for the others.
final class EndSums: Sendable {
  private struct Known {
    /// Where the parts end that begin somewhere: with the order, or before what is no number.
    var last = 0
    /// NaN where nobody has asked.
    var beginnings: [Double] = []
    var ends: [Double] = []
  }

  private static let width = 16

  private let count: Int
  private let known = Mutex(Known())

  init(count: Int) { self.count = count }

  /// The sum of a part that begins with the order, or ends where others end; `nil` for any other.
  func sum(in part: Range<Int>, of numbers: [Double], _ order: ElementOrder) -> Double? {
    guard count > 0, !part.isEmpty else { return nil }
    let isBeginning = part.lowerBound == 0
    let rank = isBeginning ? part.upperBound : part.lowerBound
    return known.withLock { known in
      if known.ends.isEmpty {
        known.last = part.upperBound
        known.beginnings = Array(repeating: .nan, count: count + Self.width + 1)
        known.ends = known.beginnings
      }
      if !isBeginning, known.last != part.upperBound {
        guard known.ends.allSatisfy(\.isNaN) else { return nil }
        known.last = part.upperBound
      }
      let found = isBeginning ? known.beginnings[rank] : known.ends[rank]
      if !found.isNaN { return found }
      let first = rank / Self.width * Self.width
      let sums = Self.sums(of: numbers, order, from: first, upTo: isBeginning ? nil : known.last)
      for index in 0..<Self.width {
        if isBeginning {
          known.beginnings[first + index] = sums[index]
        } else {
          known.ends[first + index] = sums[index]
        }
      }
      return sums[rank - first]
    }
  }

  /// The sums up to each of sixteen places in the order, or from each on to a last one.
  private static func sums(
    of numbers: [Double], _ order: ElementOrder, from first: Int, upTo last: Int?
  ) -> SIMD16<Double> {
    var sums = SIMD16<Double>()
    let own = first..<min(first + width, last ?? numbers.count)
    // What is in all of the parts comes in stretches between what is in some of them.
    let others = last.map { own.upperBound..<$0 } ?? 0..<first
    withUnsafeTemporaryAllocation(of: Double.self, capacity: numbers.count + 1) { taken in
      var start = 0
      for place in order.places[own].sorted() {
        add(numbers, start..<Int(place), order.ranks, others, to: &sums, taken)
        let index = Int(order.ranks[Int(place)]) - first
        for other in 0..<width where last == nil ? index < other : index >= other {
          sums[other] += numbers[Int(place)]
        }
        start = Int(place) + 1
      }
      add(numbers, start..<numbers.count, order.ranks, others, to: &sums, taken)
    }
    return sums
  }

  /// Adds the numbers of some places to all sums, as far as they stand in a part of the order.
  private static func add(
    _ numbers: [Double], _ places: Range<Int>, _ ranks: [Int32], _ part: Range<Int>, to sums: inout SIMD16<Double>,
    _ taken: UnsafeMutableBufferPointer<Double>
  ) {
    let (first, width) = (UInt32(part.lowerBound), UInt32(part.count))
    var count = 0
    numbers.withUnsafeBufferPointer { numbers in
      ranks.withUnsafeBufferPointer { ranks in
        for place in places {
          taken[count] = numbers[place]
          count += UInt32(bitPattern: ranks[place]) &- first < width ? 1 : 0
        }
      }
    }
    var total = sums
    for index in 0..<count { total += SIMD16(repeating: taken[index]) }
    sums = total
  }
}

import TestSupport
import Testing

@testable import CellModel

/// Sums of parts of an order, which are those of a walk through the places to the bit.
@Suite("Sums of parts of an order")
struct EndSumsTests {
  @Test(
    "A part comes to what its numbers come to in the order of their places", arguments: 1...3 as ClosedRange<UInt64>)
  func parts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 200
    let keys = (0..<count).map { (number: Double(random.number(0...99)), place: $0) }.sorted { $0 < $1 }
    // The last places hold no number, and stand behind all that do.
    let (numbers, others) = (keys.filter { $0.place < 190 }, Array(190..<count))
    let order = ElementOrder(numbers, followedBy: others)
    let values = (0..<count).map { _ in BoxedValue(Double(random.number(-99_999...99_999)) / 100) }
    let sums = order.sums(of: BoxedElements(values))
    for _ in 0..<300 {
      let lower = random.number(0...numbers.count - 1)
      let part =
        switch random.number(0...3) {
        case 0: 0..<lower
        case 1: lower..<numbers.count
        case 2: lower..<count
        default: lower..<random.number(lower...count)
        }
      let places = Set(order.places[part])
      let leftOut = places.filter { _ in random.happens(10) }.sorted()
      #expect(sums.sum(in: part, of: order) == walk(values, places), "\(part)")
      #expect(sums.sum(in: part, without: leftOut, of: order) == walk(values, places.subtracting(leftOut)), "\(part)")
    }
  }

  private func walk(_ values: [BoxedValue], _ places: Set<Int32>) -> Double {
    values.indices.reduce(0) { places.contains(Int32($1)) ? $0 + values[$1].number : $0 }
  }
}

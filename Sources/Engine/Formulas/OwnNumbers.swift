import CellModel
import Formulas
import Propagation

/// The numbers of formulas that stand below each other and differ in nothing else.
///
/// A run of such formulas is one group. For each number of the formula it has a *span* of this list, with a place for each
/// row, and a reference that says how far the places lie from the rows. What was put down stays as it is: the parts of a run
/// that was cut, moved or taken back go on finding theirs. So a span grows at its end alone, and one that has no room there
/// goes on elsewhere.
final class OwnNumbers {
  private struct Span {
    let first: Int
    /// Where its next number comes, and where its room ends.
    var next: Int
    var limit: Int
  }

  @exclusivity(unchecked) private var values = Store<Double>()
  /// Beside each number how it was written.
  @exclusivity(unchecked) private var spellings = Store<UInt16>()
  @exclusivity(unchecked) private var spans = Store<Span>()

  init() {}

  /// The numbers, by their places; good until the next one is put down.
  @inline(__always) var base: UnsafePointer<Double> { UnsafePointer(values.base) }

  /// The memory that they take.
  var byteCount: Int {
    values.count * (MemoryLayout<Double>.stride + MemoryLayout<UInt16>.stride)
      + spans.count * MemoryLayout<Span>.stride
  }

  /// The number that a reference stands for in a row, as it was written; `nil` for cells.
  func written(_ reference: GroupReference, at row: Int) -> WrittenNumber? {
    guard reference.isListed else { return reference.ownNumber }
    let place = reference.topRow(at: row)
    return WrittenNumber(values[place], spelling: spellings[place])
  }

  /// The reference to a number that is the same in so many rows, and another in the row behind them.
  func begin(_ number: WrittenNumber, in rows: RowRange, then next: WrittenNumber) -> GroupReference {
    let span = makeSpan(rows.count + 1)
    for _ in rows { put(number, in: span) }
    let reference = GroupReference(listedFrom: spans[span].next - rows.count, span: span, at: rows.lowerBound)
    put(next, in: span)
    return reference
  }

  /// Puts the number of the row behind some rows down, to which a reference stands for the numbers of a run.
  ///
  /// - Returns: The reference to all of them.
  func append(_ number: WrittenNumber, to reference: GroupReference, behind rows: RowRange) -> GroupReference {
    var reference = reference
    var span = reference.span
    if spans[span].next != reference.topRow(at: rows.upperBound + 1) || !hasRoom(span) {
      let former = reference.topRow(at: rows.lowerBound)
      span = makeSpan(2 * rows.count)
      reference = GroupReference(listedFrom: spans[span].next, span: span, at: rows.lowerBound)
      for place in former..<former + rows.count {
        put(WrittenNumber(values[place], spelling: spellings[place]), in: span)
      }
    }
    put(number, in: span)
    return reference
  }

  private func put(_ number: WrittenNumber, in span: Int) {
    let place = spans[span].next
    values[place] = number.value
    spellings[place] = number.spelling
    spans[span].next += 1
  }

  /// Whether there is room for one more number in a span, which at the end of the list is made.
  private func hasRoom(_ span: Int) -> Bool {
    if spans[span].next < spans[span].limit { return true }
    guard spans[span].limit == values.count else { return false }
    // As much again as it has by itself: the list holds the numbers of all.
    addRoom(for: spans[span].limit - spans[span].first)
    spans[span].limit = values.count
    return true
  }

  private func makeSpan(_ count: Int) -> Int {
    let first = values.count
    addRoom(for: max(count, Self.leastRoom))
    spans.append(Span(first: first, next: first, limit: values.count))
    return spans.count - 1
  }

  private static var leastRoom: Int { 8 }

  private func addRoom(for count: Int) {
    values.append(repeating: 0, count: count)
    spellings.append(repeating: 0, count: count)
  }
}

extension WrittenNumber {
  /// How it was written, in 16 bits.
  fileprivate var spelling: UInt16 { UInt16(wholeDigits) << 8 | UInt16(fractionDigits.map { $0 + 1 } ?? 0) }

  fileprivate init(_ value: Double, spelling: UInt16) {
    let fraction = UInt8(truncatingIfNeeded: spelling)
    self.init(
      value, wholeDigits: UInt8(spelling >> 8), fractionDigits: fraction == 0 ? nil : fraction - 1)
  }
}

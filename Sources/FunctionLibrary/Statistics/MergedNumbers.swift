import CellModel
import Functions

/// The numbers of one range in ascending order, and a few others at their places among them.
///
/// `MEDIAN(A$1:A$1000, B1)` down a column sorts the range once; each row then looks for the place of its own number.
struct MergedNumbers: RandomAccessCollection {
  private static let mostOthers = 16

  private let sorted: [Double]
  /// The others with their places among all, in ascending order.
  private let others: [(place: Int, number: Double)]

  var startIndex: Int { 0 }
  var endIndex: Int { sorted.count + others.count }

  /// Numbers that are equal, as 0 and -0 are, stay in the order in which they are given.
  init(_ sorted: [Double], before: [Double], after: [Double]) {
    let ordered = (before.map { ($0, true) } + after.map { ($0, false) }).sorted { $0.0 < $1.0 }
    self.sorted = sorted
    others = ordered.enumerated().map { index, other in
      let (number, isBefore) = other
      return (index + (isBefore ? sorted.firstPlace { $0 >= number } : sorted.firstPlace { $0 > number }), number)
    }
  }

  /// The numbers of operands of which one is a large range and the others are single; `nil` for different ones.
  init?(_ numbers: Numbers) throws(CellError) {
    let operands = numbers.operands
    guard operands.count > 1, operands.count <= Self.mostOthers,
      let place = operands.firstIndex(where: Self.isLarge),
      operands.indices.allSatisfy({ $0 == place || Self.isSingle(operands[$0]) })
    else { return nil }
    func part(_ operands: ArraySlice<Operand>) -> Numbers { Numbers(operands: Array(operands), in: numbers.context) }
    // In the order of the operands, as the first error ends the call.
    let before = try part(operands[..<place]).values()
    let sorted = try part(operands[place...place]).sorted()
    self.init(sorted, before: before, after: try part(operands[(place + 1)...]).values())
  }

  private static func isLarge(_ operand: Operand) -> Bool {
    guard case .reference(let reference) = operand, reference.isSingleArea else { return false }
    return reference.first.rows * reference.first.columns > 64
  }

  private static func isSingle(_ operand: Operand) -> Bool {
    switch operand {
    case .value(.number): true
    case .reference(let reference): reference.isSingleCell
    default: false
    }
  }

  subscript(place: Int) -> Double {
    var below = 0
    for other in others where other.place <= place {
      if other.place == place { return other.number }
      below += 1
    }
    return sorted[place - below]
  }
}

import CellModel

/// The pairs of numbers of two ranges with equally many cells; a pair counts when both are numbers.
public struct NumberPairs {
  public private(set) var x: [Double] = []
  public private(set) var y: [Double] = []

  /// Reads two ranges; unequal counts are `#N/A`, and the first error ends the call.
  public init(_ first: CellRange, _ second: CellRange) throws(CellError) {
    guard first.count == second.count else { throw .notAvailable("The arrays differ in size.") }
    let a = try first.array()
    let b = try second.array()
    if first.rows == second.rows {
      for row in 0..<min(a.rows, b.rows) {
        for column in 0..<min(a.columns, b.columns) { try add(a[row, column], b[row, column]) }
      }
    } else {
      for (one, other) in zip(a.elements, b.elements) { try add(one, other) }
    }
  }

  private mutating func add(_ a: CellValue, _ b: CellValue) throws(CellError) {
    switch (a, b) {
    case (.number(let a), .number(let b)):
      x.append(a)
      y.append(b)
    case (.error(let error), _), (_, .error(let error)): throw error
    default: break
    }
  }

  public var count: Int { x.count }

  func map(_ transform: (Double, Double) -> Double) -> [Double] {
    x.indices.map { transform(x[$0], y[$0]) }
  }
}

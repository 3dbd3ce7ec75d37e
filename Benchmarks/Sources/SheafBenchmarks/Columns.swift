import Sheaf

/// Filled columns: one formula over a million rows.
enum Columns {
  static let million = 1_000_000

  /// `(A+50)+(B-10)` down a million rows, and how far it is from the same loop over plain arrays.
  static func filled() throws -> [Row] {
    let sheet = try Sheet(
      """
      A1:A\(million) = ROW() * 0.5
      B1:B\(million) = ROW() * 2
      C1:C\(million) = (A1 + 50) + (B1 - 10)
      """)
    let column = Clock.least(of: 9) { sheet.recalculate(only: "C1:C\(million)") }
    let a = (1...million).map { Double($0) * 0.5 }
    let b = (1...million).map { Double($0) * 2 }
    var c = [Double](repeating: 0, count: million)
    let floor = Clock.least(of: 9) { add(a, b, to: &c) }
    guard sheet.value(of: "C\(million)") == .number(c[million - 1]) else { throw Failure("C\(million) is not right") }
    return [
      Row("filled column of a million, a cell", nanoseconds(column), "ns", good: 1.2, must: 3),
      Row(
        "  as a multiple of the physical floor", column / floor, "×",
        note: "the same loop over plain arrays takes \(hundredths(nanoseconds(floor))) ns a cell"),
    ]
  }

  private static func add(_ a: [Double], _ b: [Double], to c: inout [Double]) {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        c.withUnsafeMutableBufferPointer { c in for i in 0..<million { c[i] = (a[i] + 50) + (b[i] - 10) } }
      }
    }
  }

  static func runningTotal() throws -> [Row] {
    let sheet = try Sheet(
      """
      A1:A\(million) = ROW()
      B1 = A1
      B2:B\(million) = B1 + A2
      """)
    let time = Clock.least(of: 5) { sheet.recalculate(only: "B1:B\(million)") }
    guard sheet.value(of: "B\(million)") == .number(500_000_500_000) else {
      throw Failure("the running total is not right")
    }
    return [Row("running total of a million rows, a cell", nanoseconds(time), "ns", good: 2, must: 5)]
  }

  /// The share of one of a million, in nanoseconds.
  static func nanoseconds(_ seconds: Double) -> Double { seconds * 1e9 / Double(million) }

  private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

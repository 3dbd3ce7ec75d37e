import CellModel

extension CellValue {
  /// Whether two values are equal, numbers to within 10^-9 of the larger.
  package func isClose(to other: CellValue) -> Bool {
    switch (self, other) {
    case (.number(let a, _), .number(let b, _)): return a == b || abs(a - b) <= 1e-9 * max(abs(a), abs(b))
    case (.array(let a), .array(let b)):
      return a.rows == b.rows && a.columns == b.columns && zip(a.elements, b.elements).allSatisfy { $0.isClose(to: $1) }
    default: return self == other
    }
  }
}

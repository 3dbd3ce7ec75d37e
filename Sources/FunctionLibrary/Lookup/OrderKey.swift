import CellModel
import Functions

/// A value as lookups, sorts and UNIQUE compare it: the type first, texts without regard to case.
///
/// Numbers stand before texts, texts before logicals, logicals before errors, and blanks last. Errors stand in the order
/// of ERROR.TYPE. Numbers are compared exactly, not to 15 digits as the operator `=` does; Excel's lookups do the same.
enum OrderKey: Hashable {
  case number(Double)
  /// A text with its case folded.
  case text(String)
  case logical(Bool)
  case error(ErrorCode)
  /// What has no order, such as a record.
  case other(CellValue)
  case blank

  init(_ value: CellValue) {
    switch value {
    case .number(let number, _): self = .number(number)
    case .text(let text): self = .text(CaseFolding.folded(text))
    case .logical(let logical): self = .logical(logical)
    case .error(let error): self = .error(error.code)
    case .blank: self = .blank
    case .array, .record, .lambda: self = .other(value)
    }
  }

  /// The place of the type in the order.
  var rank: Int {
    switch self {
    case .number: 0
    case .text: 1
    case .logical: 2
    case .error: 3
    case .other: 4
    case .blank: 5
    }
  }

  /// A negative number, 0 or a positive number, as the key stands before, beside or after another.
  func compare(_ other: OrderKey) -> Int {
    switch (self, other) {
    case (.number(let a), .number(let b)): a < b ? -1 : (a > b ? 1 : 0)
    case (.text(let a), .text(let b)): CellComparison.order(a, b)
    case (.logical(let a), .logical(let b)): a == b ? 0 : (b ? -1 : 1)
    // The codes stand in the order of ERROR.TYPE.
    case (.error(let a), .error(let b)): Int(a.rawValue) - Int(b.rawValue)
    default: rank - other.rank
    }
  }

  /// Whether two keys are of one type, so that a lookup may order them.
  func isComparable(to other: OrderKey) -> Bool { rank == other.rank && rank < 3 }
}

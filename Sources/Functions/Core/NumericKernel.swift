/// A function of one plain number, or of some, that engines have an operation for, so that a column of it needs no calls.
///
/// A declaration names it beside its body. The two must be the same function of all finite numbers, which a test demands.
public enum NumericKernel: Sendable, Hashable, CaseIterable {
  /// The number without its sign.
  case absolute
  /// The root; of a negative number there is none.
  case squareRoot
  /// The nearest whole number below, to 15 digits: `DecimalRounding.floor`.
  case floor
  /// 1 for zero and 0 for any other number, as truth values.
  case not
  /// The first of the largest of some numbers; a blank cell is none of them.
  case largest
  /// The first of the smallest of some numbers; a blank cell is none of them.
  case smallest
  /// The sum of some numbers, from the first on; a blank cell is 0.
  case sum
  /// 1 where none of some numbers is zero and 0 elsewhere, as truth values; a blank cell is none of them.
  case all
  /// 1 where some number is not zero and 0 elsewhere, as truth values; a blank cell is none of them.
  case any

  /// Whether a processor has an instruction for it.
  var isInstruction: Bool { self == .absolute || self == .squareRoot }

  /// Whether the result stands for TRUE or FALSE.
  public var givesLogical: Bool { self == .not || joinsTruths }

  /// Whether it takes any number of truth values, two at a time.
  public var joinsTruths: Bool { self == .all || self == .any }

  /// Whether it takes any number of numbers, two at a time.
  public var folds: Bool { self == .largest || self == .smallest || self == .sum }

  /// Whether a blank cell among its numbers is 0, and not left out.
  public var countsBlanks: Bool { self == .sum }
}

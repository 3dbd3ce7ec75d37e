/// What stands in a statement, as far as a rule has to know before it looks closer.
///
/// Most rules are about few statements. They ask for those that have what they are about, so that a sheet in which there
/// is none costs them nothing.
struct StatementTraits: OptionSet, Sendable {
  let rawValue: UInt32

  static let test = StatementTraits(rawValue: 1 << 0)
  static let input = StatementTraits(rawValue: 1 << 1)
  static let table = StatementTraits(rawValue: 1 << 2)
  static let event = StatementTraits(rawValue: 1 << 3)
  /// A state or modes.
  static let states = StatementTraits(rawValue: 1 << 4)
  /// Cells of a grid.
  static let gridCells = StatementTraits(rawValue: 1 << 5)
  /// A cell with a literal.
  static let constant = StatementTraits(rawValue: 1 << 6)
  /// A cell with a literal that has a format or is no plain number.
  static let unusualConstant = StatementTraits(rawValue: 1 << 7)
  /// A cell, an input or a state with a name.
  static let namedValue = StatementTraits(rawValue: 1 << 8)
  /// Its name has letters outside of ASCII.
  static let foreignName = StatementTraits(rawValue: 1 << 9)
  /// A formula that is no literal computes a value from what it names.
  static let computesFromNames = StatementTraits(rawValue: 1 << 10)

  /// A formula has a sign between two operands.
  static let signs = StatementTraits(rawValue: 1 << 11)
  static let texts = StatementTraits(rawValue: 1 << 12)
  /// A formula gives names of its own to values.
  static let localNames = StatementTraits(rawValue: 1 << 13)
  static let references = StatementTraits(rawValue: 1 << 14)
  /// A date, or a call that gives one.
  static let days = StatementTraits(rawValue: 1 << 15)
  static let lookups = StatementTraits(rawValue: 1 << 16)
  static let conditions = StatementTraits(rawValue: 1 << 17)
  static let cases = StatementTraits(rawValue: 1 << 18)
  static let volatileCalls = StatementTraits(rawValue: 1 << 19)
  static let roundedCalls = StatementTraits(rawValue: 1 << 20)
  static let aggregates = StatementTraits(rawValue: 1 << 21)
  /// INDIRECT reads what a computed text names, which may be anything.
  static let computedNames = StatementTraits(rawValue: 1 << 22)

  /// What calls of functions are to rules, by the functions' names.
  static let ofCalls: [String: StatementTraits] = {
    var traits: [String: StatementTraits] = [:]
    for (names, trait) in [
      (TypeMismatch.days, StatementTraits.days), (DuplicateKey.lookups, .lookups),
      (ConstantCondition.functions, .conditions), (DuplicateCase.functions, .cases),
      (Volatile.functions, .volatileCalls), (OrderDependent.rounding, .roundedCalls),
      (RangeOffByOne.aggregates, .aggregates),
    ] {
      for name in names { traits[name, default: []].formUnion(trait) }
    }
    return traits
  }()

  func intersects(_ other: StatementTraits) -> Bool { !isDisjoint(with: other) }
}

/// A formula over numbers and blanks: how it stands in a sheet, and what it gives.
indirect enum ModelFormula {
  case number(Int)
  case name(String)
  case sum(ModelFormula, ModelFormula)
  case product(ModelFormula, ModelFormula)
  case remainder(ModelFormula, Int)
  case choice(ModelCondition, ModelFormula, ModelFormula)
  /// Whether something is so, which is a cell of an action: 1 or 0.
  case flag(String)
  /// What a fetch has brought, and a number as long as that is nothing.
  case fetched(String, otherwise: Int)

  /// What names mean; blank where they have no value yet.
  typealias Names = (String) throws -> Int?

  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .name(let name): name
    case .sum(let left, let right): "(\(left.text) + \(right.text))"
    case .product(let left, let right): "(\(left.text) * \(right.text))"
    case .remainder(let part, let divisor): "MOD(\(part.text), \(divisor))"
    case .choice(let condition, let first, let second): "IF(\(condition.text), \(first.text), \(second.text))"
    case .flag(let name): "N(\(name))"
    case .fetched(let name, let number): "IFERROR(\(name), \(number))"
    }
  }

  /// All names in it.
  var names: Set<String> {
    switch self {
    case .number: []
    case .name(let name), .flag(let name), .fetched(let name, _): [name]
    case .sum(let left, let right), .product(let left, let right): left.names.union(right.names)
    case .remainder(let part, _): part.names
    case .choice(let condition, let first, let second):
      condition.left.names.union(first.names).union(second.names)
    }
  }

  func value(_ names: Names) throws -> Int? {
    switch self {
    case .number(let number): return number
    case .name(let name), .flag(let name): return try names(name)
    case .fetched(let name, let number):
      do { return try names(name) } catch is ModelError { return number }
    case .sum(let left, let right): return try Self.checked((left.value(names) ?? 0) + (right.value(names) ?? 0))
    case .product(let left, let right): return try Self.checked((left.value(names) ?? 0) * (right.value(names) ?? 0))
    case .remainder(let part, let divisor):
      let remainder = (try part.value(names) ?? 0) % divisor
      return remainder < 0 ? remainder + divisor : remainder
    case .choice(let condition, let first, let second):
      return try condition.holds(names) ? first.value(names) : second.value(names)
    }
  }

  /// A number that a sheet has to the last digit, and whose products are no more than an integer holds.
  private static func checked(_ number: Int) throws -> Int {
    guard abs(number) < 1 << 30 else { throw ModelLimit.largeNumber }
    return number
  }
}

/// A comparison with a number.
struct ModelCondition {
  var left: ModelFormula
  var comparison: String
  var right: Int

  static let comparisons = ["=", "<>", "<", ">", "<=", ">="]

  var text: String { "\(left.text) \(comparison) \(right)" }

  func holds(_ names: ModelFormula.Names) throws -> Bool {
    let left = try left.value(names) ?? 0
    return switch comparison {
    case "=": left == right
    case "<>": left != right
    case "<": left < right
    case ">": left > right
    case "<=": left <= right
    default: left >= right
    }
  }
}

/// The error value of a fetch that has no answer.
enum ModelError: String, Error {
  case busy = "#BUSY!"
  case notAvailable = "#N/A"
}

/// What the model says nothing about.
enum ModelLimit: Error {
  case largeNumber, endlessInstant
  /// A call whose arguments change while it is open.
  case otherArguments
  /// Both ends of a binding in both ways are set at once, to different values.
  case bothEndsAtOnce
  /// A try that has sent something before it failed, which RETRY takes back.
  case triedAfterValue
  /// Two timers that were set in one micro-step are due together; nothing says which comes first.
  case timersAtOnce
}

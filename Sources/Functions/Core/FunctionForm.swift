import CellModel

/// How a formula takes the arguments of a function.
///
/// Most functions are calls: each argument becomes an operand, and the body makes the result of them. The others say
/// something about the formula itself, and whoever reads formulas carries them out. They are known by their form alone;
/// a function of any name may have one.
public enum FunctionForm: Sendable, Hashable {
  case call
  /// A condition and a result for each answer, as IF; only the chosen one is evaluated.
  case branch
  /// Conditions, each followed by its result, as IFS; or, as SWITCH, values that one before them is compared with.
  case choice(comparesFirst: Bool)
  /// A position and results, as CHOOSE; only the result at that position is evaluated.
  case selection
  /// A value, and what stands in its place when it is an error, as IFERROR; or only when it is `#N/A`, as IFNA.
  case rescue(onlyMissing: Bool)
  /// Pairs of a name and a value, and a result that may use the names, as LET.
  case binding
  /// Parameters and an expression, as LAMBDA.
  case lambda
  /// A column of the own table, one row up, as PREVIOUS.
  case previous
  /// What stands left of the operator before it, as CURRENT.
  case current

  /// Whether it is the form of a function that gives a value unless that is an error.
  public var rescues: Bool { if case .rescue = self { true } else { false } }

  /// The places of the arguments of which a call gives one as it is; none where it makes its result of them.
  package func results(of count: Int) -> [Int] {
    switch self {
    case .branch, .selection: Array(1..<max(count, 1))
    case .choice(comparesFirst: false): Array(stride(from: 1, to: count, by: 2))
    case .choice(comparesFirst: true):
      // What is left over behind the pairs is given where no value is equal.
      Array(stride(from: 2, to: count, by: 2)) + (count > 2 && count.isMultiple(of: 2) ? [count - 1] : [])
    case .rescue: Array(0..<count)
    case .binding: count > 2 ? [count - 1] : []
    case .call, .lambda, .previous, .current: []
    }
  }

  /// Whether some of its arguments are names that it gives to values.
  public var bindsNames: Bool { self == .binding || self == .lambda }
}

extension CellError {
  /// The error of a position behind which, counted from 1, there is no argument.
  package static func noArgument(_ number: Double) -> CellError {
    .value("There is no argument \(NumberText.general(number)).")
  }
}

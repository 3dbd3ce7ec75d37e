/// What an argument of many values makes of those among them that are no numbers.
///
/// A value can be *typed* as an argument of its own, stand in an *array*, or in a *cell*; hardly two groups of functions
/// take the three alike.
public enum ValueReading: Sendable, CaseIterable {
  /// As SUM reads its arguments.
  case numbers
  /// As MODE does.
  case modes
  /// As AVERAGEA does.
  case mean
  /// As STDEVA and VARA do.
  case spread
  /// As MAXA and MINA do.
  case extreme
  /// As MULTINOMIAL does, which came with the Analysis ToolPak.
  case strict

  /// Where a value stands.
  public enum Place: Sendable, CaseIterable { case typed, array, cell }

  /// What a value counts as; an error is what the call gives.
  public enum Outcome: Sendable, Equatable {
    case number(Double)
    /// As the number that the text reads as.
    case asRead
    case skipped
    case refused
  }

  /// What TRUE counts as.
  public func logical(_ place: Place) -> Outcome {
    switch (self, place) {
    case (.strict, _): .refused
    case (_, .typed): .number(1)
    case (.numbers, _), (.modes, _), (.extreme, .array): .skipped
    case (.mean, _), (.spread, _), (.extreme, .cell): .number(1)
    }
  }

  /// What a text counts as that reads as a number.
  public func numeral(_ place: Place) -> Outcome {
    switch (self, place) {
    case (.modes, .typed): .refused
    case (.strict, _), (_, .typed): .asRead
    default: text(place)
    }
  }

  /// What any other text counts as.
  public func text(_ place: Place) -> Outcome {
    switch (self, place) {
    case (.strict, _), (_, .typed): .refused
    case (.numbers, _), (.modes, _), (.spread, .array), (.extreme, .array): .skipped
    case (.mean, _), (.spread, .cell), (.extreme, .cell): .number(0)
    }
  }
}

extension Parameter {
  /// The same parameter, for help and tests with what it makes of values that are no numbers.
  package func reading(_ reading: ValueReading) -> Parameter {
    with { $0.reading = reading }
  }
}

/// How a function is strict about one of its arguments, in which those of the former Analysis ToolPak differ from others.
public struct ArgumentRule: Sendable, Equatable {
  /// Whether a range of several cells is `#VALUE!`.
  public let refusesRanges: Bool
  /// Whether a logical is `#VALUE!`.
  public let refusesLogicals: Bool
  /// Whether the argument may not be left empty: that is `#N/A`.
  public let refusesEmpty: Bool
  /// Whether left empty it is 0 or FALSE, while left out it is something else.
  public let emptyIsZero: Bool
}

extension SheetFunction {
  /// How strict the function is about the argument of a parameter.
  public func rule(of parameter: ParameterInfo) -> ArgumentRule {
    let isStrict = traits.contains(.analysisToolPak) && parameter.lifts
    return ArgumentRule(
      refusesRanges: isStrict, refusesLogicals: isStrict && !parameter.takesLogicals,
      refusesEmpty: isStrict && parameter.isRequired, emptyIsZero: parameter.emptyIsZero)
  }
}

import CellModel
import Functions

/// Functions that choose one of several results; what is not chosen is not evaluated.
///
/// A condition that is an array chooses per element. A single condition hands its branch on as it is, so that
/// `SUM(IF(TRUE, A1:A3))` sees the range.
enum Conditions: FunctionFamily {
  static let title = "Conditions"
  static let functions: [SheetFunction] = byCondition + byValue + byError

  private static let byCondition: [SheetFunction] = [
    SheetFunction(
      "IF", "Gives one result when a condition holds and another when it does not.",
      .operand("condition", "what is tested"),
      .optionalDeferred("then", "the result when the condition holds; TRUE when left out"),
      .optionalDeferred("otherwise", "the result when it does not; FALSE when left out"),
      .context, form: .branch,
      examples: [
        "IF(1>0, \"yes\", \"no\")" => "yes", "IF(FALSE, 1)" => false, "IF(2>1)" => true, "IF(TRUE, , 2)" => .blank,
        "IF(TRUE, , 2)+0" => 0,
        "IF({TRUE,FALSE}, \"a\", \"b\")" => [["a", "b"]], "IF(TRUE, 1, 1/0)" => 1, "IF(\"x\", 1, 2)" => .value,
      ]
    ) { (condition, then, otherwise, context) throws(CellError) in
      let conditions = Elements(condition, in: context)
      if let array = conditions.array,
        let result = BoxedChoice.array(array, then: then, otherwise: otherwise, in: context)
      {
        return result.operand
      }
      var choice = Choice(in: context)
      try choice.settle(conditions) { (value) throws(CellError) in
        let holds = try value.asLogical()
        if let branch = holds ? then : otherwise { return .branch(branch) }
        return .value(.logical(holds))
      }
      return try choice.operand(otherwise: .value)
    },

    SheetFunction(
      "IFS", "Gives the result that follows the first condition that holds.",
      .deferredRest("condition", "what is tested, followed by its result, as often as needed"),
      .context, form: .choice(comparesFirst: false),
      examples: [
        "IFS(1>2, \"a\", 2>1, \"b\")" => "b", "IFS(FALSE, 1/0, TRUE, 5)" => 5, "IFS(FALSE, 1)" => .notAvailable,
        "IFS({TRUE,FALSE}, 1, TRUE, 2)" => [[1, 2]], "IFS(TRUE)" => .notAvailable, "IFS(\"x\", 1)" => .value,
      ]
    ) { (arguments, context) throws(CellError) in
      guard arguments.count.isMultiple(of: 2) else { throw .notAvailable("A condition has no result after it.") }
      var choice = Choice(in: context)
      for position in stride(from: 0, to: arguments.count, by: 2) where !choice.isSettled {
        try choice.settle(Elements(arguments[position].operand, in: context)) { (value) throws(CellError) in
          try value.asLogical() ? .branch(arguments[position + 1]) : nil
        }
      }
      return try choice.operand(otherwise: .notAvailable("No condition holds."))
    },
  ]

  private static let byValue: [SheetFunction] = [
    SheetFunction(
      "SWITCH", "Gives the result that follows the first value equal to an expression.",
      .operand("expression", "what is compared"),
      .deferredRest("value", "a value followed by its result, as often as needed; a last one alone is the default"),
      .context, form: .choice(comparesFirst: true),
      examples: [
        "SWITCH(2, 1, \"a\", 2, \"b\")" => "b", "SWITCH(9, 1, \"a\", \"none\")" => "none",
        "SWITCH(9, 1, \"a\")" => .notAvailable, "SWITCH(\"B\", \"a\", 1, \"b\", 2)" => 2,
        "SWITCH({1,2}, 1, \"a\", 2, \"b\")" => [["a", "b"]], "SWITCH(1/0, 1, 2)" => .divisionByZero,
      ]
    ) { (expression, arguments, context) throws(CellError) in
      guard arguments.count >= 2 else { throw .value("SWITCH wants a value and its result.") }
      let expression = Elements(expression, in: context)
      var choice = Choice(in: context)
      for position in stride(from: 0, to: arguments.count - 1, by: 2) where !choice.isSettled {
        let candidate = Elements(arguments[position].operand, in: context)
        try choice.settle([expression, candidate]) { (values) throws(CellError) in
          try isEqual(values[0], values[1]) ? .branch(arguments[position + 1]) : nil
        }
      }
      if !arguments.count.isMultiple(of: 2), let fallback = arguments.last, !choice.isSettled {
        try choice.settle(expression) { _ in .branch(fallback) }
      }
      return try choice.operand(otherwise: .notAvailable("No value is equal."))
    },

    SheetFunction(
      "CHOOSE", "Gives the argument at a position.",
      .operand("position", "1 for the first argument after it"),
      .deferredRest("value", "the results to choose from"),
      .context,
      form: .selection,
      examples: [
        "CHOOSE(2, \"a\", \"b\")" => "b", "CHOOSE(1.9, \"a\", \"b\")" => "a", "CHOOSE(3, 1, 2)" => .value,
        "CHOOSE({2,1}, \"a\", \"b\")" => [["b", "a"]], "CHOOSE(1, 5, 1/0)" => 5,
      ]
    ) { (position, arguments, context) throws(CellError) in
      var choice = Choice(in: context)
      try choice.settle(Elements(position, in: context)) { (value) throws(CellError) in
        let number = try value.asNumber()
        guard number >= 1, number < Double(arguments.count) + 1 else {
          throw .noArgument(number)
        }
        return .branch(arguments[Int(number) - 1])
      }
      return try choice.operand(otherwise: .value)
    },
  ]

  private static let byError: [SheetFunction] = [
    SheetFunction(
      "IFERROR", "Gives a value, or something else when the value is an error.",
      .operand("value", "what may be an error"),
      .deferred("fallback", "the result instead of an error"),
      .context, form: .rescue(onlyMissing: false),
      examples: [
        "IFERROR(1/0, \"none\")" => "none", "IFERROR(4, \"none\")" => 4, "IFERROR(NA(), )+0" => 0,
        "IFERROR(1/{1,0}, -1)" => [[1, -1]], "IFERROR(1/0, NA())" => .notAvailable,
      ]
    ) { (value, fallback, context) throws(CellError) in
      try replacing(value, with: fallback, onlyMissing: false, in: context)
    },

    SheetFunction(
      "IFNA", "Gives a value, or something else when the value is #N/A.",
      .operand("value", "what may be #N/A"),
      .deferred("fallback", "the result instead of #N/A"),
      .context, form: .rescue(onlyMissing: true),
      examples: [
        "IFNA(NA(), \"none\")" => "none", "IFNA(4, \"none\")" => 4, "IFNA(1/0, 1)" => .divisionByZero,
        "IFNA({1,#N/A}, 0)" => [[1, 0]],
      ]
    ) { (value, fallback, context) throws(CellError) in
      try replacing(value, with: fallback, onlyMissing: true, in: context)
    },
  ]

  private static func replacing(
    _ value: Operand, with fallback: Deferred, onlyMissing: Bool, in context: any EvaluationContext
  ) throws(CellError) -> Operand {
    if let single = single(value, in: context) {
      guard case .error(let error) = single, error.isReplaced(onlyMissing: onlyMissing) else { return .value(single) }
      return Choice.handedOn(fallback.operand)
    }
    let elements = Elements(value, in: context)
    if let array = elements.array,
      let result = BoxedChoice.replacing(array, with: fallback, onlyMissing: onlyMissing, in: context)
    {
      return result.operand
    }
    var choice = Choice(in: context)
    try choice.settle(elements) { (value) throws(CellError) in
      if case .error(let error) = value, error.isReplaced(onlyMissing: onlyMissing) { return .branch(fallback) }
      return .value(value)
    }
    return try choice.operand(otherwise: .value, outside: fallback)
  }

  /// An operand that stands for one value; `nil` for any other.
  private static func single(_ operand: Operand, in context: any EvaluationContext) -> CellValue? {
    let value: CellValue
    switch operand {
    case .value(let given): value = given
    case .reference(let reference) where reference.isSingleCell && !reference.isArray:
      value = context.value(at: reference.first.topLeft)
    default: return nil
    }
    if case .array = value { return nil }
    return value
  }

  /// Whether two values are equal as the operator `=` has it; an error ends the call.
  private static func isEqual(_ a: CellValue, _ b: CellValue) throws(CellError) -> Bool {
    try CellComparison.equal(a, b).asLogical()
  }
}

extension CellError {
  /// Whether something else stands in its place.
  func isReplaced(onlyMissing: Bool) -> Bool { !onlyMissing || code == .notAvailable }
}

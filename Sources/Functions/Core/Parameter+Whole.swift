import CellModel

// Parameters that read an argument as a whole: a range, an array, a reference, a lambda, or what is not evaluated yet.

extension Parameter where Value == CellRange {
  /// The cells of a reference, or an array, or one value as 1 × 1; errors stay in the cells, but an error in place of the
  /// range ends the call.
  public static func range(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired)) { (call) throws(CellError) in
      let operand = call.nextEvaluated()
      if case .value(.error(let error)) = operand { throw error }
      return try CellRange(operand, in: call.context)
    }
  }
}

extension Parameter where Value == CellRange? {
  public static func optionalRange(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false)) { (call) throws(CellError) in
      let operand = call.nextEvaluated()
      if case .omitted = operand { return nil }
      if case .value(.error(let error)) = operand { throw error }
      return try CellRange(operand, in: call.context)
    }
  }
}

extension Parameter where Value == CellArray {
  /// All values of a range or an array at once; errors stay in the elements.
  public static func array(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help)) { (call) throws(CellError) in
      try CellRange(call.nextEvaluated(), in: call.context).array()
    }
  }
}

extension Parameter where Value == CellArray? {
  public static func optionalArray(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false)) { (call) throws(CellError) in
      let operand = call.nextEvaluated()
      if case .omitted = operand { return nil }
      return try CellRange(operand, in: call.context).array()
    }
  }
}

extension Parameter where Value == Reference {
  /// Where cells are; anything but a reference is `#VALUE!`.
  public static func reference(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help)) { (call) throws(CellError) in
      switch call.nextEvaluated() {
      case .reference(let reference): return reference
      case .value(.error(let error)): throw error
      default: throw .value("\(name) must be a reference.")
      }
    }
  }
}

extension Parameter where Value == Reference? {
  public static func optionalReference(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false)) { (call) throws(CellError) in
      switch call.nextEvaluated() {
      case .omitted: return nil
      case .reference(let reference): return reference
      case .value(.error(let error)): throw error
      default: throw .value("\(name) must be a reference.")
      }
    }
  }
}

extension Parameter where Value == CellLambda {
  public static func lambda(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help)) { (call) throws(CellError) in
      switch try call.nextValue() {
      case .lambda(let lambda)?: return lambda
      case .error(let error)?: throw error
      default: throw .value("\(name) must be a LAMBDA.")
      }
    }
  }
}

extension Parameter where Value == Operand {
  /// Whatever came, neither read nor lifted.
  public static func operand(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired)) { (call) throws(CellError) in call.nextEvaluated() }
      .boxed(whenAbsent: { _ in .omitted }, reading: { $0.operand })
  }
}

extension Parameter where Value == Deferred {
  /// Something to ask for the operand; what is not asked for is not evaluated.
  public static func deferred(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, isDeferred: true)) { (call) throws(CellError) in
      switch call.next() {
      case .deferred(let deferred): deferred
      case let operand: Deferred(settled: operand)
      }
    }
  }
}

extension Parameter where Value == any EvaluationContext {
  /// The context itself; it stands for no argument.
  public static var context: Parameter {
    // Handed on by no closure of its own, which would count one more owner in each row.
    Parameter(ParameterInfo("", "", isHidden: true)) { (call) throws(CellError) in call.context }
      .boxed(from: { $1.context })
  }
}

extension Parameter {
  /// What the context says; it stands for no argument, and comes behind all that do.
  package static func hidden(_ read: @escaping @Sendable (any EvaluationContext) -> Value) -> Parameter {
    Parameter(ParameterInfo("", "", isHidden: true)) { (call) throws(CellError) in read(call.context) }
      .boxed(from: { read($1.context) })
  }

  /// What follows from the date system of the context; it stands for no argument, and comes behind all that do.
  package static func hidden(dateSystem read: @escaping @Sendable (DateSystem) -> Value) -> Parameter {
    hidden { read($0.dateSystem) }.numeric(whenAbsent: read)
  }
}

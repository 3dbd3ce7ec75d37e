import CellModel

/// One parameter of a function: how an argument is read and how it is explained.
public struct Parameter<Value>: Sendable {
  /// What every copy shares, so that a declaration hands on one word for each parameter.
  @usableFromInline let reading: Reading

  /// What it is called, how it reads, and how it takes part in lifting.
  public var info: ParameterInfo { reading.info }
  /// Reads its argument, which is the next one of a call.
  @inlinable public var read: @Sendable (inout Arguments) throws(CellError) -> Value { reading.read }
  @inlinable var numeric: NumericReading<Value>? { reading.numeric }
  @inlinable var boxed: BoxedReading<Value>? { reading.boxed }
  /// What the list of a function's parameters keeps of it.
  @inlinable var part: ParameterPart { reading }

  /// How an argument is read.
  @usableFromInline final class Reading: ParameterPart, @unchecked Sendable {
    @usableFromInline let read: @Sendable (inout Arguments) throws(CellError) -> Value
    /// How a plain number is read, when that needs nothing else; see ``NumericArguments``.
    @usableFromInline let numeric: NumericReading<Value>?
    /// How a value of a column is read, when that needs more than numbers; see ``BoxedArguments``.
    @usableFromInline let boxed: BoxedReading<Value>?

    @usableFromInline
    init(
      _ info: ParameterInfo, _ read: @escaping @Sendable (inout Arguments) throws(CellError) -> Value,
      _ numeric: NumericReading<Value>?, _ boxed: BoxedReading<Value>?
    ) {
      self.read = read
      self.numeric = numeric
      self.boxed = boxed
      super.init(info)
    }
  }

  @usableFromInline
  init(
    _ info: ParameterInfo, read: @escaping @Sendable (inout Arguments) throws(CellError) -> Value,
    numeric: NumericReading<Value>?, boxed: BoxedReading<Value>?
  ) {
    reading = Reading(info, read, numeric, boxed)
  }

  /// A parameter that reads its argument in a way of its own.
  public init(_ info: ParameterInfo, read: @escaping @Sendable (inout Arguments) throws(CellError) -> Value) {
    self.init(info, read: read, numeric: nil, boxed: nil)
  }

  /// The same parameter with other words or rules.
  package func with(_ change: (inout ParameterInfo) -> Void) -> Parameter {
    var info = info
    change(&info)
    return Parameter(info, read: read, numeric: numeric, boxed: boxed)
  }

  /// The same parameter, whose argument is read in another way.
  package func read(by read: @escaping @Sendable (inout Arguments) throws(CellError) -> Value) -> Parameter {
    Parameter(info, read: read, numeric: numeric, boxed: boxed)
  }

  /// The parameter that reads plain numbers in a short way, too.
  @inlinable
  package func numeric(
    default fallback: Value?, _ convert: @escaping @Sendable (Double) throws(CellError) -> Value
  ) -> Parameter where Value: Sendable {
    Parameter(info, read: read, numeric: NumericReading(fallback: fallback, convert: convert), boxed: boxed)
  }

  /// A parameter that lifts and reads one value; omitted reads as `fallback` when there is one.
  @inlinable
  package static func scalar(
    _ name: String, _ help: String, default fallback: Value?,
    _ convert: @escaping @Sendable (CellValue) throws(CellError) -> Value
  ) -> Parameter where Value: Sendable {
    Parameter(ParameterInfo(name, help, isRequired: fallback == nil, lifts: true)) { (call) throws(CellError) in
      let value = try call.nextValue()
      if let fallback {
        guard let value else { return fallback }
        return try convert(value)
      }
      return try convert(value ?? .blank)
    }
    .boxed(default: fallback) { (argument) throws(CellError) in try convert(argument.given) }
  }

  /// A parameter that lifts and may be left out: omitted reads as `nil`, blank as the type's own zero.
  @inlinable
  package static func optional<Wrapped: Sendable>(
    _ name: String, _ help: String, _ convert: @escaping @Sendable (CellValue) throws(CellError) -> Wrapped
  ) -> Parameter where Value == Wrapped? {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      guard let value = try call.nextValue() else { return nil }
      return try convert(value)
    }
    .boxed(default: .some(nil)) { (argument) throws(CellError) in try convert(argument.given) }
  }

  /// The parameter of what is made of what this one reads.
  package func map<Result: Sendable>(_ change: @escaping @Sendable (Value) -> Result) -> Parameter<Result> {
    let boxed = boxed.map { boxed in
      BoxedReading<Result>(
        whenAbsent: { (context) throws(CellError) in change(try boxed.whenAbsent(context)) },
        read: { (argument) throws(CellError) in change(try boxed.read(argument)) })
    }
    return Parameter<Result>(
      info, read: { [read] (call) throws(CellError) in change(try read(&call)) }, numeric: nil, boxed: boxed)
  }
}

/// What a parameter is, whatever it reads.
@usableFromInline class ParameterPart: @unchecked Sendable {
  let info: ParameterInfo

  init(_ info: ParameterInfo) { self.info = info }
}

extension Parameter {
  /// A parameter that lifts and reads one number; omitted reads as `fallback` when there is one.
  @inlinable
  package static func counted(
    _ name: String, _ help: String, default fallback: Value?,
    _ convert: @escaping @Sendable (Double) throws(CellError) -> Value
  ) -> Parameter where Value: Sendable {
    let info = ParameterInfo(name, help, isRequired: fallback == nil, lifts: true)
    return Parameter(info) { (call) throws(CellError) in
      if let number = call.nextNumber() { return try convert(number) }
      guard let value = try call.nextValue() else {
        if let fallback { return fallback }
        return try convert(CellValue.blankAsNumber)
      }
      return try convert(call.context.number(value))
    }
    .numeric(default: fallback, convert)
  }

  /// A number that may be left out: omitted and empty read as `nil`.
  @inlinable
  static func optionalCounted<Wrapped: Sendable>(
    _ name: String, _ help: String, _ convert: @escaping @Sendable (Double) throws(CellError) -> Wrapped
  ) -> Parameter where Value == Wrapped? {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      guard let value = try call.nextValue() else { return nil }
      return try convert(call.context.number(value))
    }
    .numeric(default: .some(nil)) { (number) throws(CellError) in try convert(number) }
  }

  /// A number that is something when it is left out, and 0 when it is left empty.
  package static func counted(
    _ name: String, _ help: String, whenAbsent fallback: Value,
    _ convert: @escaping @Sendable (Double) throws(CellError) -> Value
  ) -> Parameter where Value: Sendable {
    var info = ParameterInfo(name, help, isRequired: false, lifts: true)
    info.emptyIsZero = true
    return Parameter(info) { (call) throws(CellError) in
      let isAbsent = call.position >= call.count
      let value = try call.nextValue() ?? .blank
      return isAbsent ? fallback : try convert(call.context.number(value))
    }
    .numeric(default: fallback, convert)
  }
}

// MARK: - One value, lifted

extension Parameter where Value == Double {
  public static func number(_ name: String, _ help: String, default fallback: Double? = nil) -> Parameter {
    counted(name, help, default: fallback) { $0 }
  }

  /// A number that is something when it is left out, and 0 when it is left empty.
  package static func number(_ name: String, _ help: String, whenAbsent fallback: Double) -> Parameter {
    counted(name, help, whenAbsent: fallback) { $0 }
  }

  /// A date as a serial number; the time of day, a fraction, is kept, and a missing year is the current one.
  public static func date(_ name: String, _ help: String, default fallback: Double? = nil) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: fallback == nil, lifts: true)) { (call) throws(CellError) in
      let value = try call.nextValue() ?? .blank
      if let fallback, value.isBlank { return fallback }
      let context = call.context
      let number = try value.asDateNumber(in: context.dateSystem, now: context.now)
      guard number >= 0 || number >= Double(SerialCalendar(system: context.dateSystem).first), number < 2_958_466 else {
        throw call.errorAhead() ?? .number("\(NumberText.general(number)) is no date.")
      }
      return number
    }
    .boxed(default: fallback) { (argument) throws(CellError) in
      guard let number = argument.number, number >= 0, number < 2_958_466 else { throw .number }
      return number
    }
  }
}

extension Parameter where Value == Double {
  /// A date that need not be one: the function checks it when what follows has been read as well.
  package static func dateNumber(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: true, lifts: true)) { (call) throws(CellError) in
      let context = call.context
      return try (call.nextValue() ?? .blank).asDateNumber(in: context.dateSystem, now: context.now)
    }
    .boxed(default: nil) { (argument) throws(CellError) in
      guard let number = argument.number else { throw .number }
      return number
    }
  }
}

extension Parameter where Value == Int {
  /// A whole number; a fraction is cut off towards zero.
  public static func integer(_ name: String, _ help: String, default fallback: Int? = nil) -> Parameter {
    counted(name, help, default: fallback) { (number) throws(CellError) in try Self.truncated(number) }
  }

  /// A whole number that is something when it is left out, and 0 when it is left empty.
  package static func integer(_ name: String, _ help: String, whenAbsent fallback: Int) -> Parameter {
    counted(name, help, whenAbsent: fallback) { (number) throws(CellError) in try truncated(number) }
  }

  package static func truncated(_ value: CellValue) throws(CellError) -> Int {
    try truncated(try value.asNumber())
  }

  package static func truncated(_ number: Double) throws(CellError) -> Int {
    guard abs(number) < 9.2e18 else { throw .number("\(NumberText.general(number)) is too large.") }
    return Int(number)
  }
}

extension Parameter where Value == String {
  public static func text(_ name: String, _ help: String, default fallback: String? = nil) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: fallback == nil, lifts: true)) { (call) throws(CellError) in
      let text: String
      if let next = call.nextText() {
        text = next
      } else {
        let value = try call.nextValue()
        if let fallback, value == nil { return fallback }
        text = try (value ?? .blank).asText()
      }
      // What is made of a text costs what it is long, once for each element of an array beside it.
      if text.utf8.count >= 512 { try call.context.takeSteps(text.utf8.count >> 9) }
      return text
    }
    .boxed(default: fallback) { (argument) throws(CellError) in
      guard let text = argument.text, text.utf8.count < 512 else { throw .value }
      return text
    }
  }
}

extension Parameter where Value == Bool {
  public static func logical(_ name: String, _ help: String, default fallback: Bool? = nil) -> Parameter {
    scalar(name, help, default: fallback) { (value) throws(CellError) in try value.asLogical() }
      .numeric(default: fallback) { $0 != 0 }
      .boxed(default: fallback) { (argument) throws(CellError) in
        guard let value = argument.value else { throw .value }
        return try value.asLogical()
      }
      .with { $0.takesLogicals = true }
  }

  /// A logical that is something when it is left out, and FALSE when it is left empty.
  package static func logical(_ name: String, _ help: String, whenAbsent fallback: Bool) -> Parameter {
    var info = ParameterInfo(name, help, isRequired: false, lifts: true)
    info.emptyIsZero = true
    info.takesLogicals = true
    return Parameter(info) { (call) throws(CellError) in
      let isAbsent = call.position >= call.count
      let value = try call.nextValue() ?? .blank
      return isAbsent ? fallback : try value.asLogical()
    }
  }
}

extension Parameter where Value == CellValue {
  /// Any single value but an error, which ends the call; omitted is blank.
  public static func value(_ name: String, _ help: String, default fallback: CellValue? = nil) -> Parameter {
    scalar(name, help, default: fallback) { (value) throws(CellError) in
      if case .error(let error) = value { throw error }
      return value
    }
    .boxed(default: fallback) { (argument) throws(CellError) in
      guard let value = argument.value else { throw .value }
      if case .error(let error) = value { throw error }
      return value
    }
  }

  /// A single value as it is, errors and blanks too; omitted is blank.
  public static func anything(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, lifts: true)) { (call) throws(CellError) in
      try call.nextValue() ?? .blank
    }
    .boxed(default: isRequired ? nil : .blank) { $0.value ?? .blank }
  }
}

extension Parameter where Value == Result<CellValue, CellError> {
  /// A single value whose error the body sees.
  public static func fallible(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, lifts: true)) { (call) throws(CellError) in
      let value: CellValue?
      do throws(CellError) { value = try call.nextValue() } catch { return .failure(error) }
      if case .error(let error)? = value { return .failure(error) }
      return .success(value ?? .blank)
    }
  }
}

// MARK: - One value that may be left out, lifted

extension Parameter where Value == Double? {
  public static func optionalNumber(_ name: String, _ help: String) -> Parameter {
    optionalCounted(name, help) { $0 }
  }
}

extension Parameter where Value == Int? {
  public static func optionalInteger(_ name: String, _ help: String) -> Parameter {
    optionalCounted(name, help) { (number) throws(CellError) in try Parameter<Int>.truncated(number) }
  }
}

extension Parameter where Value == String? {
  public static func optionalText(_ name: String, _ help: String) -> Parameter {
    optional(name, help) { (value) throws(CellError) in try value.asText() }
      .boxed(default: .some(nil)) { (argument) throws(CellError) in
        guard let text = argument.text else { throw .value }
        return text
      }
  }
}

// MARK: - Not lifted

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
  public static var context: Parameter { hidden { $0 } }
}

extension Parameter {
  /// What the context says; it stands for no argument, and comes behind all that do.
  package static func hidden(_ read: @escaping @Sendable (any EvaluationContext) -> Value) -> Parameter {
    Parameter(ParameterInfo("", "", isHidden: true)) { (call) throws(CellError) in read(call.context) }
      .boxed(whenAbsent: read)
  }
}

// MARK: - All remaining arguments

extension Arguments {
  /// All operands that were not read yet, deferred ones evaluated.
  package mutating func restEvaluated() -> [Operand] {
    defer { position = max(position, count) }
    if position == 0, operands.allSatisfy({ if case .deferred = $0 { false } else { true } }) { return Array(operands) }
    return operands.dropFirst(position).map { operand in
      if case .deferred(let deferred) = operand { deferred.operand } else { operand }
    }
  }
}

extension [Operand] {
  /// The operands but for arrays without elements.
  package var withCells: [Operand] { contains(where: \.isNoCells) ? filter { !$0.isNoCells } : self }
}

extension Operand {
  /// Whether it is what is made of an area without cells.
  package var isNoCells: Bool { if case .value(.error(let error)) = self { error.isNoCells } else { false } }
}

extension Parameter where Value == Numbers {
  /// The numbers of all remaining arguments: those in ranges and arrays, and direct arguments read as numbers.
  public static func numbers(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, repeats: true)) { (call) throws(CellError) in
      Numbers(rest: &call)
    }
    .reading(.numbers)
  }

  /// The numbers of one range or array.
  public static func numbersOf(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help)) { (call) throws(CellError) in
      let operands = [call.nextEvaluated()].withCells
      if case .value(.error(let error))? = operands.first { throw error }
      return Numbers(operands: operands, in: call.context)
    }
    .reading(.numbers)
  }
}

extension Parameter where Value == [Operand] {
  /// All remaining arguments as they came.
  public static func rest(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, repeats: true)) { (call) throws(CellError) in
      call.restEvaluated()
    }
  }

  /// The second of a repeating pair in help; what it stands for is read by the `.rest` before it.
  public static func restPair(_ name: String, _ help: String, isRequired: Bool = false) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, repeats: true)) { (call) throws(CellError) in [] }
  }
}

extension Parameter where Value == [Deferred] {
  /// All remaining arguments, each evaluated only when asked for.
  public static func deferredRest(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, isDeferred: true, repeats: true)) {
      (call) throws(CellError) in
      var rest: [Deferred] = []
      while call.position < call.count {
        switch call.next() {
        case .deferred(let deferred): rest.append(deferred)
        case let operand: rest.append(Deferred(settled: operand))
        }
      }
      return rest
    }
  }
}

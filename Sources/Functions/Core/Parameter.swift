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

  /// The parameter that beside plain numbers may be left out; its argument is a matter of the ordinary call.
  ///
  /// - Parameter read: What reads then what follows from the date system.
  package func numeric(whenAbsent read: @escaping @Sendable (DateSystem) -> Value) -> Parameter {
    Parameter(info, read: self.read, numeric: NumericReading(whenAbsent: read), boxed: boxed)
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
    Parameter<Result>(
      info, read: { [read] (call) throws(CellError) in change(try read(&call)) },
      numeric: numeric?.map(change), boxed: boxed?.map(change))
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

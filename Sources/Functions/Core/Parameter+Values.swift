import CellModel

// Parameters that read one value, and lift over arrays.

extension Parameter where Value == Double {
  public static func number(_ name: String, _ help: String, default fallback: Double? = nil) -> Parameter {
    counted(name, help, default: fallback) { $0 }.takingItself(or: fallback)
  }

  /// A number that is something when it is left out, and 0 when it is left empty.
  package static func number(_ name: String, _ help: String, whenAbsent fallback: Double) -> Parameter {
    counted(name, help, whenAbsent: fallback) { $0 }.takingItself(or: fallback)
  }

  /// The parameter whose body for plain numbers takes them as they are.
  private func takingItself(or fallback: Double?) -> Parameter {
    Parameter(info, read: read, numeric: NumericReading(fallback: fallback, isItself: true) { $0 }, boxed: boxed)
  }

  /// A date as a serial number; the time of day, a fraction, is kept, and a missing year is the current one.
  public static func date(_ name: String, _ help: String, default fallback: Double? = nil) -> Parameter {
    let date = Parameter(ParameterInfo(name, help, isRequired: fallback == nil, lifts: true)) {
      (call) throws(CellError) in
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
      guard let number = argument.number else { throw .number }
      return try inEachSystem(number)
    }
    // Where there is a default, a blank cell is that and not the number 0.
    guard fallback == nil else { return date }
    return date.numeric(default: nil) { (number) throws(CellError) in try inEachSystem(number) }
  }

  /// A number that is a date in each system; of others the ordinary call says what they are.
  private static func inEachSystem(_ number: Double) throws(CellError) -> Double {
    guard number >= 0, number < 2_958_466 else { throw .number }
    return number
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
    .takingItself(or: nil)
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
    .numeric(default: fallback) { $0 != 0 }
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

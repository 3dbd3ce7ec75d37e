import CellModel

/// The arguments of a call as they stand in the rows of a column: each a value in 8 bytes.
///
/// A function whose parameters each read a plain number, a text or any value by itself can be called with them. That is
/// how an engine fills a column of `LEFT(A1, 2)` without making an operand of anything.
@usableFromInline package struct BoxedArguments {
  @usableFromInline let start: UnsafePointer<BoxedValue>
  @usableFromInline let count: Int
  @usableFromInline let slots: BoxedSlots
  /// Who evaluates the call, and not for longer.
  @usableFromInline unowned(unsafe) let context: any EvaluationContext

  /// The values at a place of memory, which must stay there during the call.
  @inlinable
  package init(
    _ start: UnsafePointer<BoxedValue>, count: Int, _ slots: BoxedSlots, in context: any EvaluationContext
  ) {
    self.start = start
    self.count = count
    self.slots = slots
    self.context = context
  }

  @inlinable @inline(__always)
  func read<Value>(_ position: Int, _ reading: BoxedReading<Value>) throws(CellError) -> Value {
    if reading.isMore { return try reading.readFrom(position, self) }
    guard position < count else {
      if let fallback = reading.fallback { return fallback }
      return try reading.whenAbsent(context)
    }
    return try reading.read(BoxedArgument(start[position], slots))
  }
}

/// One argument of such a call.
@usableFromInline package struct BoxedArgument {
  @usableFromInline let box: BoxedValue
  @usableFromInline let slots: BoxedSlots

  @inlinable
  init(_ box: BoxedValue, _ slots: BoxedSlots) {
    self.box = box
    self.slots = slots
  }

  /// The argument if it is a number, of whatever kind.
  @inlinable package var number: Double? { box.isNumber ? box.number : slots.number(box) }

  /// The argument if it is a text.
  @inlinable package var text: String? {
    if box.isText, case .text(let text) = slots.at(box).pointee { text } else { nil }
  }

  /// Whether its text is empty.
  package var isEmpty: Bool {
    if box.isText { return text?.isEmpty ?? false }
    return box.isBlank || box.isOmitted
  }

  /// Appends its text to another; `false` where there is more to it.
  package func append(to text: inout TextBytes) -> Bool {
    if box.isNumber { return text.append(box.number) }
    if box.hasSlot { return text.append(slots.at(box).pointee) }
    return box.isOmitted || text.append(slots.value(box))
  }

  /// The argument as a value; `nil` if it was left empty.
  @inlinable package var value: CellValue? { box.isOmitted ? nil : slots.value(box) }

  /// The argument as an operand.
  var operand: Operand { value.map { .value($0) } ?? .omitted }

  /// The argument as a value that was not left empty; the ordinary call says what it is then.
  @inlinable package var given: CellValue {
    get throws(CellError) {
      guard let value else { throw .value }
      return value
    }
  }
}

/// Where the values stand that do not fit into 8 bytes: those of cells, and those that a run has made on its way.
@usableFromInline package struct BoxedSlots {
  @usableFromInline let cells: UnsafePointer<CellValue>
  @usableFromInline let made: UnsafePointer<CellValue>

  @inlinable
  package init(cells: UnsafePointer<CellValue>, made: UnsafePointer<CellValue>) {
    self.cells = cells
    self.made = made
  }

  /// The place of a value with a slot.
  @inlinable @inline(__always)
  package func at(_ box: BoxedValue) -> UnsafePointer<CellValue> { (box.isMade ? made : cells) + Int(box.slot) }

  /// Whether a box stands for a number that is a date or of another kind.
  @inlinable
  package func isNumber(_ box: BoxedValue) -> Bool {
    if box.isRecord, case .number = at(box).pointee { true } else { false }
  }

  /// The number for which a box with a slot stands, of whatever kind.
  @inlinable
  package func number(_ box: BoxedValue) -> Double? {
    if box.isRecord, case .number(let number, _) = at(box).pointee { number } else { nil }
  }

  /// What a box stands for that is not omitted.
  @inlinable @inline(__always)
  package func value(_ box: BoxedValue) -> CellValue {
    if box.isNumber { return .number(box.number) }
    if box.hasSlot { return at(box).pointee }
    return box.isBlank ? .blank : .logical(box.logical)
  }
}

/// Boxes that stand for no cell, but on the way to one.
extension BoxedValue {
  @usableFromInline static var madeFlag: UInt64 { 1 << 32 }

  /// What was left out; no cell holds it.
  @inlinable package static var omitted: BoxedValue { BoxedValue(bits: BoxedValue.blank.bits | 1) }
  @inlinable package var isOmitted: Bool { bits == BoxedValue.omitted.bits }

  /// The box of a value that a run has made, and has in a slot of its own.
  @inlinable
  package init(made kind: Kind, slot: Int) {
    self.init(bits: BoxedValue(kind, slot: UInt32(truncatingIfNeeded: slot)).bits | Self.madeFlag)
  }

  @inlinable @inline(__always) package var isMade: Bool { bits & Self.madeFlag != 0 }
  @inlinable @inline(__always) var isRecord: Bool { bits >> 48 == UInt64(Kind.record.rawValue) }
  @inlinable @inline(__always) package var isText: Bool { bits >> 48 == UInt64(Kind.text.rawValue) }
}

/// How a parameter reads a value of a column, as far as that needs nothing else; what it refuses with an error without words
/// is read from an operand, which says better what is wrong. An object, and unchecked, as ``NumericReading`` is.
@usableFromInline final class BoxedReading<Value>: @unchecked Sendable {
  /// What it reads where there is no argument, if that is always the same.
  @usableFromInline let fallback: Value?
  /// What it reads where there is no argument otherwise.
  @usableFromInline let whenAbsent: @Sendable (any EvaluationContext) throws(CellError) -> Value
  @usableFromInline let read: @Sendable (BoxedArgument) throws(CellError) -> Value
  /// Whether it reads more or less than one argument.
  @usableFromInline let isMore: Bool
  /// What it reads then, from a place on.
  @usableFromInline let readFrom: @Sendable (Int, BoxedArguments) throws(CellError) -> Value

  @usableFromInline
  init(
    fallback: Value? = nil,
    whenAbsent: @escaping @Sendable (any EvaluationContext) throws(CellError) -> Value = { (_) throws(CellError) in
      throw .value
    },
    read: @escaping @Sendable (BoxedArgument) throws(CellError) -> Value
  ) {
    self.fallback = fallback
    self.whenAbsent = whenAbsent
    self.read = read
    isMore = false
    readFrom = { (_, _) throws(CellError) in throw .value }
  }

  init(readFrom: @escaping @Sendable (Int, BoxedArguments) throws(CellError) -> Value) {
    fallback = nil
    whenAbsent = { (_) throws(CellError) in throw .value }
    read = { (_) throws(CellError) in throw .value }
    isMore = true
    self.readFrom = readFrom
  }

  /// How what is made of what it reads is read.
  func map<Result: Sendable>(_ change: @escaping @Sendable (Value) -> Result) -> BoxedReading<Result> {
    if isMore {
      return BoxedReading<Result> { (place, arguments) throws(CellError) in
        change(try self.readFrom(place, arguments))
      }
    }
    return BoxedReading<Result>(
      fallback: fallback.map(change),
      whenAbsent: { (context) throws(CellError) in change(try self.whenAbsent(context)) },
      read: { (argument) throws(CellError) in change(try self.read(argument)) })
  }
}

extension Parameter where Value: Sendable {
  /// The parameter that reads values of a column in a short way, too.
  ///
  /// - Parameter fallback: What it reads where there is no argument.
  @usableFromInline
  package func boxed(
    default fallback: Value?, _ read: @escaping @Sendable (BoxedArgument) throws(CellError) -> Value
  ) -> Parameter {
    Parameter(info, read: self.read, numeric: numeric, boxed: BoxedReading(fallback: fallback, read: read))
  }
}

extension Parameter {
  /// The parameter that reads values of a column in a short way, too.
  ///
  /// - Parameters:
  ///   - whenAbsent: What reads where there is no argument; as it is, the ordinary call does.
  ///   - read: What reads an argument; as it is, the ordinary call does.
  package func boxed(
    whenAbsent: @escaping @Sendable (any EvaluationContext) throws(CellError) -> Value = { (_) throws(CellError) in
      throw .value
    },
    reading read: @escaping @Sendable (BoxedArgument) throws(CellError) -> Value = { (_) throws(CellError) in
      throw .value
    }
  ) -> Parameter {
    Parameter(info, read: self.read, numeric: numeric, boxed: BoxedReading(whenAbsent: whenAbsent, read: read))
  }
}

extension Parameter {
  /// The parameter that reads values of a column in a short way, too, from a place on.
  func boxed(from read: @escaping @Sendable (Int, BoxedArguments) throws(CellError) -> Value) -> Parameter {
    Parameter(info, read: self.read, numeric: numeric, boxed: BoxedReading(readFrom: read))
  }

  /// How it reads a value of a column; `nil` for what takes references, or is evaluated on demand. Made apart, so that the
  /// lists of functions stay small.
  @inlinable @inline(never)
  var boxedReading: BoxedReading<Value>? {
    if let boxed { return boxed }
    guard let numeric else { return nil }
    return BoxedReading(
      fallback: numeric.fallback,
      read: { (argument) throws(CellError) in
        guard let number = argument.number else { throw .value }
        return try numeric.convert(number)
      })
  }
}

/// What is run for a call with values of columns.
///
/// In a type of its own: an optional function is called in a roundabout way.
@usableFromInline package struct BoxedBody: Sendable {
  @usableFromInline let run: @Sendable (BoxedArguments) throws(CellError) -> CellValue

  @usableFromInline
  init(_ run: @escaping @Sendable (BoxedArguments) throws(CellError) -> CellValue) { self.run = run }

  /// What the call gives, which may be an error; `nil` where the ordinary call has to say it.
  ///
  /// An error with words is that of the ordinary call, which reads the same arguments in the same order.
  @inlinable @inline(__always)
  package func result(of arguments: BoxedArguments) -> CellValue? {
    do throws(CellError) { return try run(arguments) } catch { return error.isWordless ? nil : .error(error) }
  }
}

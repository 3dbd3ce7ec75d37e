/// What a number stands for, and so how it is shown where no format says otherwise.
///
/// The kind belongs to the value and goes wherever the value goes; comparison, coercion and arithmetic see the number only.
/// What an operation makes of kinds is said here and nowhere else: a date and a number of days make a date, two dates their
/// distance, and what is neither a sum, an extreme nor an average is plain.
@frozen public enum NumberKind: UInt8, Sendable, Hashable, CaseIterable {
  case plain
  case date
  case time
  case dateTime
  case percent
}

extension NumberKind {
  /// Whether it names a day.
  @inlinable package var isDay: Bool { self == .date || self == .dateTime }

  /// The kind of a sum of two numbers.
  @inlinable @inline(__always)
  package static func sum(_ a: NumberKind, _ b: NumberKind) -> NumberKind {
    (a.rawValue | b.rawValue) == 0 ? .plain : sumOfKinds(a, b)
  }

  /// The kind of a difference of two numbers.
  @inlinable @inline(__always)
  package static func difference(_ a: NumberKind, _ b: NumberKind) -> NumberKind {
    (a.rawValue | b.rawValue) == 0 ? .plain : differenceOfKinds(a, b)
  }

  @usableFromInline
  static func sumOfKinds(_ a: NumberKind, _ b: NumberKind) -> NumberKind {
    switch (a, b) {
    case (.time, .time), (.percent, .percent): a
    case (.date, .time), (.time, .date), (.dateTime, .time), (.time, .dateTime): .dateTime
    case (.date, .plain), (.dateTime, .plain), (.time, .plain), (.date, .percent), (.dateTime, .percent),
      (.time, .percent):
      a
    case (.plain, .date), (.plain, .dateTime), (.plain, .time), (.percent, .date), (.percent, .dateTime),
      (.percent, .time):
      b
    default: .plain
    }
  }

  @usableFromInline
  static func differenceOfKinds(_ a: NumberKind, _ b: NumberKind) -> NumberKind {
    b.isDay || (a == .plain && b == .time) ? .plain : sumOfKinds(a, b)
  }

  /// The kind of a number with the other sign.
  @inlinable package var negated: NumberKind { isDay ? .plain : self }

  /// The kind of what is made of several numbers of which some have one kind and some another: a day if all name days.
  package static func common(_ a: NumberKind, _ b: NumberKind) -> NumberKind {
    if a == b { return a }
    return a.isDay && b.isDay ? .dateTime : .plain
  }

  /// The kind as which a number can be shown: a date with a part of a day has a time, and a number outside of the calendar
  /// is a plain one.
  package func shown(_ number: Double) -> NumberKind {
    switch self {
    case .plain, .percent: self
    case .date, .dateTime:
      number < 0 || number >= 2_958_466 ? .plain : number == number.rounded() ? self : .dateTime
    case .time: number < 0 || number >= Self.longestTime ? .plain : self
    }
  }

  /// The days that a time may be long, which are ten thousand hours.
  package static let longestTime = 10_000.0 / 24
}

/// The kind that numbers have in common, found while they come.
package struct CommonKind: Sendable {
  /// The kind so far; `nil` before the first number.
  package private(set) var found: NumberKind?

  package init() {}

  /// The kind in common; plain when there are no numbers.
  package var kind: NumberKind { found ?? .plain }

  /// Adds the kind of a number, or of several that have it in common; `nil` where there is none.
  package mutating func add(_ kind: NumberKind?) {
    guard let kind else { return }
    found = found.map { NumberKind.common($0, kind) } ?? kind
  }
}

extension CellValue {
  /// The kind of a number; anything else is plain.
  public var kind: NumberKind { if case .number(_, let kind) = self { kind } else { .plain } }

  /// The same number as another kind; any other value as it is.
  package func withKind(_ kind: NumberKind) -> CellValue {
    if case .number(let number, _) = self { .number(number, kind) } else { self }
  }

  /// The kind that all numbers of a value have in common; `nil` when there is no number in it.
  package var commonKind: NumberKind? {
    switch self {
    case .number(_, let kind): return kind
    case .array(let array):
      if let few = array.few, few.restBesideNumbers != nil {
        return few.own.boxes.contains(where: \.isNumber) ? .plain : nil
      }
      if array.few != nil || array.lazy != nil { return .plain }
      if let parted = array.parted { return parted.count(where: \.isNumber) > 0 ? .plain : nil }
      if let boxed = array.boxed { return boxed.boxes.contains(where: \.isNumber) ? .plain : nil }
      var common = CommonKind()
      for element in array.elements {
        common.add(element.commonKind)
        if common.found == .plain { break }
      }
      return common.found
    default: return nil
    }
  }
}

import CellModel
import Hosting
import ReactiveCore

/// A Swift type whose values a cell can hold.
public protocol CellRepresentable {
  /// What stands for the value of a cell, which may be of another kind.
  init(standingFor value: CellValue)

  /// The value as a cell holds it.
  var cellValue: CellValue { get }
}

extension Double: CellRepresentable {
  /// The number; a logical as 1 or 0, blank as 0, and not a number for anything else.
  public init(standingFor value: CellValue) {
    switch value {
    case .number(let number, _): self = number
    case .logical(let logical): self = logical ? 1 : 0
    case .blank: self = 0
    default: self = .nan
    }
  }

  /// The number; `#NUM!` for an infinity and for what is not a number.
  public var cellValue: CellValue { CellValue(checking: self) }
}

extension Int: CellRepresentable {
  /// The number without its fraction; 0 for what is not a number that fits.
  public init(standingFor value: CellValue) {
    self = Int(exactly: Double(standingFor: value).rounded(.towardZero)) ?? 0
  }

  public var cellValue: CellValue { .number(Double(self)) }
}

extension Bool: CellRepresentable {
  /// The logical; whether a number is not 0; false for anything else.
  public init(standingFor value: CellValue) {
    let number = Double(standingFor: value)
    self = !number.isNaN && number != 0
  }

  public var cellValue: CellValue { .logical(self) }
}

extension String: CellRepresentable {
  /// The text; a number or a logical as a formula would join it to a text; the code of an error.
  public init(standingFor value: CellValue) { self = value.standInText }

  public var cellValue: CellValue { .text(self) }
}

extension PropertyProtocol where Value == CellValue {
  /// The value as a number: a logical as 1 or 0, blank as 0, and not a number for anything else.
  public var number: Property<Double> { map { Double(standingFor: $0) } }

  /// The value as a text: a number or a logical as a formula would join it to a text.
  public var text: Property<String> { map { String(standingFor: $0) } }

  /// The value as a logical: whether a number is not 0; false for anything else.
  public var logical: Property<Bool> { map { Bool(standingFor: $0) } }
}

extension MutableProperty where Value == CellValue {
  /// Binds an input to a stream of numbers, texts or logicals.
  ///
  /// - Returns: What ends the binding.
  @discardableResult
  public static func <~ <Source: BindingSource>(
    input: MutableProperty<CellValue>, source: Source
  ) -> (any Disposable)? where Source.Value: CellRepresentable {
    input <~ source.producer.map { $0.cellValue }
  }

  /// Binds an input to a property of numbers, texts or logicals, within the same instant.
  ///
  /// - Returns: What ends the binding.
  @discardableResult
  public static func <~ <Source: PropertyProtocol>(
    input: MutableProperty<CellValue>, source: Source
  ) -> (any Disposable)? where Source.Value: CellRepresentable {
    input <~ source.map { $0.cellValue }
  }
}

extension Property where Value == CellValue {
  /// The same property with values of a Swift type.
  ///
  /// - Throws: ``SetError`` when the value that it has now is an error or of another kind.
  func asValues<Other: CellRepresentable>(of type: Other.Type, named path: String) throws(SetError) -> Property<Other> {
    if let error = value.error { throw SetError(path, "\(path) is \(error.code.text): \(error.message)") }
    guard value.isBlank || Other(standingFor: value).cellValue == value else {
      throw SetError(path, "\(path) is \(value), which is no \(type)")
    }
    return map { Other(standingFor: $0) }
  }
}

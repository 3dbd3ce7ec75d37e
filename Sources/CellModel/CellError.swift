/// The kinds of error value, in the order in which SORT puts them, which is that of their numbers.
@frozen public enum ErrorCode: UInt8, Sendable, Hashable, CaseIterable {
  case null, divisionByZero, value, reference, name, number, notAvailable, gettingData
  case spill, connect, blocked, unknown, field, calculation, busy, cycle
  case external, python, timeout

  /// The text a cell shows, such as `#DIV/0!`.
  public var text: String {
    switch self {
    case .null: "#NULL!"
    case .divisionByZero: "#DIV/0!"
    case .value: "#VALUE!"
    case .reference: "#REF!"
    case .name: "#NAME?"
    case .number: "#NUM!"
    case .notAvailable: "#N/A"
    case .gettingData: "#GETTING_DATA"
    case .spill: "#SPILL!"
    case .connect: "#CONNECT!"
    case .blocked: "#BLOCKED!"
    case .unknown: "#UNKNOWN!"
    case .field: "#FIELD!"
    case .calculation: "#CALC!"
    case .busy: "#BUSY!"
    case .cycle: "#CYCLE!"
    case .external: "#EXTERNAL!"
    case .python: "#PYTHON!"
    case .timeout: "#TIMEOUT!"
    }
  }

  /// The number that ERROR.TYPE gives; `#CYCLE!`, which Excel lacks, has one that is free there.
  public var number: Int {
    switch self {
    case .null: 1
    case .divisionByZero: 2
    case .value: 3
    case .reference: 4
    case .name: 5
    case .number: 6
    case .notAvailable: 7
    case .gettingData: 8
    case .spill: 9
    case .connect: 10
    case .blocked: 11
    case .unknown: 12
    case .field: 13
    case .calculation: 14
    case .busy: 15
    case .cycle: 16
    // What Python gives to a cell is one kind of what comes from outside.
    case .external, .python: 19
    case .timeout: 20
    }
  }

  /// The code with a text, in any case; `nil` for another text.
  public init?(text: some StringProtocol) {
    let upper = text.uppercased()
    guard let code = Self.allCases.first(where: { $0.text == upper }) else { return nil }
    self = code
  }
}

/// An error value: what a cell holds when its formula has no result.
///
/// It remembers the cell it began in and a sentence saying why. Two error values are equal when their codes are.
/// Bodies of functions throw it: `throw .value`, or `throw .value("…")` with the reason as a sentence.
public struct CellError: Error, Sendable, Hashable {
  /// What an error value carries beside its code.
  public final class Detail: Sendable {
    public let code: ErrorCode
    /// The cell it began in, as the user would name it; empty while it has not reached a cell.
    public let origin: String
    package let reason: ErrorReason
    /// Why, as a sentence with its full stop; empty when the code says all.
    public var message: String { reason.sentence }

    init(_ code: ErrorCode, origin: String, _ reason: ErrorReason) {
      self.code = code
      self.origin = origin
      self.reason = reason
    }
  }

  public let detail: Detail

  private init(_ detail: Detail) { self.detail = detail }

  public init(_ code: ErrorCode, _ message: String = "", origin: String = "") {
    detail =
      origin.isEmpty && message.isEmpty
      ? Self.plain[Int(code.rawValue)] : Detail(code, origin: origin, ErrorReason(message))
  }

  /// An error whose reason is a fact, which costs no words until somebody reads them.
  package init(_ code: ErrorCode, _ reason: ErrorReason) { detail = Detail(code, origin: "", reason) }

  private static let plain: [Detail] = ErrorCode.allCases.map { Detail($0, origin: "", .none) }

  /// Whether there is nothing to say beside the code.
  @usableFromInline package var isWordless: Bool { if case .none = detail.reason { true } else { false } }

  public var code: ErrorCode { detail.code }
  public var message: String { detail.message }
  public var origin: String { detail.origin }

  /// The same error with the cell it began in; an error that has one keeps it.
  public func beginning(in origin: @autoclosure () -> String) -> CellError {
    detail.origin.isEmpty ? CellError(Detail(code, origin: origin(), detail.reason)) : self
  }

  public static func == (a: CellError, b: CellError) -> Bool { a.code == b.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// What a result is that is infinite.
  public static let tooLarge = CellError.number("The result is too large.")
  /// What a result is that is not a number.
  public static let notANumber = CellError.number("The result is not a number.")
  /// What is made of an area without cells, such as a column of a table without rows: an array without elements, and there
  /// is none. What takes many values, as SUM and AND do, passes over it.
  package static let noCells = CellError.calculation("The area has no cells.")
  package var isNoCells: Bool { code == .calculation && detail.reason == Self.noCells.detail.reason }
  /// What a division by 0 gives.
  public static let zeroDivisor = CellError.divisionByZero("The divisor is 0.")

  public static var null: CellError { CellError(.null) }
  public static var divisionByZero: CellError { CellError(.divisionByZero) }
  public static var value: CellError { CellError(.value) }
  public static var reference: CellError { CellError(.reference) }
  public static var name: CellError { CellError(.name) }
  public static var number: CellError { CellError(.number) }
  public static var notAvailable: CellError { CellError(.notAvailable) }
  public static var spill: CellError { CellError(.spill) }
  public static var calculation: CellError { CellError(.calculation) }
  public static var busy: CellError { CellError(.busy) }
  public static var cycle: CellError { CellError(.cycle) }

  public static func divisionByZero(_ why: String) -> CellError { CellError(.divisionByZero, why) }
  public static func value(_ why: String) -> CellError { CellError(.value, why) }
  public static func reference(_ why: String) -> CellError { CellError(.reference, why) }
  public static func name(_ why: String) -> CellError { CellError(.name, why) }
  public static func number(_ why: String) -> CellError { CellError(.number, why) }
  public static func notAvailable(_ why: String) -> CellError { CellError(.notAvailable, why) }
  public static func calculation(_ why: String) -> CellError { CellError(.calculation, why) }
}

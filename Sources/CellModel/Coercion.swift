/// Reading a value as another type, as parameters and operators do.
///
/// Blank is ``CellValue/blankAsNumber``, the empty text or FALSE. A text is read as Excel reads typing (``TypedText``); a text that is no number is
/// `#VALUE!`. An error value is thrown as it is. An array is read by its first element; who lifts does so before.
extension CellValue {
  public func asNumber() throws(CellError) -> Double {
    switch self {
    case .number(let number, _): return number
    case .blank: return Self.blankAsNumber
    case .logical(let logical): return logical ? 1 : 0
    case .text(let text):
      guard let number = TypedText.number(text) else { throw Self.notANumber(text) }
      return number
    case .error(let error): throw error
    case .array(let array): return try array.first.asNumber()
    case .record: throw .value("A record is not a number.")
    case .lambda: throw .calculation("A LAMBDA is not a number; call it with its arguments.")
    }
  }

  /// The value as a number where a text may be a date of either system, and one without its year has the current one.
  ///
  /// - Parameter now: The current date and time as a serial number; asked for only when a year is missing.
  package func asDateNumber(in system: DateSystem, now: @autoclosure () -> Double) throws(CellError) -> Double {
    guard case .text(let text) = self else { return try asNumber() }
    if let number = TypedText.number(text, in: system) { return number }
    guard let year = SerialCalendar(system: system).day(checking: now())?.year,
      let number = TypedText.number(text, year: year, in: system)
    else { throw Self.notANumber(text) }
    return number
  }

  private static func notANumber(_ text: String) -> CellError { CellError(.value, .isNoNumber(text)) }

  public func asText() throws(CellError) -> String {
    switch self {
    case .text(let text): return text
    case .blank: return ""
    case .number(let number, _): return NumberText.general(number)
    case .logical(let logical): return logical ? "TRUE" : "FALSE"
    case .error(let error): throw error
    case .array(let array): return try array.first.asText()
    case .record: throw .value("A record is not a text.")
    case .lambda: throw .calculation("A LAMBDA is not a text; call it with its arguments.")
    }
  }

  public func asLogical() throws(CellError) -> Bool {
    switch self {
    case .logical(let logical): return logical
    case .number(let number, _): return number != 0
    case .blank: return false
    case .text(let text):
      if text.utf8.count == 4, CaseFolding.folded(text) == "true" { return true }
      if text.utf8.count == 5, CaseFolding.folded(text) == "false" { return false }
      throw .value("\(CellValue.quoted(text)) is neither TRUE nor FALSE.")
    case .error(let error): throw error
    case .array(let array): return try array.first.asLogical()
    case .record: throw .value("A record is neither TRUE nor FALSE.")
    case .lambda: throw .calculation("A LAMBDA is neither TRUE nor FALSE; call it with its arguments.")
    }
  }

  /// A text in quotation marks, shortened when it is long, for a sentence.
  static func quoted(_ text: String) -> String {
    text.count > 40 ? "“\(text.prefix(37))…”" : "“\(text)”"
  }
}

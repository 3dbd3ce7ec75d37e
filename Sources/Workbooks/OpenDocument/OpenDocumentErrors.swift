import CellModel

/// The errors of OpenDocument files, which are told by what cells show.
package enum OpenDocumentErrors {
  /// Whether a file can tell an error; of any other it tells that it is `#VALUE!`.
  package static func has(_ code: ErrorCode) -> Bool { code == .cycle || ExcelErrors.stored(code) == code }

  /// What a cell with an error shows.
  static func text(of code: ErrorCode) -> String { code == .cycle ? "Err:522" : ExcelErrors.stored(code).text }

  /// The code of an error as LibreOffice or Excel shows it: `#N/A`, `Err:502`, or `Chyba:502` and `Err :502` in other
  /// languages.
  static func code(_ text: some StringProtocol) -> ErrorCode? {
    // Most texts of cells are none.
    guard text.utf8.contains(where: { $0 == Ascii.hash || $0 == Ascii.colon }) else { return nil }
    let text = String(text)
    if let code = ErrorCode(text: text) { return code }
    guard let number = number(text) else { return nil }
    switch number {
    // A search that comes to no end, as that of IRR, is Err:523.
    case 503, 523: return .number
    case 522: return .cycle
    case 524: return .reference
    case 508...511, 525: return .name
    case 532: return .divisionByZero
    default: return .value
    }
  }

  /// The number of an error of LibreOffice's own, which stands behind a word and a colon.
  private static func number(_ text: String) -> Int? {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    // French puts a blank before the colon, one that does not break.
    let word = text[..<colon].last?.isWhitespace == true ? text[..<colon].dropLast() : text[..<colon]
    guard !word.isEmpty, word.allSatisfy(\.isLetter) else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.count == 3, digits.utf8.first == 0x35, digits.utf8.allSatisfy(Ascii.isDigit) else { return nil }
    return Int(digits)
  }
}

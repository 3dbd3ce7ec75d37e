import Archives

/// Why a workbook cannot be read or written.
package enum WorkbookFault: Error, Sendable, Hashable {
  case archive(ArchiveFault)
  /// A part that is not right, and why.
  case part(String, reason: String)
  case missingPart(String)
  /// The file holds something else than a workbook.
  case noWorkbook
  /// A workbook without a sheet, which Excel and LibreOffice do not open either.
  case noSheet
  /// A sheet has more rows or columns than a workbook has room for.
  case tooLarge(_ count: String, of: String, room: Int)
  case empty
  case binary
  case old
  case password
  /// A change would make what somebody has signed another thing than what the signature is for.
  case signed
  /// Something that is read by no name of a workbook, in words.
  case otherFormat(String)
  /// A place in a text of separated values that is not right.
  case separated(CSVError)
}

extension WorkbookFault {
  /// What a text that no workbook begins with is called as another format.
  static let text = "a text, and no workbook"

  /// What is wrong, in lower case without a full stop.
  package var words: String {
    switch self {
    case .archive(let fault): fault.words
    case .part(let part, let reason): "\(part) cannot be read: \(reason)"
    case .missingPart(let part): "the workbook has no \(part)"
    case .noWorkbook: "the file holds no workbook"
    case .noSheet: "the workbook has no sheet"
    case .tooLarge(let count, let sheet, let room):
      "the sheet \(sheet) would have \(count), and a workbook has room for \(room)"
    case .empty: "the file is empty"
    case .binary: "this is a binary workbook (.xlsb), which is not read"
    case .old: "this is a workbook of Excel 97 to 2003 (.xls), which is not read"
    case .password: "the workbook is encrypted with a password"
    case .signed: "the workbook is signed, and with other values the signature would not hold"
    case .otherFormat(let name): "this is \(name), which is not read"
    case .separated(let error): "line \(error.line), character \(error.column): \(error.message)"
    }
  }

  /// What to do about it.
  package var help: String? {
    switch self {
    case .otherFormat(Self.text): "if its lines are rows of values, give it the ending .csv"
    case .binary, .old, .otherFormat: "save it as an Excel workbook (.xlsx)"
    case .password: "save it without a password"
    case .signed: "remove the signature in the program that made the workbook"
    default: nil
    }
  }
}

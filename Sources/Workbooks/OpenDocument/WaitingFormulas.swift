import CellModel

/// A formula as it is in the file, which names must be known to read.
struct WaitingFormula {
  let row: Int32
  let column: Int32
  let text: String
}

extension WorkbookSheet {
  /// Reads the formulas again that waited until all names were known.
  mutating func read(_ waiting: [WaitingFormula], _ known: KnownNames) {
    guard !waiting.isEmpty else { return }
    struct Place: Hashable {
      let row: Int32
      let column: Int32
    }
    let texts = Dictionary(
      waiting.map { (Place(row: $0.row, column: $0.column), $0.text) }, uniquingKeysWith: { first, _ in first })
    for place in formulas.indices {
      let cell = formulas.cell(place)
      guard let text = texts[Place(row: cell.row, column: cell.column)] else { continue }
      let formula = OpenFormula.excel(text, known)
      switch formulas[place].kind {
      case .plain: formulas[place].kind = .plain(formula)
      case .array(let number): arrays.formulas[Int(number)].text = formula
      case .shared: break
      }
    }
  }
}

/// What the words of a formula may mean, of a workbook that has been read.
struct KnownNames {
  /// In lower case, as ``OpenFormula/name(_:)`` has them.
  let names: Set<String>
  /// By their names in lower case.
  private let sheets: [String: String]
  /// The numbers of other workbooks, by their addresses and sheets.
  private var books: [String: [String: Int]] = [:]

  init(_ workbook: Workbook) {
    for (number, book) in workbook.externalBooks.enumerated() {
      books[book.target] = Dictionary(
        book.sheets.map { ($0.name.lowercased(), number + 1) }, uniquingKeysWith: { first, _ in first })
    }
    names = Set(workbook.names.map { $0.name.lowercased() })
    sheets = Dictionary(
      workbook.sheets.map { ($0.name.lowercased(), $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  func sheet(named name: String) -> String? { sheets[name.lowercased()] }

  /// The number of another workbook, from 1 on; `nil` where nothing is known of the sheet.
  func number(ofBook address: [UInt8], sheet: [UInt8]) -> [UInt8]? {
    let sheets = books[String(decoding: address, as: UTF8.self)]
    return sheets?[String(decoding: sheet, as: UTF8.self).lowercased()].map { Array(String($0).utf8) }
  }
}

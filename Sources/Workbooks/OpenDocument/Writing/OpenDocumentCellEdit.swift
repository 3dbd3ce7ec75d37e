import CellModel
import Markup

/// How the cells of an OpenDocument file are written that get other values: by the styles and the words of that file.
final class OpenDocumentCellEdit {
  var styles: OpenDocumentNumberStyles
  var vocabulary = OpenDocumentPrefixes()
  /// The styles of cells without their own, up to each column of the sheet that is open.
  var columnStyles: [(end: Int, style: String?)] = []
  private let dates: DateSystem
  private var formats: [Int32: NumberFormat] = [:]

  init(_ styles: OpenDocumentNumberStyles, _ dates: DateSystem) {
    self.styles = styles
    self.dates = dates
  }

  // MARK: Cells that are there

  /// A cell as it is, for so many.
  static func bytes(_ cell: OpenDocumentElement, count: Int) -> [UInt8] {
    var bytes = cell.openTag { $0.localName == repeated }
    if count > 1 { bytes += " \(cell.prefix)\(repeated)=\"\(count)\"".utf8 }
    if cell.contents.upperBound == cell.bytes.count { return bytes + "/>".utf8 }
    return bytes + ">".utf8 + cell.bytes[cell.contents] + "</\(cell.name)>".utf8
  }

  private static let repeated = "number-columns-repeated"

  /// What says of the old value what it was.
  private static let tellsValue: Set = [
    repeated, "value-type", "value", "date-value", "time-value", "boolean-value", "string-value", "currency",
  ]

  /// A cell with another value, with its style, its formula and what hangs on it.
  func bytes(_ cell: OpenDocumentElement, changing change: CellChange) -> [UInt8] {
    let style = cell["style-name"] ?? columnStyle(change.column)
    let told = told(change.value, style: style, formerly: cell)
    var attributes = told.attributes
    if case .number = change.value, told.kind == .plain, cell["value-type"] == "currency" {
      attributes[0].1 = "currency"
      attributes.insert(("currency", cell["currency"]), at: 1)
    }
    let isFormula = cell["formula"] != nil
    if isFormula, case .text(let text) = change.value { attributes[1].1 = text }
    var bytes = cell.openTag { Self.tellsValue.contains($0.localName) }
    bytes += tail(
      change, attributes, prefix: cell.prefix, isFormula: isFormula, keepsText: keepsParagraphs(told.text))
    return bytes + contents(of: cell, showing: told.text) + "</\(cell.name)>".utf8
  }

  /// What stands in a cell, with paragraphs that show another text in the place of those that there are.
  private func contents(of cell: OpenDocumentElement, showing text: String?) -> [UInt8] {
    let shown = Set(["p", "h", "list"])
    let isHead = Set(["cell-range-source", "annotation", "detective"])
    var place = cell.children.first { shown.contains($0.name) }?.range.lowerBound
    place = place ?? cell.children.last { isHead.contains($0.name) }?.range.upperBound ?? cell.contents.lowerBound
    var output: [UInt8] = []
    var copied = cell.contents.lowerBound
    func copy(to position: Int) {
      guard position > copied else { return }
      output += cell.bytes[copied..<position]
      copied = position
    }
    var isWritten = false
    func write() {
      guard !isWritten, let place else { return }
      copy(to: place)
      output += paragraphs(text)
      isWritten = true
    }
    for child in cell.children where shown.contains(child.name) {
      write()
      copy(to: child.range.lowerBound)
      copied = child.range.upperBound
    }
    write()
    copy(to: cell.contents.upperBound)
    return output
  }

  // MARK: Cells that were not there

  /// Rows of which nothing is told.
  func emptyRows(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    let table = vocabulary.prefix(.table)
    var xml = XMLWriter()
    xml.start(table + "table-row", [(table + "number-rows-repeated", count > 1 ? "\(count)" : nil)])
    xml.empty(table + "table-cell")
    xml.end()
    return xml.bytes
  }

  func newRow(_ changes: ArraySlice<CellChange>) -> [UInt8] {
    let table = vocabulary.prefix(.table)
    return "<\(table)table-row>".utf8 + newCells(changes, from: 0) + "</\(table)table-row>".utf8
  }

  /// Cells of a row from a column on.
  func newCells(_ changes: ArraySlice<CellChange>, from column: Int) -> [UInt8] {
    let table = vocabulary.prefix(.table)
    var output: [UInt8] = []
    var next = column
    for change in changes where !change.value.isBlank {
      if change.column > next {
        let gap = change.column - next
        output += "<\(table)table-cell\(gap > 1 ? " \(table)\(Self.repeated)=\"\(gap)\"" : "")/>".utf8
      }
      let told = told(change.value, style: columnStyle(change.column), formerly: nil)
      output += "<\(table)table-cell".utf8
      output += tail(
        change, told.attributes, prefix: table, isFormula: false, keepsText: keepsParagraphs(told.text))
      output += paragraphs(told.text) + "</\(table)table-cell>".utf8
      next = change.column + 1
    }
    return output
  }

  // MARK: Values

  private func columnStyle(_ column: Int) -> String? { columnStyles.first { $0.end > column }?.style }

  private func told(_ value: CellValue, style: String?, formerly cell: OpenDocumentElement?) -> OpenDocumentCellValue {
    let own = style.flatMap { styles.format(ofCellStyle: $0) }.flatMap(numberFormat)
    let kind = own?.numberKind ?? kind(of: value, formerly: cell)
    return OpenDocumentCellValue(
      value: value, format: own ?? OpenDocumentFormat(kind).flatMap { numberFormat($0.rawValue) }, kind: kind,
      dates: dates)
  }

  private func numberFormat(_ position: Int32) -> NumberFormat? {
    if let format = formats[position] { return format }
    let format = try? NumberFormat(styles.formats[Int(position)])
    formats[position] = format
    return format
  }

  /// What a number stands for in a cell whose style does not say it: what it was typed as, or what the former value was.
  private func kind(of value: CellValue, formerly cell: OpenDocumentElement?) -> NumberKind {
    if value.kind != .plain, cell?["formula"] == nil { return value.kind }
    switch cell?["value-type"] {
    case "percentage"?: return .percent
    case "date"?: return .date
    case "time"?: return .time
    case nil: return value.kind
    default: return .plain
    }
  }

  /// The end of a cell's first tag, with the attributes that tell its value.
  private func tail(
    _ change: CellChange, _ attributes: [(String, String?)], prefix table: String, isFormula: Bool, keepsText: Bool
  ) -> [UInt8] {
    var all: [(String, String?)] = []
    var spaces: [OpenDocumentPrefixes.Space] = []
    let type = attributes.first { $0.0 == "value-type" }?.1
    if case .error(let error) = change.value, !isFormula, !change.isInArray {
      // No cell holds an error but by a formula.
      all.append((table + "formula", vocabulary.prefix(.openFormula) + "=" + ExcelErrors.text(of: error.code)))
      spaces.append(.openFormula)
    }
    if !attributes.isEmpty { spaces.append(.office) }
    all += attributes.map { (vocabulary.prefix(.office) + $0.0, $0.1) }
    if let type, change.value.isError || vocabulary.declares(.extensions) {
      all.append((vocabulary.prefix(.extensions) + "value-type", change.value.isError ? "error" : type))
      spaces.append(.extensions)
    }
    if keepsText { spaces.append(.text) }
    all += spaces.filter { !vocabulary.declares($0) }.map { ("xmlns:" + $0.rawValue, $0.address) }
    var xml = XMLWriter()
    xml.empty("", all)
    // Behind the `<` of an element without a name, and before the end of one that is empty.
    return xml.bytes.dropFirst().dropLast(2) + ">".utf8
  }

  private func keepsParagraphs(_ text: String?) -> Bool { text?.isEmpty == false }

  private func paragraphs(_ text: String?) -> [UInt8] {
    guard let text, !text.isEmpty else { return [] }
    var xml = XMLWriter()
    OpenDocumentCellValue.writeParagraphs(text, to: &xml, prefix: vocabulary.prefix(.text))
    return xml.bytes
  }
}

/// What stands before the names of OpenDocument in one file, where each program may choose.
struct OpenDocumentPrefixes {
  /// A vocabulary by the name that nearly everybody gives it.
  enum Space: String, CaseIterable {
    case office, table, text
    case openFormula = "of"
    case extensions = "calcext"

    var address: String {
      OpenDocumentVocabulary.attributes.first { $0.0 == "xmlns:" + rawValue }?.1 ?? ""
    }
  }

  private var declared: [Space: String] = [:]

  init() {}

  /// Reads what the root of a document declares, whose element has just begun.
  init(_ scanner: borrowing XMLScanner) throws(XMLFault) {
    for (name, localName, value) in scanner.attributePieces {
      guard String(decoding: scanner.bytes(of: name), as: UTF8.self).hasPrefix("xmlns:") else { continue }
      let address = try scanner.value(of: value)
      guard let space = Space.allCases.first(where: { $0.address == address }) else { continue }
      declared[space] = String(decoding: scanner.bytes(of: localName), as: UTF8.self)
    }
  }

  func declares(_ space: Space) -> Bool { declared[space] != nil }

  /// The prefix of a vocabulary, with its colon.
  func prefix(_ space: Space) -> String { (declared[space] ?? space.rawValue) + ":" }
}

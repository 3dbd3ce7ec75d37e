import Archives
import CellModel
import Markup

/// A workbook of OpenDocument with other values in some cells, and everything else as it was, byte for byte.
///
/// Parts other than the one with the cells are copied as they are packed. There only the elements of these cells are written
/// anew, with their styles, their formulas and what hangs on them; where one element tells of several rows or cells it
/// becomes as many as it takes.
enum OpenDocumentEdit {
  /// An `.ods`.
  static func bytes(
    archive original: [UInt8], changing changes: [Int: [CellChange]], _ dates: DateSystem
  ) throws(WorkbookFault) -> [UInt8] {
    let archive: ZipArchive
    do throws(ArchiveFault) { archive = try ZipArchive(original) } catch { throw .archive(error) }
    if archive.part(named: "META-INF/documentsignatures.xml") != nil { throw .signed }
    guard let content = archive.part(named: "content.xml") else { throw .missingPart("content.xml") }
    var styles = OpenDocumentNumberStyles()
    if let part = archive.part(named: "styles.xml") {
      // As where it is read: what stands beside the cells keeps nothing from being written.
      try? PartScan.scan(part, named: part.name, of: archive) { (scanner) throws(XMLFault) in
        while true {
          let event = try scanner.next()
          if event == .finish { return }
          if event == .start { _ = try styles.read(&scanner) }
        }
      }
    }
    let bytes: [UInt8]
    do throws(ArchiveFault) { bytes = try archive.contents(of: content) } catch { throw .archive(error) }
    let edited = try Self.content(bytes, named: "content.xml", changes, OpenDocumentCellEdit(styles, dates))
    do throws(ArchiveFault) { return try archive.replacing(["content.xml": edited]) } catch { throw .archive(error) }
  }

  /// A `.fods`.
  static func bytes(
    flat original: [UInt8], changing changes: [Int: [CellChange]], _ dates: DateSystem
  ) throws(WorkbookFault) -> [UInt8] {
    try content(original, named: "the document", changes, OpenDocumentCellEdit(OpenDocumentNumberStyles(), dates))
  }

  /// The part with the cells, or the document that has all in one piece.
  static func content(
    _ original: [UInt8], named name: String, _ changes: [Int: [CellChange]], _ cells: OpenDocumentCellEdit
  ) throws(WorkbookFault) -> [UInt8] {
    var output: [UInt8] = []
    try XMLText.utf8Document(original).scanned(as: name) { (scanner) throws(XMLFault) in
      var edit = OpenDocumentContentEdit(changes, cells)
      output = try edit.run(&scanner)
    }
    return output
  }
}

/// One pass over the part with the cells that copies it but for some rows.
private struct OpenDocumentContentEdit {
  private var output: [UInt8] = []
  /// How much of the part has been copied.
  private var copied = 0
  private let changes: [Int: [CellChange]]
  private let cells: OpenDocumentCellEdit
  private var sheet = 0
  /// The changes of the sheet that is open and that no row has taken yet, by rows and columns.
  private var waiting: ArraySlice<CellChange> = []
  private var row = 0

  init(_ changes: [Int: [CellChange]], _ cells: OpenDocumentCellEdit) {
    self.changes = changes
    self.cells = cells
  }

  mutating func run(_ scanner: inout XMLScanner) throws(XMLFault) -> [UInt8] {
    while true {
      let before = scanner.position
      switch try scanner.next() {
      case .start:
        if scanner.depth == 1 { cells.vocabulary = try OpenDocumentPrefixes(scanner) }
        if scanner.isNamed("table") {
          try readSheet(&scanner, at: scanner.tagStart(from: before))
        } else if scanner.isNamed("tracked-changes") || scanner.isNamed("dde-links") || scanner.isNamed("scripts")
          || scanner.isNamed("master-styles")
        {
          try scanner.skipElement()
        } else {
          _ = try cells.styles.read(&scanner)
        }
      case .finish:
        copy(to: scanner.position, of: scanner)
        return output
      default: break
      }
    }
  }

  private mutating func copy(to position: Int, of scanner: borrowing XMLScanner) {
    guard position > copied else { return }
    output.append(contentsOf: scanner.bytes(copied..<position))
    copied = position
  }

  // MARK: Sheets

  private mutating func readSheet(_ scanner: inout XMLScanner, at start: Int) throws(XMLFault) {
    let name = try scanner.string("name") ?? ""
    guard OpenDocumentBooks.Source(table: name) == nil else { return try scanner.skipElement() }
    defer { sheet += 1 }
    guard let all = changes[sheet], !all.isEmpty else { return try scanner.skipElement() }
    waiting = all.sorted { ($0.row, $0.column) < ($1.row, $1.column) }[...]
    row = 0
    cells.columnStyles = []
    let outer = scanner.depth - 1
    if scanner.isEmpty { return try fillEmptySheet(&scanner, at: start) }
    // New rows stand behind the last row, or behind the columns.
    var end = scanner.position
    while true {
      let before = scanner.position
      switch try scanner.next() {
      case .start:
        if scanner.isNamed("table-row") {
          try readRow(&scanner, at: scanner.tagStart(from: before))
          if scanner.depth == outer + 1 { end = scanner.position }
        } else if scanner.isNamed("table-column") {
          let last = cells.columnStyles.last?.end ?? 0
          cells.columnStyles.append(
            (last + scanner.repeatCount("number-columns-repeated"), try scanner.string("default-cell-style-name")))
        } else if scanner.isNamed("shapes") || scanner.isNamed("frame") || scanner.isNamed("forms")
          || scanner.isNamed("table-source") || scanner.isNamed("scenario")
        {
          try scanner.skipElement()
        }
      case .end:
        if scanner.depth <= outer {
          insertRows(at: end, of: scanner)
          return
        }
        if scanner.depth == outer + 1, Self.holdsRows(scanner) { end = scanner.position }
      case .finish: return
      default: break
      }
    }
  }

  /// Whether the element that has just ended is one of rows or columns, or of several.
  private static func holdsRows(_ scanner: borrowing XMLScanner) -> Bool {
    scanner.isNamed("table-row") || scanner.isNamed("table-rows") || scanner.isNamed("table-row-group")
      || scanner.isNamed("table-header-rows") || scanner.isNamed("table-column") || scanner.isNamed("table-columns")
      || scanner.isNamed("table-column-group") || scanner.isNamed("table-header-columns")
  }

  /// Gives a sheet of nothing at all an end of its own.
  private mutating func fillEmptySheet(_ scanner: inout XMLScanner, at start: Int) throws(XMLFault) {
    let name = scanner.name
    copy(to: scanner.position - 2, of: scanner)
    output.append(contentsOf: ">".utf8)
    copied = scanner.position
    insertRows(at: copied, of: scanner)
    output.append(contentsOf: "</\(name)>".utf8)
    try scanner.skipElement()
  }

  // MARK: Rows

  private mutating func readRow(_ scanner: inout XMLScanner, at start: Int) throws(XMLFault) {
    let count = scanner.repeatCount("number-rows-repeated")
    try scanner.skipElement()
    let end = row + min(count, Area.lastRow + 1)
    defer { row = end }
    guard let first = waiting.first, first.row < end else { return }
    copy(to: start, of: scanner)
    let element = try OpenDocumentElement(Array(scanner.bytes(start..<scanner.position)))
    copied = scanner.position
    let edit = try OpenDocumentRowEdit(element, cells)
    var next = row
    while let change = waiting.first, change.row < end {
      if change.row > next { output += edit.bytes(count: change.row - next) }
      output += try edit.bytes(changing: takeRow())
      next = change.row + 1
    }
    let rest = count - (next - row)
    if rest > 0 { output += edit.bytes(count: rest) }
  }

  /// The changes of the next row that has some.
  private mutating func takeRow() -> ArraySlice<CellChange> {
    let row = waiting.first?.row
    let end = waiting.firstIndex { $0.row != row } ?? waiting.endIndex
    defer { waiting = waiting[end...] }
    return waiting[..<end]
  }

  /// Writes rows that were not there.
  private mutating func insertRows(at position: Int, of scanner: borrowing XMLScanner) {
    waiting = waiting.filter { !$0.value.isBlank }[...]
    guard !waiting.isEmpty else { return }
    copy(to: position, of: scanner)
    while let change = waiting.first {
      output += cells.emptyRows(change.row - row)
      row = change.row + 1
      output += cells.newRow(takeRow())
    }
  }
}

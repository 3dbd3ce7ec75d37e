import CellModel
import Workbooks

/// A file of which each row sets inputs: names in its head, and rows that are read one by one.
protocol RowSource {
  associatedtype Row: BatchRow

  /// What messages call the file.
  var path: String { get }
  /// The names of the columns, each with its place; it is read once, before the rows.
  mutating func head() throws(CallFailure) -> [RowColumn]
  /// Reads the next row into ``row``; `false` at the end.
  mutating func advance() throws(CallFailure) -> Bool
  var row: Row { get }
}

/// A column that the head of a file names, and where.
struct RowColumn {
  let name: String
  let line: Int
  let column: Int
}

/// A row whose fields stand in the order of the file's columns.
protocol BatchRow {
  /// The line on which the row begins, counted from 1.
  var line: Int { get }
  /// What keeps the row from being read as one of so many columns.
  func fault(columns count: Int) -> CallFailure?
  /// Where a field stands.
  func place(_ position: Int) -> (line: Int, column: Int)
  func setting(_ position: Int) -> FieldSetting
  /// The number of a field that is a plain one as it stands.
  func plainNumber(_ position: Int) -> Double?
  /// A field that the results carry on.
  func kept(_ position: Int, as name: String) -> KeptField
}

/// What a field sets its input to.
enum FieldSetting {
  case typed(String)
  /// A text that was quoted.
  case quoted(String)
  case value(CellValue)
  /// The row does not say: what the input had before the first row.
  case untouched
}

/// The text of a file of rows, or of the standard input, in UTF-8 whatever encoding it has.
struct RowFile {
  /// What messages call it.
  let path: String
  private var begun: [UInt8]?
  private var chunks: DecodedChunks

  /// - Parameter encoding: That of a text which does not say it itself.
  init(_ path: String, _ encoding: TextEncoding?, _ console: Console) throws(CallFailure) {
    let more: () throws(CallFailure) -> [UInt8]?
    if path == FilePath.standardInput {
      self.path = FilePath.shown(path)
      let input = console.input
      more = { () throws(CallFailure) in
        let chunk = input.nextChunk()
        if chunk == nil { try input.checkWasRead() }
        return chunk
      }
    } else {
      self.path = path
      let file = try FileReader(path)
      guard !FileEnding.isWorkbook(path) else {
        throw CallFailure(
          "\(path) is a workbook, and --rows takes rows of text",
          help: "sheaf convert \(FilePath.shellWord(path)) rows.csv --sheet NAME makes such a file of one of its sheets"
        )
      }
      more = { () throws(CallFailure) in try file.nextChunk() }
    }
    chunks = DecodedChunks(
      { () throws(CSVError) in
        do throws(CallFailure) { return try more() } catch { throw CSVError(.unreadable(error.message)) }
      }, told: encoding)
    do throws(CSVError) { begun = try chunks.next() } catch { throw CallFailure(error, in: self.path) }
  }

  /// Whether the file begins like an object of JSON, as no name of a column does.
  var holdsJSON: Bool {
    begun?.first { $0 > Ascii.space } == Ascii.leftBrace
  }

  /// Whether the file is one list of JSON, and no line of it is a row.
  var holdsList: Bool {
    let marks = (begun ?? []).lazy.filter { $0 > Ascii.space }.prefix(2)
    return marks.elementsEqual([Ascii.leftBracket, Ascii.leftBrace])
  }

  /// The next piece of the text; nothing at its end.
  mutating func nextChunk() throws(CSVError) -> [UInt8] {
    if let begun {
      self.begun = nil
      return begun
    }
    return try chunks.next()
  }
}

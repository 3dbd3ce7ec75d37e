/// Reads a CSV file row by row, never holding more than one row and one chunk.
///
/// The format is RFC 4180 with what is met in practice: a byte order mark, line ends of any kind, `;` and tab instead of
/// the comma, a first line such as `sep=;`, and text after a closing quotation mark. An empty line is no row. A reader is
/// fed by a *byte source*, which gives one chunk after another and `nil` or nothing at the end. Other encodings than UTF-8
/// are known by their marks or their zero bytes, or are told.
///
/// What is read is text: a zero byte and ill-formed UTF-8 are errors. A row has at most 16 MB, so that a quotation mark
/// that is never closed does not bring the whole file into memory.
package struct CSVReader {
  package typealias ByteSource = () throws(CSVError) -> [UInt8]?

  /// The byte between two fields; known once the first row was read.
  package private(set) var delimiter: UInt8?
  /// The line at which reading stands, counted from 1.
  package internal(set) var line = 1
  /// How many empty lines stood directly before the row read last.
  private(set) var emptyLines = 0
  /// The row read last; its storage is used again for the next one.
  package internal(set) var row: CSVRow

  private var source: DecodedChunks
  var chunk: [UInt8] = []
  var position = 0
  var column = 1
  private var isAtStart = true
  private var isAtEnd = false

  /// Makes a reader; without a delimiter, the one that the first lines have most of is taken.
  package init(_ options: WorkbookReader.Options = WorkbookReader.Options(), source: @escaping ByteSource) {
    delimiter = options.delimiter
    row = CSVRow(areTexts: options.areTexts)
    self.source = DecodedChunks(source, told: options.encoding)
  }

  package init(_ bytes: [UInt8], _ options: WorkbookReader.Options = WorkbookReader.Options()) {
    var rest: [UInt8]? = bytes
    self.init(options) { () throws(CSVError) in
      defer { rest = nil }
      return rest
    }
  }

  /// The next row, or `nil` at the end of the file.
  package mutating func next() throws(CSVError) -> CSVRow? {
    try advance() ? row : nil
  }

  /// Reads the next row into ``row``; `false` at the end of the file.
  ///
  /// After an error there are no more rows.
  package mutating func advance() throws(CSVError) -> Bool {
    do {
      if isAtStart { try begin() }
      emptyLines = 0
      while try readRow() {
        if row.count > 1 || row.isQuoted(0) || !row.isEmpty(0) { return true }
        emptyLines += 1
      }
      return false
    } catch {
      chunk = []
      position = 0
      isAtEnd = true
      throw error
    }
  }

  // MARK: Chunks

  /// Whether a byte stands at the position, after reading another chunk if need be.
  mutating func hasByte() throws(CSVError) -> Bool {
    if position < chunk.count { return true }
    chunk = try nextChunk()
    position = 0
    return !chunk.isEmpty
  }

  private mutating func nextChunk() throws(CSVError) -> [UInt8] {
    guard !isAtEnd else { return [] }
    let next: [UInt8]
    do throws(CSVError) { next = try source.next() } catch {
      if case .unreadable = error.fault { throw error }
      throw CSVError(error.fault, at: (line, 1))
    }
    isAtEnd = next.isEmpty
    return next
  }

  /// Finds the delimiter.
  private mutating func begin() throws(CSVError) {
    isAtStart = false
    var scan = DelimiterScan()
    while !scan.isComplete, chunk.count < 65_536 {
      let next = try nextChunk()
      if next.isEmpty { break }
      if chunk.isEmpty { chunk = next } else { chunk += next }
      scan.go(through: chunk)
    }
    if let separator = DelimiterScan.separatorLine(chunk, from: position) {
      position = separator.end
      line = 2
      delimiter = delimiter ?? separator.delimiter
    }
    delimiter = delimiter ?? scan.delimiter
  }
}

import CellModel

/// The formulas of a sheet in the order of the file; there may be millions.
///
/// One takes 24 bytes where its cell shares its formula and its value is a number. They stand in chunks, so that a long list
/// is never copied while it grows.
package struct StoredFormulas: Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  private struct Entry: BitwiseCopyable {
    var value: UInt64
    var row: Int32
    var column: Int32
    var style: Int32
    /// The number of a shared formula, or -1 minus a place among ``kinds``.
    var kind: Int32
  }

  private static let chunkBits = 12
  private static let chunkCount = 1 << chunkBits

  private var chunks: [[Entry]] = []
  private var kinds: [StoredFormula.Kind] = []
  private var shelf = ValueShelf()
  package private(set) var endIndex = 0

  package init() {}

  package init(arrayLiteral formulas: StoredFormula...) { self.init(formulas) }

  package var startIndex: Int { 0 }

  package subscript(place: Int) -> StoredFormula {
    get {
      let entry = self.entry(place)
      return StoredFormula(
        row: entry.row, column: entry.column, style: entry.style, kind: kind(of: entry),
        stored: shelf.value(of: entry.value))
    }
    set { chunks[place >> Self.chunkBits][place & (Self.chunkCount - 1)] = packed(newValue) }
  }

  /// The row and the column of a formula.
  @inline(__always)
  package func cell(_ place: Int) -> (row: Int32, column: Int32) {
    let entry = entry(place)
    return (entry.row, entry.column)
  }

  /// The value that is stored of a formula, without the formula itself.
  @inline(__always)
  package func stored(_ place: Int) -> CellValue? { shelf.value(of: entry(place).value) }

  package mutating func append(_ formula: StoredFormula) {
    if endIndex & (Self.chunkCount - 1) == 0 {
      var chunk: [Entry] = []
      // A short list has just what it needs.
      if endIndex > 0 { chunk.reserveCapacity(Self.chunkCount) }
      chunks.append(chunk)
    }
    let entry = packed(formula)
    chunks[chunks.count - 1].append(entry)
    endIndex += 1
  }

  package mutating func replaceSubrange(_ range: Range<Int>, with formulas: some Collection<StoredFormula>) {
    let behind = self[range.upperBound...].map(\.self)
    let before = self
    self = StoredFormulas()
    for formula in before[..<range.lowerBound] { append(formula) }
    for formula in formulas { append(formula) }
    for formula in behind { append(formula) }
  }

  /// How many rows and columns there are up to the last of the formulas, of which none is made for it.
  var extent: (rows: Int, columns: Int) {
    chunks.reduce(into: (rows: 0, columns: 0)) { extent, chunk in
      for entry in chunk {
        extent.rows = Swift.max(extent.rows, Int(entry.row) + 1)
        extent.columns = Swift.max(extent.columns, Int(entry.column) + 1)
      }
    }
  }

  @inline(__always)
  private func entry(_ place: Int) -> Entry { chunks[place >> Self.chunkBits][place & (Self.chunkCount - 1)] }

  private func kind(of entry: Entry) -> StoredFormula.Kind {
    entry.kind >= 0 ? .shared(entry.kind) : kinds[-1 - Int(entry.kind)]
  }

  private mutating func packed(_ formula: StoredFormula) -> Entry {
    let kind: Int32
    if case .shared(let number) = formula.kind {
      kind = number
    } else {
      kinds.append(formula.kind)
      kind = Int32(-kinds.count)
    }
    return Entry(
      value: shelf.bits(of: formula.stored), row: formula.row, column: formula.column, style: formula.style, kind: kind)
  }
}

/// A rectangle of values, row by row. It has at least one row and one column.
///
/// Where all elements are plain numbers, logicals, blanks, and errors and texts that come again, as in what operators make of
/// columns, they are kept in 8 bytes each; whoever can work with those asks for ``boxed``, and everybody else sees values.
public struct CellArray: Sendable {
  public let rows: Int
  public let columns: Int
  private var storage: Storage

  /// One word, so that a value which may be an array is no larger than others need.
  private enum Storage: Sendable {
    case values([CellValue])
    case boxed(Boxed)
  }

  private final class Boxed: Sendable {
    private let own: BoxedElements
    let few: FewElements?

    init(_ elements: BoxedElements) { (own, few) = (elements, nil) }
    init(_ few: FewElements) { (own, self.few) = (BoxedElements([]), few) }

    var elements: BoxedElements { few?.all ?? own }
  }

  /// Makes an array from its elements in row order; their count must be `rows * columns`, and neither may be 0.
  public init(rows: Int, columns: Int, _ elements: [CellValue]) {
    precondition(rows > 0 && columns > 0 && elements.count == rows * columns, "an array of \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    storage = .values(elements)
  }

  public init(rows: Int, columns: Int, repeating value: CellValue) {
    self.init(rows: rows, columns: columns, Array(repeating: value, count: rows * columns))
  }

  /// Makes an array from rows of equal length, of which there is at least one.
  public init(_ rows: [[CellValue]]) {
    self.init(rows: rows.count, columns: rows[0].count, rows.flatMap { $0 })
  }

  public init(column: [CellValue]) { self.init(rows: column.count, columns: 1, column) }
  public init(row: [CellValue]) { self.init(rows: 1, columns: row.count, row) }

  /// Makes an array from its elements in row order, as boxes.
  package init(rows: Int, columns: Int, _ elements: BoxedElements) {
    precondition(rows > 0 && columns > 0 && elements.boxes.count == rows * columns, "an array of \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    storage = .boxed(Boxed(elements))
  }

  /// Makes an array of which nearly all elements are the same.
  package init(rows: Int, columns: Int, _ few: FewElements) {
    precondition(rows > 0 && columns > 0 && few.count == rows * columns, "an array of \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    storage = .boxed(Boxed(few))
  }

  public var count: Int { rows * columns }

  /// All elements in row order. Where they are kept as boxes they are made values at each call, in a few nanoseconds each.
  public var elements: [CellValue] {
    switch storage {
    case .values(let values): values
    case .boxed(let boxed): boxed.elements.values
    }
  }

  /// The element of the first row and column.
  public var first: CellValue { self[place: 0] }

  public subscript(row: Int, column: Int) -> CellValue {
    get { self[place: row * columns + column] }
    set { put(newValue, at: row * columns + column) }
  }

  /// The element at a place, counted row by row.
  package subscript(place place: Int) -> CellValue {
    switch storage {
    case .values(let values): values[place]
    case .boxed(let boxed): boxed.few?[place] ?? boxed.elements[place]
    }
  }

  public func row(_ row: Int) -> ArraySlice<CellValue> {
    let places = row * columns..<(row + 1) * columns
    switch storage {
    case .values(let values): return values[places]
    case .boxed(let boxed): return places.map { boxed.elements[$0] }[...]
    }
  }

  public func map<E: Error>(_ transform: (CellValue) throws(E) -> CellValue) throws(E) -> CellArray {
    var result: [CellValue] = []
    result.reserveCapacity(count)
    for place in 0..<count { result.append(try transform(self[place: place])) }
    return CellArray(rows: rows, columns: columns, result)
  }

  public func transposed() -> CellArray {
    if let few, rows == 1 || columns == 1 { return CellArray(rows: columns, columns: rows, few) }
    if case .boxed(let boxed) = storage {
      return CellArray(rows: columns, columns: rows, boxed.elements.transposed(rows: rows, columns: columns))
    }
    var result: [CellValue] = []
    result.reserveCapacity(count)
    for column in 0..<columns { for row in 0..<rows { result.append(self[row, column]) } }
    return CellArray(rows: columns, columns: rows, result)
  }

  // MARK: Storage

  /// The elements as boxes, when they are kept so.
  @usableFromInline package var boxed: BoxedElements? {
    if case .boxed(let boxed) = storage { boxed.elements } else { nil }
  }

  /// The elements that differ from the others, when nearly all are the same and are kept so.
  @usableFromInline package var few: FewElements? {
    if case .boxed(let boxed) = storage { boxed.few } else { nil }
  }

  /// How many elements it keeps in memory as long as nobody asks for all of them.
  package var keptCount: Int { few?.places.count ?? count }

  /// The elements made boxes, whatever their numbers stand for unless they all must be plain; `nil` when some element has no box.
  package func boxedNumbers(onlyPlain: Bool) -> BoxedElements? {
    switch storage {
    case .values(let values): BoxedElements(values, onlyPlain: onlyPlain)
    case .boxed(let boxed): boxed.elements
    }
  }

  /// Where the elements stand in memory, which tells one array from another that is equal to it.
  package var identity: UnsafeRawPointer? {
    switch storage {
    case .values(let values): values.withUnsafeBytes { $0.baseAddress }
    case .boxed(let boxed):
      // Where nothing was made yet, the few stand for all.
      boxed.few.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        ?? boxed.elements.boxes.withUnsafeBytes { $0.baseAddress }
    }
  }

  /// Whether it holds the very elements of another, and not only equal ones, which is known at once.
  package func isSameStorage(as other: CellArray) -> Bool {
    rows == other.rows && columns == other.columns && identity == other.identity
  }

  /// Changes an element; all are kept as values from then on.
  private mutating func put(_ value: CellValue, at place: Int) {
    var values = elements
    storage = .values([])
    values[place] = value
    storage = .values(values)
  }
}

extension CellArray: Hashable {
  public static func == (a: CellArray, b: CellArray) -> Bool {
    guard a.rows == b.rows, a.columns == b.columns else { return false }
    return (0..<a.count).allSatisfy { a[place: $0] == b[place: $0] }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rows)
    hasher.combine(columns)
    for place in 0..<count { hasher.combine(self[place: place]) }
  }
}

import Synchronization

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
    let parted: PartedElements?
    let lazy: LazyNumbers?
    /// The bits of ``reach`` once it is known: those of a NaN where there is none, and 0 before.
    private let knownReach = Atomic<UInt64>(0)

    init(_ elements: BoxedElements) { (own, few, parted, lazy) = (elements, nil, nil, nil) }
    init(_ few: FewElements) { (own, self.few, parted, lazy) = (BoxedElements([]), few, nil, nil) }
    init(_ parted: PartedElements) {
      (own, few, self.parted, lazy) = (BoxedElements([], others: parted.others), nil, parted, nil)
    }
    init(_ lazy: LazyNumbers) { (own, few, parted, self.lazy) = (BoxedElements([]), nil, nil, lazy) }

    var elements: BoxedElements { few?.all ?? parted?.all ?? lazy?.all ?? own }

    /// What stands for all elements as long as they are not made.
    var instead: AnyObject? { few ?? parted ?? lazy }

    /// How large a number is at most, whatever its sign, where all elements are numbers; it is looked for once.
    var reach: Double? {
      let known = Double(bitPattern: knownReach.load(ordering: .relaxed))
      if known != 0 { return known.isNaN ? nil : known }
      let reach = elements.reach.map { max($0, .leastNonzeroMagnitude) }
      knownReach.store((reach ?? .nan).bitPattern, ordering: .relaxed)
      return reach
    }

    subscript(place: Int) -> CellValue {
      if let lazy { return .number(lazy.number(at: place)) }
      if let few { return few[place] }
      if let parted { return own.value(of: parted.box(at: place)) }
      return own[place]
    }
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

  /// Makes an array of which a part of an order is one thing and the rest another.
  package init(rows: Int, columns: Int, _ parted: PartedElements) {
    precondition(rows > 0 && columns > 0 && parted.count == rows * columns, "an array of \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    storage = .boxed(Boxed(parted))
  }

  /// Makes an array of numbers that are made when somebody asks for them.
  package init(rows: Int, columns: Int, _ lazy: LazyNumbers) {
    precondition(rows > 0 && columns > 0 && lazy.count == rows * columns, "an array of \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    storage = .boxed(Boxed(lazy))
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
    case .boxed(let boxed): boxed[place]
    }
  }

  public func row(_ row: Int) -> ArraySlice<CellValue> {
    let places = row * columns..<(row + 1) * columns
    switch storage {
    case .values(let values): return values[places]
    case .boxed(let boxed): return places.map { boxed[$0] }[...]
    }
  }

  public func map<E: Error>(_ transform: (CellValue) throws(E) -> CellValue) throws(E) -> CellArray {
    var result: [CellValue] = []
    result.reserveCapacity(count)
    for place in 0..<count { result.append(try transform(self[place: place])) }
    return CellArray(rows: rows, columns: columns, result)
  }

  public func transposed() -> CellArray {
    if rows == 1 || columns == 1 {
      if let few { return CellArray(rows: columns, columns: rows, few) }
      if let parted { return CellArray(rows: columns, columns: rows, parted) }
      if let lazy { return CellArray(rows: columns, columns: rows, lazy) }
    }
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

  /// What stands in a part of an order and what elsewhere, when the elements are kept so.
  package var parted: PartedElements? {
    if case .boxed(let boxed) = storage { boxed.parted } else { nil }
  }

  /// The numbers that are made when somebody asks for them, when the elements are kept so.
  @usableFromInline package var lazy: LazyNumbers? {
    if case .boxed(let boxed) = storage { boxed.lazy } else { nil }
  }

  /// The elements and how large a number is at most, whatever its sign; `nil` unless all are kept as boxes, and are numbers.
  var numbersAndReach: (elements: BoxedElements, reach: Double)? {
    guard case .boxed(let boxed) = storage, boxed.instead == nil, let reach = boxed.reach else { return nil }
    return (boxed.elements, reach)
  }

  /// The errors and texts that its elements may be, when they are kept as boxes; not each of them need be there.
  package var boxedOthers: [CellValue]? {
    guard case .boxed(let boxed) = storage else { return nil }
    if let parted = boxed.parted { return parted.others }
    if boxed.lazy != nil { return [] }
    return boxed.few?.own.others ?? boxed.elements.others
  }

  /// The elements at some places as boxes; `nil` where they are not kept so, or any may be an error or a text.
  package func boxes(at places: [Int]) -> [BoxedValue]? {
    guard case .boxed(let boxed) = storage, boxedOthers?.isEmpty == true else { return nil }
    if let parted = boxed.parted { return places.map { parted.box(at: $0) } }
    if let lazy = boxed.lazy { return places.map { BoxedValue(lazy.number(at: $0)) } }
    let elements = boxed.elements
    return places.map { elements.boxes[$0] }
  }

  /// The numbers at some ascending places, and 0 for what is none; `nil` where the elements are not kept as boxes.
  package func numbers(at places: [Int]) -> [Double]? {
    guard case .boxed(let boxed) = storage else { return nil }
    func number(_ box: BoxedValue) -> Double { box.isNumber ? box.number : 0 }
    if let few = boxed.few { return few.places == places ? few.own.boxes.map(number) : few.numbers(at: places) }
    if let parted = boxed.parted { return places.map { number(parted.box(at: $0)) } }
    if let lazy = boxed.lazy { return places.map(lazy.number) }
    let boxes = boxed.elements.boxes
    return places.map { number(boxes[$0]) }
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
      // Where nothing was made yet, something stands for all.
      boxed.instead.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
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

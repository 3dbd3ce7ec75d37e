import CellModel
import Functions

/// The pairs of numbers of two ranges with equally many cells; a pair counts when both are numbers.
struct NumberPairs {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// Whether they are those of two areas in which nothing but numbers, texts, logicals and blanks stands.
  private(set) var arePlain = false

  /// Reads two ranges; unequal counts are `#N/A`, and the first error ends the call.
  init(_ first: CellRange, _ second: CellRange) throws(CellError) {
    let (first, second) = try CellRange.alike(first, second)
    guard first.count == second.count else { throw .notAvailable("The arrays differ in size.") }
    if addPlain(first, second) {
      arePlain = true
      return
    }
    let a = try first.array()
    let b = try second.array()
    if first.rows == second.rows {
      for row in 0..<min(a.rows, b.rows) {
        for column in 0..<min(a.columns, b.columns) { try add(a[row, column], b[row, column]) }
      }
    } else {
      for (one, other) in zip(a.elements, b.elements) { try add(one, other) }
    }
  }

  /// Asks a single cell first: an error in it ends the call whatever the sizes are, and a blank is no sample.
  static func checkSamples(_ first: CellRange, _ second: CellRange) throws(CellError) {
    for range in [first, second] where range.count == 1 {
      switch range[0, 0] {
      case .error(let error): throw error
      case .blank: throw .value("A blank cell stands where numbers are wanted.")
      default: break
      }
    }
  }

  /// Adds the pairs of two areas of one shape without making arrays of them; `false` when a cell holds an error or an
  /// array, and the places of the cells matter.
  private mutating func addPlain(_ first: CellRange, _ second: CellRange) -> Bool {
    guard let one = first.area, let other = second.area, one.rows == other.rows, one.columns == other.columns else {
      return false
    }
    let (used, otherUsed) = (first.usedSize, second.usedSize)
    let rows = max(used.rows, otherUsed.rows)
    let columns = max(used.columns, otherUsed.columns)
    guard rows * columns <= CellArray.limit, let a = Self.numbers(in: first, one, rows, columns),
      let b = Self.numbers(in: second, other, rows, columns)
    else { return false }
    x.reserveCapacity(a.count)
    y.reserveCapacity(a.count)
    for index in a.indices where !a[index].isNaN && !b[index].isNaN {
      x.append(a[index])
      y.append(b[index])
    }
    return true
  }

  /// The numbers of an area row by row; what is none is not a number here either.
  private static func numbers(in range: CellRange, _ area: Area, _ rows: Int, _ columns: Int) -> [Double]? {
    var isPlain = true
    var area = area
    area.bottom = area.top + Int32(rows - 1)
    area.right = area.left + Int32(columns - 1)
    let (top, left) = (Int(area.top), Int(area.left))
    let result = [Double](unsafeUninitializedCapacity: rows * columns) { buffer, count in
      buffer.initialize(repeating: .nan)
      count = rows * columns
      range.context.forEachRun(in: area) { row, column, run in
        var place = (row - top) * columns + column - left
        for box in run {
          if box.isNumber { buffer[place] = box.number } else if box.hasSlot, box.kind != .text { isPlain = false }
          place += columns
        }
      }
    }
    return isPlain ? result : nil
  }

  private mutating func add(_ a: CellValue, _ b: CellValue) throws(CellError) {
    switch (a, b) {
    case (.number(let a, _), .number(let b, _)):
      x.append(a)
      y.append(b)
    case (.error(let error), _), (_, .error(let error)): throw error
    default: break
    }
  }

  var count: Int { x.count }

  /// The sum of what is made of each pair of two ranges; `#DIV/0!` when one of them holds no number at all.
  static func sum<Term: PairTerm>(
    _ first: CellRange, _ second: CellRange, _: Term.Type
  ) throws(CellError) -> Double {
    try checkSamples(first, second)
    var sum = PairTermSum<Term>()
    if let known = try ColumnPairs<PairTermSum<Term>>.sums(of: first, second) {
      sum = known
    } else {
      let pairs = try NumberPairs(first, second)
      for index in pairs.x.indices { sum.add(pairs.x[index], pairs.y[index]) }
    }
    if sum.count == 0 {
      for range in [first, second] where try !holdsNumber(range) { throw .divisionByZero("There are no numbers.") }
    }
    return sum.sum.value
  }

  /// Whether any cell or element is a number.
  private static func holdsNumber(_ range: CellRange) throws(CellError) -> Bool {
    guard let area = range.area else { return try range.array().elements.contains { $0.number != nil } }
    var holdsNumber = false
    range.context.forEachRun(in: area) { _, _, run in
      if !holdsNumber { holdsNumber = run.contains(where: \.isNumber) }
    }
    return holdsNumber
  }

  func map(_ transform: (Double, Double) -> Double) -> [Double] {
    x.indices.map { transform(x[$0], y[$0]) }
  }
}

/// What is made of a pair of numbers to be added.
protocol PairTerm {
  static func of(_ x: Double, _ y: Double) -> Double
}

/// The sum of what is made of pairs, each step of which is rounded.
private struct PairTermSum<Term: PairTerm>: PairFold {
  private(set) var count = 0
  private(set) var sum = PlainSum()

  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    sum.add(Term.of(x, y))
  }
}

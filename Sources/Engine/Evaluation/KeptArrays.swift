import CellModel
import Formulas
import Functions

/// The arrays that operators were given and have made, kept for the formulas that ask for the same.
///
/// `MATCH(A2 & B2, D$1:D$2000 & E$1:E$2000, 0)` filled down a column joins the same two thousand texts in each row. Here they are
/// joined once: an area that is read twice gives the array that it gave before, as long as nothing was written there, and an
/// operator that meets two such arrays twice gives what it gave before. Whoever knows an array by where it stands, as an
/// index of it does, knows it again.
///
/// Nothing in it can become wrong: what an area holds is compared with the stamps of its columns each time, and what an
/// operator makes of two arrays is always the same. It is given back when nobody has asked for it in a while, or when it
/// has become large.
///
/// Areas of one column that overlap are read once as well, where they are asked for one after the other; see
/// ``ReadColumn``.
final class KeptArrays {
  #if ENGINE_CHECKS
    /// As few as that, so that each sheet of a test comes this way.
    static let leastElements = 2
  #else
    /// How many elements an array has that is kept: a shorter one is made in no time.
    static let leastElements = 128
  #endif
  /// How many elements are kept in all, and of one array.
  private static let mostElements = 1 << 22
  private static let mostElementsOfOne = 1 << 18
  /// An array of so few elements is kept when room is short: what is made of it is known by where it stands.
  private static let fewElements = 1 << 10
  /// How many questions are noted that were asked once.
  private static let mostSeen = 1 << 12
  /// How many columns an area has that is kept: each is asked for its stamps.
  private static let mostColumns = 16
  /// How many changes of cells an array is kept that nobody asks for.
  private static let longestRest = 16

  /// A column of a grid.
  private struct ColumnPlace: Hashable {
    let grid: GridID
    let column: Int32
  }

  /// What is known of the areas of a column.
  private enum ColumnReading {
    /// Rows were asked for once.
    case asked(Range<Int>)
    case kept(ReadColumn)
  }

  private struct KeptArea {
    let array: CellArray
    /// How each column stood when the array was made.
    var memories: [ColumnMemory]
  }

  /// An operand of an operator: an array known by where its elements stand, or a single value to the bit.
  private enum Side: Hashable {
    case array(UnsafeRawPointer, rows: Int, columns: Int)
    case number(UInt64, NumberKind)
    case text(String)
    case logical(Bool)
    case blank

    /// `nil` for what is seldom an operand of a large array, or is equal to what is another.
    init?(_ value: CellValue) {
      switch value {
      case .array(let array):
        guard let start = array.identity else { return nil }
        self = .array(start, rows: array.rows, columns: array.columns)
      case .number(let number, let kind): self = .number(number.bitPattern, kind)
      case .text(let text):
        // Texts of other characters may be equal and have other ones.
        guard text.utf8.count <= 64, text.isAscii else { return nil }
        self = .text(text)
      case .logical(let logical): self = .logical(logical)
      case .blank: self = .blank
      default: return nil
      }
    }
  }

  /// What operators ask of a workbook beside their operands.
  struct Conditions: Hashable {
    let dateSystem: DateSystem
    let comparesCase: Bool
    /// The day, for dates without their year.
    let day: Int
  }

  private struct Operation: Hashable {
    enum Operator: Hashable {
      case unary(UnaryOperator)
      case binary(BinaryOperator, isFinal: Bool)
    }

    let op: Operator
    let left: Side
    let right: Side
  }

  /// What came of an operation; its operands are held, so that no other array can stand where they do.
  private struct Result {
    let operands: (CellValue, CellValue)
    let value: CellValue
    let steps: Int

    var keptCount: Int { value.array?.keptCount ?? 1 }
  }

  /// What functions gave, which is kept for one pass.
  let calls = KeptCalls()
  /// Whether no cell changes as long as it is there, so that nobody is asked for stamps: on a thread that helps.
  private let isShortLived: Bool
  @exclusivity(unchecked) private var areas: [Area: KeptArea] = [:]
  @exclusivity(unchecked) private var columns: [ColumnPlace: ColumnReading] = [:]
  @exclusivity(unchecked) private var results: [Operation: Result] = [:]
  @exclusivity(unchecked) private var asked = AskedArrays()
  private var conditions: Conditions?
  /// What was asked for once. A formula that no other is like shall keep nothing.
  @exclusivity(unchecked) private var seen: Set<Int> = []
  @exclusivity(unchecked) private var elementCount = 0
  @exclusivity(unchecked) private var rest = 0

  init(whileNothingChanges: Bool = false) { isShortLived = whileNothingChanges }

  /// Says that cells have changed; what nobody has asked for in a while is given back.
  func passChange() {
    calls.removeAll()
    guard !seen.isEmpty || elementCount > 0 || !asked.isEmpty || !columns.isEmpty else { return }
    rest += 1
    if rest > Self.longestRest { removeAll() }
  }

  func removeAll() {
    calls.removeAll()
    areas = [:]
    columns = [:]
    results = [:]
    asked = AskedArrays()
    seen = []
    elementCount = 0
  }

  /// The values of an area, which is not clipped, as they stand now.
  ///
  /// - Parameters:
  ///   - stamps: Where somebody may have written into a column.
  ///   - read: Reads an area.
  func array(of area: Area, _ stamps: (Area) -> ColumnStamps?, _ read: (Area) -> CellArray) -> CellArray {
    guard area.columns <= Self.mostColumns, area.rows * area.columns <= Self.mostElementsOfOne else {
      return read(area)
    }
    let rows = Int(area.top)..<Int(area.bottom) + 1
    if var kept = areas[area] {
      if isShortLived { return kept.array }
      rest = 0
      for (index, column) in (area.left...area.right).enumerated() {
        guard kept.memories[index].changes(among: rows, stamps(area.column(column)))?.isEmpty == true else {
          let array = part(area, stamps, read)
          kept = KeptArea(array: array, memories: Self.memories(of: area, rows, stamps))
          areas[area] = kept
          return array
        }
      }
      return kept.array
    }
    let array = part(area, stamps, read)
    if isAskedAgain(area.hashValue), makeRoom(for: array.count) {
      areas[area] = KeptArea(array: array, memories: isShortLived ? [] : Self.memories(of: area, rows, stamps))
    }
    return array
  }

  /// The values of an area, of which rows may have been read with another area of the same column.
  private func part(_ area: Area, _ stamps: (Area) -> ColumnStamps?, _ read: (Area) -> CellArray) -> CellArray {
    guard area.left == area.right else { return read(area) }
    let place = ColumnPlace(grid: area.grid, column: area.left)
    let rows = Int(area.top)..<Int(area.bottom) + 1
    return withoutActuallyEscaping(stamps) { stamps in
      let now: (() -> ColumnStamps?)? = isShortLived ? nil : { stamps(area) }
      switch columns[place] {
      case .kept(let column):
        let former = column.rows
        if max(former.upperBound, rows.upperBound) - former.lowerBound <= Self.mostElementsOfOne,
          let array = column.part(rows, now, { read(area.rows($0)) })
        {
          rest = 0
          if column.rows != former, !makeRoom(for: column.rows.count - former.count) { columns[place] = nil }
          return array
        }
        elementCount -= former.count
        columns[place] = .asked(rows)
      case .asked(let former) where former != rows && former.overlaps(rows):
        let array = read(area)
        if makeRoom(for: rows.count) { columns[place] = .kept(ReadColumn(array, rows, now)) }
        return array
      case .asked, nil:
        columns[place] = .asked(rows)
      }
      return read(area)
    }
  }

  private static func memories(of area: Area, _ rows: Range<Int>, _ stamps: (Area) -> ColumnStamps?) -> [ColumnMemory] {
    (area.left...area.right).map { column in
      var memory = ColumnMemory()
      memory.remember(rows, stamps(area.column(column)))
      return memory
    }
  }

  /// What an operator makes of two values, at least one of them a large array, and how many steps it took.
  func result(
    of op: BinaryOperator, _ left: CellValue, _ right: CellValue, isFinal: Bool, under conditions: Conditions,
    _ make: () throws(CellError) -> (value: CellValue, steps: Int)
  ) throws(CellError) -> (value: CellValue, steps: Int) {
    try result(of: .binary(op, isFinal: isFinal), left, right, under: conditions, make)
  }

  /// What an operator makes of a large array.
  func result(
    of op: UnaryOperator, _ operand: CellValue, under conditions: Conditions, _ make: () -> CellValue
  ) -> CellValue {
    do throws(CellError) {
      return try result(of: .unary(op), operand, .blank, under: conditions) { () throws(CellError) in (make(), 0) }
        .value
    } catch { return .error(error) }
  }

  private func result(
    of op: Operation.Operator, _ left: CellValue, _ right: CellValue, under conditions: Conditions,
    _ make: () throws(CellError) -> (value: CellValue, steps: Int)
  ) throws(CellError) -> (value: CellValue, steps: Int) {
    guard let leftSide = Side(left), let rightSide = Side(right) else { return try make() }
    if conditions != self.conditions {
      results = [:]
      self.conditions = conditions
    }
    let operation = Operation(op: op, left: leftSide, right: rightSide)
    if let kept = results[operation] {
      rest = 0
      return (kept.value, kept.steps)
    }
    let made = try make()
    if isAskedAgain(operation.hashValue), case .array(let array) = made.value, makeRoom(for: array.keptCount) {
      results[operation] = Result(operands: (left, right), value: made.value, steps: made.steps)
    }
    return made
  }

  /// Where the elements of a large array stand, when many have asked for that; `nil` where all are to be looked at.
  func places(in array: CellArray) -> ElementPlaces? {
    guard array.count >= Self.leastElements else { return nil }
    rest = 0
    return asked.places(in: array)
  }

  private func isAskedAgain(_ hash: Int) -> Bool {
    if seen.count >= Self.mostSeen { seen.removeAll(keepingCapacity: true) }
    return !seen.insert(hash).inserted
  }

  /// Counts elements that are about to be kept; where they would be too many, what operators made goes, and then the areas.
  private func makeRoom(for count: Int) -> Bool {
    guard count <= Self.mostElementsOfOne else { return false }
    if elementCount + count > Self.mostElements {
      results = results.filter { $0.value.keptCount <= Self.fewElements }
      countElements()
    }
    if elementCount + count > Self.mostElements {
      (areas, columns, results) = ([:], [:], [:])
      elementCount = 0
    }
    elementCount += count
    return true
  }

  private func countElements() {
    elementCount =
      areas.values.reduce(0) { $0 + $1.array.count } + results.values.reduce(0) { $0 + $1.keptCount }
      + columns.values.reduce(0) { if case .kept(let column) = $1 { $0 + column.rows.count } else { $0 } }
  }
}

extension Area {
  /// The rows of its columns from one to another.
  fileprivate func rows(_ rows: Range<Int>) -> Area {
    var part = self
    (part.top, part.bottom) = (Int32(rows.lowerBound), Int32(rows.upperBound - 1))
    return part
  }

  fileprivate func column(_ column: Int32) -> Area {
    var part = self
    part.left = column
    part.right = column
    return part
  }
}

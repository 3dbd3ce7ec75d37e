import CellModel
import Functions

/// Some rows of a column that run a program together: what they have in hand, and which of them stand out.
///
/// A row that comes to an array, or to an end that is not its own, *stands out*: nothing is said about it, and whoever asked
/// evaluates it by itself. Rows are counted from the first of the block, at most ``BoxTable/rows``.
struct Block: ~Copyable {
  let evaluator: Evaluator
  let table: BoxTable
  let firstRow: Int
  let count: Int
  private(set) var standingOut: [Int] = []

  /// - Parameter width: How many boxes a row has.
  init(_ evaluator: Evaluator, _ table: BoxTable, _ rows: RowRange, width: Int) {
    self.evaluator = evaluator
    self.table = table
    firstRow = rows.lowerBound
    count = rows.count
    table.begin(count, width: width)
  }

  deinit { table.empty() }

  // MARK: Rows

  func standsOut(_ row: Int) -> Bool { !standingOut.isEmpty && standingOut.contains(row) }

  /// Lets the evaluator stand in a row.
  @inline(__always)
  func takeUp(_ row: Int) { evaluator.takeUp(firstRow + row, steps: table.steps[row]) }

  /// Keeps what the evaluator has counted in a row.
  @inline(__always)
  mutating func leave(_ row: Int) {
    table.steps[row] = evaluator.course.limits.steps
    if evaluator.cameToAnEnd { standOut(row) }
  }

  mutating func standOut(_ row: Int) {
    evaluator.course.ends = OpenEnds()
    if !standsOut(row) { standingOut.append(row) }
  }

  var slots: BoxedSlots { table.slots(beside: evaluator.cells) }

  /// Puts what an operator or a function gave in a row into its place, and leaves the row.
  @inline(__always)
  mutating func store(_ result: consuming Operand, in row: Int, at place: UnsafeMutablePointer<BoxedValue>) {
    switch consume result {
    case .value(.array):
      // A block would hold as many of them as it has rows.
      place.pointee = .omitted
      standOut(row)
    case let result: place.pointee = table.box(result)
    }
    leave(row)
  }

  // MARK: Operands

  /// Calls something with the operands of some boxes.
  func withOperands(
    _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int, _ body: (UnsafeBufferPointer<Operand>) -> Operand
  ) -> Operand {
    for place in 0..<count { (table.operands + place).initialize(to: table.operand(boxes[place], slots)) }
    defer { table.operands.deinitialize(count: count) }
    return body(UnsafeBufferPointer(start: UnsafePointer(table.operands), count: count))
  }
}

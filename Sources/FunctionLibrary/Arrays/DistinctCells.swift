import CellModel
import Functions

/// The cells of a column that differ, in the order of first appearance, so that `UNIQUE(A$1:A1)` filled down reads each cell once.
struct DistinctCells {
  private var numbers = NumberTable<Void>()
  private var others: Set<OrderKey> = []
  private var table = SlotTable()
  private var boxes: [BoxedValue] = []

  /// Those of a long column; `nil` where all cells are to be looked at.
  static func array(of range: CellRange) -> CellArray? {
    guard let area = range.area, !area.isClippedWhenRead else { return nil }
    let context = range.context
    return ColumnProgress.state(of: area, in: context, from: DistinctCells()) { $0.read($1, context) }?.array
  }

  private var array: CellArray {
    CellArray(rows: boxes.count, columns: 1, BoxedElements(boxes, others: table.others))
  }

  /// Takes in more rows; `false`, and nothing is taken in, where they hold what has no box.
  private mutating func read(_ area: Area, _ context: any EvaluationContext) -> Bool {
    var slots = 0
    var isBoxed = true
    context.forEachRun(in: area) { _, _, run in
      for box in run where box.hasSlot {
        slots += 1
        if box.kind != .text, box.kind != .error { isBoxed = false }
      }
    }
    if !context.hasOnlyPlainNumbers { context.forEachKind(in: area) { _, _, _ in isBoxed = false } }
    guard isBoxed, table.others.count + slots <= BoxedElements.mostOthers else { return false }
    var next = Int(area.top)
    context.forEachRun(in: area) { row, _, run in
      // What no run holds is blank.
      if next < row { add(.blank) }
      next = row + run.count
      for box in run {
        if box.isNumber { add(number: box.number) } else { add(context.unboxed(box)) }
      }
    }
    if next <= Int(area.bottom) { add(.blank) }
    return true
  }

  private mutating func add(number: Double) {
    let known = numbers.count
    _ = numbers.position(of: number, startingWith: ())
    if numbers.count > known { boxes.append(BoxedValue(number)) }
  }

  private mutating func add(_ value: CellValue) {
    if others.insert(OrderKey(value)).inserted, let box = table.box(of: value) { boxes.append(box) }
  }
}

import CellModel
import Functions

/// What several rows that run together have in hand: a short stack of boxes for each row, side by side.
///
/// The place of an operand is known before a row runs, because code without loops leaves as many operands in each row. A
/// value that does not fit into a box, and stands in no cell, is *made*: it has a slot here until the block ends.
final class BoxTable {
  /// The most rows that run together: their boxes stay in the fastest memory.
  static let rows = 256
  /// Fewer rows are evaluated one by one; in checked builds two run together, so that all tests come here.
  #if ENGINE_CHECKS
    static let leastRows = 2
  #else
    static let leastRows = 8
  #endif
  /// The most boxes of a row.
  static let width = 24

  private let boxes: UnsafeMutablePointer<BoxedValue> = .allocate(capacity: rows * width)
  /// The numbers of the rows of a whole block.
  private let allRows = Array(0..<rows)
  /// The steps that each row has taken.
  let steps: UnsafeMutablePointer<Int> = .allocate(capacity: rows)
  /// Room for the operands of a call.
  let operands: UnsafeMutablePointer<Operand> = .allocate(capacity: width)
  /// How many boxes lie between those of a row and those of the next.
  @exclusivity(unchecked) private var stride = 1
  @exclusivity(unchecked) private(set) var made: UnsafeMutablePointer<CellValue> = .allocate(capacity: rows)
  @exclusivity(unchecked) private var madeCount = 0
  @exclusivity(unchecked) private var madeCapacity = rows
  /// Operands that are no values.
  @exclusivity(unchecked) private var others: [Operand] = []

  deinit {
    empty()
    boxes.deallocate()
    steps.deallocate()
    operands.deallocate()
    made.deallocate()
  }

  /// Begins a block of rows that have so many boxes each and have taken no step.
  func begin(_ rows: Int, width: Int) {
    stride = width
    steps.update(repeating: 0, count: rows)
  }

  /// Ends a block: its boxes mean nothing any more.
  func empty() {
    made.deinitialize(count: madeCount)
    madeCount = 0
    if !others.isEmpty { others.removeAll(keepingCapacity: true) }
  }

  /// The numbers of so many rows, from 0 on.
  ///
  /// A list made for each block would be long enough for the system to put all free memory of short texts together before,
  /// and to cut it up again behind.
  func rowNumbers(_ count: Int) -> [Int] { count == Self.rows ? allRows : Array(0..<count) }

  @inline(__always)
  func place(_ row: Int, _ place: Int) -> UnsafeMutablePointer<BoxedValue> { boxes + (row * stride + place) }

  // MARK: Boxes

  /// Where what boxes stand for is found, until the next is made.
  @inline(__always)
  func slots(beside cells: CellStore) -> BoxedSlots { BoxedSlots(cells: cells.values.slots, made: made) }

  /// The box of an operand; one that is more than a number, a logical or a blank has a slot here.
  @inline(__always)
  func box(_ operand: consuming Operand) -> BoxedValue {
    switch consume operand {
    case .value(let value): return box(value)
    case .omitted: return .omitted
    case let other:
      others.append(other)
      return BoxedValue(made: .lambda, slot: others.count - 1)
    }
  }

  @inline(__always)
  func box(_ value: consuming CellValue) -> BoxedValue {
    switch value {
    case .number(let number, .plain): return BoxedValue(number)
    case .logical(let logical): return BoxedValue(logical)
    case .blank: return .blank
    case .text: return BoxedValue(made: .text, slot: make(value))
    default: return BoxedValue(made: .record, slot: make(value))
    }
  }

  /// The box of the cell that a box refers to, where a plain number, a text or a logical stands in it; else the box itself.
  @inline(__always)
  func read(_ box: BoxedValue, in cells: CellStore) -> BoxedValue {
    guard box.isMade, box.kind == .lambda else { return box }
    return Self.read(others[Int(box.slot)], in: cells) ?? box
  }

  private static func read(_ operand: borrowing Operand, in cells: CellStore) -> BoxedValue? {
    switch operand {
    case .reference(let reference): cells.plainBox(of: reference)
    default: nil
    }
  }

  /// The operand of a box.
  @inline(__always)
  func operand(_ box: BoxedValue, _ slots: BoxedSlots) -> Operand {
    if box.isMade, box.kind == .lambda { return others[Int(box.slot)] }
    return box.isOmitted ? .omitted : .value(slots.value(box))
  }

  private func make(_ value: consuming CellValue) -> Int {
    if madeCount == madeCapacity { grow() }
    (made + madeCount).initialize(to: value)
    madeCount += 1
    return madeCount - 1
  }

  private func grow() {
    let grown = UnsafeMutablePointer<CellValue>.allocate(capacity: madeCapacity * 2)
    grown.moveInitialize(from: made, count: madeCount)
    made.deallocate()
    made = grown
    madeCapacity *= 2
  }
}

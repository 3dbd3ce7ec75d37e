import CellModel
import Functions

/// A row or a column of cells that a lookup searches.
///
/// `count` is the length as written, `used` the length outside of which every cell is blank. It is good as long as no cell
/// changes, for one search or many.
final class LookupVector {
  let range: CellRange
  let isRow: Bool
  /// The row or column of the range in which the vector lies.
  let line: Int
  let count: Int
  let used: Int
  /// The elements of an array that is the vector, where they are numbers that are made when somebody asks; kept, because each
  /// search wants to know.
  let lazy: LazyNumbers?
  /// The index of the vector, once searches have come to one.
  @exclusivity(unchecked) private var knownIndex: LookupIndex?

  private init(_ range: CellRange, isRow: Bool, line: Int) {
    self.range = range
    self.isRow = isRow
    self.line = line
    count = isRow ? range.columns : range.rows
    if case .array(let array) = range.storage, array.count == count { lazy = array.lazy } else { lazy = nil }
    // Nothing but the vector itself is read: the rest of a table may wait for the formula's own cell.
    guard let area = Self.area(of: range, isRow: isRow, line: line, length: count) else {
      used = count
      return
    }
    let part = range.context.used(area)
    used = part.isEmpty ? 0 : isRow ? Int(part.right - area.left) + 1 : Int(part.bottom - area.top) + 1
  }

  /// The area of so much of a row or a column of a range, or `nil` for an array or nothing.
  private static func area(of range: CellRange, isRow: Bool, line: Int, length: Int) -> Area? {
    guard let area = range.area, length > 0 else { return nil }
    let top = Int(area.top) + (isRow ? line : 0)
    let left = Int(area.left) + (isRow ? 0 : line)
    return Area(
      grid: area.grid, top: top, left: left, bottom: isRow ? top : top + length - 1,
      right: isRow ? left + length - 1 : left)
  }

  convenience init(column: Int = 0, of range: CellRange) { self.init(range, isRow: false, line: column) }
  convenience init(row: Int = 0, of range: CellRange) { self.init(range, isRow: true, line: row) }

  /// A range that is itself one row or one column; `nil` for another.
  convenience init?(_ range: CellRange) {
    guard range.isVector else { return nil }
    self.init(range, isRow: range.rows == 1 && range.columns > 1, line: 0)
  }

  /// Whether it has been found out where each value stands.
  var hasIndex: Bool { knownIndex != nil }

  /// Where each value stands; `nil` where a search in order is as good.
  func index() throws(CellError) -> LookupIndex? {
    if let knownIndex { return knownIndex }
    knownIndex = try LookupIndex.index(of: self)
    return knownIndex
  }

  /// The elements of an array that is the vector, where nearly all are the same element.
  var few: FewElements? {
    guard let few = fewKeys, case .element = few.rest else { return nil }
    return few
  }

  /// The elements of an array that is the vector, where nearly all are equal.
  var fewKeys: FewElements? {
    guard case .array(let array) = range.storage, array.count == count else { return nil }
    return array.few
  }

  /// The elements of an array that is the vector, where a part of an order is one thing and the rest another.
  var parted: PartedElements? {
    guard case .array(let array) = range.storage, array.count == count else { return nil }
    return array.parted
  }

  /// The elements of an array that is the vector, where they are kept as boxes.
  var boxes: [BoxedValue]? {
    guard case .array(let array) = range.storage, array.count == count else { return nil }
    return array.boxed?.boxes
  }

  subscript(index: Int) -> CellValue { isRow ? range[line, index] : range[index, line] }

  func key(_ index: Int) -> OrderKey { OrderKey(self[index]) }

  /// The used part as an area, or `nil` for an array or when nothing is used.
  var area: Area? { Self.area(of: range, isRow: isRow, line: line, length: used) }

  /// Calls the body with the values that are not blank and their positions, in order.
  func forEach(_ body: (Int, CellValue) -> Void) {
    guard let area else {
      for index in 0..<used {
        let value = self[index]
        if !value.isBlank { body(index, value) }
      }
      return
    }
    let context = range.context
    context.forEachRun(in: area) { row, column, run in
      let start = isRow ? column - Int(area.left) : row - Int(area.top)
      for (offset, box) in run.enumerated() where !box.isBlank { body(start + offset, context.unboxed(box)) }
    }
  }
}

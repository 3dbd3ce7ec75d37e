import CellModel
import Functions

/// A sheet that is one column of constants, and counts how often it is read in runs, and how many cells there are in them.
final class ColumnSheet: EvaluationContext {
  let grid = GridID(rawValue: 0)
  let cells: [CellValue]
  var cell: CellAddress?
  let cache = EvaluationCache()
  private(set) var runsRead = 0
  private(set) var cellsRead = 0

  init(_ cells: [CellValue]) { self.cells = cells }

  var column: Operand { .reference(Reference(part(0, cells.count - 1))) }
  var wholeColumn: Operand { .reference(Reference(part(0, Area.lastRow))) }
  func part(_ top: Int, _ bottom: Int) -> Area { Area(grid: grid, top: top, left: 0, bottom: bottom, right: 0) }

  func value(at address: CellAddress) -> CellValue {
    address.column == 0 && Int(address.row) < cells.count ? cells[Int(address.row)] : .blank
  }

  func used(_ area: Area) -> Area {
    let filled = part(0, cells.count - 1)
    if let common = area.intersection(filled) {
      var used = area
      used.bottom = common.bottom
      used.right = common.right
      return used
    }
    return Area(grid: grid, top: Int(area.top), left: Int(area.left), bottom: Int(area.top) - 1, right: Int(area.left))
  }

  func forEachRun(in area: Area, _ body: (Int, Int, UnsafeBufferPointer<BoxedValue>) -> Void) {
    guard let used = area.intersection(part(0, cells.count - 1)) else { return }
    runsRead += 1
    cellsRead += Int(used.bottom - used.top) + 1
    let boxes: [BoxedValue] = (Int(used.top)...Int(used.bottom)).map { row in
      switch cells[row] {
      case .number(let number, _): BoxedValue(number)
      case .blank: .blank
      case .logical(let logical): BoxedValue(logical)
      case .error: BoxedValue(.error, slot: UInt32(row))
      default: BoxedValue(.text, slot: UInt32(row))
      }
    }
    boxes.withUnsafeBufferPointer { body(Int(used.top), 0, $0) }
  }

  func unboxed(_ box: BoxedValue) -> CellValue {
    if box.isNumber { return .number(box.number) }
    if box.isBlank { return .blank }
    return box.hasSlot ? cells[Int(box.slot)] : .logical(box.logical)
  }

  func call(_ lambda: CellLambda, _ arguments: [Operand]) -> Operand { .value(.error(.value)) }
  func reference(from text: String, a1: Bool) throws(CellError) -> Reference { throw .reference }
  func formulaText(at address: CellAddress) -> String? { nil }
  func value(ofFormulaAt address: CellAddress, shiftedDown rows: Int) -> CellValue? { nil }
  func parts(of area: Area, calling functions: Set<String>) -> [Area] { [] }
  func hiddenRows(in grid: GridID, byFilterOnly: Bool) -> Set<Int> { [] }
  func sheet(_ grid: GridID) -> (name: String, number: Int)? { ("Sheet1", 1) }
  func grid(named name: String) -> GridID? { grid }
  var sheetCount: Int { 1 }
  var now: Double { 0 }
  func random() -> Double { 0 }
  var dateSystem: DateSystem { .from1900 }
  func takeSteps(_ count: Int) {}
}

import CellModel
import Formulas
import LiveWorkbooks
import Workbooks

/// Cells of a workbook that one formula fills: a rectangle, or a single cell.
struct FormulaRun {
  var block: CellBlock
  /// The formula of the first cell, as the engine has it.
  var tree: FormulaTree
  var format: String
  /// Whether the formula gives an array that fills its cells.
  var isArray = false

  var isAlone: Bool { block.count == 1 && !isArray }
}

/// The formulas of one sheet, gathered to runs.
struct FormulaRuns {
  private(set) var runs: [FormulaRun] = []
  /// The formulas that keep the values which were stored for them.
  private(set) var kept: [StoredFormula] = []

  /// What cells must have in common to be one fill.
  private struct Key: Hashable {
    var nodes: [FormulaTree.Node]
    var format: String
  }

  private struct Cell {
    var row: Int
    var key: Int
    var tree: FormulaTree
  }

  /// The rows that a run of one column takes; columns side by side with the same make one run.
  private struct Extent: Hashable {
    var key: Int
    var top: Int
    var bottom: Int
  }

  /// - Parameter isLeftOut: Whether a cell is told elsewhere.
  init(_ workbook: LiveWorkbook, sheet position: Int, isLeftOut: (_ row: Int, _ column: Int) -> Bool) {
    var keys: [Key: Int] = [:]
    var formats: [String] = []
    var columns: [Int: [Cell]] = [:]
    let arrays = workbook.contents.sheets[position].arrays.formulas
    for formula in workbook.contents.sheets[position].formulas {
      let (row, column) = (Int(formula.row), Int(formula.column))
      if isLeftOut(row, column) { continue }
      let address = CellAddress(grid: workbook.grids[position], row: row, column: column)
      guard workbook.kept[address] == nil, let tree = workbook.engine.formulas.tree(at: address) else {
        kept.append(formula)
        continue
      }
      let format = workbook.contents.numberFormat(ofStyle: formula.style)
      // One that fills a single cell is a formula like any other.
      if case .array(let number) = formula.kind, arrays[Int(number)].block.count > 1 {
        let block = CellBlock(top: row, left: column, bottom: row, right: column)
        runs.append(FormulaRun(block: block, tree: tree, format: format, isArray: true))
        continue
      }
      let key = Key(nodes: tree.relative(toRow: row, column: column).nodes, format: format)
      let number = keys[key] ?? keys.count
      if number == keys.count {
        keys[key] = number
        formats.append(format)
      }
      columns[column, default: []].append(Cell(row: row, key: number, tree: tree))
    }
    gather(columns, formats)
  }

  private mutating func gather(_ columns: [Int: [Cell]], _ formats: [String]) {
    var open: [Extent: (left: Int, right: Int, tree: FormulaTree)] = [:]
    func run(_ extent: Extent, _ filled: (left: Int, right: Int, tree: FormulaTree)) -> FormulaRun {
      FormulaRun(
        block: CellBlock(top: extent.top, left: filled.left, bottom: extent.bottom, right: filled.right),
        tree: filled.tree, format: formats[extent.key])
    }
    for (column, cells) in columns.sorted(by: { $0.key < $1.key }) {
      let cells = cells.sorted { $0.row < $1.row }
      var next: [Extent: (left: Int, right: Int, tree: FormulaTree)] = [:]
      var start = 0
      while start < cells.count {
        var end = start
        while end + 1 < cells.count, cells[end + 1].key == cells[start].key, cells[end + 1].row == cells[end].row + 1 {
          end += 1
        }
        let extent = Extent(key: cells[start].key, top: cells[start].row, bottom: cells[end].row)
        if let left = open[extent], left.right == column - 1 {
          next[extent] = (left.left, column, left.tree)
          open[extent] = nil
        } else {
          next[extent] = (column, column, cells[start].tree)
        }
        start = end + 1
      }
      for (extent, filled) in open { runs.append(run(extent, filled)) }
      open = next
    }
    for (extent, filled) in open { runs.append(run(extent, filled)) }
    runs.sort { ($0.block.top, $0.block.left) < ($1.block.top, $1.block.left) }
  }
}

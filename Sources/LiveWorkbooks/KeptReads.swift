import CellModel
import Engine
import Formulas

/// What the formulas would read that are not computed, so that one can tell whose stored value is of former times.
final class KeptReads {
  /// A formula that was written for the first of some cells.
  private struct Run {
    let tree: FormulaTree
    let cells: Area
    /// Whether it fills the cells by itself; else each has its own, down a column.
    let isArray: Bool
  }

  /// What cells name, in both directions.
  fileprivate struct Index {
    var precedents: [CellAddress: [Area]] = [:]
    /// The readers of a cell that is named in an area of a few.
    var readers: [CellAddress: [Area]] = [:]
    /// The readers of larger areas.
    var readersOfAreas: [Area: [Area]] = [:]
  }

  private var runs: [Run] = []
  /// The cells whose formulas cannot be read.
  private(set) var unreadable: [CellAddress] = []
  private let engine: Engine
  private lazy var index = makeIndex()

  init(_ engine: Engine) { self.engine = engine }

  /// - Parameter block: What an array formula fills.
  func note(_ tree: FormulaTree, over cells: Area, filling block: Area? = nil) {
    runs.append(Run(tree: tree, cells: block ?? cells, isArray: block != nil))
  }

  func noteUnreadable(_ cell: CellAddress) { unreadable.append(cell) }

  /// The areas that the formula of a cell names; empty for a cell that is computed.
  func precedents(of cell: CellAddress) -> [Area] { index.precedents[cell] ?? [] }

  /// The cells whose formulas name a cell, or an area with it, and those that an array formula in it fills.
  func dependents(of cell: CellAddress) -> [Area] {
    var readers = readers()
    return readers.next(of: cell)
  }

  /// All readers of cells that are asked for one after the other.
  func readers() -> Readers { Readers(index: runs.isEmpty ? Index() : index) }

  /// The readers of cells that are asked for one after the other, those of an area once.
  struct Readers {
    fileprivate var index: Index

    mutating func next(of cell: CellAddress) -> [Area] {
      var readers = index.readers[cell] ?? []
      let areas = index.readersOfAreas.keys.filter { $0.contains(cell) }
      for area in areas { readers += index.readersOfAreas.removeValue(forKey: area) ?? [] }
      return readers
    }
  }

  private func makeIndex() -> Index {
    var index = Index()
    for run in runs {
      let expression = engine.expressions.compile(run.tree, at: run.cells.topLeft)
      func add(_ cell: CellAddress, filling cells: Area) {
        let areas = engine.expressions.areas(of: expression, at: cell).filter { !$0.isEmpty }
        index.precedents[cell] = areas
        for area in areas {
          if area.rows * area.columns > 16 {
            index.readersOfAreas[area, default: []].append(cells)
          } else {
            area.forEachCell { index.readers[$0, default: []].append(cells) }
          }
        }
      }
      if run.isArray {
        add(run.cells.topLeft, filling: run.cells)
        // What it fills depends on its first cell.
        index.readers[run.cells.topLeft, default: []].append(run.cells)
      } else {
        run.cells.forEachCell { add($0, filling: Area($0)) }
      }
    }
    return index
  }
}

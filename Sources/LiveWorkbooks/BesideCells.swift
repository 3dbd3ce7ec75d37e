import CellModel
import Formulas
import Functions
import Workbooks

/// What formulas may ask for of a workbook that stands in no cell: its pivot tables, and how texts are pronounced.
struct BesideCells {
  private let catalog: FunctionCatalog
  private var pivots: [GridID: [PivotReport]] = [:]
  private(set) var phonetics: [CellAddress: PhoneticText] = [:]

  /// - Parameter grids: The grid of each sheet.
  init(_ contents: Workbook, catalog: FunctionCatalog, grids: [GridID]) {
    self.catalog = catalog
    for (sheet, grid) in zip(contents.sheets, grids) {
      if !sheet.pivots.isEmpty { pivots[grid] = sheet.pivots }
      for (row, column, text) in sheet.annotations.phonetics {
        phonetics[CellAddress(grid: grid, row: row, column: column)] = text
      }
    }
  }

  /// Whether a formula asks for some of it, so that it has another value where the cells alone are.
  func isAsked(by tree: FormulaTree) -> Bool {
    tree.nodes.contains { node in
      guard case .call(let name, _) = node, let function = catalog.function(named: name) else { return false }
      return function.traits.contains(.readsPivots) && !pivots.isEmpty
        || function.traits.contains(.readsPronunciations) && !phonetics.isEmpty
    }
  }

  /// The pivot table of which some cells lie in an area; of several the last of the file.
  func pivot(in area: Area) -> PivotReport? { pivots[area.grid]?.last { $0.meets(area) } }
}

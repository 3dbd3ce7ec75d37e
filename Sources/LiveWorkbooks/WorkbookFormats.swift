import CellModel
import Workbooks

/// The number formats of a workbook's cells, and what numbers stand for that they show.
final class WorkbookFormats {
  private let contents: Workbook
  private let grids: [GridID]
  private let formulas: ShownFormulas
  private var kinds: [String: NumberKind] = [:]

  init(_ contents: Workbook, _ grids: [GridID], _ formulas: ShownFormulas) {
    self.contents = contents
    self.grids = grids
    self.formulas = formulas
  }

  /// The number format of a cell, in Excel's notation.
  func format(at address: CellAddress) -> String {
    guard let position = grids.firstIndex(of: address.grid) else { return "General" }
    if let formula = formulas.stored(at: address) { return contents.numberFormat(ofStyle: formula.style) }
    if let style = spilledStyles[address] { return contents.numberFormat(ofStyle: style) }
    guard let column = contents.sheets[position].columns[Int(address.column)] else { return "General" }
    let place = column.position(of: Int(address.row))
    guard place < column.rows.count, column.rows[place] == address.row else { return "General" }
    return contents.numberFormat(ofStyle: column.styles[place])
  }

  /// The styles of what arrays fill beside their formulas, where the file gives them some.
  private lazy var spilledStyles: [CellAddress: Int32] = {
    var styles: [CellAddress: Int32] = [:]
    for (sheet, grid) in zip(contents.sheets, grids) {
      for cell in sheet.arrays.spilled {
        guard let style = cell.style, style != 0 else { continue }
        styles[CellAddress(grid: grid, row: Int(cell.row), column: Int(cell.column))] = style
      }
    }
    return styles
  }()

  /// What numbers stand for that a format shows.
  func kind(ofFormat format: String) -> NumberKind {
    if let known = kinds[format] { return known }
    let kind = (try? NumberFormat(format))?.numberKind ?? .plain
    kinds[format] = kind
    return kind
  }
}

import CellModel

/// A cell that says what a formula comes to while one or two inputs have the values of other cells.
struct WhatIfCell {
  struct Setting {
    let input: CellAddress
    /// The cell with the value that the input gets.
    let value: CellAddress
  }

  let cell: CellAddress
  /// The cell with the formula.
  let formula: CellAddress
  let settings: [Setting]

  /// What it is made of.
  var sources: [CellAddress] { [formula] + settings.map(\.value) }
}

/// Cells that say what formulas come to while the same inputs have other values.
protocol WhatIfGroup {
  var inputs: Set<CellAddress> { get }
  /// Where the cells stand.
  var areas: [Area] { get }
  /// The values that the inputs get.
  var values: [Area] { get }
  /// What the cells are made of: the values and the formulas.
  var sources: [Area] { get }
  /// The cells, such that those with the same values follow each other.
  var cells: [WhatIfCell] { get }

  /// What one of the cells is made of; `nil` for another cell.
  func cell(at address: CellAddress) -> WhatIfCell?
  /// Where the cells stand that are made of a cell.
  func readers(of source: CellAddress) -> [Area]
}

import Workbooks

/// Finds the formula of a cell in the list of a sheet.
///
/// Files have them row by row, in which a place is found by halving; only a list in another order needs one of its own.
struct FormulaPlaces {
  /// The places in the order of rows and columns; `nil` when the list is in that order.
  private let order: [Int32]?

  init(_ formulas: StoredFormulas) {
    let isInOrder = formulas.indices.dropFirst().allSatisfy { formulas.cell($0 - 1) < formulas.cell($0) }
    order =
      isInOrder
      ? nil : formulas.indices.map { Int32($0) }.sorted { formulas.cell(Int($0)) < formulas.cell(Int($1)) }
  }

  /// The place of the formula of a cell, the last when there are several; `nil` when it has none.
  func place(row: Int32, column: Int32, in formulas: StoredFormulas) -> Int? {
    func place(_ number: Int) -> Int { order.map { Int($0[number]) } ?? number }
    var (low, high) = (0, formulas.count)
    while low < high {
      let middle = (low + high) / 2
      if formulas.cell(place(middle)) <= (row, column) { low = middle + 1 } else { high = middle }
    }
    guard low > 0, case let found = place(low - 1), formulas.cell(found) == (row, column) else { return nil }
    return found
  }
}

import CellModel
import Diagnostics
import Formulas

/// A sum, or the like, that leaves out the cell next to its range.
enum RangeOffByOne: LintRule {
  static let page = FindingPage(
    code: "range-off-by-one", .warning, "an aggregate leaves out a cell next to its range",
    why: """
      Between the range and the formula stands one more cell of the same kind, or one begins the row or column. Mostly it was \
      inserted at the edge, where a range does not grow. Columns of tables have no edge to miss.
      """,
    fix: "Extend the range, or say beside it why the cell is left out.",
    example: FindingExample(
      wrong: """
        B1 = 10.5
        B2 = 20.25
        B3 = 30.75
        B4 = 40.5
        B5 = SUM(B1:B3)
        """,
      right: """
        B1 = 10.5
        B2 = 20.25
        B3 = 30.75
        B4 = 40.5
        B5 = SUM(B1:B4)
        """))

  /// Functions that mean all of a list.
  static let aggregates: Set = ["SUM", "AVERAGE", "MIN", "MAX", "PRODUCT", "MEDIAN", "COUNT"]

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for place in sheet.grids.written {
      guard let cell = sheet.grids[place], cell.formula != nil, sheet.has(.aggregates, at: cell.statement) else {
        continue
      }
      let tree = sheet.tree(of: cell)
      for call in tree.calls where aggregates.contains(call.value.uppercased()) {
        guard case .call(_, let arguments) = tree[call.index], arguments.count == 1,
          case .reference(let reference) = tree[arguments[0]], reference.sheet == nil,
          case .area(let top, let left, let bottom, let right) = reference.shape
        else { continue }
        let line =
          left.value == right.value && Int(left.value) == place.column
          ? Line(place, first: Int(top.value), last: Int(bottom.value), isColumn: true)
          : top.value == bottom.value && Int(top.value) == place.row
            ? Line(place, first: Int(left.value), last: Int(right.value), isColumn: false) : nil
        guard let line, let omitted = line.omitted(in: sheet.grids) else { continue }
        let all = omitted.isLast ? line.text(line.first, line.own - 1) : line.text(line.first - 1, line.last)
        report.add(
          "\(call.value.uppercased()) leaves out \(omitted.place.address), which is like the others",
          at: tree.span(of: arguments[0]), label: "\(all) would be all",
          others: sheet.grids[omitted.place].map { [Diagnostic.Label($0.span, "left out")] } ?? [])
      }
    }
  }

  /// A range in the row or column of its formula, which stands behind it.
  private struct Line {
    let place: GridFormulas.Place
    let first: Int
    let last: Int
    let isColumn: Bool

    init?(_ place: GridFormulas.Place, first: Int, last: Int, isColumn: Bool) {
      guard first < last, last < (isColumn ? place.row : place.column) else { return nil }
      self.place = place
      self.first = first
      self.last = last
      self.isColumn = isColumn
    }

    /// Where the formula stands on the line.
    var own: Int { isColumn ? place.row : place.column }

    func at(_ position: Int) -> GridFormulas.Place {
      isColumn
        ? GridFormulas.Place(grid: place.grid, row: position, column: place.column)
        : GridFormulas.Place(grid: place.grid, row: place.row, column: position)
    }

    func text(_ first: Int, _ last: Int) -> String { "\(at(first).address):\(at(last).address)" }

    /// The one cell between the range and the formula that is like those of the range.
    func omitted(in grids: GridFormulas) -> (place: GridFormulas.Place, isLast: Bool)? {
      // What lies between is one cell: more of them are something else, such as a second list.
      guard own - last == 2, isAlike(last + 1, last, in: grids), (first...last).allSatisfy({ grids[at($0)] != nil })
      else { return nil }
      return (at(last + 1), true)
    }

    /// Whether two cells are numbers of one kind, or have one formula.
    private func isAlike(_ a: Int, _ b: Int, in grids: GridFormulas) -> Bool {
      guard let a = grids[at(a)], let b = grids[at(b)] else { return false }
      if let formula = a.formula { return formula == b.formula }
      guard case .number(_, let kind)? = a.constant, case .number(_, let other)? = b.constant else { return false }
      return kind == other
    }
  }
}

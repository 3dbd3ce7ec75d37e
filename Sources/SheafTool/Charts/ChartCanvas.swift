/// Cells of text in which points and lines are drawn; the lowest row is 0.
struct ChartCanvas {
  let width: Int
  let height: Int
  private var cells: [[Character]]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: Array(repeating: " ", count: width), count: height)
  }

  /// The rows from above.
  var rows: [String] { cells.reversed().map { String($0) } }

  /// Draws points, with lines between neighbours where they are joined; a `nil` leaves a gap.
  ///
  /// - Parameter filled: What stands between the line and a row.
  mutating func draw(
    _ points: [(x: Double, y: Double)?], _ mark: Character, joined: Bool, filled: (mark: Character, row: Double)? = nil
  ) {
    var former: (x: Double, y: Double)?
    for point in points {
      if let point, let former, joined { line(former, point, mark, filled) }
      if let point { set(point, mark, filled) }
      former = point
    }
  }

  private mutating func line(
    _ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ mark: Character,
    _ filled: (mark: Character, row: Double)?
  ) {
    let steps = Int(max(abs(b.x - a.x), abs(b.y - a.y)).rounded(.up))
    guard steps > 1 else { return }
    for step in 1..<steps {
      let share = Double(step) / Double(steps)
      set((a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share), mark, filled)
    }
  }

  private mutating func set(
    _ point: (x: Double, y: Double), _ mark: Character, _ filled: (mark: Character, row: Double)?
  ) {
    let (column, row) = (Int(point.x.rounded()), Int(point.y.rounded()))
    guard (0..<width).contains(column), (0..<height).contains(row) else { return }
    if let filled {
      let base = min(max(Int(filled.row.rounded()), 0), height - 1)
      for between in min(base, row)...max(base, row) where cells[between][column] == " " {
        cells[between][column] = filled.mark
      }
    }
    cells[row][column] = mark
  }
}

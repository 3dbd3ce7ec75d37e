import CellModel

extension AlignedTable.Courses {
  /// Of more rows than that nobody sees more of the course.
  private static let mostRows = 100_000

  /// The courses of what a table shows; `nil` where no column has one. Days have none: they go on in one way.
  init?(of reading: Reading, _ blocks: Sparkline.Blocks) {
    guard reading.isLaidOut, !reading.hasHeadings, reading.rowCount <= Self.mostRows else { return nil }
    var columns: [[Double?]] = []
    for row in 0..<reading.rowCount {
      for (column, value) in reading.values(ofRow: row).enumerated() {
        if column == columns.count { columns.append([]) }
        guard case .number(let number, let kind) = value, !kind.isDay else {
          columns[column].append(nil)
          continue
        }
        columns[column].append(number)
      }
    }
    self.init(of: columns, blocks)
  }
}

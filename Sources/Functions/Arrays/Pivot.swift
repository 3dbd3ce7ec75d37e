import CellModel

/// Groups down and groups across, with the summary of each pair.
struct Pivot {
  let rows: GroupedRows
  let columns: GroupedRows
  let summary: Summary
  let whole: Whole

  /// What a function of two arguments gets beside the values of a pair.
  ///
  /// The parent of a group is the group of all but its last field; that of a group of one field is everything.
  enum Whole: Int {
    case column, row, everything, parentColumn, parentRow
  }

  /// The table row by row: above the column fields, and the names of the values when there are several or they are
  /// given; at the left the row fields.
  func lines(
    rowTotals: Int, columnTotals: Int, valueNames: [CellValue]?
  ) throws(CellError) -> [[CellValue]] {
    let across = columns.lines(totalDepth: columnTotals)
    let width = summary.values.columns
    let corner: [CellValue] = Array(repeating: "", count: rows.depth)
    var result: [[CellValue]] = []
    for level in 0..<columns.depth {
      result.append(corner + across.flatMap { Array(repeating: $0.labels[level], count: width) })
    }
    if let valueNames { result.append(corner + across.flatMap { _ in valueNames }) }
    let acrossSets: [Set<Int>] = across.map { Set(columns.members[$0.prefix] ?? []) }
    for line in rows.lines(totalDepth: rowTotals) {
      if summary.function.context.isCancelled { throw .busy }
      let down = rows.members[line.prefix] ?? []
      var values: [CellValue] = line.labels
      for (place, column) in across.enumerated() {
        let members = down.filter { acrossSets[place].contains($0) }
        if members.isEmpty {
          values.append(contentsOf: Array(repeating: "", count: width))
        } else {
          values.append(contentsOf: summary.row(of: members, in: base(down: line.prefix, across: column.prefix)))
        }
      }
      result.append(values)
    }
    return result
  }

  /// The rows of the whole that a pair of groups belongs to; `nil` for all.
  private func base(down: [OrderKey], across: [OrderKey]) -> [Int]? {
    func common(_ down: [OrderKey], _ across: [OrderKey]) -> [Int]? {
      let members = Set(columns.members[across] ?? [])
      return rows.members[down]?.filter { members.contains($0) }
    }
    switch whole {
    case .column: return columns.members[across]
    case .row: return rows.members[down]
    case .everything: return nil
    case .parentColumn: return common(down, Array(across.dropLast()))
    case .parentRow: return common(Array(down.dropLast()), across)
    }
  }
}

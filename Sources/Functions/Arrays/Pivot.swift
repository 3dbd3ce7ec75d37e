import CellModel

/// Groups down and groups across, with the summary of each pair.
struct Pivot {
  let rows: GroupedRows
  let columns: GroupedRows
  let summary: Summary
  /// What a function of two arguments gets beside a pair: 0 its column, 1 its row, 2 everything.
  let whole: Int

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
          let base: [Int]? = whole == 0 ? columns.members[column.prefix] : (whole == 1 ? down : nil)
          values.append(contentsOf: summary.row(of: members, in: base))
        }
      }
      result.append(values)
    }
    return result
  }
}

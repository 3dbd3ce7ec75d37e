import CellModel
import Functions

/// Groups down and groups across, with the summary of each pair.
struct Pivot {
  let rows: GroupedRows
  let columns: GroupedRows
  let summary: Summary
  let whole: Whole
  /// The names of the fields, as they stand in the headers or made up.
  let rowNames: [CellValue]
  let columnNames: [CellValue]

  /// What a function of two arguments gets beside the values of a pair.
  ///
  /// The parent of a group is the group of all but its last field; that of a group of one field is everything.
  enum Whole: Int {
    case column, row, everything, parentColumn, parentRow
  }

  /// The table row by row: above the column fields and what names the values, at the left the row fields.
  func lines(rowTotals: Int, columnTotals: Int) throws(CellError) -> [[CellValue]] {
    let across = columns.lines(totalDepth: columnTotals)
    var result = head(across.map(\.labels))
    let acrossSets: [Set<Int>] = across.map { Set(columns.members[$0.prefix] ?? []) }
    for line in rows.lines(totalDepth: rowTotals) {
      try summary.functions.context.takeSteps(1)
      let down = rows.members[line.prefix] ?? []
      var cells: [[CellValue]] = []
      for (place, column) in across.enumerated() {
        let members = down.filter { acrossSets[place].contains($0) }
        if members.isEmpty {
          cells.append(Array(repeating: "", count: summary.count))
        } else {
          cells.append(summary.results(of: members, in: base(down: line.prefix, across: column.prefix)))
        }
      }
      result += summary.lines(labels: line.labels, columns: cells)
    }
    return result
  }

  /// The rows above: the names of the column fields, the fields themselves, the functions, and the names of the values.
  private func head(_ labels: [[CellValue]]) -> [[CellValue]] {
    let left = summary.leftBlanks(rows.depth)
    let width = summary.width
    var result: [[CellValue]] = []
    if summary.headers.areShown {
      let names = columnNames.map { (try? $0.asText()) ?? "" }.joined(separator: ", ")
      result.append(left + [.text(names)] + Array(repeating: "", count: labels.count * width - 1))
    }
    for level in 0..<columns.depth {
      let isLast = summary.namesValuesAtLeft && level == columns.depth - 1
      let corner = isLast ? rowNames + left.dropFirst(rows.depth) : left
      result.append(corner + labels.flatMap { Array(repeating: $0[level], count: width) })
    }
    if let names = summary.functionNames { result.append(left + labels.flatMap { _ in names }) }
    if summary.headers.areShown, !summary.namesValuesAtLeft {
      let names = summary.valueNames.prefix(width)
      result.append(rowNames + left.dropFirst(rows.depth) + labels.flatMap { _ in names })
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

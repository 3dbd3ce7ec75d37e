import CellModel
import Functions

/// What the numbers of areas come to, for formulas that run over plain numbers.
///
/// What was added up for one formula or row serves the next ones, until ``forget()``: nothing here sees that a cell changes.
struct AreaFolds {
  /// What several formulas and rows have in common that read down from the same cells.
  private struct Key: Hashable {
    let grid: GridID
    let left: UInt16
    let right: UInt16
    let top: Int32
    /// The last row where it is fixed; a sum that grows is not to begin anew for one that does not.
    let bottom: Int32
  }

  /// Shorter areas are read as fast as they are looked up.
  private static let leastRows = 64
  /// How many folds of one kind are kept.
  private static let mostKept = 1 << 12

  private var sums: [Key: AreaFold<Total>] = [:]
  private var startedSums: [Key: AreaFold<PlainSum>] = [:]
  private var means: [Key: AreaFold<CountedSum>] = [:]
  private var counts: [Key: AreaFold<NumberCount>] = [:]
  private var products: [Key: AreaFold<CountedProduct>] = [:]
  private var largest: [Key: AreaFold<Largest>] = [:]
  private var smallest: [Key: AreaFold<Smallest>] = [:]
  private var tails = TailFolds()
  private var room = WindowRoom()

  /// Forgets what has been added up, because cells have changed since.
  mutating func forget() {
    if !sums.isEmpty { sums.removeAll(keepingCapacity: true) }
    if !startedSums.isEmpty { startedSums.removeAll(keepingCapacity: true) }
    if !means.isEmpty { means.removeAll(keepingCapacity: true) }
    if !counts.isEmpty { counts.removeAll(keepingCapacity: true) }
    if !products.isEmpty { products.removeAll(keepingCapacity: true) }
    if !largest.isEmpty { largest.removeAll(keepingCapacity: true) }
    if !smallest.isEmpty { smallest.removeAll(keepingCapacity: true) }
    tails.forget()
  }

  func deallocate() { room.deallocate() }

  /// What the area of a reference comes to in a formula of one row; `nil` where the general program is needed.
  mutating func result(
    of aggregate: NumberAggregate, _ reference: GroupReference, at row: Int, _ reader: ColumnReader
  ) -> Double? {
    if TailFolds.has(aggregate, reference), case let area = reference.area(at: row), area.top >= 0,
      area.bottom == reference.bottom, area.rows >= Self.leastRows
    {
      let result = tails.result(of: aggregate, area, reader)
      if result != nil || !aggregate.dependsOnOrder { return result }
    }
    return switch aggregate {
    case .sum: Self.result(&sums, reference, row, reader)
    case .startedSum: Self.result(&startedSums, reference, row, reader)
    case .mean: Self.result(&means, reference, row, reader)
    case .count: Self.result(&counts, reference, row, reader)
    case .product: Self.result(&products, reference, row, reader)
    case .largest: Self.result(&largest, reference, row, reader)
    case .smallest: Self.result(&smallest, reference, row, reader)
    }
  }

  /// Writes what the areas of a reference that moves come to in the formulas of some rows; `false` where the general
  /// program is needed.
  mutating func results(
    of aggregate: NumberAggregate, _ reference: GroupReference, from row: Int, rows count: Int, _ reader: ColumnReader,
    into target: UnsafeMutablePointer<Double>
  ) -> Bool {
    guard !reference.mayBeMissing else { return false }
    guard reference.bottomIsRelative else {
      return tailResults(of: aggregate, reference, from: row, rows: count, reader, into: target)
    }
    if reference.topIsRelative {
      let area = reference.area(at: row)
      guard area.top >= 0 else { return false }
      return WindowFold(
        columns: area.columnRange, rows: area.rowRange, count: count, countsLogicals: reader.countsLogicals
      )
      .results(of: aggregate, in: reader.tables[area.grid.index], &room, into: target)
    }
    return switch aggregate {
    case .sum: Self.results(&sums, reference, row, count, reader, target)
    case .startedSum: Self.results(&startedSums, reference, row, count, reader, target)
    case .mean: Self.results(&means, reference, row, count, reader, target)
    case .count: Self.results(&counts, reference, row, count, reader, target)
    case .product: Self.results(&products, reference, row, count, reader, target)
    case .largest: Self.results(&largest, reference, row, count, reader, target)
    case .smallest: Self.results(&smallest, reference, row, count, reader, target)
    }
  }

  /// The same for areas whose last row stays.
  private mutating func tailResults(
    of aggregate: NumberAggregate, _ reference: GroupReference, from row: Int, rows count: Int, _ reader: ColumnReader,
    into target: UnsafeMutablePointer<Double>
  ) -> Bool {
    guard aggregate.dependsOnOrder, reference.topIsRelative, case let area = reference.area(at: row), area.top >= 0,
      area.bottom == reference.bottom, area.rows >= Self.leastRows + count
    else { return false }
    if TailFolds.has(aggregate, reference) {
      // Where the topmost is in no order, all are.
      for index in 0..<count {
        guard let result = tails.result(of: aggregate, reference.area(at: row + index), reader) else { break }
        target[index] = result
        if index == count - 1 { return true }
      }
    }
    let table = reader.tables[area.grid.index]
    let covered = table.used(area.columnRange)?.map { table.columns[$0].coveredRows }.max() ?? 0
    guard covered > Int(area.top) + Self.leastRows + count else { return false }
    let rows = area.rowRange.clamped(to: 0...covered - 1)
    return WindowFold(
      columns: area.columnRange, rows: rows, count: count, countsLogicals: reader.countsLogicals, endsMove: false
    )
    .results(of: aggregate, in: table, &room, into: target)
  }

  private static func result<Fold: NumberFold>(
    _ folds: inout [Key: AreaFold<Fold>], _ reference: GroupReference, _ row: Int, _ reader: ColumnReader
  ) -> Double? {
    let area = reference.area(at: row)
    guard area.top >= 0, !reference.mayBeMissing else { return nil }
    let table = reader.tables[area.grid.index]
    let grows = !reference.topIsRelative && reference.bottomIsRelative && area.top == reference.top
    guard grows || area.rows >= leastRows else {
      return AreaFold<Fold>.result(
        of: area.columnRange, area.rowRange, in: table, countsLogicals: reader.countsLogicals)
    }
    let key = Key(
      grid: area.grid, left: reference.left, right: reference.right, top: area.top, bottom: grows ? -1 : area.bottom)
    if folds[key] == nil, folds.count >= mostKept { folds.removeAll(keepingCapacity: true) }
    return folds[
      key, default: AreaFold(of: area.columnRange, from: Int(area.top), countsLogicals: reader.countsLogicals)
    ]
    .result(through: Int(area.bottom), in: table)
  }

  private static func results<Fold: NumberFold>(
    _ folds: inout [Key: AreaFold<Fold>], _ reference: GroupReference, _ row: Int, _ count: Int,
    _ reader: ColumnReader, _ target: UnsafeMutablePointer<Double>
  ) -> Bool {
    let bottom = reference.bottomRow(at: row)
    // Above its first row the area has its corners the other way round.
    guard bottom >= Int(reference.top) else { return false }
    let key = Key(grid: reference.grid, left: reference.left, right: reference.right, top: reference.top, bottom: -1)
    let columns = Int(reference.left)...Int(reference.right)
    return folds[key, default: AreaFold(of: columns, from: Int(reference.top), countsLogicals: reader.countsLogicals)]
      .results(through: bottom, rows: count, in: reader.tables[reference.grid.index], into: target)
  }
}

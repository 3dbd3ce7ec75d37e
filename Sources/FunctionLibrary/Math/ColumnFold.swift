import CellModel
import Functions

/// What the numbers of a long column of cells come to, bit for bit what reading all of them gives, and the first error in it.
struct ColumnFold<Fold: NumberFold> {
  private(set) var fold: Fold
  private(set) var error: CellError?

  private init(_ fold: Fold = Fold()) { self.fold = fold }

  /// `nil` for an area that is short, no single column, or has arrays in its cells, whose numbers come behind all others.
  static func of(_ area: Area, in numbers: Numbers) -> ColumnFold? {
    ColumnProgress.state(of: area, in: numbers.context, from: ColumnFold()) { $0.read($1, numbers) }
  }

  /// The same of numbers that are added to what there is before the column.
  ///
  /// - Parameter way: What tells apart all that may be there.
  static func of(_ area: Area, addedTo start: Fold, by way: some Hashable, in numbers: Numbers) -> ColumnFold? {
    ColumnProgress.state(of: area, in: numbers.context, from: ColumnFold(start), by: way) { $0.read($1, numbers) }
  }

  /// What numbers come to that are added to what there is before a long column; `nil` where anything else stands in it.
  static func ofNumbersAlone(
    _ range: CellRange, addedTo start: Fold, by way: some Hashable = 0
  ) -> Fold? {
    guard let area = range.area, !area.isClippedWhenRead else { return nil }
    let numbers = Numbers(operands: [], in: range.context)
    return ColumnProgress.state(of: area, in: range.context, from: ColumnFold(start), by: way) { fold, rows in
      var isPlain = true
      range.context.forEachRun(in: rows) { _, _, run in
        isPlain = isPlain && run.allSatisfy { $0.isNumber || $0.isBlank }
      }
      return isPlain && fold.read(rows, numbers)
    }?.fold
  }

  /// The same of a column without the cells that are left out.
  static func of(_ area: Area, but leftOut: CellSelection.LeftOut, in numbers: Numbers) -> ColumnFold? {
    guard !leftOut.isEmpty else { return of(area, in: numbers) }
    return ColumnProgress.state(of: area, in: numbers.context, from: ColumnFold(), by: leftOut.omissions) {
      fold, rows in
      var read = fold
      for part in leftOut.parts(of: numbers.context.used(rows)) where !read.read(part, numbers) { return false }
      fold = read
      return true
    }
  }

  private mutating func read(_ rows: Area, _ numbers: Numbers) -> Bool {
    var (hasErrors, hasArrays) = (false, false)
    var fold = fold
    numbers.context.forEachRun(in: rows) { _, _, run in
      for box in run {
        if box.isNumber {
          fold.add(box.number)
        } else if box.hasSlot {
          if box.kind == .error { hasErrors = true } else if box.kind == .array { hasArrays = true }
        }
      }
    }
    guard !hasArrays else { return false }
    self.fold = fold
    if hasErrors, error == nil {
      do throws(CellError) { _ = try numbers.numbersInArrays(of: rows) } catch { self.error = error }
    }
    return true
  }
}

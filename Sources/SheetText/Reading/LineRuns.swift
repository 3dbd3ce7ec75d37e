import CellModel
import Diagnostics
import Formulas

/// The runs of lines that were read last, by the columns that they define, as the lines of several columns may alternate.
struct LineRuns {
  private enum Column {
    case empty
    case line(PatternLine)
    case run(LineRun)
  }

  /// As many columns have a run at one time; those that are so far apart displace each other.
  private static let columnCount = 64
  private var columns = [Column](repeating: .empty, count: columnCount)

  /// The line at an offset, if it goes on from the one that was read last of its column.
  mutating func next(
    _ base: UnsafePointer<UInt8>, at start: Int, to limit: Int
  ) -> (line: LineRun.Line, column: Int, formulas: FormulaRun)? {
    var (index, letters) = (start, 0)
    while index < limit, index - start < 3, Ascii.isLetter(base[index]) {
      letters = letters * 26 + Int(base[index] & 0x1F)
      index += 1
    }
    guard letters > 0, index < limit, Ascii.isDigit(base[index]) else { return nil }
    return follow(letters - 1, base, start, limit)
  }

  @inline(__always)
  private mutating func follow(
    _ column: Int, _ base: UnsafePointer<UInt8>, _ start: Int, _ limit: Int
  ) -> (line: LineRun.Line, column: Int, formulas: FormulaRun)? {
    columns.withUnsafeMutableBufferPointer { columns in
      let place = column & (Self.columnCount - 1)
      guard case .run(let run) = columns[place], run.column == column else { return nil }
      guard let line = run.next(base, at: start, to: limit) else {
        columns[place] = .empty
        return nil
      }
      return (line, column, run.formulas)
    }
  }

  /// Notes a line that was read by itself.
  ///
  /// - Returns: The run that it is the second line of.
  mutating func note(_ line: PatternLine?, _ base: UnsafePointer<UInt8>) -> FormulaRun? {
    guard let line else { return nil }
    let place = line.column & (Self.columnCount - 1)
    if case .line(let first) = columns[place], let run = LineRun(base, from: first, to: line) {
      columns[place] = .run(run)
      return run.formulas
    }
    columns[place] = .line(line)
    return nil
  }
}

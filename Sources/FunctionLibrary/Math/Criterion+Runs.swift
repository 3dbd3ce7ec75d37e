import CellModel
import Functions

extension Criterion {
  /// Leaves of some cells those that meet the criterion.
  ///
  /// A plain comparison with a number has a loop of its own for each relation, without a branch where the run holds but numbers
  /// and blanks: a box that is no number is no number in a comparison either.
  func narrow(
    _ cells: UnsafeMutableBufferPointer<Bool>, to run: UnsafeBufferPointer<BoxedValue>,
    _ context: any EvaluationContext
  ) {
    guard case .number(let wanted) = operand, Self.hasOnlyNumbersAndBlanks(run) else {
      return narrowOneByOne(cells, to: run, context)
    }
    // As bytes they are narrowed sixteen at a time.
    let cells = UnsafeMutableRawBufferPointer(cells)
    @inline(__always)
    func compare(_ holds: (Double) -> Bool) {
      for place in run.indices { cells[place] &= holds(run[place].number) ? 1 : 0 }
    }
    switch relation {
    case .equal: compare { $0 == wanted }
    case .notEqual: compare { $0 != wanted }
    case .less: compare { $0 < wanted }
    case .lessOrEqual: compare { $0 <= wanted }
    case .greater: compare { $0 > wanted }
    case .greaterOrEqual: compare { $0 >= wanted }
    }
  }

  private static func hasOnlyNumbersAndBlanks(_ run: UnsafeBufferPointer<BoxedValue>) -> Bool {
    let last = UInt32(truncatingIfNeeded: BoxedValue.blank.bits >> 48)
    var others: UInt32 = 0
    for box in run { others |= UInt32(truncatingIfNeeded: box.bits >> 48) > last ? 1 : 0 }
    return others == 0
  }

  private func narrowOneByOne(
    _ cells: UnsafeMutableBufferPointer<Bool>, to run: UnsafeBufferPointer<BoxedValue>,
    _ context: any EvaluationContext
  ) {
    // The plainest of loops: a build that is not optimised goes this way for every row of every criterion.
    var place = 0
    while place < run.count {
      if cells[place] {
        let box = run[place]
        cells[place] = matches(box) ?? matches(context.unboxed(box))
      }
      place += 1
    }
  }
}

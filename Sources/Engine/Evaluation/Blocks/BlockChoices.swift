import CellModel
import Functions

/// Choices of rows that run together: each branch runs with the rows that take it.
enum BlockChoices {
  /// The rows for the two branches; a row whose condition is an error has that as its result.
  static func parts(of rows: [Int], byConditionAt place: Int, in block: inout Block) -> (chosen: [Int], others: [Int]) {
    var (chosen, others): ([Int], [Int]) = ([], [])
    chosen.reserveCapacity(rows.count)
    others.reserveCapacity(rows.count)
    for row in rows {
      let box = block.table.place(row, place)
      if box.pointee.isLogical {
        if box.pointee.logical { chosen.append(row) } else { others.append(row) }
        continue
      }
      take(box, in: row, &block) { (condition) throws(CellError) in
        if try condition.asLogical() { chosen.append(row) } else { others.append(row) }
      }
    }
    return (chosen, others)
  }

  /// Takes the value by which a row chooses; where it is an array or chooses nothing, it or the error is the row's result.
  private static func take(
    _ box: UnsafeMutablePointer<BoxedValue>, in row: Int, _ block: inout Block,
    _ choose: (CellValue) throws(CellError) -> Void
  ) {
    block.takeUp(row)
    let value = block.evaluator.taken(block.table.operand(box.pointee, block.slots))
    if case .array = value { return block.store(.value(value), in: row, at: box) }
    do throws(CellError) {
      try choose(value)
      block.leave(row)
    } catch {
      block.store(.value(.error(error)), in: row, at: box)
    }
  }

  /// The rows for each of several branches; a row whose position is none has an error as its result.
  static func parts(of rows: [Int], selectedAt place: Int, from selection: Program.Selection, in block: inout Block)
    -> [[Int]]
  {
    var parts = [[Int]](repeating: [], count: selection.starts.count)
    for row in rows {
      let box = block.table.place(row, place)
      if box.pointee.isNumber, let branch = selection.place(of: box.pointee.number) {
        parts[branch].append(row)
        continue
      }
      take(box, in: row, &block) { (position) throws(CellError) in parts[try selection.place(of: position)].append(row)
      }
    }
    return parts
  }

  /// The rows whose value is an error to be rescued; what the others have stays where it is.
  static func rescuedRows(among rows: [Int], at place: Int, onlyMissing: Bool, in block: inout Block) -> [Int] {
    var rescued: [Int] = []
    for row in rows {
      let box = block.table.place(row, place)
      if box.pointee.isNumber || box.pointee.isText { continue }
      block.takeUp(row)
      let operand = block.table.operand(box.pointee, block.slots)
      if let value = block.evaluator.singleValue(of: operand) {
        if value.isRescued(onlyMissing: onlyMissing) {
          rescued.append(row)
          block.leave(row)
        } else {
          block.store(.value(value), in: row, at: box)
        }
      } else {
        box.pointee = .omitted
        block.standOut(row)
        block.leave(row)
      }
    }
    return rescued
  }
}

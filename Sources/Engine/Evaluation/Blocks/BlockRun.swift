import CellModel
import Formulas
import Functions

/// A general program that runs for some rows of a column together: each instruction for all of them, then the next.
///
/// What a row costs beside its functions is paid once so, taking it up, choosing instructions, finding the columns that
/// are read, and values stay in the 8 bytes in which cells have them. Rows of a ``Block`` read none of each other, and nobody
/// writes into a cell while it runs.
struct BlockRun: ~Copyable {
  /// How many rows of a block may stand out before all that have the program are evaluated one by one.
  private static let mostStandingOut = 3

  private let program: Program
  private var block: Block

  init(_ evaluator: Evaluator, _ program: Program, _ table: BoxTable, _ rows: RowRange) {
    self.program = program
    block = Block(evaluator, table, rows, width: program.localCount + program.depth)
  }

  /// Runs the program, and tells whether most rows have a result.
  mutating func run() -> Bool {
    for row in 0..<block.count {
      for slot in 0..<program.localCount { block.table.place(row, slot).pointee = .omitted }
    }
    run(0..<program.count, for: block.table.rowNumbers(block.count), at: program.localCount)
    return block.standingOut.count <= Self.mostStandingOut
  }

  // MARK: Results

  /// The number or logical that a row has come to; `nil` where it is anything else, or the row stands out.
  @inline(__always)
  func plainResult(_ row: Int) -> BoxedValue? {
    let box = block.table.place(row, program.localCount).pointee
    guard box.isNumber || box.isLogical, !block.standsOut(row) else { return nil }
    return box
  }

  /// Whether each row that has come to a text made it by itself, so that it may be taken away.
  ///
  /// - Parameter known: The answer, if it was asked for before.
  @inline(__always)
  func ownsTexts(_ known: inout Bool?) -> Bool {
    if let known { return known }
    let answer = ownsTexts
    known = answer
    return answer
  }

  private var ownsTexts: Bool {
    var last = -1
    for row in 0..<block.count {
      let box = block.table.place(row, program.localCount).pointee
      guard box.isText, box.isMade else { continue }
      // Slots are given in the order in which values are made.
      guard Int(box.slot) > last else { return false }
      last = Int(box.slot)
    }
    return true
  }

  /// Where the text stands that a row has made; `nil` where it has come to anything else, or stands out.
  @inline(__always)
  func madeText(_ row: Int) -> UnsafeMutablePointer<CellValue>? {
    let box = block.table.place(row, program.localCount).pointee
    guard box.isText, box.isMade, !block.standsOut(row) else { return nil }
    return block.table.made + Int(box.slot)
  }

  /// What a row has come to, as its cell has it; `nil` where it stands out.
  func result(_ row: Int) -> CellValue? {
    guard !block.standsOut(row) else { return nil }
    let box = block.table.place(row, program.localCount).pointee
    if box.isNumber || box.isLogical || box.isText || block.slots.isNumber(box) { return block.slots.value(box) }
    block.takeUp(row)
    let value = block.evaluator.cellValue(of: block.table.operand(box, block.slots))
    guard !block.evaluator.cameToAnEnd else {
      block.evaluator.course.ends = OpenEnds()
      return nil
    }
    if case .array = value { return nil }
    return value
  }

  // MARK: Instructions

  /// Runs a piece of the program for some rows; each has a further operand then, at a place of the table.
  private mutating func run(_ range: Range<Int>, for rows: [Int], at first: Int) {
    guard !rows.isEmpty else { return }
    let code = program.code
    var place = first
    var position = range.lowerBound
    while position < range.upperBound {
      let instruction = code.instructions[position]
      position += 1
      switch instruction {
      case .constant(let number): push(block.table.box(code.constants[number]), for: rows, at: &place)
      case .omitted: push(.omitted, for: rows, at: &place)
      case .ownNumber(let number): pushNumbers(number, for: rows, at: &place)
      case .ownRow:
        for row in rows { block.table.place(row, place).pointee = BoxedValue(Double(block.firstRow + row + 1)) }
        place += 1
      case .cell(let number): pushCells(number, for: rows, at: &place)
      case .reference(let number): pushReferences(number, for: rows, at: &place)
      case .numberOrReference(let number): pushNumbersOrReferences(number, for: rows, at: &place)
      case .local(let slot):
        for row in rows { block.table.place(row, place).pointee = block.table.place(row, slot).pointee }
        place += 1
      case .storeLocal(let slot):
        place -= 1
        for row in rows { block.table.place(row, slot).pointee = block.table.place(row, place).pointee }
      case .unary(let op):
        for row in rows {
          block.takeUp(row)
          let operand = block.table.place(row, place - 1)
          block.store(
            block.evaluator.unary(op, block.table.operand(operand.pointee, block.slots)), in: row, at: operand)
        }
      case .countLogical:
        for row in rows {
          let operand = block.table.place(row, place - 1)
          operand.pointee = operand.pointee.countingLogicals
        }
      case .binary(let op, let isFinal):
        place -= 1
        BlockOperators.combine(op, isFinal: isFinal, for: rows, at: place - 1, in: &block)
      case .call(let function, let number):
        place -= number
        BlockCalls.call(
          code.calls[function], code.functions + function, number, for: rows, at: place,
          isLast: position == program.count, in: &block)
        place += 1
      case .join(let number, let function):
        place -= number
        BlockOperators.join(number, function.map { code.functions + $0 }, for: rows, at: place, in: &block)
        place += 1
      case .branch(let elseStart, let end, _, _):
        place -= 1
        let (chosen, others) = BlockChoices.parts(of: rows, byConditionAt: place, in: &block)
        // The last instruction of the first branch is the jump over the second.
        run(position..<elseStart - 1, for: chosen, at: place)
        run(elseStart..<end, for: others, at: place)
        place += 1
        position = end
      case .select(let number):
        place -= 1
        let selection = program.selections[number]
        for (branch, chosen) in BlockChoices.parts(of: rows, selectedAt: place, from: selection, in: &block)
          .enumerated()
        {
          run(selection.range(branch), for: chosen, at: place)
        }
        place += 1
        position = selection.end
      case .rescue(let onlyMissing, let end, _):
        place -= 1
        let rescued = BlockChoices.rescuedRows(among: rows, at: place, onlyMissing: onlyMissing, in: &block)
        run(position..<end, for: rescued, at: place)
        place += 1
        position = end
      default: preconditionFailure("a program that runs in blocks has no such instruction")
      }
    }
  }

  private func push(_ box: BoxedValue, for rows: [Int], at place: inout Int) {
    for row in rows { block.table.place(row, place).pointee = box }
    place += 1
  }

  private func pushNumbers(_ number: Int, for rows: [Int], at place: inout Int) {
    let reference = block.evaluator.reference(at: number)
    let list = block.evaluator.formulas.ownNumbers.base
    for row in rows {
      block.table.place(row, place).pointee = BoxedValue(reference.number(at: block.firstRow + row, in: list))
    }
    place += 1
  }

  private func pushCells(_ number: Int, for rows: [Int], at place: inout Int) {
    defer { place += 1 }
    let reference = block.evaluator.reference(at: number)
    let cells = block.evaluator.cells
    guard reference.isCell, !reference.mayBeMissing, Int(reference.left) < cells.columnCount(of: reference.grid)
    else {
      for row in rows {
        block.takeUp(row)
        block.table.place(row, place).pointee = block.table.box(block.evaluator.cell(number))
      }
      return
    }
    let column = cells.column(reference.grid, Int(reference.left))
    let isPlain = !cells.mayHaveKinds || column.pointee.kinds.isPlain
    for row in rows {
      let read = reference.topRow(at: block.firstRow + row)
      let box =
        if read < 0 {
          block.table.box(block.evaluator.aboveFirstRow)
        } else if isPlain {
          BoxedValue(bits: column.pointee.bits(at: read))
        } else {
          block.table.box(cells.value(in: column, at: read))
        }
      block.table.place(row, place).pointee = box
    }
  }

  private func pushReferences(_ number: Int, for rows: [Int], at place: inout Int) {
    let reference = block.evaluator.reference(at: number)
    if !reference.topIsRelative, !reference.bottomIsRelative, !reference.mayBeMissing {
      block.takeUp(rows[0])
      return push(block.table.box(block.evaluator.reference(number)), for: rows, at: &place)
    }
    for row in rows {
      block.takeUp(row)
      block.table.place(row, place).pointee = block.table.box(block.evaluator.reference(number))
    }
    place += 1
  }

  private func pushNumbersOrReferences(_ number: Int, for rows: [Int], at place: inout Int) {
    let reference = block.evaluator.reference(at: number)
    let cells = block.evaluator.cells
    guard reference.isCell, !reference.mayBeMissing, Int(reference.left) < cells.columnCount(of: reference.grid),
      case let column = cells.column(reference.grid, Int(reference.left)),
      !cells.mayHaveKinds || column.pointee.kinds.isPlain
    else { return pushReferences(number, for: rows, at: &place) }
    for row in rows {
      let read = reference.topRow(at: block.firstRow + row)
      if read >= 0, case let box = BoxedValue(bits: column.pointee.bits(at: read)), box.isNumber {
        block.table.place(row, place).pointee = box
      } else {
        block.takeUp(row)
        block.table.place(row, place).pointee = block.table.box(block.evaluator.reference(number))
      }
    }
    place += 1
  }
}

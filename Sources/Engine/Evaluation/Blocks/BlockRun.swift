import CellModel
import Formulas
import Functions

/// A general program that runs for some rows of a column together: each instruction for all of them, then the next.
///
/// What a row costs beside its functions is paid once so, taking it up, choosing instructions, finding the columns that
/// are read, and values stay in the 8 bytes in which cells have them. A row that comes to an array, or to an end that is not
/// its own, *stands out*: nothing is said about it, and whoever asked evaluates it by itself. Rows are counted from the
/// first of the block, at most ``BoxTable/rows``; they read none of each other. Nobody writes into a cell while it runs.
struct BlockRun: ~Copyable {
  /// How many rows of a block may stand out before all that have the program are evaluated one by one.
  private static let mostStandingOut = 3

  let evaluator: Evaluator
  let program: Program
  let table: BoxTable
  let firstRow: Int
  private let count: Int
  private var standingOut: [Int] = []

  init(_ evaluator: Evaluator, _ program: Program, _ table: BoxTable, _ rows: RowRange) {
    self.evaluator = evaluator
    self.program = program
    self.table = table
    firstRow = rows.lowerBound
    count = rows.count
    table.begin(count, width: program.localCount + program.depth)
  }

  deinit { table.empty() }

  /// Runs the program, and tells whether most rows have a result.
  mutating func run() -> Bool {
    for row in 0..<count {
      for slot in 0..<program.localCount { table.place(row, slot).pointee = .omitted }
    }
    run(0..<program.count, for: Array(0..<count), at: program.localCount)
    return standingOut.count <= Self.mostStandingOut
  }

  // MARK: Results

  /// The number or logical that a row has come to; `nil` where it is anything else, or the row stands out.
  @inline(__always)
  func plainResult(_ row: Int) -> BoxedValue? {
    let box = table.place(row, program.localCount).pointee
    guard box.isNumber || box.isLogical, !standsOut(row) else { return nil }
    return box
  }

  /// What a row has come to, as its cell has it; `nil` where it stands out.
  func result(_ row: Int) -> CellValue? {
    guard !standsOut(row) else { return nil }
    let box = table.place(row, program.localCount).pointee
    if box.isNumber || box.isLogical || box.isText || slots.isNumber(box) { return slots.value(box) }
    takeUp(row)
    let value = evaluator.cellValue(of: table.operand(box, slots))
    guard !evaluator.cameToAnEnd else {
      evaluator.course.ends = OpenEnds()
      return nil
    }
    if case .array = value { return nil }
    return value
  }

  private func standsOut(_ row: Int) -> Bool { !standingOut.isEmpty && standingOut.contains(row) }

  // MARK: Rows

  /// Lets the evaluator stand in a row.
  @inline(__always)
  func takeUp(_ row: Int) { evaluator.takeUp(firstRow + row, steps: table.steps[row]) }

  /// Keeps what the evaluator has counted in a row.
  @inline(__always)
  mutating func leave(_ row: Int) {
    table.steps[row] = evaluator.course.limits.steps
    if evaluator.cameToAnEnd { standOut(row) }
  }

  mutating func standOut(_ row: Int) {
    evaluator.course.ends = OpenEnds()
    if !standsOut(row) { standingOut.append(row) }
  }

  var slots: BoxedSlots { table.slots(beside: evaluator.cells) }

  /// Puts what an operator or a function gave in a row into its place, and leaves the row.
  @inline(__always)
  mutating func store(_ result: consuming Operand, in row: Int, at place: UnsafeMutablePointer<BoxedValue>) {
    switch consume result {
    case .value(.array):
      // A block would hold as many of them as it has rows.
      place.pointee = .omitted
      standOut(row)
    case let result: place.pointee = table.box(result)
    }
    leave(row)
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
      case .constant(let number): push(table.box(code.constants[number]), for: rows, at: &place)
      case .omitted: push(.omitted, for: rows, at: &place)
      case .ownNumber(let number): pushNumbers(number, for: rows, at: &place)
      case .ownRow:
        for row in rows { table.place(row, place).pointee = BoxedValue(Double(firstRow + row + 1)) }
        place += 1
      case .cell(let number): pushCells(number, for: rows, at: &place)
      case .reference(let number): pushReferences(number, for: rows, at: &place)
      case .numberOrReference(let number): pushNumbersOrReferences(number, for: rows, at: &place)
      case .local(let slot):
        for row in rows { table.place(row, place).pointee = table.place(row, slot).pointee }
        place += 1
      case .storeLocal(let slot):
        place -= 1
        for row in rows { table.place(row, slot).pointee = table.place(row, place).pointee }
      case .unary(let op):
        for row in rows {
          takeUp(row)
          let operand = table.place(row, place - 1)
          store(evaluator.unary(op, table.operand(operand.pointee, slots)), in: row, at: operand)
        }
      case .countLogical:
        for row in rows {
          let operand = table.place(row, place - 1)
          operand.pointee = operand.pointee.countingLogicals
        }
      case .binary(let op, let isFinal):
        place -= 1
        combine(op, isFinal: isFinal, for: rows, at: place - 1)
      case .call(let function, let number):
        place -= number
        call(
          code.calls[function], code.functions + function, number, for: rows, at: place,
          isLast: position == program.count)
        place += 1
      case .join(let number, let function):
        place -= number
        join(number, function.map { code.functions + $0 }, for: rows, at: place)
        place += 1
      case .branch(let elseStart, let end, _, _):
        place -= 1
        let (chosen, others) = parts(of: rows, byConditionAt: place)
        // The last instruction of the first branch is the jump over the second.
        run(position..<elseStart - 1, for: chosen, at: place)
        run(elseStart..<end, for: others, at: place)
        place += 1
        position = end
      case .select(let number):
        place -= 1
        let selection = program.selections[number]
        for (branch, chosen) in parts(of: rows, selectedAt: place, from: selection).enumerated() {
          run(selection.range(branch), for: chosen, at: place)
        }
        place += 1
        position = selection.end
      case .rescue(let onlyMissing, let end, _):
        place -= 1
        let rescued = rescuedRows(among: rows, at: place, onlyMissing: onlyMissing)
        run(position..<end, for: rescued, at: place)
        place += 1
        position = end
      default: preconditionFailure("a program that runs in blocks has no such instruction")
      }
    }
  }

  private func push(_ box: BoxedValue, for rows: [Int], at place: inout Int) {
    for row in rows { table.place(row, place).pointee = box }
    place += 1
  }

  private func pushNumbers(_ number: Int, for rows: [Int], at place: inout Int) {
    let reference = evaluator.reference(at: number)
    let list = evaluator.formulas.ownNumbers.base
    for row in rows {
      table.place(row, place).pointee = BoxedValue(reference.number(at: firstRow + row, in: list))
    }
    place += 1
  }

  private func pushCells(_ number: Int, for rows: [Int], at place: inout Int) {
    defer { place += 1 }
    let reference = evaluator.reference(at: number)
    let cells = evaluator.cells
    guard reference.isCell, !reference.mayBeMissing, Int(reference.left) < cells.columnCount(of: reference.grid)
    else {
      for row in rows {
        takeUp(row)
        table.place(row, place).pointee = table.box(evaluator.cell(number))
      }
      return
    }
    let column = cells.column(reference.grid, Int(reference.left))
    let isPlain = !cells.mayHaveKinds || column.pointee.kinds.isPlain
    for row in rows {
      let read = reference.topRow(at: firstRow + row)
      let box =
        if read < 0 {
          table.box(evaluator.aboveFirstRow)
        } else if isPlain {
          BoxedValue(bits: column.pointee.bits(at: read))
        } else {
          table.box(cells.value(in: column, at: read))
        }
      table.place(row, place).pointee = box
    }
  }

  private func pushReferences(_ number: Int, for rows: [Int], at place: inout Int) {
    let reference = evaluator.reference(at: number)
    if !reference.topIsRelative, !reference.bottomIsRelative, !reference.mayBeMissing {
      takeUp(rows[0])
      return push(table.box(evaluator.reference(number)), for: rows, at: &place)
    }
    for row in rows {
      takeUp(row)
      table.place(row, place).pointee = table.box(evaluator.reference(number))
    }
    place += 1
  }

  private func pushNumbersOrReferences(_ number: Int, for rows: [Int], at place: inout Int) {
    let reference = evaluator.reference(at: number)
    let cells = evaluator.cells
    guard reference.isCell, !reference.mayBeMissing, Int(reference.left) < cells.columnCount(of: reference.grid),
      case let column = cells.column(reference.grid, Int(reference.left)),
      !cells.mayHaveKinds || column.pointee.kinds.isPlain
    else { return pushReferences(number, for: rows, at: &place) }
    for row in rows {
      let read = reference.topRow(at: firstRow + row)
      if read >= 0, case let box = BoxedValue(bits: column.pointee.bits(at: read)), box.isNumber {
        table.place(row, place).pointee = box
      } else {
        takeUp(row)
        table.place(row, place).pointee = table.box(evaluator.reference(number))
      }
    }
    place += 1
  }
}

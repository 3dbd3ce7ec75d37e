import CellModel
import Formulas
import Functions

/// Runs programs for one cell after the other.
///
/// It is what functions see of the engine.
final class Evaluator: EvaluationContext {
  let formulas: FormulaStore
  let cells: CellStore
  let settings: EngineSettings
  let memory: EvaluationMemory
  /// Whether what it reads has 1 and 0 for logicals.
  let countsLogicals: Bool
  /// How far the run has come.
  @exclusivity(unchecked) var course = RunCourse()
  @exclusivity(unchecked) var reads: ReadNotes
  /// The formula that runs, or the group that was evaluated last.
  @exclusivity(unchecked) var running = RunningFormula()
  /// From which of their rows on the columns of a growing call are asked for; `nil` for all of them.
  @exclusivity(unchecked) var windowTop: Int?
  let machine = Machine()

  init(
    _ graph: DependencyGraph, _ settings: EngineSettings, _ memory: EvaluationMemory, countsLogicals: Bool? = nil
  ) {
    reads = ReadNotes(graph)
    formulas = graph.formulas
    cells = graph.cells
    self.countsLogicals = countsLogicals ?? cells.countsLogicals
    self.settings = settings
    self.memory = memory
  }

  /// The value of a group's formula in one of its rows.
  ///
  /// - Parameter notesAll: Whether what it reads is noted even if its text says all of it.
  func evaluate(_ id: GroupID, at row: Int, notesAll: Bool = false) -> CellValue {
    let group = running.takeUp(id, in: formulas, cells)
    reads.begin(id, readsDynamically: group.readsDynamically, notesAll: notesAll, at: row)
    course.limits = EvaluationLimits()
    running.stand(in: row)
    let value = run(group)
    return course.ends.wereReached ? settled(value) { run(group) } : value
  }

  @inline(__always)
  private func run(_ group: RunningFormula.Group) -> CellValue {
    let frame = group.localCount == 0 ? nil : LocalFrame(omitted: group.localCount)
    let operand = group.template._withUnsafeGuaranteedRef {
      machine.run($0, group.code, 0..<group.count, frame, in: self)
    }
    return result(of: operand, isSheet: group.isSheet, isInCell: true)
  }

  // MARK: Rows together

  /// Runs a group's formula in some rows together, at most ``BoxTable/rows``, that read none of each other.
  ///
  /// - Returns: `nil` when they are to be evaluated one by one.
  func run(_ id: GroupID, in rows: RowRange) -> BlockRun? {
    let template = running.takeUp(id, in: formulas, cells).template.takeUnretainedValue()
    guard template.runsInBlocks, !memory.foundStandingOut,
      settings.memory.limit == nil
    else { return nil }
    reads.begin(id, readsDynamically: false, notesAll: false, at: rows.lowerBound)
    let counts = memory.ownCache.counts
    var block = BlockRun(self, template.program, machine.boxTable(), rows)
    if block.run() { return block }
    memory.ownCache.counts = counts
    if settings.isCancelled() { return nil }
    memory.noteStandingOut(of: template)
    return nil
  }

  /// Stands in a row of the group that was taken up.
  @inline(__always)
  func standIn(_ row: Int) { running.stand(in: row) }

  /// Goes on in a row of the group that was taken up, in which some steps have been taken.
  @inline(__always)
  func takeUp(_ row: Int, steps: Int) {
    standIn(row)
    course.limits = EvaluationLimits(steps: steps)
  }

  /// What a cell of the group that was taken up has of an evaluation that has come to an end.
  func cellValue(of operand: consuming Operand) -> CellValue {
    result(of: operand, isSheet: running.group?.isSheet ?? false, isInCell: true)
  }

  /// Whether the evaluation ended before its own end, or read whole columns as if they ended early.
  var cameToAnEnd: Bool { course.cameToAnEnd }

  /// The value of a template with its references, as if it stood in a cell.
  ///
  /// - Parameters:
  ///   - isRaw: Whether the result is kept as it is: a cell of a grid shows 0 for blank, and an error begins in a cell.
  ///   - isInCell: Whether an error that began nowhere else begins at the address.
  func run(
    _ template: FormulaTemplate, _ references: ArraySlice<GroupReference>, at address: CellAddress,
    isRaw: Bool = false, isInCell: Bool = true
  ) -> CellValue {
    running.takeUp(FormulaPlace(references: references, origin: address))
    course.limits = EvaluationLimits()
    func value() -> CellValue {
      let program = template.program
      let frame = program.localCount == 0 ? nil : LocalFrame(omitted: program.localCount)
      let operand = machine.run(template, program.code, 0..<program.count, frame, in: self)
      return isRaw
        ? result(of: operand)
        : result(of: operand, isSheet: cells.grids[address.grid.index].isSheet, isInCell: isInCell)
    }
    let first = value()
    return course.ends.wereReached ? settled(first, value) : first
  }

  /// What a cell has of an evaluation that has come to an end.
  @inline(__always)
  private func result(of operand: consuming Operand, isSheet: Bool, isInCell: Bool) -> CellValue {
    let value = result(of: operand)
    switch value {
    case .blank: return isSheet ? value.atGridAddress : value
    case .error where isInCell, .array where isInCell, .record where isInCell:
      return value.beginning(in: formulas.names.name(of: origin))
    default: return value
    }
  }

  /// What an evaluation gives that has come to an end, its own or another.
  @inline(__always)
  func result(of operand: consuming Operand) -> CellValue {
    let value = countsLogicals ? shown(operand) : taken(operand)
    return course.limits.end == nil ? value : course.limits.error.map { .error($0) } ?? value
  }

  /// The value of an operand; that of a cell with a logical is the logical.
  private func shown(_ operand: Operand) -> CellValue {
    if case .reference(let reference) = operand, reference.isSingleCell, !reference.isArray {
      return storedValue(at: reference.first.topLeft)
    }
    return value(of: operand)
  }

  func takeSteps(_ count: Int) throws(CellError) { try course.limits.takeSteps(count, settings) }

  /// Counts what the elements of an array cost, and puts an error in place of one too many.
  @inline(__always)
  func count(_ operand: inout Operand) {
    guard let steps = operand.steps else { return }
    do throws(CellError) { try takeSteps(steps) } catch { operand = .value(.error(error)) }
  }

  /// What a call gives that may be kept, which may be what it gave before.
  func keptResult(
    of call: FunctionCall, _ function: UnsafePointer<SheetFunction>, _ operands: UnsafeBufferPointer<Operand>
  ) -> Operand {
    func make() -> Operand { call.result(of: operands, in: self) ?? function.pointee(operands, in: self) }
    guard !reads.isReadingDynamically else { return make() }
    let (calls, reach) = (memory.arrays.calls, course.ends.reach)
    switch calls.standing(of: call, operands, in: cells.grids[origin.grid.index].scope, reach: reach) {
    case nil: return make()
    case .kept(let value, let trace)?:
      do throws(CellError) { try course.take(trace, settings) } catch { return .value(.error(error)) }
      return .value(value)
    case .madeOnce(let place)?:
      let former = course.beginPart()
      let operand = make()
      let trace = course.endPart(former)
      if case .value(let value) = operand, course.limits.end == nil, !memory.hasGivenUp {
        calls.keep(value, trace, at: place, operands, reach: reach)
      }
      return operand
    }
  }

  /// The value of the formula of a cell as if it stood some rows further down.
  ///
  /// One that is asked for while another is evaluated is `nil`, so that criteria about criteria come to an end.
  func value(ofFormulaAt address: CellAddress, shiftedDown rows: Int) -> CellValue? {
    guard !givesUp(), let id = formulas.group(at: address), !running.isShifted else { return nil }
    guard Int(address.row) + rows <= Area.lastRow else { return .error(.reference) }
    let template = formulas.template(of: id)
    let former = running.beginShift(
      to: FormulaPlace(
        references: formulas.references(of: formulas[id])[...],
        origin: CellAddress(grid: address.grid, row: Int(address.row) + rows, column: Int(address.column))))
    let frame = LocalFrame(omitted: template.program.localCount)
    let program = template.program
    let value = self.value(of: machine.run(template, program.code, 0..<program.count, frame, in: self))
    running.endShift(former)
    return value
  }

  // MARK: Helping

  /// Whether it may not go on, because it helps: the thread that has the engine evaluates the formula.
  ///
  /// Whatever looks at more than cells and their values asks this first.
  @inline(__always)
  func givesUp() -> Bool { memory.givesUp() }

  /// What functions keep between calls.
  var cache: EvaluationCache { memory.cache }

  func call(_ lambda: CellLambda, _ arguments: [Operand]) -> Operand { machine.call(lambda, arguments, in: self) }

  // MARK: References

  /// The cell whose formula runs, or whose LAMBDA does.
  var origin: CellAddress { running.place.origin }

  @inline(__always)
  func reference(at number: Int) -> GroupReference { running.place.reference(at: number) }

  /// How many references the running formula has.
  var referenceCount: Int { running.place.references.count }

  /// The value of the cell that a reference of the running formula means; the reference, where it means more than one.
  func cell(_ number: Int) -> Operand {
    let reference = reference(at: number)
    let row = reference.topRow(at: Int(origin.row))
    guard reference.isCell else { return self.reference(number) }
    guard row >= 0 else { return aboveFirstRow }
    if reference.mayBeMissing, let error = missingRow(row, of: reference.grid) { return .value(.error(error)) }
    return .value(storedValue(at: CellAddress(grid: reference.grid, row: row, column: Int(reference.left))))
  }

  /// The plain number in the cell that a reference of the running formula means; the reference, where none stands there.
  func numberOrReference(_ number: Int) -> Operand {
    let reference = reference(at: number)
    let row = reference.topRow(at: Int(origin.row))
    guard reference.isCell, !reference.mayBeMissing, row >= 0,
      case .number(let value, .plain) = storedValue(
        at: CellAddress(grid: reference.grid, row: row, column: Int(reference.left)))
    else { return self.reference(number) }
    return .value(.number(value))
  }

  /// What a reference gives that has moved above the first row.
  var aboveFirstRow: Operand { .value(.error(.reference("It refers to a row above the first."))) }

  /// The error of a row that a table does not have.
  private func missingRow(_ row: Int, of table: GridID) -> CellError? {
    let count = cells.grids[table.index].rowCount
    guard row >= count else { return nil }
    note(Area(CellAddress(grid: table, row: row, column: 0)))
    return .noRow("\(row + 1)", of: count)
  }

  /// What a union of references of the running formula means, each by its number.
  func union(of numbers: [Int]) -> Operand {
    let areas = numbers.map { cells.clipped(reference(at: $0).area(at: Int(origin.row))) }
    return .reference(Reference(areas[0], others: Array(areas.dropFirst())))
  }

  /// What a reference of the running formula means, as it is.
  func reference(_ number: Int) -> Operand {
    let reference = reference(at: number)
    let row = Int(origin.row)
    if reference.mayBeMissing, let error = missingRow(reference.bottomRow(at: row), of: reference.grid) {
      return .value(.error(error))
    }
    guard reference.topRow(at: row) >= 0, reference.bottomRow(at: row) >= 0 else { return aboveFirstRow }
    if reference.isCell, let meant = rangeMeant(by: reference) { return .reference(meant) }
    return .reference(Reference(cells.clipped(reference.area(at: row))))
  }

  /// The range that a named cell stands for, because its whole formula is a reference, as in `costs = B2:B9`.
  ///
  /// So `ROW(costs)` and `OFFSET(costs, 1, 0)` see the range. Names of names are followed some way.
  func rangeMeant(by name: GroupReference) -> Reference? {
    var name = name
    var row = Int(origin.row)
    var meant: Reference?
    for _ in 0..<16 {
      guard name.isCell, case .names = cells.grids[name.grid.index].kind else { break }
      let address = CellAddress(grid: name.grid, row: name.topRow(at: row), column: 0)
      guard let id = formulas.group(at: address), !givesUp(), let reference = formulas.wholeReference(of: id) else {
        break
      }
      note(Area(address))
      let area = cells.clipped(reference.area(at: Int(address.row)))
      guard !area.isEmpty else { break }
      (name, row) = (reference, Int(address.row))
      // A name of a name of a range means the range; one of an array means no cell.
      if area.isSingleCell, case .array = cells.value(at: area.topLeft) { continue }
      meant = Reference(area)
    }
    return meant
  }

  /// The value of an operand that nobody needs any more.
  @inline(__always)
  func taken(_ operand: consuming Operand) -> CellValue {
    switch consume operand {
    case .value(let value): value
    case let other: value(of: other)
    }
  }

  /// An operand that stands for one value; `nil` for any other.
  func singleValue(of operand: Operand) -> CellValue? {
    switch operand {
    case .value(.array): return nil
    case .value(let value): return value
    case .reference(let reference) where reference.isSingleCell && !reference.isArray:
      let value = value(at: reference.first.topLeft)
      if case .array = value { return nil }
      return value
    default: return nil
    }
  }

  /// An operand as a value: a reference is read, and omitted is blank.
  func value(of operand: Operand) -> CellValue {
    switch operand {
    case .value(let value): return value
    case .omitted: return .blank
    case .deferred(let deferred): return value(of: deferred.operand)
    case .reference(let reference):
      do throws(CellError) { return try self.value(of: reference) } catch { return .error(error) }
    }
  }

  /// The values of an area, which may have been read before when it is large.
  func arrayOfPart(_ area: Area) -> CellArray {
    guard area.rows * area.columns >= KeptArrays.leastElements else { return readArray(ofPart: area) }
    var isRead = false
    let array = memory.arrays.array(of: area, cells.stamps(of:)) { part in
      isRead = part == area
      return readArray(ofPart: part)
    }
    if !isRead { noteRead(of: area) }
    return array
  }

  func headers(_ names: [String], _ data: Int?) -> Operand {
    let header = names.map { CellValue.text($0) }
    guard let data, case .reference(let reference) = reference(data) else {
      return names.count == 1 ? .value(header[0]) : .value(.array(CellArray(row: header)))
    }
    var elements = header
    if !reference.first.isEmpty {
      let below = value(of: .reference(reference))
      if case .array(let array) = below { elements += array.elements } else { elements.append(below) }
    }
    return .value(.array(CellArray(rows: elements.count / names.count, columns: names.count, elements)))
  }

  /// Notes that the formula reads an area, if it does so dynamically.
  @inline(__always)
  func note(_ area: Area) {
    // Asked here, because hardly any formula does, and a change of the notes is checked for exclusive access.
    if reads.isReadingDynamically { reads.note(area) }
  }
}

extension Operand {
  /// How many steps it costs to have made it; `nil` for next to none.
  @inline(__always)
  fileprivate var steps: Int? { if case .value(let value) = self { value.steps } else { nil } }
}

extension CellValue {
  /// Whether it costs steps to have made it.
  var takesSteps: Bool { steps != nil }

  /// How many steps it costs to have made it; `nil` for next to none.
  @inline(__always)
  fileprivate var steps: Int? {
    switch self {
    case .array(let array): array.count >> 4
    case .text(let text): text.utf8.count > 255 ? TextBudget.steps(of: text.utf8.count) : nil
    default: nil
    }
  }
}

import CellModel
import Formulas
import Functions

/// Runs programs for one cell after the other.
///
/// It is what functions see of the engine.
final class Evaluator: EvaluationContext {
  let graph: DependencyGraph
  let formulas: FormulaStore
  let cells: CellStore
  let settings: EngineSettings
  let cache: EvaluationCache
  @exclusivity(unchecked) var limits = EvaluationLimits()
  @exclusivity(unchecked) var reads = ReadNotes()
  @exclusivity(unchecked) private var place = Place(
    references: [], origin: CellAddress(grid: GridID(rawValue: 0), row: 0, column: 0))
  /// Whether a formula runs as if it stood in another row.
  private var isShifted = false

  /// Where the code that runs stands: what its references are relative to, and the references.
  private struct Place {
    var references: ArraySlice<GroupReference>
    /// The cell whose formula runs, or whose LAMBDA does.
    var origin: CellAddress

    init(references: ArraySlice<GroupReference>, origin: CellAddress) {
      self.references = references
      self.origin = origin
    }

    init(of closure: Closure) { self.init(references: closure.references[...], origin: closure.origin) }
  }

  /// What goes on when a LAMBDA that was called has come to its end.
  private struct Caller {
    let template: FormulaTemplate
    let position: Int
    let end: Int
    let frame: Frame
    /// Where the operands of the caller end.
    let operands: Int
    let place: Place
  }

  /// The locals of a formula or of one call of a LAMBDA.
  final class Frame {
    var locals: [Operand]
    init(_ locals: [Operand]) { self.locals = locals }
  }

  /// What a LAMBDA value carries: its code and everything in force where it was made.
  final class Closure: @unchecked Sendable {
    let template: FormulaTemplate
    let form: Program.LambdaForm
    let locals: [Operand]
    let references: [GroupReference]
    let origin: CellAddress

    init(
      template: FormulaTemplate, form: Program.LambdaForm, locals: [Operand], references: [GroupReference],
      origin: CellAddress
    ) {
      self.template = template
      self.form = form
      self.locals = locals
      self.references = references
      self.origin = origin
    }
  }

  /// The locals of a formula that has none.
  private let noLocals = Frame([])
  /// A stack that nobody uses now, so that the next run need not make one.
  @exclusivity(unchecked) private var spareStack: [Operand] = []
  /// Arrays for the operands of calls that nobody uses now.
  @exclusivity(unchecked) private var spareOperands: [[Operand]] = []
  /// The group that was evaluated last, whose next row has the same references.
  @exclusivity(unchecked) private var last: (group: GroupID, references: [GroupReference])?

  init(_ graph: DependencyGraph, _ settings: EngineSettings, _ cache: EvaluationCache) {
    self.graph = graph
    formulas = graph.formulas
    cells = graph.cells
    self.settings = settings
    self.cache = cache
  }

  /// The value of a group's formula in one of its rows.
  ///
  /// - Parameter notesAll: Whether what it reads is noted even if its text says all of it.
  func evaluate(_ id: GroupID, at row: Int, notesAll: Bool = false) -> CellValue {
    let group = formulas.pointer(to: id)
    let template = formulas.templates[group.pointee.template.index]
    reads.begin(id, readsDynamically: notesAll || template.readsDynamically)
    return run(template, references(of: id)[...], at: group.pointee.address(at: row))
  }

  private func references(of id: GroupID) -> [GroupReference] {
    if let last, last.group == id { return last.references }
    let references = formulas.references(of: formulas[id])
    last = (id, references)
    return references
  }

  /// The value of a template with its references, as if it stood in a cell.
  ///
  /// - Parameters:
  ///   - isRaw: Whether the result is kept as it is: a cell of a grid shows 0 for blank, and an error begins in a cell.
  ///   - isInCell: Whether an error that began nowhere else begins at the address.
  func run(
    _ template: FormulaTemplate, _ references: ArraySlice<GroupReference>, at address: CellAddress,
    isRaw: Bool = false, isInCell: Bool = true
  ) -> CellValue {
    place = Place(references: references, origin: address)
    limits = EvaluationLimits()
    let program = template.program
    let frame = program.localCount == 0 ? noLocals : Frame(Array(repeating: .omitted, count: program.localCount))
    let operand = run(template, 0..<program.code.count, frame)
    var value = result(of: operand)
    guard !isRaw else { return value }
    switch value {
    case .blank: if cells.grids[address.grid.index].isSheet { value = value.atGridAddress }
    case .error(let error) where isInCell: value = .error(error.beginning(in: formulas.names.name(of: address)))
    default: break
    }
    return value
  }

  /// What an evaluation gives that has come to an end, its own or another.
  func result(of operand: Operand) -> CellValue {
    let value = self.value(of: operand)
    return limits.error.map { .error($0) } ?? value
  }

  func takeSteps(_ count: Int) throws(CellError) { try limits.takeSteps(count, settings) }

  /// Counts what the elements of an array cost, and gives an error in place of one too many.
  @inline(__always)
  private func counted(_ operand: Operand) -> Operand {
    switch operand {
    case .value(.array(let array)): counted(steps: array.count >> 4) ?? operand
    case .value(.text(let text)) where text.utf8.count > 255:
      counted(steps: TextBudget.steps(of: text.utf8.count)) ?? operand
    default: operand
    }
  }

  private func counted(steps: Int) -> Operand? {
    do throws(CellError) {
      try takeSteps(steps)
      return nil
    } catch { return .value(.error(error)) }
  }

  /// The value of the formula of a cell as if it stood some rows further down.
  ///
  /// One that is asked for while another is evaluated is `nil`, so that criteria about criteria come to an end.
  func value(ofFormulaAt address: CellAddress, shiftedDown rows: Int) -> CellValue? {
    guard let id = formulas.group(at: address), !isShifted else { return nil }
    guard Int(address.row) + rows <= Area.lastRow else { return .error(.reference) }
    let template = formulas.template(of: id)
    let former = place
    place = Place(
      references: formulas.references(of: formulas[id])[...],
      origin: CellAddress(grid: address.grid, row: Int(address.row) + rows, column: Int(address.column)))
    isShifted = true
    let frame = Frame(Array(repeating: .omitted, count: template.program.localCount))
    let value = self.value(of: run(template, 0..<template.program.code.count, frame))
    isShifted = false
    place = former
    return value
  }

  // MARK: The machine

  /// Runs a piece of a program.
  ///
  /// A LAMBDA that is called directly runs in the same loop, and who called it waits in a list: recursion of sheets
  /// takes no stack of the thread.
  private func run(_ template: FormulaTemplate, _ range: Range<Int>, _ frame: Frame) -> Operand {
    var (template, frame) = (template, frame)
    var program = template.program
    var code = program.code
    var (position, end) = (range.lowerBound, range.upperBound)
    var callers: [Caller] = []
    var stack: [Operand] = []
    swap(&stack, &spareStack)
    while true {
      guard position < end else {
        // IF without an else branch and similar leave exactly one operand; nothing else can.
        guard let caller = callers.popLast() else {
          let result = stack.popLast() ?? .omitted
          stack.removeAll(keepingCapacity: true)
          swap(&stack, &spareStack)
          return result
        }
        let result = stack.count > caller.operands ? stack[stack.count - 1] : .omitted
        stack.removeLast(stack.count - caller.operands)
        stack.append(result)
        (template, program, frame) = (caller.template, caller.template.program, caller.frame)
        code = program.code
        (position, end) = (caller.position, caller.end)
        place = caller.place
        limits.leaveCall()
        continue
      }
      let instruction = code[position]
      position += 1
      switch instruction {
      case .constant(let number): stack.append(.value(program.constants[number]))
      case .omitted: stack.append(.omitted)
      case .cell(let number): stack.append(cell(number))
      case .reference(let number): stack.append(reference(number))
      case .references(let numbers):
        let areas = numbers.map { cells.clipped(reference(at: $0).area(at: Int(origin.row))) }
        stack.append(.reference(Reference(areas[0], others: Array(areas.dropFirst()))))
      case .local(let slot): stack.append(frame.locals[slot])
      case .storeLocal(let slot): frame.locals[slot] = stack.removeLast()
      case .unary(let op):
        let operand = stack.removeLast()
        stack.append(unary(op, operand))
      case .binary(let op, let isFinal):
        let right = stack.removeLast()
        let left = stack.removeLast()
        stack.append(counted(binary(op, left, right, isFinal: isFinal)))
      case .call(let function, let count):
        var operands = spareOperands.popLast() ?? []
        operands.append(contentsOf: stack.suffix(count))
        stack.removeLast(count)
        stack.append(counted(program.functions[function](operands, in: self)))
        operands.removeAll(keepingCapacity: true)
        spareOperands.append(operands)
      case .deferred(let last):
        stack.append(.deferred(deferred(template, position..<last, frame)))
        position = last
      case .branch(let elseStart, let last, let hasElse, let function):
        let condition = value(of: stack.removeLast())
        switch condition {
        case .array:
          let operands: [Operand] =
            [
              .value(condition), .deferred(deferred(template, position..<elseStart - 1, frame)),
              .deferred(deferred(template, elseStart..<last, frame)),
            ]
          let perElement = function.map { program.functions[$0] }
          stack.append(perElement?(hasElse ? operands : Array(operands.dropLast()), in: self) ?? .value(.error(.name)))
          position = last
        default:
          do throws(CellError) {
            if !(try condition.asLogical()) { position = elseStart }
          } catch {
            stack.append(.value(.error(error)))
            position = last
          }
        }
      case .jump(let target): position = target
      case .makeLambda(let number, let last):
        stack.append(.value(.lambda(lambda(template, number, frame))))
        position = last
      case .apply(let count):
        let operands = Array(stack.suffix(count))
        stack.removeLast(count)
        let called = value(of: stack.removeLast())
        if let function = namedFunction(called) {
          stack.append(function(operands, in: self))
          continue
        }
        let callee: Callee
        do throws(CellError) { callee = try enter(called, operands) } catch {
          stack.append(.value(.error(error)))
          continue
        }
        callers.append(
          Caller(
            template: template, position: position, end: end, frame: frame, operands: stack.count, place: place))
        (template, program, frame) = (callee.closure.template, callee.closure.template.program, callee.frame)
        code = program.code
        (position, end) = (callee.closure.form.start, callee.closure.form.end)
        place = Place(of: callee.closure)
      case .array(let rows, let columns):
        let elements = stack.suffix(rows * columns).map { Self.element(value(of: $0)) }
        stack.removeLast(rows * columns)
        stack.append(.value(.array(CellArray(rows: rows, columns: columns, elements))))
      case .record(let names):
        let values = stack.suffix(names.count).map { value(of: $0) }
        stack.removeLast(names.count)
        stack.append(.value(.record(CellRecord(Array(zip(names, values)).map { (name: $0.0, value: $0.1) }))))
      case .member(let field): stack.append(member(field, of: stack.removeLast()))
      case .tableRow:
        let row = value(of: stack.removeLast())
        stack.append(tableRow(of: stack.removeLast(), row))
      case .previous(let number, let target):
        if reference(at: number).topRow(at: Int(origin.row)) >= 0 {
          stack.append(cell(number))
          position = target
        }
      case .headers(let names, let data): stack.append(headers(names, data))
      }
    }
  }

  private static func element(_ value: CellValue) -> CellValue {
    if case .array(let array) = value { array.elements[0] } else { value }
  }

  private func deferred(_ template: FormulaTemplate, _ range: Range<Int>, _ frame: Frame) -> Deferred {
    let own = place
    return Deferred { [self] in
      do throws(CellError) { try limits.enterRun() } catch { return .value(.error(error)) }
      defer { limits.leaveRun() }
      let former = place
      place = own
      let operand = run(template, range, frame)
      place = former
      return operand
    }
  }

  // MARK: LAMBDA

  private func lambda(_ template: FormulaTemplate, _ number: Int, _ frame: Frame) -> CellLambda {
    let form = template.program.lambdas[number]
    return CellLambda(
      parameters: form.parameters, optionalCount: form.optionalCount,
      body: Closure(
        template: template, form: form, locals: frame.locals, references: Array(place.references), origin: origin),
      source: form.source)
  }

  /// A LAMBDA that is about to run, with its arguments in its locals.
  private struct Callee {
    let closure: Closure
    let frame: Frame
  }

  /// Opens a call; ``leaveCall()`` closes it.
  private func enter(_ callee: CellValue, _ operands: [Operand]) throws(CellError) -> Callee {
    switch callee {
    case .lambda(let lambda): return try enter(lambda, operands)
    case .error(let error): throw error
    default: throw .value("Only a LAMBDA can be called.")
    }
  }

  /// The function that was passed by its name, if it is one.
  private func namedFunction(_ value: CellValue) -> SheetFunction? {
    if case .lambda(let lambda) = value { lambda.body as? SheetFunction } else { nil }
  }

  private func enter(_ lambda: CellLambda, _ operands: [Operand]) throws(CellError) -> Callee {
    guard let closure = lambda.body as? Closure else { throw .calculation }
    let form = closure.form
    guard operands.count <= form.slots.count, operands.count >= form.slots.count - form.optionalCount else {
      throw .value("The LAMBDA takes \(form.slots.count) arguments, not \(operands.count).")
    }
    try limits.enterCall(settings)
    let frame = Frame(closure.locals)
    for (slot, operand) in zip(form.slots, operands) { frame.locals[slot] = operand }
    for slot in form.slots.dropFirst(operands.count) { frame.locals[slot] = .omitted }
    return Callee(closure: closure, frame: frame)
  }

  /// Calls a LAMBDA for a function that was given it.
  func call(_ lambda: CellLambda, _ operands: [Operand]) -> Operand {
    if let function = namedFunction(.lambda(lambda)) { return function(operands, in: self) }
    let callee: Callee
    do throws(CellError) { callee = try enter(lambda, operands) } catch { return .value(.error(error)) }
    let former = place
    place = Place(of: callee.closure)
    limits.enterRunOfCall()
    let form = callee.closure.form
    let operand = run(callee.closure.template, form.start..<form.end, callee.frame)
    limits.leaveRun()
    place = former
    limits.leaveCall()
    return operand
  }

  // MARK: References

  /// The cell whose formula runs, or whose LAMBDA does.
  var origin: CellAddress { place.origin }

  @inline(__always)
  func reference(at number: Int) -> GroupReference { place.references[place.references.startIndex + number] }

  /// How many references the running formula has.
  var referenceCount: Int { place.references.count }

  private func cell(_ number: Int) -> Operand {
    let reference = reference(at: number)
    let row = reference.topRow(at: Int(origin.row))
    guard reference.isCell else { return self.reference(number) }
    guard row >= 0 else { return .value(.error(.reference("It refers to a row above the first."))) }
    if reference.mayBeMissing, let error = missingRow(row, of: reference.grid) { return .value(.error(error)) }
    return .value(value(at: CellAddress(grid: reference.grid, row: row, column: Int(reference.left))))
  }

  /// The error of a row that a table does not have.
  private func missingRow(_ row: Int, of table: GridID) -> CellError? {
    let count = cells.grids[table.index].rowCount
    guard row >= count else { return nil }
    note(Area(CellAddress(grid: table, row: row, column: 0)))
    return .noRow("\(row + 1)", of: count)
  }

  private func reference(_ number: Int) -> Operand {
    let reference = reference(at: number)
    let row = Int(origin.row)
    if reference.mayBeMissing, let error = missingRow(reference.bottomRow(at: row), of: reference.grid) {
      return .value(.error(error))
    }
    guard reference.topRow(at: row) >= 0, reference.bottomRow(at: row) >= 0 else {
      return .value(.error(.reference("It refers to a row above the first.")))
    }
    if reference.isCell, let meant = rangeMeant(by: reference) { return .reference(meant) }
    return .reference(Reference(cells.clipped(reference.area(at: row))))
  }

  /// The range that a named cell stands for, because its whole formula is a reference, as in `costs = B2:B9`.
  ///
  /// So `ROW(costs)` and `OFFSET(costs, 1, 0)` see the range. Names of names are followed some way.
  private func rangeMeant(by name: GroupReference) -> Reference? {
    var name = name
    var meant: Reference?
    for _ in 0..<16 {
      guard name.isCell, case .names = cells.grids[name.grid.index].kind else { break }
      let address = CellAddress(grid: name.grid, row: name.topRow(at: Int(origin.row)), column: 0)
      guard let id = formulas.group(at: address), let reference = formulas.wholeReference(of: id) else { break }
      note(Area(address))
      let area = cells.clipped(reference.area(at: Int(address.row)))
      guard !area.isEmpty else { break }
      if area.isSingleCell, case .array = cells.value(at: area.topLeft) { break }
      meant = Reference(area)
      name = reference
    }
    return meant
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

  private func headers(_ names: [String], _ data: Int?) -> Operand {
    let header = names.map { CellValue.text($0) }
    guard let data, case .reference(let reference) = reference(data) else {
      return names.count == 1 ? .value(header[0]) : .value(.array(CellArray(row: header)))
    }
    var elements = header
    if !reference.first.isEmpty, case .array(let array) = value(of: .reference(reference)) {
      elements += array.elements
    }
    return .value(.array(CellArray(rows: elements.count / names.count, columns: names.count, elements)))
  }

  /// Notes that the formula reads an area, if it does so dynamically.
  @inline(__always)
  func note(_ area: Area) {
    // Asked here, because hardly any formula does, and a change of the notes is checked for exclusive access.
    if reads.isReadingDynamically { reads.note(area, in: graph) }
  }
}

import CellModel
import Diagnostics
import Formulas
import FunctionLibrary
import ModelSheets
import TestSupport

@testable import Engine

/// One random sheet that an engine and the model hold side by side while it is edited.
struct OracleRun {
  private static let inputs = GridID(rawValue: 2)

  let seed: UInt64
  let engine = Engine(catalog: .standard)
  private var formula: RandomFormula
  private var model: ModelSheet
  private var patternReader = PatternReader()
  private var patterns = PatternReader.Patterns()
  private let hasLikeFormulas: Bool
  private var undone: [ModelSheet] = []
  private var done: [ModelSheet] = []
  /// What was done, one line for each edit.
  private(set) var log: [String] = []
  private(set) var failure: String?
  private(set) var comparisons = 0
  private(set) var ambiguities = 0
  private let scope: ScopeID

  /// - Parameter hasLikeFormulas: Whether formulas are entered below each other that are like each other; the seeds that
  ///   were found before there were such edits say what they said without them.
  init(seed: UInt64, hasLikeFormulas: Bool = true) {
    self.seed = seed
    self.hasLikeFormulas = hasLikeFormulas
    formula = RandomFormula(seed: seed)
    model = ModelSheet(sheets: formula.hasInputs ? ["Sheet1", "Inputs"] : ["Sheet1"])
    scope = engine.names.addScope()
    // Every other sheet is cut into pieces wherever it can be.
    if seed % 2 == 1 { engine.settings.splitting = .everything }
    // Every other pair of sheets has the numbers of all formulas that have patterns among their references.
    if seed / 2 % 2 == 1 { engine.editor.patterns.mostKnown = 0 }
    for (name, area) in Self.prepare(engine, scope, model) { model.names[name] = .area(area) }
  }

  /// Gives an engine the sheets, names and time of a model, and an end to its work.
  private static func prepare(_ engine: Engine, _ scope: ScopeID, _ model: ModelSheet) -> [(name: String, area: Area)] {
    engine.checksRules = false
    engine.settings.readTime = { [now = model.now] in now }
    for name in model.sheets { _ = engine.names.addSheet(named: name, in: scope) }
    var names = (RandomFormula.names + ["twice"]).map { (name: $0, area: Area(engine.names.add($0, in: scope))) }
    let block = Area(grid: ModelSheet.firstSheet, top: 1, left: 1, bottom: 3, right: 2)
    names.append((name: "block", area: block))
    engine.names.bind("block", to: .area(block), in: scope)
    var calls = 0
    engine.settings.isCancelled = {
      calls += 1
      return calls > 500_000
    }
    return names
  }

  /// Loads a sheet, edits it, and compares after each edit; stops at the first difference.
  mutating func run() {
    let twice = CellAddress(grid: ModelSheet.namedCells, row: RandomFormula.names.count, column: 0)
    setFormula("LAMBDA(x, x * 2)", over: Area(twice))
    for _ in 0..<formula.random.number(3...14) { edit() }
    settle()
    engine.keepsHistory = true
    done = []
    undone = []
    for _ in 0..<formula.random.number(4...10) where failure == nil {
      step()
      settle()
    }
    if failure == nil { compareFully() }
    if failure == nil { compareOrders() }
  }

  // MARK: Edits

  private mutating func step() {
    let former = model
    switch formula.random.number(0...19) {
    case 0, 1:
      guard let last = done.popLast() else { return }
      log.append("undo")
      undone.append(model)
      model = last
      if !engine.undo() { failure = "nothing to undo" }
      return
    case 2:
      guard let last = undone.popLast() else { return }
      log.append("redo")
      done.append(model)
      model = last
      if !engine.redo() { failure = "nothing to redo" }
      return
    case 3, 4:
      log.append("begin")
      let count = formula.random.number(2...4)
      var copy = self
      copy.engine.edit { for _ in 0..<count { copy.edit() } }
      self = copy
      log.append("end")
    case 5, 6: shift()
    default: edit()
    }
    done.append(former)
    undone = []
  }

  private mutating func edit() {
    let place = place()
    switch formula.random.number(0...19) {
    case 0...6: setConstant(formula.value(), at: place)
    case 7...12: setFormula(formula.expression(3), over: Area(place))
    case 13, 14: setFormula(formula.spilling(), over: Area(place))
    case 15: clear()
    case 16: setConstants()
    case 17 where hasLikeFormulas:
      var copy = self
      copy.engine.edit {
        switch copy.formula.random.number(0...2) {
        case 0: copy.setLikeFormulas()
        case 1: copy.setSchedule()
        default: copy.setGrowing()
        }
      }
      self = copy
    default: fill()
    }
  }

  /// Enters formulas below each other that differ in their numbers, and read the same cells or cells that move along,
  /// which are written so or with addresses that are fixed.
  private mutating func setLikeFormulas() {
    let (row, column) = (formula.random.number(0...5), formula.random.number(0...RandomFormula.columns - 1))
    let grid = grid()
    let numbers = ["1", "2", "2.50", "0", "007", "3.", "12"]
    var text = "(\(formula.filling(row: row, column: column))) * 2 + 1"
    let (movesAlong, isFixed) = (formula.random.happens(60), formula.random.happens(25))
    if isFixed { text.replace("$", with: "") }
    let first = FormulaParser.parse(text, dialect: .sheet).tree
    for offset in 0..<formula.random.number(2...6) {
      var tree = movesAlong ? first.shifted(rows: offset, columns: 0) : first
      for (node, _) in tree.writtenNumbers where formula.random.happens(60) {
        if let number = WrittenNumber(numbers[formula.random.number(0...numbers.count - 1)]) {
          tree.nodes[Int(node)] = number.node
        }
      }
      var text = tree.text()
      if isFixed { text = text.replacing(/\b([A-H])([0-9])/) { "\($0.1)$\($0.2)" } }
      setFormula(text, over: Area(CellAddress(grid: grid, row: row + offset, column: column)))
    }
  }

  /// Fills columns beside each other that read each other.
  private mutating func setSchedule() {
    let width = formula.random.number(2...3)
    let (row, column) = (formula.random.number(1...3), formula.random.number(0...RandomFormula.columns - width))
    let (grid, height) = (grid(), formula.random.number(2...12))
    for (offset, text) in formula.schedule(row: row, column: column, width: width).enumerated() {
      setFormula(
        text, over: Area(grid: grid, column: column + offset, rows: row...row + height - formula.random.number(0...1)))
    }
  }

  /// Fills a column with what goes on from row to row.
  private mutating func setGrowing() {
    let (row, column) = (formula.random.number(0...5), formula.random.number(0...RandomFormula.columns - 1))
    let height = formula.random.number(2...9)
    setFormula(
      formula.growing(row: row, column: column), over: Area(grid: grid(), column: column, rows: row...row + height))
  }

  private mutating func place() -> CellAddress {
    if formula.random.happens(8) {
      return CellAddress(
        grid: ModelSheet.namedCells, row: formula.random.number(0...RandomFormula.names.count - 1), column: 0)
    }
    return CellAddress(
      grid: grid(), row: formula.random.number(0...RandomFormula.rows - 1),
      column: formula.random.number(0...RandomFormula.columns - 1))
  }

  private mutating func grid() -> GridID {
    formula.hasInputs && formula.random.happens(15) ? Self.inputs : ModelSheet.firstSheet
  }

  private mutating func setConstant(_ value: CellValue, at place: CellAddress) {
    log.append("\(engine.names.name(of: place)) = \(Self.brief(value))")
    engine.setConstant(value, at: place)
    model.setConstant(value, at: place)
  }

  private mutating func setConstants() {
    let place = place()
    let count = place.grid == ModelSheet.namedCells ? 1 : formula.random.number(1...6)
    var values: [CellValue] = []
    for _ in 0..<count { values.append(formula.value()) }
    log.append("\(engine.names.name(of: place)) and below = \(values.map(Self.brief))")
    engine.setConstants(values, from: place)
    for (offset, value) in values.enumerated() {
      model.setConstant(
        value, at: CellAddress(grid: place.grid, row: Int(place.row) + offset, column: Int(place.column)))
    }
  }

  private mutating func setFormula(_ text: String, over area: Area) {
    let parsed = FormulaParser.parse(text, dialect: .sheet)
    guard !parsed.hasErrors else {
      failure = "\(text) cannot be read"
      return
    }
    let end = CellAddress(grid: area.grid, row: Int(area.bottom), column: Int(area.right))
    log.append("\(engine.names.name(of: area.topLeft)):\(engine.names.name(of: end)) = \(text)")
    if area.isSingleCell {
      enter(text, parsed.tree, at: area.topLeft)
    } else {
      engine.setFormula(parsed.tree, over: area)
    }
    model.setFormula(parsed.tree, over: area)
  }

  /// Enters a formula as the lines of a text are: by its pattern where it has one.
  private mutating func enter(_ text: String, _ tree: FormulaTree, at address: CellAddress) {
    let bytes = Array(text.utf8)
    let read = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { patternReader.read($0, from: 0, to: buffer.count) }
    }
    guard read?.end == bytes.count else { return engine.setFormula(tree, at: address) }
    if patterns.pattern(patternReader) == nil { patterns.add(tree, isConstant: false, patternReader) }
    guard let pattern = patterns.pattern(patternReader) else { return engine.setFormula(tree, at: address) }
    let operands = PatternReader.operands(of: bytes, in: SourceSpan(0, bytes.count))
    engine.setFormula(pattern, operands, at: address) { tree }
  }

  private mutating func fill() {
    let row = formula.random.number(0...3)
    let column = formula.random.number(0...RandomFormula.columns - 1)
    let text = formula.filling(row: row, column: column)
    let height = formula.random.happens(80) ? formula.random.number(1...5) : formula.random.number(8...20)
    let width = formula.random.happens(80) ? 0 : 1
    setFormula(text, over: Area(grid: grid(), top: row, left: column, bottom: row + height, right: column + width))
  }

  private mutating func clear() {
    let top = formula.random.number(0...RandomFormula.rows - 1)
    let left = formula.random.number(0...RandomFormula.columns - 1)
    let area = Area(
      grid: grid(), top: top, left: left, bottom: top + formula.random.number(0...3),
      right: left + formula.random.number(0...1))
    log.append("clear \(engine.names.name(of: area.topLeft)), \(area.rows) by \(area.columns)")
    engine.clear(area)
    model.clear(area)
  }

  private mutating func shift() {
    let grid = grid()
    let isRows = formula.random.happens(65)
    let at = formula.random.number(0...(isRows ? 7 : 5))
    let count = formula.random.number(1...2)
    let isInsertion = formula.random.happens(50)
    log.append(
      "\(isInsertion ? "insert" : "delete") \(count) \(isRows ? "rows" : "columns") at \(at) of grid \(grid.rawValue)")
    engine.shift(GridShift(grid, isRows ? .rows : .columns, at: at, count: count, isInsertion: isInsertion))
    model.apply(GridEdit(isRows ? .rows : .columns, at: at, count: count, isInsertion: isInsertion), to: grid)
  }

  // MARK: Comparing

  private static func brief(_ value: CellValue) -> String {
    switch value {
    case .blank: "blank"
    case .number(let number, let kind): kind == .plain ? "\(number)" : "\(number) (\(kind))"
    case .text(let text): "\"\(text)\""
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .error(let error): error.code.text + " " + error.message
    case .array(let array): "{\(array.elements.map(brief).joined(separator: ", "))}"
    case .record, .lambda: "a record or LAMBDA"
    }
  }

  private mutating func settle() {
    guard failure == nil else { return }
    if !engine.recalculate() {
      failure = "the recalculation does not end"
      return
    }
    if let broken = engine.brokenRules().first { failure = broken }
    compare(ModelEvaluator(model))
  }

  private mutating func compare(_ evaluator: ModelEvaluator) {
    guard failure == nil else { return }
    if evaluator.isAmbiguous {
      ambiguities += 1
      return
    }
    comparisons += 1
    for cell in cells() {
      let expected = evaluator.value(at: cell)
      let found = engine.value(at: cell)
      if !Self.agree(expected, found) {
        failure =
          "\(engine.names.name(of: cell)) is \(Self.brief(found)), by the model \(Self.brief(expected)); it says \(text(of: cell))"
        return
      }
    }
  }

  private func text(of cell: CellAddress) -> String {
    if case .formula(let tree) = model.cells[cell] { return "=" + tree.text() }
    if case .constant(let value) = model.cells[cell] { return Self.brief(value) }
    return "nothing"
  }

  /// Every cell that either of them may have filled.
  private func cells() -> [CellAddress] {
    var cells: [CellAddress] = []
    for grid in 0...model.sheets.count {
      let isNames = grid == 0
      for column in 0..<(isNames ? 1 : RandomFormula.columns + 4) {
        for row in 0..<(isNames ? RandomFormula.names.count : 28) {
          cells.append(CellAddress(grid: GridID(rawValue: Int32(grid)), row: row, column: column))
        }
      }
    }
    return cells
  }

  private static func agree(_ a: CellValue, _ b: CellValue) -> Bool {
    if case .lambda = a, case .lambda = b { return true }
    return a.isClose(to: b) && haveEqualKinds(a, b)
  }

  private static func haveEqualKinds(_ a: CellValue, _ b: CellValue) -> Bool {
    if case .array(let x) = a, case .array(let y) = b { return zip(x.elements, y.elements).allSatisfy(haveEqualKinds) }
    return a.kind == b.kind
  }

  /// What holds at the end: a full recalculation changes nothing, formulas read as the model has them, and precedents and
  /// dependents are two sides of the same edges.
  private mutating func compareFully() {
    for (cell, content) in model.cells {
      guard case .formula(let tree) = content, failure == nil else { continue }
      let found = engine.formulas.text(at: cell)
      if found != tree.text() {
        failure = "\(engine.names.name(of: cell)) reads \(found ?? "nothing"), by the model \(tree.text())"
      }
      for area in engine.dependencies.precedents(of: cell) {
        guard let corner = area.intersection(Area(grid: area.grid, top: 0, left: 0, bottom: 40, right: 12)) else {
          continue
        }
        for read in [corner.topLeft, CellAddress(grid: area.grid, row: Int(corner.bottom), column: Int(corner.right))] {
          if !engine.dependencies.dependents(of: read).contains(where: { $0.contains(cell) }) {
            failure = "\(engine.names.name(of: cell)) reads \(engine.names.name(of: read)), which does not know it"
          }
        }
      }
    }
    guard failure == nil, !ModelEvaluator(model).isAmbiguous else { return }
    let former = cells().map { engine.value(at: $0) }
    engine.recalculateAll()
    for (cell, value) in zip(cells(), former) where !Self.agree(value, engine.value(at: cell)) && failure == nil {
      failure =
        "a full recalculation makes \(engine.names.name(of: cell)) \(Self.brief(engine.value(at: cell))), it was \(Self.brief(value))"
    }
    if let broken = engine.brokenRules().first { failure = failure ?? "after a full recalculation: \(broken)" }
  }

  /// The same cells entered one by one in another order, and all at once, have the same values.
  private mutating func compareOrders() {
    // A name whose cells were deleted is not entered.
    guard case .area(let block)? = model.names["block"], !ModelEvaluator(model).isAmbiguous else { return }
    var order = model.cells.sorted { $0.key.precedes($1.key) }
    order.shuffle(using: &formula.random)
    for isOneByOne in [true, false] {
      let other = Engine(catalog: .standard)
      _ = Self.prepare(other, other.names.addScope(), model)
      other.names.bind("block", to: .area(block), in: scope)
      for (cell, content) in order {
        switch content {
        case .constant(let value): other.setConstant(value, at: cell)
        case .formula(let tree): other.setFormula(tree, over: Area(cell))
        }
        if isOneByOne { other.recalculate() }
      }
      other.recalculate()
      for cell in cells() where failure == nil && !Self.agree(engine.value(at: cell), other.value(at: cell)) {
        let places = order.map { "\(other.names.name(of: $0.key)) = \(text(of: $0.key))" }
        failure =
          "entered \(isOneByOne ? "one by one" : "at once"), \(other.names.name(of: cell)) is \(Self.brief(other.value(at: cell))), "
          + "not \(Self.brief(engine.value(at: cell))):\n  \(places.joined(separator: "\n  "))\n"
      }
    }
  }
}

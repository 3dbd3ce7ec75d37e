import CellModel
import Formulas
import Propagation

/// Changes what cells hold, so that the rules of all parts hold again after each edit.
///
/// Nothing is evaluated here: readers of what changed are dirty afterwards. The ``history`` learns what was there before.
final class CellEditor {
  let names: NameTable
  let cells: CellStore
  let formulas: FormulaStore
  let graph: DependencyGraph
  let spillWriter: SpillWriter
  let settings: EngineSettings
  @exclusivity(unchecked) var history = EditHistory()
  @exclusivity(unchecked) var patterns = PatternTemplates()
  @exclusivity(unchecked) private var openRuns = OpenRuns()

  init(_ spillWriter: SpillWriter, _ settings: EngineSettings) {
    self.spillWriter = spillWriter
    self.settings = settings
    graph = spillWriter.graph
    formulas = graph.formulas
    names = formulas.names
    cells = formulas.cells
  }

  // MARK: Cells

  /// Puts a constant, or blank, into a cell in place of whatever it held; on a sheet an array spills as its literal does.
  func setConstant(_ value: CellValue, at address: CellAddress) {
    if let observer = settings.accessObserver { observer.didWrite(address) }
    if case .array(let array) = value, cells.grids[address.grid.index].isSheet {
      if array.count == 1 { return setConstant(array.first, at: address) }
      if let tree = FormulaTree(array) { return setFormula(tree, over: Area(address)) }
    }
    cells.makeColumn(of: address)
    if history.isListening { noteConstant(at: address) }
    if !cells.spills.isEmpty { spillWriter.clear(covering: address) }
    if let id = formulas.group(at: address) { cut(Int(address.row)...Int(address.row), outOf: id) }
    store(value, at: address)
  }

  private func noteConstant(at address: CellAddress) {
    if formulas.group(at: address) != nil || cells.spills.anchor(covering: address) != nil {
      noteContents(of: Area(address))
    } else {
      history.note(.constant(address, cells.value(at: address)))
    }
  }

  func noteContents(of area: Area) {
    if history.isListening { history.note(.contents(area, contents(of: area))) }
  }

  /// Puts constants into cells one below the other, faster than one by one.
  func setConstants(_ values: [CellValue], from first: CellAddress) {
    guard !values.isEmpty else { return }
    let top = Int(first.row)
    let area = Area(grid: first.grid, column: Int(first.column), rows: top...top + values.count - 1)
    cells.makeColumn(of: first)
    noteContents(of: area)
    clearSpillsAndFormulas(in: area)
    for (offset, value) in values.enumerated() {
      store(value, at: CellAddress(grid: first.grid, row: top + offset, column: Int(first.column)))
    }
  }

  /// Writes a constant where no formula stands, and marks its readers dirty if it differs.
  private func store(_ value: CellValue, at address: CellAddress) {
    guard write(value, at: address) else { return }
    graph.markReaders(of: address)
    if value.isBlank, !cells.spills.isEmpty {
      for anchor in cells.spills.waiting(for: Area(address)) { graph.markDirty(anchor) }
    }
  }

  /// Writes a value whose errors, if they began nowhere else, begin there.
  @inline(__always)
  private func write(_ value: CellValue, at address: CellAddress) -> Bool {
    switch value {
    case .blank, .number, .text, .logical, .lambda: cells.write(value, at: address)
    case .error, .array, .record: cells.write(value.beginning(in: names.name(of: address)), at: address)
    }
  }

  /// Fills an area with a formula written for its first cell, as when filling down and to the right.
  func setFormula(_ tree: FormulaTree, over area: Area) {
    guard !area.isEmpty else { return }
    noteContents(of: area)
    for column in area.columnRange {
      cells.reserve(columns: column + 1, in: area.grid)
      let shifted = column == area.left ? tree : tree.shifted(rows: 0, columns: column - Int(area.left))
      let run = Area(grid: area.grid, column: column, rows: area.rowRange)
      clearSpillsAndFormulas(in: run)
      install(shifted, over: run)
      graph.markReaders(of: run)
    }
  }

  /// Puts a formula into a cell that goes on from the ones above it, if that is all there is to know of it.
  ///
  /// - Parameters:
  ///   - numbers: Those among its operands.
  ///   - tree: Makes its tree, for checked builds.
  /// - Returns: Whether it is there now; else it is to be put there by itself.
  func goOn(_ run: FormulaRun, _ numbers: [WrittenNumber], at address: CellAddress, tree: () -> FormulaTree) -> Bool {
    guard let group = openRuns.group(of: run, at: address, numbers, in: formulas) else { return false }
    let area = Area(address)
    noteContents(of: area)
    clearSpillsAndFormulas(in: area)
    formulas.extend(group, with: numbers)
    assert(isRight(group, at: address, tree()), "a run has gone astray")
    graph.starting.noteFormulas()
    graph.markReaders(of: area)
    return true
  }

  /// Notes a formula of a run that has been put into a cell by itself, so that those below it may go on from there.
  func note(_ run: FormulaRun, _ numbers: [WrittenNumber], at address: CellAddress) {
    guard patterns.knows(run.pattern, at: address, in: formulas) else { return }
    openRuns.note(run, at: address, numbers, in: formulas)
  }

  /// Whether a group reads in one of its cells what a tree is resolved to, and has its numbers there.
  private func isRight(_ group: GroupID, at address: CellAddress, _ tree: FormulaTree) -> Bool {
    let (formula, row) = (EnteredFormula(tree, at: address, in: names), Int(address.row))
    let references = formulas.references(of: formulas[group])
    let own = references.compactMap { formulas.ownNumbers.written($0, at: row) }
    let known = own.isEmpty ? formulas.template(of: group).tree.writtenNumbers.map(\.number) : own
    let areas = references.filter { formulas.ownNumbers.written($0, at: row) == nil }.map { $0.area(at: row) }
    return known == tree.writtenNumbers.map(\.number) && areas == formula.references.map { $0.area(at: row) }
  }

  /// Puts a formula into a cell of which the pattern is known, and what stands in its places.
  ///
  /// - Parameter tree: Makes its tree, which hardly any needs.
  func setFormula(
    _ pattern: FormulaPattern, _ operands: [FormulaOperand], at address: CellAddress, tree: () -> FormulaTree
  ) {
    let run = Area(address)
    noteContents(of: run)
    cells.reserve(columns: Int(address.column) + 1, in: address.grid)
    clearSpillsAndFormulas(in: run)
    switch patterns.answer(pattern, operands, at: address, in: formulas) {
    case .template(let template):
      assert(isRight(template, EnteredFormula(tree(), at: address, in: names)), "a pattern has gone astray")
      install(template, patterns.references, over: run)
    case .templateOfBoth(let template, let above):
      assert(isRight(template, EnteredFormula(tree(), at: address, in: names)), "a pattern has gone astray")
      shareNumbers(of: above, as: template)
      install(template, patterns.references, over: run)
    case .unknown:
      let formula = EnteredFormula(tree(), at: address, in: names)
      install(formulas.template(of: formula), formula.references, over: run)
    case .first:
      let formula = EnteredFormula(tree(), at: address, in: names)
      let own = formulas.template(of: formula)
      let template = patterns.learn(pattern, operands, at: address, formula, own, in: formulas)
      install(template ?? own, template == nil ? formula.references : patterns.references, over: run)
    }
    graph.markReaders(of: run)
  }

  /// Whether a formula that was known by its pattern is what it is resolved to.
  private func isRight(_ template: TemplateID, _ formula: EnteredFormula) -> Bool {
    let numbers = patterns.references.compactMap(\.ownNumber)
    guard patterns.references.filter({ $0.ownNumber == nil }) == formula.references else { return false }
    if numbers.isEmpty { return formulas.template(of: formula) == template }
    let written = formula.tree.writtenNumbers
    let shared = formulas.templates[template.index]
    return numbers == written.map(\.number) && shared.tree.writtenNumbers.map(\.node) == written.map(\.node)
      && shared.bindings.count { if case .ownNumber = $0.binding { true } else { false } } == numbers.count
  }

  /// Clears an area: what it holds is blank.
  func clear(_ area: Area) {
    noteContents(of: area)
    let used = cells.usedArea(area)
    removeFormulas(in: area)
    guard !used.isEmpty else { return }
    for column in used.columnRange {
      for row in used.rowRange {
        let address = CellAddress(grid: used.grid, row: row, column: column)
        // What is blank already reads as it did, and needs no block to say so.
        guard !cells.box(at: address).isBlank, cells.spills.anchor(covering: address) == nil else { continue }
        store(.blank, at: address)
      }
    }
  }

  /// Takes away the formulas of an area and the spill ranges that reach into it.
  private func clearSpillsAndFormulas(in area: Area) {
    spillWriter.clear(reachingInto: area)
    removeFormulas(in: area)
  }

  // MARK: Groups

  /// Makes a group of a formula that was written for the first cell of a run of rows.
  ///
  /// Where references that move along would come to lie below the last row of a sheet, the rows from there on have a group
  /// of a formula that has lost them.
  func install(_ tree: FormulaTree, over run: Area) {
    var (tree, rest) = (tree, run)
    while true {
      let formula = EnteredFormula(tree, at: rest.topLeft, rows: rest.rows, in: names)
      let rows = rest.isSingleCell ? rest.rowRange : rowsWithinSheets(formula.references, of: rest.rowRange)
      install(
        formulas.template(of: formula), formula.references,
        over: Area(grid: rest.grid, column: Int(rest.left), rows: rows))
      guard rows.upperBound < Int(rest.bottom) else { return }
      tree = tree.shifted(rows: rows.count, columns: 0)
      rest.top = Int32(rows.upperBound + 1)
    }
  }

  /// The first of some rows in which references mean no row below the last one of a sheet; all, where that is so in none.
  private func rowsWithinSheets(_ references: [GroupReference], of rows: RowRange) -> RowRange {
    var last = rows.upperBound
    for reference in references where reference.grid.rawValue >= 0 && cells.grids[reference.grid.index].isSheet {
      if reference.topIsRelative { last = min(last, Area.lastRow - Int(reference.top)) }
      if reference.bottomIsRelative { last = min(last, Area.lastRow - Int(reference.bottom)) }
    }
    return last < rows.lowerBound ? rows : rows.lowerBound...last
  }

  /// Makes a group of a template with its references; a formula below its equal joins it.
  func install(_ template: TemplateID, _ filled: [GroupReference], over run: Area) {
    let readsDynamically = formulas.templates[template.index].readsDynamically
    if readsDynamically, run.rows > 1 {
      // What each cell reads is known only when it has run, so each has edges, and a rank, of its own.
      for row in run.rowRange {
        install(template, filled, over: Area(grid: run.grid, column: Int(run.left), rows: row...row))
      }
      return
    }
    if !readsDynamically, formulas.extendGroup(above: run, template, filled) {
      graph.starting.noteFormulas()
      return
    }
    graph.add(formulas.insert(template, filled, over: run, isDirty: true))
  }

  /// Gives a group that has its numbers in its template one that takes them from the references.
  private func shareNumbers(of id: GroupID, as template: TemplateID) {
    let numbers = formulas.template(of: id).tree.writtenNumbers.map { GroupReference(ownNumber: $0.number) }
    let filled = formulas.references(of: formulas[id]) + numbers
    let area = formulas[id].area
    end(id)
    install(template, filled, over: area)
  }

  /// Takes the formulas of an area away; their values stay until something is stored over them.
  private func removeFormulas(in area: Area) {
    guard area.top <= area.bottom, let columns = formulas.formulaColumns(of: area) else { return }
    let rows = area.rowRange
    for column in columns {
      if rows.count == 1 {
        // One cell has one formula at most, so this way goes without a list.
        if let id = formulas.group(in: area.grid, column: column, row: rows.lowerBound) { cut(rows, outOf: id) }
        continue
      }
      var found: [GroupID] = []
      formulas.forEachOwner(in: area.grid, column: column, rows: rows) { found.append($0) }
      for id in found { cut(rows, outOf: id) }
    }
  }

  /// Ends a group and makes new ones of its rows outside of a range.
  private func cut(_ rows: RowRange, outOf id: GroupID) {
    let group = formulas[id]
    // That a formula goes matters to `A1#` and SUBTOTAL, though the same value may come in its place.
    graph.markReaders(in: group.grid, column: Int(group.column), rows: rows.clamped(to: group.rows))
    // The spill ranges of a group end with it; the rows that stay fill them again.
    let isAllDirty = group.isAllDirty || cells.spills.hasAnchor(in: group.area)
    let dirty = graph.partlyDirtyRows(of: id)
    end(id)
    guard !group.isSingle else { return }
    let filled = formulas.references(of: group)
    var rest: [RowRange] = []
    if group.firstRow < rows.lowerBound { rest.append(group.firstRow...rows.lowerBound - 1) }
    if group.lastRow > rows.upperBound { rest.append(rows.upperBound + 1...group.lastRow) }
    for rows in rest {
      let area = Area(grid: group.grid, column: Int(group.column), rows: rows)
      if isAllDirty {
        install(group.template, filled, over: area)
      } else {
        installClean(group.template, filled, over: area, dirty: dirty.compactMap { $0.intersection(rows) })
      }
    }
  }

  /// Makes a group of which some rows are dirty at most.
  private func installClean(_ template: TemplateID, _ filled: [GroupReference], over area: Area, dirty: [RowRange]) {
    let id = formulas.insert(template, filled, over: area, isDirty: false)
    graph.add(id)
    // What the edit is about to store marks it dirty only if it stands among the readers by then.
    graph.register(id)
    for rows in dirty { graph.markDirty(rows, of: id) }
  }

  /// Ends a group: its cells have no formula any more.
  private func end(_ id: GroupID) {
    guard !formulas[id].isDead else { return }
    formulas.remove(id)
    if !cells.spills.isEmpty {
      let area = formulas[id].area
      if area.isSingleCell {
        spillWriter.end(at: area.topLeft)
      } else {
        for anchor in cells.spills.anchors where area.contains(anchor) { spillWriter.end(at: anchor) }
      }
    }
    graph.remove(id)
  }

  /// Reads a group's formula anew, after the meaning of a name has changed.
  func reinstall(_ id: GroupID) {
    guard !formulas[id].isDead else { return }
    let group = formulas[id]
    let trees = formulas.trees(of: group.template, with: formulas.references(of: group), over: group.area)
    end(id)
    for (tree, area) in trees { install(tree, over: area) }
  }

  // MARK: Names

  /// Reads the formulas anew that waited for a name in lower case.
  func readWaiting(for key: String) {
    for id in formulas.takeWaiting(for: key) { reinstall(id) }
  }

  /// Reads the formulas of a scope anew that read what a name of it stood for.
  func readFormulas(reading binding: NameBinding, in scope: ScopeID) {
    var readers: Set<GroupID> = []
    let area =
      switch binding {
      case .cell(let address): Area(address)
      case .area(let area): area
      case .table(let grid):
        Area(
          grid: grid, top: 0, left: 0, bottom: Int(Area.openEnd), right: max(cells.columnCount(of: grid), 1) - 1)
      }
    // A formula that came since the last recalculation reads the name, too.
    graph.registerNewcomers()
    graph.forEachReader(of: area) { readers.insert($0) }
    for id in readers where cells.grids[formulas[id].grid.index].scope == scope { reinstall(id) }
  }

  // MARK: Contents

  /// What an area holds, without what has only spilled into it.
  func contents(of area: Area) -> [ContentPiece] {
    var pieces: [ContentPiece] = []
    let used = cells.usedArea(area)
    guard let columns = area.columns(below: cells.columnCount(of: area.grid)), area.top <= area.bottom else {
      return []
    }
    for column in columns {
      var taken: [RowRange] = []
      formulas.forEachOwner(in: area.grid, column: column, rows: area.rowRange) { id in
        let group = formulas[id]
        let rows = group.rows.clamped(to: area.rowRange)
        pieces.append(piece(of: group, rows: rows))
        taken.append(rows)
      }
      guard !used.isEmpty else { continue }
      taken.sort { $0.lowerBound < $1.lowerBound }
      let end = Int(used.bottom) + 1
      var row = Int(used.top)
      for formula in taken + [end...end] {
        appendConstants(area.grid, column, from: row, to: min(formula.lowerBound, end), &pieces)
        row = max(row, formula.upperBound + 1)
      }
    }
    return pieces
  }

  func piece(of group: FormulaGroup, rows: RowRange) -> ContentPiece {
    ContentPiece(
      area: Area(grid: group.grid, column: Int(group.column), rows: rows),
      content: .formula(template: group.template, references: formulas.references(of: group)))
  }

  private func appendConstants(
    _ grid: GridID, _ column: Int, from low: Int, to high: Int, _ pieces: inout [ContentPiece]
  ) {
    func constant(_ row: Int) -> CellValue {
      let address = CellAddress(grid: grid, row: row, column: column)
      return cells.spills.anchor(covering: address) == nil ? cells.value(at: address) : .blank
    }
    var start = low
    while start < high {
      var end = start
      var values: [CellValue] = []
      while end < high, case let value = constant(end), !value.isBlank {
        values.append(value)
        end += 1
      }
      if values.isEmpty {
        start += 1
      } else {
        let area = Area(grid: grid, column: column, rows: start...end - 1)
        pieces.append(ContentPiece(area: area, content: .constants(values)))
        start = end
      }
    }
  }

  /// Puts pieces where they stood; the history learns nothing of it.
  func install(_ pieces: [ContentPiece]) {
    let wasPaused = history.pause()
    defer { history.resume(wasPaused) }
    for piece in pieces {
      switch piece.content {
      case .formula(let template, let references):
        clearSpillsAndFormulas(in: piece.area)
        cells.makeColumn(of: piece.area.topLeft)
        install(template, references, over: piece.area)
        graph.markReaders(of: piece.area)
      case .constants(let values): setConstants(values, from: piece.area.topLeft)
      }
    }
  }
}

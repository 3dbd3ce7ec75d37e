import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import SheetPrograms
import SheetText

/// What only a loaded sheet can tell of its text: names that mean nothing, circles, defaults and rows that are refused.
struct LoadFindings {
  let loaded: LoadedProgram

  /// Reports what the statements of the program, and those of the sheets in the rows of its tables, name in vain, and then
  /// the definitions that are something else than their writer may think.
  func checkNames() {
    checkNames(loaded.program.statements)
    for case let row? in loaded.tableDefinitions.map(\.form) {
      for unit in row.units { checkNames(unit.statements, in: row) }
    }
  }

  private func checkNames(_ statements: some Sequence<ProgramStatement>, in row: RowForm? = nil) {
    var finder: NameFinder?
    var misleading: [(finding: LiveFinding, unit: SheetUnit)] = []
    var hasAddress = false
    var sound = SoundFormulas()
    let knowsAllNames = loaded.engine.formulas.knowsAllNames
    for placed in statements {
      // Most statements are cells with one formula. Formulas whose names the engine knows all need no second look,
      // unless they say more than names and operators.
      if case .cell(let cell) = placed.kind {
        // A line that goes on from the one above it is written in the same letters.
        if cell.run == nil, !hasAddress || cell.target.name != nil,
          let finding = loaded.names.misleading(cell, in: placed.unit.document.source)
        {
          misleading.append((finding, placed.unit))
          // One who writes addresses in small letters need not be told of each.
          if case .addressForName = finding { hasAddress = true }
        }
        let words = cell.words
        if case .none = words { continue }
        if case .names = words, !cell.isConstant, knowsAllNames || knowsNames(of: placed) { continue }
        if finder?.unit === placed.unit, sound.has(cell) { continue }
      }
      if finder?.unit !== placed.unit {
        report(finder)
        finder = NameFinder(loaded, placed.unit, in: row)
        sound = SoundFormulas()
      }
      let count = finder?.count
      finder?.check(placed.statement, of: loaded, placed.unit)
      if case .cell(let cell) = placed.kind, finder?.count == count { sound.add(cell) }
    }
    report(finder)
    for (finding, unit) in misleading { loaded.findings.add(finding.diagnostic, of: unit) }
  }

  /// Whether a statement defines a named cell in whose formula every name means something.
  private func knowsNames(of placed: ProgramStatement) -> Bool {
    placed.row >= 0 && loaded.engine.formulas.knowsAllNames(at: loaded.address(ofNamedRow: placed.row))
  }

  private func report(_ finder: NameFinder?) {
    guard let finder else { return }
    for finding in finder.diagnostics { loaded.findings.add(finding, of: finder.unit) }
    loaded.findings.unshownCount += finder.unshownCount
  }

  /// Circular references, each with the place of every definition that takes part; cells of one fill that depend on
  /// themselves are one finding.
  func checkCycles() {
    var fills: [SourceSpan: (first: CellAddress, count: Int)] = [:]
    var circles: [[CellAddress]] = []
    for cycle in loaded.engine.cycles.unsettled() {
      guard cycle.count == 1, let span = fillSpan(of: cycle[0]) else {
        circles.append(cycle)
        continue
      }
      let fill = fills[span]
      if fill == nil { circles.append(cycle) }
      let isFirst = fill.map { (cycle[0].row, cycle[0].column) < ($0.first.row, $0.first.column) } ?? true
      fills[span] = (isFirst ? cycle[0] : fill?.first ?? cycle[0], (fill?.count ?? 0) + 1)
    }
    for cycle in circles {
      let fill = cycle.count == 1 ? fillSpan(of: cycle[0]).flatMap { fills[$0] } : nil
      let names = (fill.map { [$0.first] } ?? cycle).map { loaded.engine.names.name(of: $0) }
      loaded.findings.add(
        LiveFinding.cycle(names, alike: (fill?.count ?? 1) - 1, labels(of: cycle)).diagnostic)
    }
  }

  /// The place of the definition that fills a cell and others.
  private func fillSpan(of address: CellAddress) -> SourceSpan? {
    guard let fill = loaded.definitions.fill(at: address)?.definition, fill.unit == nil else { return nil }
    return fill.span
  }

  /// The places of the definitions that cells come from, each once.
  private func labels(of cells: [CellAddress]) -> [Diagnostic.Label] {
    var labels: [Diagnostic.Label] = []
    for address in cells.prefix(4_096) where labels.count < 12 {
      guard let definition = loaded.lookup.definition(at: address) else { continue }
      guard let span = definition.unit?.useSpan ?? definition.span else { continue }
      if !labels.contains(where: { $0.span == span }) { labels.append(Diagnostic.Label(span, "")) }
    }
    return labels
  }

  /// An input's own default must be what the input accepts.
  func checkInitialInputs() {
    guard loaded.definitions.hasInputs else { return }
    for address in loaded.definitions.order {
      guard let rule = loaded.definitions.input(at: address), let definition = loaded.definitions[address],
        let formula = definition.formula, !formula.isInvalid
      else { continue }
      let unit = definition.unit ?? loaded.units[0]
      let name = unit.written(definition.name)
      if let row = unit.row, let cell = row.cell(ofInput: definition.name) {
        guard let refusal = loaded.acceptance.refusal(of: rule.initial, by: rule, name, at: address) else { continue }
        loaded.findings.add(LiveFinding.refusedCell(refusal, cell.span).diagnostic, of: row.unit)
        continue
      }
      if case .error(let error) = rule.initial {
        loaded.findings.add(
          LiveFinding.badDefault(name, formula.span, "its value is \(error.code.text)").diagnostic, of: unit)
      } else if let refusal = loaded.acceptance.refusal(of: rule.initial, by: rule, name, at: address),
        !(refusal.kind == .condition && isBlamed(rule.condition, of: unit))
      {
        loaded.findings.add(
          LiveFinding.badDefault(name, formula.span, refusal.message, near: refusal.suggestion).diagnostic,
          of: unit)
      }
    }
  }

  /// What an input in the rows of a table begins with must be what its type and domain accept; what its condition reads
  /// is another in each row.
  func checkInitialInputsOfRows() {
    for table in loaded.tableDefinitions where table.form != nil {
      for column in table.columns {
        guard case .input(let input) = column.content, let initial = input.initial, initial.constant != nil,
          let rule = column.input, let unit = column.unit, case let name = unit.written(column.name),
          let refusal = rule.refusalByDomain(of: rule.initial, name, loaded.formats.values)
        else { continue }
        loaded.findings.add(
          LiveFinding.badDefault(name, initial.span, refusal.message, near: refusal.suggestion).diagnostic, of: unit)
      }
    }
  }

  /// Whether something in a condition was found to be wrong: nothing can satisfy it then.
  private func isBlamed(_ condition: SheetFormula?, of unit: SheetUnit) -> Bool {
    if case .unreadable? = condition?.tree.nodes.first { return true }
    guard let span = condition?.span, unit.isMain else { return false }
    return loaded.findings.list.contains { finding in
      finding.severity == .error
        && finding.labels.contains { span.lower <= $0.span.lower && $0.span.upper <= span.upper }
    }
  }

  /// Written rows give inputs only what these accept.
  func checkWrittenRows() {
    for table in loaded.program.tables where table.definition.instanceSource != nil {
      guard let made = loaded.tables.table(named: table.name), made.form != nil else { continue }
      for (row, written) in table.definition.rows.enumerated() {
        for input in table.writtenInputs where input.cell < written.cells.count {
          let column = made.columns[input.column]
          let address = CellAddress(grid: made.grid, row: row, column: input.column)
          let value = loaded.engine.value(at: address)
          guard let rule = loaded.acceptance.rule(at: address),
            let refusal = loaded.acceptance.refusal(of: value, by: rule, column.name, at: address)
          else { continue }
          loaded.findings.add(
            LiveFinding.refusedCell(refusal, written.cells[input.cell].span).diagnostic, of: table.place.unit)
        }
      }
    }
  }
}

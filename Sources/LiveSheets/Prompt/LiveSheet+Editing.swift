import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Places of the text and the cells that they mean.
extension LiveSheet {
  /// The name on the `sheet` line under which addresses lie that are typed alone.
  package var currentGrid: String? { editor.grid }

  /// The name on the first `sheet` line of a text whose cells all stand under such lines.
  var firstGridName: String? {
    guard let home = homeSheet else { return nil }
    return gridName(of: CellAddress(grid: home, row: 0, column: 0))
  }

  func hasGrid(named name: String) -> Bool { !name.isEmpty && loaded.grids.sheets[name.lowercased()] != nil }

  /// The name on the `sheet` line above a cell of a grid; `nil` where it stands before the first such line.
  func gridName(of address: CellAddress) -> String? {
    guard loaded.grids.sheets.contains(where: { $0.value == address.grid && !$0.key.isEmpty }),
      case .sheet(let name) = engine.kind(of: address.grid)
    else { return nil }
    return name
  }

  /// Whether a cell lies on a grid of the sheet itself.
  func isGridCell(_ address: CellAddress) -> Bool {
    guard case .sheet = engine.kind(of: address.grid) else { return false }
    let name = gridName(of: address)
    return name == nil
      ? address.grid == homeSheet
      : program.document.statements.contains { statement in
        if case .grid(let line) = statement.kind { line.key == name?.lowercased() } else { false }
      } || editor.text.document.statements.contains { $0.grid?.lowercased() == name?.lowercased() }
  }

  /// `B7` of `Inputs!B7`.
  func localName(of address: CellAddress) -> String {
    A1Notation.text(row: Int(address.row), column: Int(address.column))
  }

  /// What a text would call a cell; `nil` for one in a table.
  func place(of address: CellAddress) -> DefinitionPlace? {
    if address.grid == engine.namesGrid(of: scope) {
      return definitions[address].map { DefinitionPlace($0.name) }
    }
    guard case .sheet = engine.kind(of: address.grid) else { return nil }
    return .cell(grid: gridName(of: address)?.lowercased(), row: Int(address.row), column: Int(address.column))
  }

  func place(of target: CellTarget, _ grid: String?) -> DefinitionPlace? {
    switch target {
    case .name(let name): DefinitionPlace(name.text)
    case .address(let row, let column, _): .cell(grid: grid?.lowercased(), row: row, column: column)
    case .area: nil
    }
  }

  /// The cell of a place, if it is there.
  func address(of place: DefinitionPlace) -> CellAddress? {
    switch place {
    case .name(let name):
      guard case .cell(let address)? = engine.binding(of: name, in: scope) else { return nil }
      return address
    case .cell(let grid, let row, let column):
      return loaded.grids.sheets[grid ?? ""].map { CellAddress(grid: $0, row: row, column: column) }
    }
  }

  /// The value of a cell that no formula gives.
  func constantValue(at address: CellAddress) -> CellValue? {
    engine.hasFormula(at: address) || engine.spillAnchor(of: address) != nil ? nil : engine.value(at: address)
  }

  /// The definition that a setting of an address on a grid means, as in `Inputs!B2 = 3`.
  func cellDefinition(
    _ target: SheetFormula, _ value: SheetFormula, _ home: String?
  ) -> (definition: CellDefinition, grid: String?)? {
    guard case .reference(let reference) = target.tree[target.tree.root], reference.sheet != nil,
      reference.sheet?.last == nil, case .cell(let row, let column) = reference.shape,
      let area = engine.area(of: target.tree, in: scope), isGridCell(area.topLeft)
    else { return nil }
    let cell = CellTarget.address(row: Int(row.value), column: Int(column.value), span: target.span)
    let definition = CellDefinition(target: cell, formula: value, isConstant: value.isConstant)
    return (definition, gridName(of: area.topLeft))
  }
}

/// Defining cells while the sheet runs.
extension LiveSheet {
  /// What a text says of a definition beside its formula.
  struct Description {
    var declaredFormat: String?
    var documentation: String?
  }

  /// A definition that was given while the sheet runs.
  struct Defined {
    var address: CellAddress
    fileprivate var formula: SheetFormula
    fileprivate var findings: [Diagnostic]

    /// What is wrong with it, circular references included.
    func findings(of sheet: LiveSheet) -> [Diagnostic] {
      guard case .error(let error) = sheet.engine.value(at: address), error.code == .cycle,
        let cycle = sheet.engine.cycles().first(where: { $0.contains(address) })
      else { return findings }
      let names = cycle.map { sheet.engine.name(of: $0) }
      return findings + [LiveFinding.cycle(names, [Diagnostic.Label(formula.span, "")]).diagnostic]
    }
  }

  func definition(named name: String) -> Definition? {
    guard case .cell(let address)? = engine.binding(of: name, in: scope) else { return nil }
    return definitions[address]
  }

  /// Defines a cell anew, or for the first time, in an instant.
  func define(
    _ cell: CellDefinition, at place: DefinitionPlace, in source: SourceText, home: String?, _ description: Description
  ) -> Defined {
    let isNew = self.address(of: place).flatMap { definitions[$0] } == nil
    let misleading = isNew ? misleading(cell, in: source) : nil
    let address = describe(cell, at: place, in: source, home: home, description)
    // Whoever names the cell that is being defined names one that is there: it is a circle.
    let findings = findings(in: atHome(cell.formula.tree, home)) + [misleading?.diagnostic].compactMap(\.self)
    change { put(cell.formula, isConstant: cell.isConstant, at: address, home: home, units[0]) }
    return Defined(address: address, formula: cell.formula, findings: findings)
  }

  /// Brings a cell in line with a statement of a text, within an instant.
  func adopt(_ cell: CellDefinition, _ statement: Statement, at place: DefinitionPlace, in source: SourceText) {
    let description = Description(declaredFormat: cell.format?.text, documentation: statement.documentation?.text)
    let address = describe(cell, at: place, in: source, home: statement.grid, description)
    put(cell.formula, isConstant: cell.isConstant, at: address, home: statement.grid, units[0])
  }

  /// Notes what a text says about a cell, which it gives a name if need be.
  private func describe(
    _ cell: CellDefinition, at place: DefinitionPlace, in source: SourceText, home: String?, _ description: Description
  ) -> CellAddress {
    let address: CellAddress
    switch place {
    case .name(let key): address = engine.addName(cell.target.name?.text ?? key, in: scope)
    case .cell(let grid, let row, let column):
      address = CellAddress(
        grid: loaded.grids.sheets[grid ?? ""] ?? homeSheet ?? GridID(rawValue: 0), row: row, column: column)
    }
    let known = definitions[address]
    let definition =
      known ?? Definition(name: cell.target.name?.text ?? engine.name(of: address), kind: cell.kind)
    definition.kind = cell.kind
    definition.setFormula(cell.formula, in: source)
    definition.documentation = description.documentation
    definition.format = description.declaredFormat
    definition.home = home
    definition.span = cell.target.span
    definitions[address] = definition
    if known == nil { definitions.list(address) }
    return address
  }

  /// Notes that a constant is about to get another value, written as a literal.
  func describe(literal: String, at address: CellAddress) {
    let document = SheetDocument(name: "prompt", "x = " + literal)
    guard case .cell(let cell)? = document.statements.first?.kind, let place = place(of: address) else { return }
    let known = definitions[address]
    var named = cell
    if case .name = place {
    } else {
      named.target = .address(row: Int(address.row), column: Int(address.column), span: cell.target.span)
    }
    if case .name = place, let name = known?.name { named.target = .name(WrittenText(name, at: cell.target.span)) }
    _ = describe(
      named, at: place, in: document.source, home: known?.home ?? gridName(of: address),
      Description(declaredFormat: known?.format, documentation: known?.documentation))
  }

  /// Takes a cell away, within an instant, and gives what it was called.
  func remove(_ place: DefinitionPlace) -> String? {
    guard let address = address(of: place) else { return nil }
    let name = definitions[address].map { $0.name.isEmpty ? engine.name(of: address) : $0.name }
    engine.setConstant(.blank, at: address)
    forgetDefinition(at: address)
    if case .name(let name) = place { engine.unbind(name, in: scope) }
    return name
  }

  func forgetDefinition(at address: CellAddress) {
    definitions[address] = nil
    definitions.unlist(address)
  }

  // MARK: Inputs

  /// Notes the value that the text gives an input.
  func setInitial(_ value: CellValue, of address: CellAddress) { definitions[address]?.input?.initial = value }

  /// Whether an input follows an expression, so that a text cannot say another value for it.
  func isBound(_ address: CellAddress) -> Bool {
    timeline.instances.first?.form.bindings.contains { $0.target == address && $0.model == nil } ?? false
  }

  /// The inputs bound both ways that hold something else than the text says.
  func inputsAwayFromText() -> [(address: CellAddress, value: CellValue)] {
    let bindings = timeline.instances.first?.form.bindings.filter { $0.model != nil } ?? []
    return bindings.flatMap { [$0.target] + [$0.model?.cell].compactMap(\.self) }.compactMap { address in
      guard let definition = definitions[address], definition.unit == nil, let rule = definition.input else {
        return nil
      }
      let value = engine.value(at: address)
      return value == rule.initial ? nil : (address, value)
    }
  }
}

/// Taking steps back and making them again, within an instant.
extension LiveSheet {
  /// Begins or ends to tell rows from each other.
  func identifyRows(_ isWanted: Bool) {
    for number in tableDefinitions.indices {
      if !isWanted {
        tableDefinitions[number].identities = nil
      } else if tableDefinitions[number].identities == nil {
        tableDefinitions[number].identities = identities(ofTable: number, after: nil)
      }
    }
  }

  /// The rows of a table as the text has them.
  func identities(ofTable number: Int, after former: RowIdentities?) -> RowIdentities {
    let table = tableDefinitions[number]
    let count = rowCount(of: number)
    var identities = former.map { RowIdentities(count: count, after: $0) } ?? RowIdentities(count: count)
    if !table.hasWrittenRows { for row in (0..<count).reversed() { identities.unwrite(row) } }
    return identities
  }

  /// Which row of each table is which, by the table's name in lower case; empty where no line can be taken back.
  var rowIdentities: [String: RowIdentities] {
    Dictionary(
      tableDefinitions.compactMap { table in table.identities.map { (table.name.lowercased(), $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Takes the rows of a text that was loaded anew for those that were there before.
  func identifyRows(as former: [String: RowIdentities]) {
    for number in tableDefinitions.indices {
      guard let rows = former[tableDefinitions[number].name.lowercased()] else { continue }
      tableDefinitions[number].identities?.go(backTo: rows)
    }
  }

  /// Whether the rows that steps are about are known, so that they need no text to be found.
  func knowsRows(of steps: [ValueStep]) -> Bool {
    steps.allSatisfy { step in
      switch step {
      case .value: true
      case .rowCell(let table, let row, _, _, _): isKnown(row, of: table)
      case .insertion(let table, let record), .deletion(let table, let record): isKnown(record.identity, of: table)
      }
    }
  }

  private func isKnown(_ row: Int, of table: String) -> Bool {
    self.table(named: table)?.identities?.knows(row) ?? false
  }

  /// Whether the text says what a step does.
  func isWritten(_ step: ValueStep) -> Bool {
    switch step {
    case .value: false
    case .rowCell(let table, let row, _, _, _):
      self.table(named: table)?.identities?.rows.first { $0.identity == row }?.textRow != nil
    case .insertion(_, let record), .deletion(_, let record): record.textRow != nil
    }
  }

  func take(_ step: ValueStep) {
    switch step {
    case .value(let place, _, let new):
      if let new, let address = address(of: place) { engine.setConstant(new, at: address) }
    case .rowCell(let name, let row, let column, _, let new):
      guard let table = table(named: name), let position = table.identities?.position(of: row) else { return }
      engine.setConstant(new, at: CellAddress(grid: table.grid, row: position, column: column))
    case .insertion(let name, let record): insert(record, into: name)
    case .deletion(let name, let record):
      guard let number = tableDefinitions.firstIndex(where: { $0.name.lowercased() == name.lowercased() }),
        let position = tableDefinitions[number].identities?.position(of: record.identity)
      else { return }
      if let textRow = record.textRow { tableDefinitions[number].identities?.unwrite(textRow) }
      deleteRow(of: number, at: position)
    }
  }

  private func insert(_ record: RowRecord, into name: String) {
    guard let number = tableDefinitions.firstIndex(where: { $0.name.lowercased() == name.lowercased() }),
      let identities = tableDefinitions[number].identities
    else { return }
    let position = identities.position(for: record)
    insertRow(of: number, at: position, [])
    restore(record.content, toRow: position, number)
    tableDefinitions[number].identities?.setIdentity(record.identity, at: position)
    if let textRow = record.textRow { tableDefinitions[number].identities?.write(position, as: textRow) }
  }
}

extension LoadedTable {
  /// Whether its rows stand in the text of the sheet itself.
  var hasWrittenRows: Bool {
    definition.source == nil && definition.instanceSource == nil && definition.header != nil && unit?.isMain != false
  }
}

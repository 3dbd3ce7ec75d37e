import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Defines cells while their sheet runs.
///
/// These rules hold:
///
/// - R1. What is known of a cell, its formula, its documentation and its format, is what the text says of it.
/// - R2. A cell that is taken away leaves neither a definition nor a name.
struct CellDefiner {
  let sheet: LiveSheet

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
        let cycle = sheet.engine.cycles.all().first(where: { $0.contains(address) })
      else { return findings }
      let names = cycle.map { sheet.engine.names.name(of: $0) }
      return findings + [LiveFinding.cycle(names, alike: 0, [Diagnostic.Label(formula.span, "")]).diagnostic]
    }
  }

  /// Defines a cell anew, or for the first time, in an instant.
  func define(
    _ cell: CellDefinition, at place: DefinitionPlace, in source: SourceText, home: String?, _ description: Description
  ) -> Defined {
    let isNew = sheet.cellPlaces.address(of: place).map { !sheet.definitions.contains($0) } ?? true
    let misleading = isNew ? sheet.loaded.names.misleading(cell, in: source) : nil
    let address = describe(cell, at: place, in: source, home: home, description)
    // Whoever names the cell that is being defined names one that is there: it is a circle.
    let findings =
      sheet.findings(in: sheet.placing.atHome(cell.formula.tree, home)) + [misleading?.diagnostic].compactMap(\.self)
    sheet.change {
      sheet.loaded.entry.put(cell.formula, isConstant: cell.isConstant, at: address, home: home, sheet.units[0])
    }
    return Defined(address: address, formula: cell.formula, findings: findings)
  }

  /// Brings a cell in line with a statement of a text, within an instant.
  func adopt(_ cell: CellDefinition, _ statement: Statement, at place: DefinitionPlace, in source: SourceText) {
    let description = Description(declaredFormat: cell.format?.text, documentation: statement.documentation?.text)
    let address = describe(cell, at: place, in: source, home: statement.grid, description)
    sheet.definitions[address]?.span = cell.target.span
    sheet.loaded.entry.put(cell.formula, isConstant: cell.isConstant, at: address, home: statement.grid, sheet.units[0])
  }

  /// Notes what a text says about a cell, which it gives a name if need be. Its place stays that in the sheet's text,
  /// where what is new comes last.
  private func describe(
    _ cell: CellDefinition, at place: DefinitionPlace, in source: SourceText, home: String?, _ description: Description
  ) -> CellAddress {
    let address: CellAddress
    switch place {
    case .name(let key): address = sheet.engine.names.add(cell.target.name?.text ?? key, in: sheet.scope)
    case .cell(let grid, let row, let column):
      let grid = sheet.loaded.grids.sheets[grid ?? ""] ?? sheet.homeSheet ?? GridID(rawValue: 0)
      address = CellAddress(grid: grid, row: row, column: column)
    }
    let known = sheet.definitions[address]
    let definition =
      known ?? Definition(name: cell.target.name?.text ?? sheet.engine.names.name(of: address), kind: cell.kind)
    definition.kind = cell.kind
    definition.setFormula(cell.formula, in: source)
    definition.documentation = description.documentation
    definition.format = description.declaredFormat
    definition.home = home
    sheet.definitions[address] = definition
    if known == nil { sheet.definitions.list(address) }
    return address
  }

  /// Notes that a constant is about to get another value, written as a literal.
  func describe(literal: String, at address: CellAddress) {
    let document = SheetDocument(name: "prompt", "x = " + literal)
    guard case .cell(let cell)? = document.statements.first?.kind, let place = sheet.cellPlaces.place(of: address)
    else {
      return
    }
    let known = sheet.definitions[address]
    let target: CellTarget =
      if case .name = place {
        known.map { .name(WrittenText($0.name, at: cell.target.span)) } ?? cell.target
      } else {
        .address(row: Int(address.row), column: Int(address.column), span: cell.target.span)
      }
    let named = CellDefinition(target: target, formula: cell.formula, format: cell.format)
    _ = describe(
      named, at: place, in: document.source, home: known?.home ?? sheet.cellPlaces.gridName(of: address),
      Description(declaredFormat: known?.format, documentation: known?.documentation))
  }

  /// Takes a cell away, within an instant, and gives what it was called.
  func remove(_ place: DefinitionPlace) -> String? {
    guard let address = sheet.cellPlaces.address(of: place) else { return nil }
    let name = sheet.definitions[address].map { $0.name.isEmpty ? sheet.engine.names.name(of: address) : $0.name }
    sheet.engine.setConstant(.blank, at: address)
    forget(address)
    if case .name(let name) = place { sheet.engine.names.unbind(name, in: sheet.scope) }
    return name
  }

  /// Forgets what is known of a cell.
  func forget(_ address: CellAddress) {
    sheet.definitions[address] = nil
    sheet.definitions.unlist(address)
  }

  // MARK: Inputs

  /// Notes the value that the text gives an input.
  func setInitial(_ value: CellValue, of address: CellAddress) {
    guard let rule = sheet.definitions.input(at: address) else { return }
    sheet.definitions[address]?.input?.initial = rule.inSpelling(value)
  }

  /// Whether an input follows an expression, so that a text cannot say another value for it.
  func isBound(_ address: CellAddress) -> Bool {
    sheet.timeline.instances.first?.form.bindings.contains { $0.target == address && $0.model == nil } ?? false
  }

  /// Whether what an input holds is carried with its binding when a text is loaded anew, because no text says it.
  func isCarried(_ address: CellAddress) -> Bool {
    guard let definition = sheet.definitions[address] else { return false }
    if definition.unit == nil { return definition.input != nil && isBound(address) }
    return sheet.timeline.instances.first?.form.bindings.contains {
      $0.target == address || $0.model?.cell == address
    } ?? false
  }

  /// The inputs bound both ways that hold something else than the text says, unless only because the model has won at
  /// load.
  func inputsAwayFromText() -> [(address: CellAddress, value: CellValue)] {
    let bindings = sheet.timeline.instances.first?.form.bindings.filter { binding in
      guard let model = binding.model?.cell, let rule = sheet.definitions[model]?.input else { return false }
      return sheet.engine.value(at: model) != rule.initial
    }
    return (bindings ?? []).flatMap { [$0.target] + [$0.model?.cell].compactMap(\.self) }.compactMap { address in
      guard let definition = sheet.definitions[address], definition.unit == nil, let rule = definition.input else {
        return nil
      }
      let value = sheet.engine.value(at: address)
      return value == rule.initial ? nil : (address, value)
    }
  }
}

import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Finding cells by what people call them, and what is known of each.
struct CellLookup {
  let sheet: LiveSheet

  private var engine: Engine { sheet.engine }

  /// The cell, range or table of a path: `C`, `B7`, `Inputs!B2`, `ledger[2].A`, `ledger[C]`, `ledger`, `A1:B3`.
  func cell(_ path: String) -> Result<CellInfo, LookupFailure> {
    let parsed = FormulaParser.parse(path, dialect: .sheet)
    guard parsed.diagnostics.isEmpty, !parsed.tree.nodes.isEmpty else {
      return .failure(LookupFailure(path, "“\(path)” is not the name of a cell"))
    }
    let tree = sheet.placing.atHome(parsed.tree, sheet.currentGrid)
    switch tree[tree.root] {
    case .name(let name, sheet: nil):
      if name.contains("."), engine.binding(of: name, in: sheet.scope) == nil {
        return .failure(
          LookupFailure(
            path, "there is no cell named \(path)", suggestion: NearNames.suggestion(for: path, among: sheet.knownNames)
          ))
      }
      return named(name)
    // A name is one of the whole file, whichever of its grids stands before it.
    case .name(let name, sheet: _?):
      if let finding = sheet.findings(in: tree).first { return .failure(LookupFailure(path, finding)) }
      return named(name)
    case .unary(.spill, let operand):
      if let finding = sheet.findings(in: tree).first {
        return .failure(LookupFailure(path, finding))
      }
      guard let area = engine.area(of: tree.subtree(at: operand), in: sheet.scope), area.isSingleCell else {
        return .failure(LookupFailure(path, "“\(path)” is not the name of a cell"))
      }
      return spillRange(of: area.topLeft, named: path)
    case .reference, .member, .structured, .subscript_:
      if let finding = sheet.findings(in: tree).first {
        return .failure(LookupFailure(path, finding))
      }
      guard let area = engine.area(of: tree, in: sheet.scope) else {
        return column(tree).map { .success($0) }
          ?? .failure(LookupFailure(path, "“\(path)” is not the name of a cell"))
      }
      if case .failure(let failure) = checkBounds(area, path) { return .failure(failure) }
      return .success(info(of: area, name: path))
    default: return .failure(LookupFailure(path, "“\(path)” is not the name of a cell"))
    }
  }

  /// The column that `ledger.A` names, as `ledger[A]` does.
  private func column(_ tree: FormulaTree) -> CellInfo? {
    guard case .member(let table, let column) = tree[tree.root] else { return nil }
    return try? cell("\(tree.subtree(at: table).text())[\(column)]").get()
  }

  private func checkBounds(_ area: Area, _ path: String) -> Result<Void, LookupFailure> {
    guard case .table(let name) = engine.kind(of: area.grid) else { return .success(()) }
    let rows = engine.rowCount(of: area.grid)
    guard Int(area.bottom) < rows || area.isEmpty else {
      return .failure(
        LookupFailure(path, "\(name) has \(rows) row\(rows == 1 ? "" : "s"), so there is no row \(area.bottom + 1)"))
    }
    return .success(())
  }

  private func named(_ name: String) -> Result<CellInfo, LookupFailure> {
    if let kind = sheet.otherNames[name.lowercased()] {
      return .failure(LookupFailure(name, "\(name) is \(LiveFinding.article(kind)) \(kind), not a cell"))
    }
    switch engine.binding(of: name, in: sheet.scope) {
    case .cell(let address)?: return .success(info(at: address))
    case .area(let area)?: return .success(info(of: area, name: name))
    case .table(let grid)?:
      guard let table = sheet.table(in: grid) else { break }
      var info = CellInfo(
        name: table.name, address: CellAddress(grid: grid, row: 0, column: 0), kind: .table)
      info.area = Area(
        grid: grid, top: 0, left: 0, bottom: engine.rowCount(of: grid) - 1,
        right: (table.shownCount ?? table.columns.count) - 1)
      info.documentation = table.documentation
      info.definitionSpan = table.definition.name.span
      return .success(info)
    case nil: break
    }
    return .failure(
      LookupFailure(
        name, "there is no cell named \(name)", suggestion: NearNames.suggestion(for: name, among: sheet.knownNames)))
  }

  private func info(of area: Area, name: String) -> CellInfo {
    if area.isSingleCell { return info(at: area.topLeft) }
    var info = CellInfo(name: name, address: area.topLeft, area: area, kind: .range)
    if area.columns == 1, case .table = engine.kind(of: area.grid), let definition = sheet.definition(at: area.topLeft)
    {
      info.documentation = definition.documentation
      info.definitionSpan = definition.span
      info.formulaText = definition.kind == .formula ? definition.formulaText : nil
      info.format = sheet.format(at: area.topLeft)
    }
    return info
  }

  /// What a cell is and where it was defined.
  func info(at address: CellAddress) -> CellInfo {
    let definition = sheet.definition(at: address)
    let isOwn = sheet.definitions.contains(address)
    var info = CellInfo(
      name: definition.flatMap { $0.name.isEmpty ? nil : $0.name } ?? engine.name(of: address), address: address,
      kind: .blank)
    if let kind = definition?.kind, kind.isMadeByTime {
      info.kind = kind
      info.formulaText = kind == .state || kind == .part ? nil : definition?.formulaText
    } else if definition?.kind != .constant && engine.hasFormula(at: address)
      || engine.spillAnchor(of: address) != nil && !sheet.loaded.workbooks.isSetArray(at: address)
    {
      info.kind = .formula
      let isFilled = !isOwn && isFilled(address)
      info.formulaText = (isFilled ? nil : definition?.formulaText) ?? engine.formulaText(at: address)
    } else if definition?.input != nil {
      info.kind = .input
      info.typeText = definition?.input?.type.rawValue
    } else if definition != nil || !engine.value(at: address).isBlank {
      info.kind = .constant
    }
    if !isOwn { info.name = engine.name(of: address) }
    info.documentation = definition?.documentation
    info.definitionSpan = definition?.unit?.useSpan ?? definition?.span
    info.format = definition.flatMap(sheet.format)
    return info
  }

  /// The formula of a cell as it was typed; `nil` for one that was filled, whose references are shifted.
  func writtenFormula(at address: CellAddress) -> String? {
    guard !isFilled(address), let text = sheet.loaded.definitions[address]?.formulaText else { return nil }
    return text.hasPrefix("=") ? String(text.dropFirst()) : text
  }

  /// Whether a cell's formula was written for another cell and filled.
  private func isFilled(_ address: CellAddress) -> Bool {
    !sheet.definitions.contains(address) && sheet.definitions.fill(at: address) != nil
  }

  /// The spill range of `B1#`, or the cell itself where its formula gives one value, or an error that tells why.
  private func spillRange(of anchor: CellAddress, named path: String) -> Result<CellInfo, LookupFailure> {
    let first = info(at: anchor)
    if let area = engine.spillArea(of: anchor) { return .success(sheet.info(ofBlock: area, from: first)) }
    switch engine.value(at: anchor) {
    case .error, .array: return .success(first)
    case _ where engine.hasFormula(at: anchor): return .success(first)
    default: return .failure(LookupFailure(path, "\(first.name) does not spill"))
    }
  }
}

extension LiveSheet {
  /// Finding cells by what people call them.
  var lookup: CellLookup { CellLookup(sheet: self) }
}

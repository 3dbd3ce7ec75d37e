import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Finding cells by what people call them.
extension LiveSheet {
  /// The cells that can be named, in the order of their definition; cells of fills, of tables and of used workbooks are not
  /// listed one by one.
  package var cells: [CellInfo] {
    definitions.order.compactMap { definitions.contains($0) ? info(at: $0) : nil }
  }

  /// The addresses of ``cells``, of which nothing has to be made, and those of the cells of used workbooks.
  package var cellAddresses: [CellAddress] { definitions.listed.filter { definitions.contains($0) } }

  /// The cell, range or table of a path: `C`, `B7`, `Inputs!B2`, `ledger[2].A`, `ledger[C]`, `ledger`, `A1:B3`.
  package func cell(_ path: String) -> Result<CellInfo, LookupFailure> {
    let parsed = FormulaParser.parse(path, dialect: .sheet)
    guard parsed.diagnostics.isEmpty, !parsed.tree.nodes.isEmpty else {
      return .failure(LookupFailure(path, "“\(path)” is not the name of a cell"))
    }
    let tree = atHome(parsed.tree, currentGrid)
    switch tree[tree.root] {
    case .name(let name, sheet: nil):
      if name.contains("."), engine.binding(of: name, in: scope) == nil {
        return .failure(
          LookupFailure(
            path, "there is no cell named \(path)", suggestion: NearNames.suggestion(for: path, among: knownNames)))
      }
      return named(name)
    case .unary(.spill, let operand):
      if let finding = findings(in: tree).first {
        return .failure(LookupFailure(path, finding))
      }
      guard let area = engine.area(of: tree.subtree(at: operand), in: scope), area.isSingleCell else {
        return .failure(LookupFailure(path, "“\(path)” is not the name of a cell"))
      }
      return spillRange(of: area.topLeft, named: path)
    case .reference, .member, .structured, .subscript_:
      if let finding = findings(in: tree).first {
        return .failure(LookupFailure(path, finding))
      }
      guard let area = engine.area(of: tree, in: scope) else {
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
    if let kind = otherNames[name.lowercased()] {
      return .failure(LookupFailure(name, "\(name) is \(LiveFinding.article(kind)) \(kind), not a cell"))
    }
    switch engine.binding(of: name, in: scope) {
    case .cell(let address)?: return .success(info(at: address))
    case .area(let area)?: return .success(info(of: area, name: name))
    case .table(let grid)?:
      guard let table = table(in: grid) else { break }
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
        name, "there is no cell named \(name)", suggestion: NearNames.suggestion(for: name, among: knownNames)))
  }

  private func info(of area: Area, name: String) -> CellInfo {
    if area.isSingleCell { return info(at: area.topLeft, name: name) }
    var info = CellInfo(name: name, address: area.topLeft, area: area, kind: .range)
    if area.columns == 1, case .table = engine.kind(of: area.grid), let definition = definition(at: area.topLeft) {
      info.documentation = definition.documentation
      info.definitionSpan = definition.span
      info.formulaText = definition.kind == .formula ? definition.formulaText : nil
      info.format = format(at: area.topLeft)
    }
    return info
  }

  package func info(at address: CellAddress, name: String? = nil) -> CellInfo {
    let definition = definition(at: address)
    let isOwn = definitions.contains(address)
    var info = CellInfo(
      name: definition.flatMap { $0.name.isEmpty ? nil : $0.name } ?? engine.name(of: address), address: address,
      kind: .blank)
    if let kind = definition?.kind, kind.isMadeByTime {
      info.kind = kind
      info.formulaText = kind == .state || kind == .part ? nil : definition?.formulaText
    } else if definition?.kind != .constant && engine.hasFormula(at: address)
      || engine.spillAnchor(of: address) != nil && !loaded.workbooks.isSetArray(at: address)
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
    info.format = definition.flatMap(format)
    return info
  }

  /// The formula of a cell as it was typed; `nil` for one that was filled, whose references are shifted.
  func writtenFormula(at address: CellAddress) -> String? {
    guard !isFilled(address), let text = loaded.definitions[address]?.formulaText else { return nil }
    return text.hasPrefix("=") ? String(text.dropFirst()) : text
  }

  /// Whether a cell's formula was written for another cell and filled.
  private func isFilled(_ address: CellAddress) -> Bool {
    !definitions.contains(address) && definitions.fill(at: address) != nil
  }

  /// The value of a cell; of a range or table the array of its values.
  package func value(of cell: CellInfo) -> CellValue {
    if let workbook = loaded.workbooks.workbook(of: cell.address.grid) {
      return workbook.shownValue(in: cell.area ?? Area(cell.address))
    }
    guard let area = cell.area else {
      guard case .table = engine.kind(of: cell.address.grid) else { return engine.value(at: cell.address) }
      let count = engine.rowCount(of: cell.address.grid)
      // A row that its table does not have is no blank one.
      return Int(cell.address.row) < count
        ? engine.value(at: cell.address) : .error(.noRow("\(cell.address.row + 1)", of: count))
    }
    return engine.array(of: area)
  }

  /// The file of the used workbook in which a cell stands; `nil` for a cell of a sheet.
  package func usedWorkbook(of address: CellAddress) -> String? { loaded.workbooks.file(of: address.grid) }

  package func value(at address: CellAddress) -> CellValue {
    loaded.workbooks.workbook(of: address.grid)?.shownValue(at: address) ?? engine.value(at: address)
  }

  /// The value of an expression that is not kept, with the format of the cell that it may be.
  ///
  /// - Parameter home: The name on the `sheet` line above the expression; addresses that stand alone lie there.
  package func evaluate(_ formula: SheetFormula, home: String? = nil) -> (value: CellValue, format: String?) {
    (value(of: formula.tree, home), self.format(of: atHome(formula.tree, home)))
  }

  /// The value of an expression given as text, or what is wrong with it.
  package func evaluate(_ expression: String) -> Result<(value: CellValue, format: String?), FormulaFailure> {
    let parsed = FormulaParser.parse(expression, dialect: .sheet)
    let diagnostics = parsed.diagnostics + findings(in: parsed.tree)
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      return .failure(FormulaFailure(source: SourceText(name: "expression", expression), diagnostics: diagnostics))
    }
    return .success((value(of: parsed.tree, currentGrid), self.format(of: atHome(parsed.tree, currentGrid))))
  }

  /// What is wrong with a text that was to be evaluated.
  package struct FormulaFailure: Error {
    package var source: SourceText
    package var diagnostics: [Diagnostic]
  }
}

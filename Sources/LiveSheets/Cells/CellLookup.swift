import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Finding cells by what people call them, and what is known of each.
struct CellLookup {
  let loaded: LoadedProgram

  private var engine: Engine { loaded.engine }

  /// The cell, range or table of a path: `C`, `B7`, `Inputs!B2`, `ledger[2].A`, `ledger[C]`, `ledger`, `A1:B3`.
  ///
  /// - Parameter home: The name on the `sheet` line under which addresses lie that stand alone.
  func cell(_ path: String, _ home: String?) -> Result<CellInfo, LookupFailure> {
    do throws(LookupFailure) { return .success(try found(path, home)) } catch { return .failure(error) }
  }

  private func found(_ path: String, _ home: String?) throws(LookupFailure) -> CellInfo {
    if home == nil, let grid = loaded.homeSheet, let (row, column) = A1Notation.cell(path) {
      return info(at: CellAddress(grid: grid, row: row, column: column))
    }
    let parsed = FormulaParser.parse(path, dialect: .sheet)
    guard parsed.diagnostics.isEmpty, !parsed.tree.nodes.isEmpty else { throw noPath(path, home) }
    let tree = loaded.placing.atHome(parsed.tree, home)
    if case .name(let name, sheet: nil) = tree[tree.root] {
      if name.contains("."), engine.names.binding(of: name, in: loaded.scope) == nil { throw noCell(path) }
      return try named(name)
    }
    switch tree[tree.root] {
    case .name, .unary(.spill, _), .reference, .member, .structured, .subscript_: break
    default: throw noPath(path, home)
    }
    if let finding = loaded.names.findings(in: tree).first { throw LookupFailure(path, finding) }
    switch tree[tree.root] {
    // A name is one of the whole file, whichever of its grids stands before it.
    case .name(let name, _): return try named(name)
    case .unary(.spill, let operand):
      guard let area = engine.expressions.area(of: tree.subtree(at: operand), in: loaded.scope), area.isSingleCell
      else {
        throw noPath(path, home)
      }
      return try spillRange(of: area.topLeft, named: path)
    default:
      guard let area = engine.expressions.area(of: tree, in: loaded.scope) else {
        guard let column = column(tree, home) else { throw noRow(tree, path) ?? noPath(path, home) }
        return column
      }
      try checkBounds(area, path)
      return info(of: area, name: path)
    }
  }

  /// The cell of an input, by its name, that nothing keeps from being set; `nil` for any other path.
  func input(named name: String) -> CellAddress? {
    guard case .cell(let address)? = engine.names.binding(of: name, in: loaded.scope),
      loaded.definitions.made(at: address)?.kind == .input, !engine.formulas.hasFormula(at: address),
      loaded.workbooks.workbook(of: address.grid) == nil
    else { return nil }
    return address
  }

  /// What is wrong with a text that cannot be read; the name of a sheet may want quotation marks.
  private func noPath(_ text: String, _ home: String?) -> LookupFailure {
    var failure = LookupFailure.noPath(text)
    guard let quoted = A1Notation.quotingSheet(of: text) else {
      // Other languages reach for the value of a cell.
      if text.lowercased().hasSuffix(".value"), case let name = String(text.dropLast(6)),
        case .success = cell(name, home)
      {
        failure.suggestion = name
      }
      return failure
    }
    switch cell(quoted, home) {
    case .success: failure.suggestion = quoted
    case .failure(let other):
      guard let near = other.suggestion else { break }
      (failure.message, failure.suggestion) = (other.message, near)
    }
    return failure
  }

  /// What is wrong with a path through a row that a table does not have, as that of a used workbook.
  private func noRow(_ tree: FormulaTree, _ path: String) -> LookupFailure? {
    for case .subscript_(let base, let index) in tree.nodes {
      let table = tree.subtree(at: base)
      guard let row = engine.expressions.evaluate(tree.subtree(at: index), in: loaded.scope).number,
        let count = engine.expressions.evaluate(.call("ROWS", [table]), in: loaded.scope).number, row < 1 || row > count
      else { continue }
      return LookupFailure(path, RefusalFact.noRow(row, count: Int(count)).words(for: table.text()))
    }
    return nil
  }

  private func noCell(_ name: String) -> LookupFailure {
    LookupFailure(
      name, "there is no cell named \(name)", suggestion: NearNames.suggestion(for: name, among: loaded.names.known))
  }

  /// The column that `ledger.A` names, as `ledger[A]` does.
  private func column(_ tree: FormulaTree, _ home: String?) -> CellInfo? {
    guard case .member(let table, let column) = tree[tree.root] else { return nil }
    return try? found("\(tree.subtree(at: table).text())[\(column)]", home)
  }

  private func checkBounds(_ area: Area, _ path: String) throws(LookupFailure) {
    guard case .table(let name) = engine.grids.kind(of: area.grid) else { return }
    let rows = engine.grids.rowCount(of: area.grid)
    guard Int(area.bottom) < rows || area.isEmpty else {
      throw LookupFailure(
        path, "\(name) has \(rows) row\(rows == 1 ? "" : "s"), so there is no row \(area.bottom + 1)")
    }
  }

  private func named(_ name: String) throws(LookupFailure) -> CellInfo {
    if let kind = loaded.otherNames[name.lowercased()] {
      throw LookupFailure(name, "\(name) is \(LiveFinding.article(kind)) \(kind), not a cell")
    }
    switch engine.names.binding(of: name, in: loaded.scope) {
    case .cell(let address)?: return info(at: address)
    case .area(let area)?: return info(of: area, name: name)
    case .table(let grid)?:
      guard let table = loaded.tables.table(in: grid) else { throw noCell(name) }
      var info = CellInfo(name: table.name, address: CellAddress(grid: grid, row: 0, column: 0), kind: .table)
      info.area = Area(
        grid: grid, top: 0, left: 0, bottom: engine.grids.rowCount(of: grid) - 1,
        right: table.shownColumns.count - 1)
      info.documentation = table.documentation
      info.definitionSpan = table.unit?.useSpan ?? table.definition.name.span
      return info
    case nil: throw noCell(name)
    }
  }

  private func info(of area: Area, name: String) -> CellInfo {
    if area.isSingleCell { return info(at: area.topLeft) }
    var info = CellInfo(name: name, address: area.topLeft, area: area, kind: .range)
    if area.columns == 1, case .table = engine.grids.kind(of: area.grid),
      let definition = self.definition(at: area.topLeft)
    {
      info.documentation = definition.documentation
      info.definitionSpan = definition.unit?.useSpan ?? definition.span
      info.formulaText = definition.kind == .formula ? definition.formulaText : nil
      info.format = loaded.formats.format(at: area.topLeft)
    }
    return info
  }

  /// What a cell is and where it was defined.
  func info(at address: CellAddress) -> CellInfo {
    let definition = self.definition(at: address)
    let isOwn = loaded.definitions.contains(address)
    var info = CellInfo(
      name: definition.flatMap { $0.name.isEmpty ? nil : $0.name } ?? engine.names.name(of: address), address: address,
      kind: .blank)
    if let kind = definition?.kind, kind.isMadeByTime {
      info.kind = kind
      info.formulaText = kind == .state || kind == .part ? nil : definition?.formulaText
    } else if definition?.kind != .constant && engine.formulas.hasFormula(at: address)
      || engine.spills.anchor(covering: address) != nil && !loaded.workbooks.isSetArray(at: address)
    {
      info.kind = .formula
      let isFilled = !isOwn && isFilled(address)
      info.formulaText = (isFilled ? nil : definition?.formulaText) ?? engine.formulas.text(at: address)
    } else if definition?.input != nil {
      info.kind = .input
      info.typeText = definition?.input?.type.rawValue
    } else if definition != nil || !engine.value(at: address).isBlank {
      info.kind = .constant
    }
    if !isOwn { info.name = engine.names.name(of: address) }
    info.documentation = definition?.documentation
    info.definitionSpan = definition?.unit?.useSpan ?? definition?.span
    info.format = definition.flatMap(loaded.formats.format)
    return info
  }

  /// The formula of a cell as it was typed; `nil` for one that was filled, whose references are shifted.
  func writtenFormula(at address: CellAddress) -> String? {
    guard !isFilled(address), let text = loaded.definitions[address]?.formulaText else { return nil }
    return text.hasPrefix("=") ? String(text.dropFirst()) : text
  }

  /// Whether a cell's formula was written for another cell and filled.
  private func isFilled(_ address: CellAddress) -> Bool {
    !loaded.definitions.contains(address) && loaded.definitions.fill(at: address) != nil
  }

  /// The spill range of `B1#`, or the cell itself where its formula gives one value, or an error that tells why.
  private func spillRange(of anchor: CellAddress, named path: String) throws(LookupFailure) -> CellInfo {
    let first = info(at: anchor)
    if let area = engine.spills.area(of: anchor) { return info(ofBlock: area, from: first) }
    switch engine.value(at: anchor) {
    case .error, .array: return first
    case _ where engine.formulas.hasFormula(at: anchor): return first
    default: throw LookupFailure(path, "\(first.name) does not spill")
    }
  }

  /// The definition that a cell belongs to: its own, or that of a fill or of a table's column.
  func definition(at address: CellAddress) -> Definition? {
    if let definition = loaded.definitions.read(address) { return definition }
    if let fill = loaded.definitions.fill(at: address) { return fill.definition }
    guard let table = loaded.tables.table(in: address.grid),
      Int(address.column) < table.columns.count
    else { return nil }
    let column = table.columns[Int(address.column)]
    let unit = column.unit ?? loaded.units[0]
    let definition = Definition(
      name: engine.names.name(of: address), kind: column.kind ?? (column.formula == nil ? .constant : .formula),
      documentation: column.documentation, span: column.span, format: column.format)
    definition.setFormula(column.formula, in: column.isComposed ? nil : unit.document.source)
    definition.input = column.input
    definition.unit = unit.isMain ? nil : unit
    definition.home = column.home
    return definition
  }

  /// Cells that one formula fills, known by that formula's cell.
  func info(ofBlock area: Area, from first: CellInfo) -> CellInfo {
    var info = CellInfo(name: engine.name(of: area), address: area.topLeft, area: area, kind: .range)
    info.isBlock = true
    info.documentation = first.documentation
    info.definitionSpan = first.definitionSpan
    info.formulaText = first.formulaText
    info.format = first.format
    return info
  }

  /// The value of a cell; of a range or table the array of its values.
  func value(of cell: CellInfo) -> CellValue {
    if let workbook = loaded.workbooks.workbook(of: cell.address.grid) {
      return workbook.shownValue(in: cell.area ?? Area(cell.address))
    }
    guard let area = cell.area else {
      guard case .table = engine.grids.kind(of: cell.address.grid) else { return engine.value(at: cell.address) }
      let count = engine.grids.rowCount(of: cell.address.grid)
      // A row that its table does not have is no blank one.
      return Int(cell.address.row) < count
        ? engine.value(at: cell.address) : .error(.noRow("\(cell.address.row + 1)", of: count))
    }
    return engine.array(of: area)
  }
}

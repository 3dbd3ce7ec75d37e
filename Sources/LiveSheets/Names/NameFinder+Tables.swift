import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms

/// Columns and rows of tables, and what stands behind a dot or behind the name of a grid.
extension NameFinder {
  mutating func checkSheets(of prefix: SheetPrefix?, at span: SourceSpan) {
    for name in [prefix?.first, prefix?.last].compactMap({ $0 })
    where loaded.engine.names.sheet(named: name, in: loaded.scope) == nil && !loaded.isUnread(name) {
      report(at: span) { finder in
        let place = finder.place(ofSheet: name, in: span)
        // Where the name alone cannot be put right, nothing is suggested.
        let names = place == nil ? [] : finder.unitNames.sheets
        return LiveFinding.unknownSheet(finder.unit.written(name), place ?? span, names).diagnostic
      }
    }
  }

  /// Where the name of a grid stands in a reference, with its quotation marks; all of one that is typed and stands in no
  /// text yet. `nil` where several names share their marks.
  private func place(ofSheet name: String, in span: SourceSpan) -> SourceSpan? {
    let written = unit.document.source[span]
    guard let mark = written.lastIndex(of: "!") else { return span }
    for part in written[..<mark].split(separator: ":")
    where A1Notation.unquoted(part).lowercased() == unit.written(name).lowercased() {
      let lower = span.lower + written[..<part.startIndex].utf8.count
      return SourceSpan(lower, lower + part.utf8.count)
    }
    return nil
  }

  /// Checks a name behind that of a grid; the names of a used workbook are its own matter.
  mutating func checkName(_ name: String, behind prefix: SheetPrefix, at span: SourceSpan) {
    guard let grid = loaded.engine.names.sheet(named: prefix.first, in: loaded.scope) else {
      return checkSheets(of: prefix, at: span)
    }
    guard unit.isMain ? isUnknown(name, []) : !unit.declared.names.contains(name.lowercased()),
      loaded.workbooks.workbook(of: grid) == nil
    else { return }
    report(at: span) { finder in
      LiveFinding.unknownName(name, span, near: finder.unitNames.suggestion(for: name)).diagnostic
    }
  }

  mutating func checkStructured(
    _ reference: StructuredReference, _ span: SourceSpan, _ columns: Set<String>, isLocal: (String) -> Bool
  ) {
    if let table = reference.table, loaded.isUnread(table) { return }
    var names = columns
    var display = spelled(columns)
    if let table = reference.table, let used = loaded.engine.names.sheetTable(named: table, in: loaded.scope) {
      display = used.columns
      names = Set(display.map { $0.lowercased() })
    } else if let table = reference.table {
      guard let made = loaded.tables.table(named: table) else {
        if loaded.engine.names.binding(of: table, in: loaded.scope) == nil {
          report(at: span) { finder in
            let tables = finder.loaded.tableDefinitions.map(\.name)
            let near = NearNames.suggestion(for: table, among: tables)
            let isFunction = finder.catalog.function(named: table) != nil
            return LiveFinding.unknownName(
              finder.unit.written(table), finder.place(ofTable: table, in: span), near: near, isFunction: isFunction,
              mayBeInput: false
            ).diagnostic
          }
        }
        return
      }
      display = made.columns.map(\.name)
      names = Set(display.map { $0.lowercased() })
    } else if columns.isEmpty {
      let tables = loaded.tableDefinitions.filter { table in
        table.columns.contains { $0.name.lowercased() == reference.firstColumn?.lowercased() }
      }
      return report(LiveFinding.columnWithoutTable(reference, span, tables.map(\.name)).diagnostic, span)
    }
    for column in [reference.firstColumn, reference.lastColumn].compactMap({ $0 })
    where !names.contains(column.lowercased()) {
      let isValue = isLocal(column) || loaded.engine.names.binding(of: column, in: loaded.scope) != nil
      let table =
        isValue && reference.lastColumn == reference.firstColumn && reference.rows == .data ? reference.table : nil
      report(
        LiveFinding.unknownColumn(column, Self.span(of: column, in: reference, span), display, rowOf: table).diagnostic,
        span)
    }
  }

  /// Where the name of a table stands in a reference, which begins with it; all of one that is written in another way.
  private func place(ofTable table: String, in span: SourceSpan) -> SourceSpan {
    let place = SourceSpan(span.lower, min(span.upper, span.lower + table.utf8.count))
    return unit.document.source[place].lowercased() == table.lowercased() ? place : span
  }

  /// The place of a column in a reference, such as `revv` in `sales[revv]` and in `sales[[rev]:[revv]]`; of a reference
  /// that is written in another way all of it.
  private static func span(of column: String, in reference: StructuredReference, _ span: SourceSpan) -> SourceSpan {
    let names = Set([reference.firstColumn, reference.lastColumn].compactMap(\.self))
    let length = names.reduce(reference.table?.utf8.count ?? 0) { $0 + $1.utf8.count }
    // What is neither the table nor a column: brackets, with a colon between two columns, and the @ of a row.
    let rest = span.upper - span.lower - length
    if names.count == 2 {
      guard rest == 7 else { return span }
      let start =
        column == reference.firstColumn
        ? span.lower + (reference.table?.utf8.count ?? 0) + 2 : span.upper - 2 - column.utf8.count
      return SourceSpan(start, start + column.utf8.count)
    }
    guard (2...5).contains(rest) else { return span }
    let end = span.upper - (rest > 3 ? 2 : 1)
    return SourceSpan(end - column.utf8.count, end)
  }

  mutating func checkMember(
    _ base: FormulaTree.Index, _ field: String, _ tree: FormulaTree, _ index: FormulaTree.Index
  ) {
    if let name = tree.dottedName(base), unitNames.others[name.lowercased()] == "used sheet" {
      if loaded.isUnread(name) { return }
      let written = "\(unit.written(name)).\(field)"
      let head = written.dropLast(field.count).lowercased()
      let names = unitNames.known.filter { $0.lowercased().hasPrefix(head) }
      return report(
        LiveFinding.unknownName(
          written, tree.span(of: index), near: NearNames.suggestion(for: written, among: names)
        ).diagnostic,
        tree.span(of: index))
    }
    if let name = tree.dottedName(base), let kind = unitNames.others[name.lowercased()] {
      let parts = kind == "action" ? ["isEnabled", "isExecuting", "value", "error"] : ["calls"]
      let moments = kind == "action" ? ActionMoment.allCases.map(\.rawValue) + ["changed"] : []
      guard !moments.contains(field.lowercased()) else { return }
      let (written, span) = (unit.written(name), tree.span(of: index))
      return report(TimeFinding.unknownPart(field, of: written, kind, parts, span).diagnostic, span)
    }
    checkRow(base, field, tree, index)
  }

  /// Checks `people[2].name`, and in the rows of a table of sheets what `go` and `adding` reach further: `go.value`,
  /// `adding.username`.
  private mutating func checkRow(
    _ base: FormulaTree.Index, _ field: String, _ tree: FormulaTree, _ index: FormulaTree.Index
  ) {
    var row = base
    var parts: [String] = []
    while case .member(let inner, let part) = tree[row], parts.count < FormulaParser.maximumDepth {
      parts.append(part)
      row = inner
    }
    guard case .subscript_(let table, _) = tree[row], case .name(let name, _) = tree[table], !loaded.isUnread(name),
      let (all, shown) = columns(ofTable: name)
    else { return }
    let columns = all.map { $0.lowercased() }
    let head = parts.reversed().map { "\($0)." }.joined()
    let key = (head + field).lowercased()
    // Of what no column begins with the part before is told, and a column reaches further where it holds records.
    guard head.isEmpty || columns.contains(where: { $0.hasPrefix(head.lowercased()) }),
      !columns.contains(where: { $0 == key || $0.hasPrefix(key + ".") || head.lowercased().hasPrefix($0 + ".") })
    else { return }
    let span = tree.span(of: index)
    let place = SourceSpan(max(span.lower, span.upper - field.utf8.count), span.upper)
    let said = unit.written(name)
    if stands(head, field, in: name) {
      return report(LiveFinding.sharedByRows(head + field, table: said, place).diagnostic, span)
    }
    if stands(head, field, in: "\(name)[1]") {
      return report(LiveFinding.ownOfRows(head + field, table: said, place).diagnostic, span)
    }
    let meant = head.isEmpty ? shown : all
    let names = meant.filter { $0.lowercased().hasPrefix(head.lowercased()) }
    report(LiveFinding.unknownColumn(head + field, place, names).diagnostic, span)
  }

  /// Whether a table or a cell of a grid, whose name has a part before it with a dot, is one of a sheet.
  private func stands(_ head: String, _ field: String, in sheet: String) -> Bool {
    let placing = FormulaPlacing(loaded: loaded)
    if placing.isTable("\(sheet).\(head)\(field)") { return true }
    return A1Notation.cell(field) != nil && placing.firstGrid(of: "\(sheet).\(head)".dropLast().lowercased()) != nil
  }

  /// The columns of a table, of the sheet or of a workbook that it uses, and those that are shown.
  private func columns(ofTable name: String) -> (all: [String], shown: [String])? {
    if let made = loaded.tables.table(named: name) { return (made.columns.map(\.name), made.shownColumns.map(\.name)) }
    return loaded.engine.names.sheetTable(named: name, in: loaded.scope).map { ($0.columns, $0.columns) }
  }
}

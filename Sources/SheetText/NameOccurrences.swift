import Diagnostics
import Formulas
import Functions

/// A place where a statement writes a name, or several with dots between them.
package struct NameOccurrence: Sendable, Hashable {
  package enum Role: Sendable, Hashable {
    /// The statement defines it.
    case definition
    /// A formula reads it, or a step sets it or makes it happen.
    case use
    /// It stands before an opening parenthesis.
    case call
    /// It stands before the brackets with a table's column.
    case table
    /// A step answers the service of this name, or expects a call of it.
    case service
    /// A column of a table.
    case column(table: String)
    /// A field of what only computing tells, which may be a row of a table.
    case field
    /// An input of the sheet that is used under a name, in the block of its `use`.
    case input(of: String)
  }

  /// The names, from the first; each with its place.
  package var parts: [WrittenText]
  package var role: Role

  /// Whether its first name is that of a statement; columns and fields only happen to have such a name.
  package var isOfDefinition: Bool {
    switch role {
    case .column, .field, .input: false
    case .definition, .use, .call, .table, .service: true
    }
  }

  init(_ parts: [WrittenText], _ role: Role) { (self.parts, self.role) = (parts, role) }

  init(_ name: String, at lower: Int, _ role: Role) {
    var lower = lower
    parts = name.split(separator: ".", omittingEmptySubsequences: false).map { part in
      let span = SourceSpan(lower, lower + part.utf8.count)
      lower = span.upper + 1
      return WrittenText(String(part), at: span)
    }
    self.role = role
  }
}

extension Statement {
  /// Every place where the statement writes a name that means something outside of one formula.
  ///
  /// Names of LET and LAMBDA, parameters, texts and comments are none.
  ///
  /// - Parameters:
  ///   - source: The text that the statement stands in.
  ///   - catalog: Tells what LET and LAMBDA are.
  /// - Complexity: O(*n*), where *n* is the size of the statement's formulas.
  package func nameOccurrences(in source: SourceText, _ catalog: FunctionCatalog) -> [NameOccurrence] {
    var found: [NameOccurrence] = []
    if let name = definedName { found.append(NameOccurrence(name.text, at: name.span.lower, .definition)) }
    let definition = definition
    for service in definition.serviceNames {
      found.append(NameOccurrence(service.text, at: service.span.lower, .service))
    }
    var table: String?
    switch kind {
    case .table(let definition):
      table = definition.name.text
      for column in definition.writtenColumns {
        found.append(NameOccurrence(column: column.text, at: column.span, of: definition.name.text))
      }
    case .use(let use):
      for binding in use.bindings {
        guard case .name(let name, nil)? = binding.target.tree.nodes.last else { continue }
        found.append(NameOccurrence(name, at: binding.target.span.lower, .input(of: use.name.text)))
      }
    default: break
    }
    for scoped in definition.formulas {
      let home = scoped.isInRow ? table : nil
      found += scoped.formula.tree.nameOccurrences(hiding: scoped.hidden, in: home, of: source, catalog)
    }
    return found
  }
}

extension NameOccurrence {
  /// A column, whose name may have dots in it.
  fileprivate init(column: String, at lower: Int, of table: String) {
    self.init(column: column, at: SourceSpan(lower, lower + column.utf8.count), of: table)
  }

  fileprivate init(field: String, at span: SourceSpan) {
    parts = [WrittenText(field, at: span)]
    role = .field
  }

  /// A column whose name may be written with signs that do not belong to it.
  fileprivate init(column: String, at span: SourceSpan, of table: String) {
    parts = [WrittenText(column, at: span)]
    role = .column(table: table)
  }
}

extension TableDefinition {
  /// The names of columns where the statement of the table writes them outside formulas.
  fileprivate var writtenColumns: [WrittenText] {
    columnNames
      + clauses.compactMap { if case .update(let column, _, _) = $0.change { column } else { nil } }
  }
}

extension FormulaTree {
  /// - Parameters:
  ///   - hidden: The names that mean a parameter, or a column of the table that the formula stands in.
  ///   - home: That table.
  fileprivate func nameOccurrences(
    hiding hidden: Set<String>, in home: String?, of source: SourceText, _ catalog: FunctionCatalog
  ) -> [NameOccurrence] {
    var found: [NameOccurrence] = []
    let scopes = LexicalScopes(self, catalog)
    for use in freeNames(scopes) where use.value.sheet == nil && use.value.name.utf8.count <= use.span.count {
      let path = [WrittenText(use.value.name, at: use.span)] + fields(behind: use.index)
      let names = path.indices.map { path[...$0].map(\.key).joined(separator: ".") }
      guard let column = names.indices.last(where: { hidden.contains(names[$0]) }) else {
        found.append(NameOccurrence(path, .use))
        continue
      }
      // Columns of sheets in rows have dots in their names.
      if let home {
        let name = path[...column].map(\.text).joined(separator: ".")
        found.append(NameOccurrence(column: name, at: use.span.lower, of: home))
      }
    }
    let rows = RowFields(self, scopes)
    for (place, node) in nodes.enumerated() {
      switch node {
      case .member(let base, let field):
        let end = span(of: Index(place)).upper
        let place = SourceSpan(end - FieldName.text(field).utf8.count, end)
        switch rows[base] {
        case .row(let table): found.append(NameOccurrence(column: field, at: place, of: table))
        case .unknown: found.append(NameOccurrence(field: field, at: place))
        case .value: continue
        }
      case .subscript_(let table, let word):
        // In `book.plan[cash]` the word is a column if plan is a table, and a number of a row else.
        guard let name = dottedName(table), case .name(let column, nil) = self[word] else { continue }
        found.append(NameOccurrence(column: column, at: span(of: word).lower, of: name))
      default: continue
      }
    }
    for reference in references { if let use = Self.use(in: reference) { found.append(use) } }
    for call in calls { found.append(NameOccurrence(call.value, at: call.span.lower, .call)) }
    for structured in structuredReferences {
      if let table = structured.value.table {
        found.append(NameOccurrence(table, at: structured.span.lower, .table))
      }
      guard let table = structured.value.table ?? home else { continue }
      for column in structured.value.columnPlaces(at: structured.span, in: source.bytes) {
        found.append(NameOccurrence(column: column.name, at: column.span, of: table))
      }
    }
    return found
  }

  /// The name of a use before the name of a sheet, as in `model.Inputs!B2` and `'model.My sheet'!B2`.
  private static func use(in reference: Found<GridReference>) -> NameOccurrence? {
    guard let sheet = reference.value.sheet, sheet.last == nil, let dot = sheet.first.firstIndex(of: ".") else {
      return nil
    }
    var cells = reference.value
    cells.sheet = nil
    var tree = FormulaTree()
    tree.append(.reference(cells), span: reference.span)
    // What is more than both with the sign between them are the quotes.
    let isQuoted = reference.span.count > sheet.first.utf8.count + 1 + tree.text().utf8.count
    let name = String(sheet.first[..<dot])
    return NameOccurrence(name, at: reference.span.lower + (isQuoted ? 1 : 0), .use)
  }

  /// The names that follow a node, each behind a dot.
  private func fields(behind node: Index) -> [WrittenText] {
    var fields: [WrittenText] = []
    // What has a node as its base stands right behind it.
    var next = Int(node) + 1
    while next < nodes.count, case .member(Index(next - 1), let field) = nodes[next] {
      let end = spans[next].upper
      fields.append(WrittenText(field, at: SourceSpan(end - field.utf8.count, end)))
      next += 1
    }
    return fields
  }
}

import CellModel
import Diagnostics
import Formulas
import Functions

extension SheetDocument {
  /// Gives what a name defines another name, in its definition and wherever formulas and tests use it.
  ///
  /// A column goes by its table, as in `ledger[cash]` and `ledger.cash`. Texts, comments, parameters, and columns and
  /// fields of records that happen to have the same name stay as they are.
  ///
  /// - Parameter catalog: Tells what LET and LAMBDA are, whose own names stay.
  /// - Throws: Why the old name cannot be found or the new one cannot be used.
  package func renaming(
    _ old: String, to new: String, in catalog: FunctionCatalog
  ) throws(Diagnostic) -> SheetDocument {
    if let column = column(named: old) { return try renaming(column, to: new, in: catalog) }
    return try renaming([(old, new)], in: catalog)
  }

  /// Gives as many definitions as can be other names, as if one after the other.
  ///
  /// - Returns: The sheet, and which names it has been given.
  /// - Complexity: O(*n*), where *n* is the length of the sheet, and O(*n* log *m*) for each of *m* that cannot be.
  package func renamingAll(
    _ names: ArraySlice<(old: String, new: String)>, in catalog: FunctionCatalog
  ) -> (document: SheetDocument, given: [(old: String, new: String)]) {
    if names.isEmpty { return (self, []) }
    if let renamed = try? renaming(names, in: catalog) { return (renamed, Array(names)) }
    if names.count == 1 { return (self, []) }
    let middle = names.startIndex + names.count / 2
    let first = renamingAll(names[..<middle], in: catalog)
    let second = first.document.renamingAll(names[middle...], in: catalog)
    return (second.document, first.given + second.given)
  }

  private func renaming(
    _ names: some Collection<(old: String, new: String)>, in catalog: FunctionCatalog
  ) throws(Diagnostic) -> SheetDocument {
    let changes = try DefinitionNames(names, of: self, in: catalog)
    let occurrences = nameOccurrences(in: catalog)
    return try replacing(changes.edits(occurrences), of: occurrences, hiddenBy: names.first?.new ?? "", in: catalog)
  }

  /// Gives a column another name, in its table and wherever formulas, clauses and tests name it.
  ///
  /// A row is followed through the names of LET and what else ``RowFields`` knows; where only computing tells whether
  /// `row.cash` is the column, and what it stands in knows the table, the column keeps its name.
  private func renaming(
    _ column: ColumnName, to new: String, in catalog: FunctionCatalog
  ) throws(Diagnostic) -> SheetDocument {
    switch column.origin {
    case .text: break
    case .file: throw EditFinding.columnOfFile(column.name.text, of: column.table.text).diagnostic
    case .sheet(let sheet):
      throw EditFinding.columnOfSheet(column.name.text, of: column.table.text, sheet).diagnostic
    }
    let name = try WrittenText.definable(column.later(new))
    if name.key != column.name.key, let other = self.column(name.key, ofTable: column.table.text) {
      throw EditFinding.nameInUse(other.name).diagnostic
    }
    if let finding = fieldInDoubt(column, in: catalog) { throw finding.diagnostic }
    var places: Set<SourceSpan> = []
    let occurrences = nameOccurrences(in: catalog)
    for occurrence in occurrences {
      switch occurrence.role {
      case .column(let table)
      where table.lowercased() == column.table.key && occurrence.parts[0].key == column.name.key:
        places.insert(occurrence.parts[0].span)
      case .use
      where occurrence.parts.count > 1 && occurrence.parts[0].key == column.table.key
        && occurrence.parts[1].key == column.name.key:
        places.insert(occurrence.parts[1].span)
      default: continue
      }
    }
    return try replacing(
      places.map { TextEdit($0, name.text) }, of: occurrences, hiddenBy: name.text, in: catalog)
  }

  /// A field that may be a column of a row, by its name and by what stands beside it: the table, or a call with it.
  private func fieldInDoubt(_ column: ColumnName, in catalog: FunctionCatalog) -> (any DiagnosticFact)? {
    let written = statements.map { (name: $0.definedName, names: $0.nameOccurrences(in: source, catalog)) }
    let knowing = written.map { $0.names.contains { $0.names(tableOf: column) } }
    let called = zip(written, knowing).filter(\.1).flatMap(\.0.names).filter { $0.role == .call }
    let callees = Set(called.map { $0.parts[0].key })
    for (statement, knows) in zip(written, knowing)
    where knows || statement.name.map({ callees.contains($0.key) }) == true {
      if let field = statement.names.first(where: { $0.role == .field && $0.parts[0].key == column.name.key }) {
        return EditFinding.fieldInDoubt(field.parts[0], in: statement.name?.text, of: column.table.text)
      }
    }
    return nil
  }

  /// Writes other names in some places; every other name of the text means what it did.
  private func replacing(
    _ edits: [TextEdit], of before: [NameOccurrence], hiddenBy name: String, in catalog: FunctionCatalog
  ) throws(Diagnostic) -> SheetDocument {
    let renamed = replacing(edits)
    guard before.elementsEqual(renamed.nameOccurrences(in: catalog), by: { $0.role.isOfKind($1.role) }) else {
      throw EditFinding.nameHidden(name).diagnostic
    }
    return renamed
  }

  private func nameOccurrences(in catalog: FunctionCatalog) -> [NameOccurrence] {
    statements.flatMap { $0.nameOccurrences(in: source, catalog) }
  }
}

extension NameOccurrence {
  /// Whether it names the table of a column, or one of its columns.
  fileprivate func names(tableOf column: ColumnName) -> Bool {
    switch role {
    case .column(let table): table.lowercased() == column.table.key
    case .definition, .use, .table: parts[0].key == column.table.key
    case .call, .field, .input, .service: false
    }
  }
}

extension NameOccurrence.Role {
  /// Whether two places that may name different things name them for the same purpose.
  fileprivate func isOfKind(_ other: NameOccurrence.Role) -> Bool {
    switch (self, other) {
    case (.column, .column), (.input, .input): true
    default: self == other
    }
  }
}

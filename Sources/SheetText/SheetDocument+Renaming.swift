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
    guard let index = definition(of: old) else { throw EditFinding.undefined(old).diagnostic }
    let key = old.lowercased()
    let name = try checked(new)
    if name.key != key, let other = definition(of: new), let written = statements[other].definedName {
      throw EditFinding.nameInUse(written).diagnostic
    }
    let isCallable = statements[index].definition.isCallable(in: catalog)
    // A call of a service is one whatever it is called; what calls a LAMBDA would call a function of that name.
    let isLambda = if case .cell = statements[index].kind { isCallable } else { false }
    var places: Set<SourceSpan> = []
    for occurrence in nameOccurrences(in: catalog) where occurrence.parts[0].key == key {
      switch occurrence.role {
      case .call where !isCallable && occurrence.parts.count == 1: continue
      case .call
      where isLambda && occurrence.parts.count == 1 && catalog.function(named: new) != nil && name.key != key:
        throw EditFinding.nameOfFunction(name, at: occurrence.parts[0].span).diagnostic
      case .column, .field, .input: continue
      case .definition, .use, .call, .table, .service: places.insert(occurrence.parts[0].span)
      }
    }
    return try replacing(places, by: name, in: catalog)
  }

  /// Gives a column another name, in its table and wherever formulas, clauses and tests name it.
  ///
  /// A row is followed through the names of LET and what else ``RowFields`` knows; where only computing tells whether
  /// `row.cash` is the column, and what it stands in knows the table, the column keeps its name.
  private func renaming(
    _ column: ColumnName, to new: String, in catalog: FunctionCatalog
  ) throws(Diagnostic) -> SheetDocument {
    if column.isOfFile { throw EditFinding.columnOfFile(column.name.text, of: column.table.text).diagnostic }
    let name = try checked(column.later(new))
    if name.key != column.name.key, let other = self.column(name.key, ofTable: column.table.text) {
      throw EditFinding.nameInUse(other.name).diagnostic
    }
    var places: Set<SourceSpan> = []
    if let finding = fieldInDoubt(column, in: catalog) { throw finding.diagnostic }
    for occurrence in nameOccurrences(in: catalog) {
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
    return try replacing(places, by: name, in: catalog)
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

  /// A name that can be defined.
  private func checked(_ new: String) throws(Diagnostic) -> WrittenText {
    let name = WrittenText(new, at: SourceSpan(0, new.utf8.count))
    if let finding = SheetNames.finding(about: name) { throw finding.diagnostic }
    return name
  }

  /// Writes another name in some places; every other name of the text means what it did.
  private func replacing(
    _ places: Set<SourceSpan>, by name: WrittenText, in catalog: FunctionCatalog
  ) throws(Diagnostic) -> SheetDocument {
    let renamed = replacing(places.map { TextEdit($0, name.text) })
    let (before, after) = (nameOccurrences(in: catalog), renamed.nameOccurrences(in: catalog))
    guard before.elementsEqual(after, by: { $0.role.isOfKind($1.role) }) else {
      throw EditFinding.nameHidden(name.text).diagnostic
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

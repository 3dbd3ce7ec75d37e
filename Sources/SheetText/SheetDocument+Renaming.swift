import CellModel
import Diagnostics
import Formulas
import Functions

extension SheetDocument {
  /// Gives what a name defines another name, in its definition and wherever formulas and tests use it.
  ///
  /// Texts, comments, and parameters and columns that happen to have the same name stay as they are.
  ///
  /// - Parameter catalog: Tells what LET and LAMBDA are, whose own names stay.
  /// - Throws: Why the old name cannot be found or the new one cannot be used.
  package func renaming(
    _ old: String, to new: String, in catalog: FunctionCatalog
  ) throws(Diagnostic) -> SheetDocument {
    guard let index = definition(of: old) else { throw finding(about: old).diagnostic }
    let name = WrittenText(new, at: SourceSpan(0, new.utf8.count))
    if let finding = SheetNames.finding(about: name) { throw finding.diagnostic }
    let key = old.lowercased()
    if name.key != key, let other = definition(of: new), let written = statements[other].definedName {
      throw SheetFinding.nameInUse(written).diagnostic
    }
    let isCallable = statements[index].definition.isCallable(in: catalog)
    // A call of a service is one whatever it is called; what calls a LAMBDA would call a function of that name.
    let isLambda = if case .cell = statements[index].kind { isCallable } else { false }
    var places: Set<SourceSpan> = []
    for statement in statements {
      for occurrence in statement.nameOccurrences(in: catalog) where occurrence.parts[0].key == key {
        switch occurrence.role {
        case .call where !isCallable && occurrence.parts.count == 1: continue
        case .call
        where isLambda && occurrence.parts.count == 1 && catalog.function(named: new) != nil && name.key != key:
          throw SheetFinding.nameOfFunction(name, at: occurrence.parts[0].span).diagnostic
        case .column, .input: continue
        case .definition, .use, .call, .table, .service: places.insert(occurrence.parts[0].span)
        }
      }
    }
    return replacing(places.map { TextEdit($0, new) })
  }

  /// Why nothing of a name can be renamed: there is nothing, or it is a column, which goes by its table.
  private func finding(about name: String) -> SheetFinding {
    let parts = name.split { $0 == "[" || $0 == "." }
    if parts.count == 2, let index = definition(of: String(parts[0])), case .table(let table) = statements[index].kind {
      let column = parts[1].last == "]" ? parts[1].dropLast() : parts[1]
      let names = (table.header?.columns.map(\.name) ?? []) + table.columns.map(\.name)
      let found = names.first { $0.key == column.lowercased() }
      if let found { return .columnRenamed(found.text, of: table.name.text) }
    }
    return .undefined(name)
  }
}

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
    guard let index = definition(of: old) else { throw SheetFinding.undefined(old).diagnostic }
    let name = WrittenText(new, at: SourceSpan(0, new.utf8.count))
    if let finding = SheetNames.finding(about: name) { throw finding.diagnostic }
    let key = old.lowercased()
    if name.key != key, let other = definition(of: new), let written = statements[other].definedName {
      throw SheetFinding.nameInUse(written).diagnostic
    }
    var places: Set<SourceSpan> = []
    let isCallable = statements[index].definition.isCallable(in: catalog)
    for statement in statements {
      if let defined = statement.definedName, defined.key == key { places.insert(defined.span) }
      let definition = statement.definition
      for service in definition.serviceNames { insertHead(of: service.text, service.span, key, &places) }
      for scoped in definition.formulas where !scoped.hidden.contains(key) {
        collectUses(of: key, in: scoped.formula.tree, withCalls: isCallable, catalog, &places)
      }
    }
    return replacing(places.map { TextEdit($0, new) })
  }

  private func collectUses(
    of key: String, in tree: FormulaTree, withCalls: Bool, _ catalog: FunctionCatalog, _ places: inout Set<SourceSpan>
  ) {
    for use in tree.freeNames(catalog) where use.value.sheet == nil {
      insertHead(of: use.value.name, use.span, key, &places)
    }
    for structured in tree.structuredReferences {
      guard let table = structured.value.table, table.lowercased() == key else { continue }
      places.insert(SourceSpan(structured.span.lower, structured.span.lower + table.utf8.count))
    }
    for call in tree.calls where withCalls || call.value.contains(".") {
      insertHead(of: call.value, call.span, key, &places)
    }
  }

  /// Adds the first part of a dotted name if that is the name looked for.
  private func insertHead(of name: String, _ span: SourceSpan, _ key: String, _ places: inout Set<SourceSpan>) {
    let head = name.prefix { $0 != "." }
    guard head.lowercased() == key, head.utf8.count <= span.count else { return }
    places.insert(SourceSpan(span.lower, span.lower + head.utf8.count))
  }
}

import Diagnostics
import Functions

/// Other names for what a sheet defines, all given at once.
struct DefinitionNames {
  private struct Change {
    let name: WrittenText
    let isCallable: Bool
    /// A call of a service is one whatever it is called; what calls a LAMBDA would call a function of that name.
    let isLambda: Bool
  }

  /// By the keys of the names that go.
  private var changes: [String: Change] = [:]
  private let catalog: FunctionCatalog

  /// - Throws: Why an old name cannot be found or a new one cannot be used.
  /// - Complexity: O(*n* + *m*), where *n* is the number of names and *m* that of statements.
  init(
    _ names: some Sequence<(old: String, new: String)>, of document: SheetDocument, in catalog: FunctionCatalog
  ) throws(Diagnostic) {
    self.catalog = catalog
    let indices = Dictionary(
      document.statements.indices.lazy.compactMap { index in
        document.statements[index].definedName.map { ($0.key, index) }
      }, uniquingKeysWith: { first, _ in first })
    var taken: Set<String> = []
    for (old, new) in names {
      let key = old.lowercased()
      guard let index = indices[key] else { throw EditFinding.undefined(old).diagnostic }
      let name = try WrittenText.definable(new)
      if name.key != key, let other = indices[name.key], let written = document.statements[other].definedName {
        throw EditFinding.nameInUse(written).diagnostic
      }
      guard taken.insert(name.key).inserted else { throw EditFinding.nameInUse(name).diagnostic }
      let isCallable = document.statements[index].definition.isCallable(in: catalog)
      let isLambda = if case .cell = document.statements[index].kind { isCallable } else { false }
      changes[key] = Change(name: name, isCallable: isCallable, isLambda: isLambda)
    }
  }

  /// What to write where the names stand.
  ///
  /// - Throws: If something would call a function of the catalog instead.
  func edits(_ occurrences: [NameOccurrence]) throws(Diagnostic) -> [TextEdit] {
    var edits: [SourceSpan: TextEdit] = [:]
    for occurrence in occurrences where occurrence.isOfDefinition {
      let (key, span) = (occurrence.parts[0].key, occurrence.parts[0].span)
      guard let change = changes[key] else { continue }
      switch occurrence.role {
      case .call where !change.isCallable && occurrence.parts.count == 1: continue
      case .call
      where change.isLambda && occurrence.parts.count == 1 && catalog.function(named: change.name.text) != nil
        && change.name.key != key:
        throw EditFinding.nameOfFunction(change.name, at: span).diagnostic
      default: edits[span] = TextEdit(span, change.name.text)
      }
    }
    return Array(edits.values)
  }
}

extension WrittenText {
  /// A text as a name that can be defined, at no place of a sheet.
  static func definable(_ text: String) throws(Diagnostic) -> WrittenText {
    let name = WrittenText(text, at: SourceSpan(0, text.utf8.count))
    if let finding = SheetNames.finding(about: name) { throw finding.diagnostic }
    return name
  }
}

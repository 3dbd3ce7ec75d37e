import Functions
import SheetText

/// What two texts of a sheet define differently.
///
/// Statements are matched by what they define, so neither their order, their blanks nor their lines matter. A definition
/// is *renamed* if one name is gone, another is new, and nothing else differs once the old text has the new names; it is
/// *moved* if it is the same at another place among those that both texts have. A fill is one definition.
package struct DefinitionDifference: Sendable {
  /// The changes in the order of the new text, behind them what is gone.
  package let changes: [DefinitionChange]
  /// The old text with the new names.
  package let old: SheetDocument
  /// The new text.
  package let new: SheetDocument

  /// - Complexity: O(*n*), where *n* is the length of both texts, and O(*m* log *m*) for what differs byte for byte.
  package init(_ old: SheetDocument, _ new: SheetDocument, in catalog: FunctionCatalog) {
    var after = StatementForms(new)
    var before = StatementForms(old)
    var formerNames: [String: String] = [:]
    // A definition that reads others is the same only when those have their new names.
    for _ in 0..<Self.rounds {
      let (renamed, given) = before.document.renamingAll(Self.renamings(&before, &after, catalog)[...], in: catalog)
      if given.isEmpty { break }
      before = StatementForms(renamed)
      for (former, name) in given { formerNames[name.lowercased()] = former }
    }
    changes = Self.changes(&before, &after, formerNames)
    self.old = before.document
    self.new = new
  }

  /// How far along a chain of definitions, each reading the one before, new names are followed.
  private static let rounds = 16

  private static func changes(
    _ old: inout StatementForms, _ new: inout StatementForms, _ formerNames: [String: String]
  ) -> [DefinitionChange] {
    let identities = (old.identities(), new.identities())
    let places = Dictionary(uniqueKeysWithValues: identities.0.enumerated().map { ($1, $0) })
    let formerPlaces = identities.1.map { places[$0] }
    let matches = formerPlaces.enumerated().compactMap { place, former in former.map { (old: $0, new: place) } }
    let unmoved = Set(LongestRise.of(matches.map(\.old)).map { matches[$0].new })
    let known = Set(matches.map(\.old))
    let gone = old.document.statements.indices.filter { !known.contains($0) }
    func formerName(of statement: Statement) -> String? {
      formerNames.isEmpty ? nil : statement.definedName.flatMap { formerNames[$0.key] }
    }
    let shown = matches.filter { match in
      old.bytes(of: match.old) != new.bytes(of: match.new) || !unmoved.contains(match.new)
        || formerName(of: new.document.statements[match.new]) != nil
    }
    old.write(shown.map(\.old) + gone)
    new.write(shown.map(\.new) + formerPlaces.indices.filter { formerPlaces[$0] == nil })
    let changed = Set(
      shown.filter { match in
        let (before, after) = (old.text(of: match.old), new.text(of: match.new))
        return !before.hasSameBytes(as: after) && UnbrokenText(before) != UnbrokenText(after)
      }.map(\.new))

    var changes: [DefinitionChange] = []
    for (place, statement) in new.document.statements.enumerated() {
      guard let former = formerPlaces[place] else {
        changes.append(
          DefinitionChange(
            kind: .added, name: new.name(of: place), new: new.text(of: place), places: (nil, place),
            bearsValues: statement.bearsValues))
        continue
      }
      let formerName = formerName(of: statement)
      let kind: DefinitionChange.Kind? =
        if formerName != nil { .renamed } else if changed.contains(place) { .changed } else {
          unmoved.contains(place) ? nil : .moved
        }
      guard let kind else { continue }
      changes.append(
        DefinitionChange(
          kind: kind, name: new.name(of: place), formerName: formerName, old: old.text(of: former),
          new: new.text(of: place), places: (former, place), bearsValues: statement.bearsValues))
    }
    for place in gone {
      changes.append(
        DefinitionChange(
          kind: .removed, name: old.name(of: place), old: old.text(of: place), places: (place, nil),
          bearsValues: old.document.statements[place].bearsValues))
    }
    return changes
  }

  /// Names that are gone and new ones whose definitions are the same but for the name; several that are alike are none.
  private static func renamings(
    _ old: inout StatementForms, _ new: inout StatementForms, _ catalog: FunctionCatalog
  ) -> [(old: String, new: String)] {
    let gone = bodies(of: &old, unlike: new.document, catalog)
    let come = bodies(of: &new, unlike: old.document, catalog)
    return gone.compactMap { body, names in
      guard names.count == 1, let others = come[body], others.count == 1 else { return nil }
      return (old: names[0], new: others[0])
    }.sorted { $0.old < $1.old }
  }

  /// The definitions that only one of two texts has, by what stands around their names; they may read themselves.
  private static func bodies(
    of forms: inout StatementForms, unlike other: SheetDocument, _ catalog: FunctionCatalog
  ) -> [[UInt8]: [String]] {
    let known = Set(other.statements.compactMap { $0.definedName?.key })
    let unknown = forms.document.statements.indices.filter { index in
      forms.document.statements[index].definedName.map { !known.contains($0.key) } ?? false
    }
    forms.write(unknown)
    var bodies: [[UInt8]: [String]] = [:]
    for index in unknown {
      let (statement, document) = forms[index]
      guard let name = statement.definedName else { continue }
      let own = statement.nameOccurrences(in: document.source, catalog).lazy
        .filter { $0.isOfDefinition && $0.parts[0].key == name.key }.map(\.parts[0].span)
      var body: [UInt8] = []
      var place = statement.span.lower
      for span in Set(own).sorted(by: { $0.lower < $1.lower }) {
        body += document.bytes[place..<span.lower]
        body.append(0)
        place = span.upper
      }
      body += document.bytes[place..<statement.span.upper]
      bodies[body, default: []].append(name.text)
    }
    return bodies
  }
}

extension Statement {
  /// Whether values can depend on the statement.
  fileprivate var bearsValues: Bool {
    switch kind {
    case .check, .test, .chart, .invalid: false
    default: true
    }
  }
}

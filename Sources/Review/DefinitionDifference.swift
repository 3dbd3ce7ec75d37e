import Functions
import SheetText

/// What two texts of a sheet define differently.
///
/// Statements are matched by what they define, so neither their order nor their blanks matter. A definition is *renamed*
/// if one name is gone, another is new, and nothing else differs once the old text has the new name; it is *moved* if it
/// is the same at another place among those that both texts have. A fill is one definition.
package struct DefinitionDifference: Sendable {
  /// The changes in the order of the new text, behind them what is gone.
  package let changes: [DefinitionChange]
  /// The old text, formatted, with the new names.
  package let old: SheetDocument
  /// The new text, formatted.
  package let new: SheetDocument

  /// - Complexity: O(*n* log *n*), where *n* is the length of both texts.
  package init(_ old: SheetDocument, _ new: SheetDocument, in catalog: FunctionCatalog) {
    let new = SheetFormatter.formatted(new)
    var old = SheetFormatter.formatted(old)
    var formerNames: [String: String] = [:]
    for (before, after) in Self.renamings(old, new) {
      guard let renamed = try? old.renaming(before, to: after, in: catalog) else { continue }
      old = renamed
      formerNames[after.lowercased()] = before
    }
    self.old = old
    self.new = new
    changes = Self.changes(old, new, formerNames)
  }

  private static func changes(
    _ old: SheetDocument, _ new: SheetDocument, _ formerNames: [String: String]
  ) -> [DefinitionChange] {
    let identities = (StatementIdentity.all(of: old), StatementIdentity.all(of: new))
    let places = Dictionary(uniqueKeysWithValues: identities.0.enumerated().map { ($1, $0) })
    let known = Set(identities.1)
    let matches = identities.1.indices.compactMap { place in places[identities.1[place]].map { (old: $0, new: place) } }
    let unmoved = Set(LongestRise.of(matches.map(\.old)).map { matches[$0].new })
    var changes: [DefinitionChange] = []
    for (place, statement) in new.statements.enumerated() {
      let text = new.source[statement.span]
      let name = StatementIdentity.name(of: statement, in: new)
      guard let former = places[identities.1[place]] else {
        changes.append(
          DefinitionChange(
            kind: .added, name: name, new: text, places: (nil, place), bearsValues: statement.bearsValues))
        continue
      }
      let formerText = old.source[old.statements[former].span]
      let formerName = statement.definedName.flatMap { formerNames[$0.key] }
      let kind: DefinitionChange.Kind? =
        if formerName != nil { .renamed } else if text != formerText { .changed } else {
          unmoved.contains(place) ? nil : .moved
        }
      guard let kind else { continue }
      changes.append(
        DefinitionChange(
          kind: kind, name: name, formerName: formerName, old: formerText, new: text, places: (former, place),
          bearsValues: statement.bearsValues))
    }
    for (place, statement) in old.statements.enumerated() where !known.contains(identities.0[place]) {
      changes.append(
        DefinitionChange(
          kind: .removed, name: StatementIdentity.name(of: statement, in: old), old: old.source[statement.span],
          places: (place, nil), bearsValues: statement.bearsValues))
    }
    return changes
  }

  /// Names that are gone and new ones whose definitions are the same but for the name; several that are alike are none.
  private static func renamings(_ old: SheetDocument, _ new: SheetDocument) -> [(before: String, after: String)] {
    let (gone, come) = (bodies(of: old, unlike: new), bodies(of: new, unlike: old))
    return gone.compactMap { body, names in
      guard names.count == 1, let others = come[body], others.count == 1 else { return nil }
      return (names[0], others[0])
    }.sorted { $0.before < $1.before }
  }

  /// The definitions that only one of two texts has, by what stands around their names.
  private static func bodies(of document: SheetDocument, unlike other: SheetDocument) -> [String: [String]] {
    let known = Set(other.statements.compactMap { $0.definedName?.key })
    var bodies: [String: [String]] = [:]
    for statement in document.statements {
      guard let name = statement.definedName, !known.contains(name.key) else { continue }
      var body = document.source[statement.span]
      let place = body.utf8.index(body.startIndex, offsetBy: name.span.lower - statement.span.lower)
      let end = body.utf8.index(place, offsetBy: name.span.count)
      body.replaceSubrange(place..<end, with: "\u{0}")
      bodies[body, default: []].append(name.text)
    }
    return bodies
  }
}

/// What tells a statement from the others of its sheet.
enum StatementIdentity {
  /// The identities of all statements; a second statement with the same one gets a number.
  static func all(of document: SheetDocument) -> [String] {
    var counts: [String: Int] = [:]
    return document.statements.map { statement in
      let key = key(of: statement, in: document)
      counts[key, default: 0] += 1
      let count = counts[key] ?? 1
      return count == 1 ? key : "\(key)\u{0}\(count)"
    }
  }

  private static func key(of statement: Statement, in document: SheetDocument) -> String {
    let name = name(of: statement, in: document).lowercased()
    if statement.definedName != nil { return name }
    return "\(statement.grid?.lowercased() ?? "")!\(name)"
  }

  /// What people call a statement.
  static func name(of statement: Statement, in document: SheetDocument) -> String {
    if let name = statement.definedName { return name.text }
    switch statement.kind {
    case .cell(let cell):
      let target = document.source[cell.target.span]
      return statement.grid.map { "\($0)!\(target)" } ?? target
    case .grid(let name): return "sheet \(name.text)"
    case .check(let check): return "\(check.isAlways ? "always" : "never") \"\(check.label.text)\""
    case .test(let test): return "test \"\(test.label.text)\""
    case .chart(let chart): return "chart \"\(chart.label.text)\""
    case .binding(let binding): return "\(document.source[binding.target.span]) <~"
    default: return document.source[statement.span]
    }
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

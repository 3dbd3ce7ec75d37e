import Diagnostics
import Functions
import SheetText

/// What a written name means: a definition in this sheet, or in one that it uses.
struct NameTarget {
  /// The sheet that defines it.
  var home: SheetAtHand
  /// The name in lower case.
  var key: String
  /// The table whose column it is; `nil` for a name of its own.
  var table: String?

  func isSame(as other: NameTarget) -> Bool { key == other.key && table == other.table && home.isSame(as: other.home) }

  /// The place of the name in its definition.
  var definition: (statement: Statement, name: WrittenText)? {
    guard let table else {
      guard let index = home.document.definition(of: key), let name = home.document.statements[index].definedName else {
        return nil
      }
      return (home.document.statements[index], name)
    }
    guard let index = home.document.definition(of: table),
      case .table(let definition) = home.document.statements[index].kind,
      let name = definition.columnNames.first(where: { $0.key == key })
    else { return nil }
    return (home.document.statements[index], name)
  }
}

/// Follows names to what they mean, into the sheets that a sheet uses.
struct NameResolver {
  let workspace: Workspace

  /// The part of a dotted name at a place, and what it means.
  func target(at place: TextPlace) -> (target: NameTarget, span: SourceSpan)? {
    guard let part = place.part, let home = place.sheetAtHand, let statement = part.statement(at: place.offset) else {
      return nil
    }
    for occurrence in statement.nameOccurrences(in: home.document.source, workspace.catalog) {
      guard let index = occurrence.parts.firstIndex(where: { $0.span.contains(place.offset) }),
        let found = target(of: occurrence, upTo: index, in: home)
      else { continue }
      return (found.target, occurrence.parts[found.index].span)
    }
    return nil
  }

  /// What a dotted name means up to one of its parts; the parts of what comes with an action mean that action.
  func target(
    of occurrence: NameOccurrence, upTo last: Int, in sheet: SheetAtHand
  ) -> (target: NameTarget, index: Int)? {
    if occurrence.role == .field { return nil }
    var home = sheet
    if case .column(let path) = occurrence.role {
      var names = path.lowercased().split(separator: ".").map(String.init)
      while names.count > 1, let next = used(names[0], in: home) { (home, names) = (next, Array(names.dropFirst())) }
      return (NameTarget(home: home, key: occurrence.parts[0].key, table: names.joined(separator: ".")), 0)
    }
    if case .input(let alias) = occurrence.role {
      guard let used = used(alias.lowercased(), in: home) else { return nil }
      home = used
    }
    for index in 0...last {
      let key = occurrence.parts[index].key
      guard index < last, let next = used(key, in: home) else {
        guard home.document.definition(of: key) != nil else { return nil }
        if index < last {
          let column = occurrence.parts[index + 1].key
          if home.document.column(named: "\(key).\(column)") != nil {
            return (NameTarget(home: home, key: column, table: key), index + 1)
          }
        }
        return (NameTarget(home: home, key: key), index)
      }
      home = next
    }
    return nil
  }

  /// All places where the sheets at hand write a name, that of its definition among them.
  func places(of target: NameTarget) -> [(sheet: SheetAtHand, span: SourceSpan)] {
    let sheets = workspace.sheets
    return places(of: target, in: sheets.contains { $0.isSame(as: target.home) } ? sheets : sheets + [target.home])
  }

  func places(of target: NameTarget, in sheets: [SheetAtHand]) -> [(sheet: SheetAtHand, span: SourceSpan)] {
    var found: [(sheet: SheetAtHand, span: SourceSpan)] = []
    for sheet in sheets {
      var spans: Set<SourceSpan> = []
      for statement in sheet.document.statements {
        for occurrence in statement.nameOccurrences(in: sheet.document.source, workspace.catalog) {
          for (index, part) in occurrence.parts.enumerated() where part.key == target.key {
            guard let other = self.target(of: occurrence, upTo: index, in: sheet), other.index == index,
              other.target.isSame(as: target)
            else { continue }
            spans.insert(part.span)
          }
        }
      }
      found += spans.sorted { $0.lower < $1.lower }.map { (sheet, $0) }
    }
    return found
  }

  /// The sheet that is used under a name.
  func used(_ key: String, in sheet: SheetAtHand) -> SheetAtHand? {
    guard let index = sheet.document.definition(of: key),
      case .use(let use) = sheet.document.statements[index].kind
    else { return nil }
    return self.sheet(in: use.path, of: sheet)
  }

  /// The sheet of which a table has one in each row.
  func sheet(ofRowsOf table: String, in sheet: SheetAtHand) -> SheetAtHand? {
    guard let index = sheet.document.definition(of: table),
      case .table(let table) = sheet.document.statements[index].kind, let source = table.instanceSource
    else { return nil }
    return self.sheet(in: source, of: sheet)
  }

  private func sheet(in file: WrittenText, of sheet: SheetAtHand) -> SheetAtHand? {
    let path = FileAddress.joined(sheet.folder, file.text)
    return workspace.document(at: path).map { SheetAtHand(uri: FileAddress.uri(ofPath: path), document: $0) }
  }
}

extension SourceSpan {
  /// Whether an offset lies in the span or at its end, as a cursor does.
  func contains(_ offset: Int) -> Bool { lower <= offset && offset <= upper }
}

import Diagnostics
import Hosting
import SheetText

/// Where a name is defined: in this sheet, or in one that it uses.
struct DefinitionFeature: ServerFeature {
  let methods = ["textDocument/definition"]
  var capability: (name: String, value: JSONValue) { ("definitionProvider", true) }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let place = try workspace.place(of: parameters)
    if let used = usedFile(at: place) { return used }
    if let found = NameResolver(workspace: workspace).target(at: place), let definition = found.target.definition {
      return found.target.home.location(of: definition.name.span)
    }
    return CellResolver(workspace: workspace).target(at: place)?.location ?? .null
  }

  /// The file that `use` or a table names.
  private func usedFile(at place: TextPlace) -> JSONValue? {
    guard let statement = place.part?.statement(at: place.offset), let home = place.sheetAtHand else { return nil }
    let paths: [WrittenText?] =
      switch statement.kind {
      case .use(let use): [use.path]
      case .table(let table): [table.source, table.instanceSource]
      default: []
      }
    guard let path = paths.compactMap(\.self).first(where: { $0.span.contains(place.offset) }) else { return nil }
    let uri = FileAddress.uri(ofPath: FileAddress.joined(home.folder, path.text))
    return ["uri": .text(uri), "range": SourceText(name: "", bytes: []).range(of: SourceSpan(0, 0))]
  }
}

/// Every place that writes a name, in all sheets at hand.
struct ReferencesFeature: ServerFeature {
  let methods = ["textDocument/references"]
  var capability: (name: String, value: JSONValue) { ("referencesProvider", true) }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let place = try workspace.place(of: parameters)
    let resolver = NameResolver(workspace: workspace)
    guard let found = resolver.target(at: place) else { return .list([]) }
    let definition = found.target.definition?.name.span
    let isWanted = parameters["context"]?["includeDeclaration"]?.logical ?? true
    let places = resolver.places(of: found.target).filter {
      isWanted || $0.span != definition || !$0.sheet.isSame(as: found.target.home)
    }
    return .list(places.map { $0.sheet.location(of: $0.span) })
  }
}

/// Every place of a text that writes the name at the cursor.
struct HighlightFeature: ServerFeature {
  let methods = ["textDocument/documentHighlight"]
  var capability: (name: String, value: JSONValue) { ("documentHighlightProvider", true) }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let place = try workspace.place(of: parameters)
    let resolver = NameResolver(workspace: workspace)
    guard let found = resolver.target(at: place), let home = place.sheetAtHand else { return .list([]) }
    let spans = resolver.places(of: found.target, in: [home]).map(\.span)
    return .list(spans.map { ["range": home.document.source.range(of: $0)] })
  }
}

/// Another name for a definition, wherever sheets and tests use it.
struct RenameFeature: ServerFeature {
  let methods = ["textDocument/rename", "textDocument/prepareRename"]
  var capability: (name: String, value: JSONValue) { ("renameProvider", ["prepareProvider": true]) }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let place = try workspace.place(of: parameters)
    let resolver = NameResolver(workspace: workspace)
    guard let found = resolver.target(at: place), let definition = found.target.definition else {
      if method == "textDocument/prepareRename" { return .null }
      throw RequestFailure(.requestFailed, "there is no name here that a sheet defines")
    }
    if method == "textDocument/prepareRename" {
      return [
        "range": place.document.source.range(of: found.span), "placeholder": .text(definition.name.text),
      ]
    }
    guard let name = parameters["newName"]?.text else {
      throw RequestFailure(.invalidParameters, "the request names no new name")
    }
    try check(name, for: found.target, in: workspace)
    var changes: [String: [JSONValue]] = [:]
    for (sheet, span) in resolver.places(of: found.target) {
      changes[sheet.uri, default: []].append([
        "range": sheet.document.source.range(of: span), "newText": .text(name),
      ])
    }
    return ["changes": .object(changes.mapValues { .list($0) })]
  }

  /// Whether a definition may bear a name.
  private func check(_ name: String, for target: NameTarget, in workspace: Workspace) throws(RequestFailure) {
    do throws(Diagnostic) {
      let former = target.table.map { "\($0)[\(target.key)]" } ?? target.key
      _ = try target.home.document.renaming(former, to: name, in: workspace.catalog)
    } catch { throw RequestFailure(.requestFailed, error.message) }
  }
}

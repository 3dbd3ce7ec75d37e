import Diagnostics
import SheetText

/// One sheet text of a program: the sheet itself, or one that it uses, as often as it uses it.
///
/// The names of a used sheet become names of the whole with the unit's prefix before them, so that all its cells lie in
/// one engine and one dependency graph with those of the sheet that uses it.
final class SheetUnit {
  /// What stands before the unit's names, with its dot: `adding.`; empty for the sheet itself.
  let prefix: String
  let document: SheetDocument
  /// The place of the `use` or `table … of` in the sheet that is being read; `nil` for the sheet itself.
  let useSpan: SourceSpan?
  /// The folder of the sheet's file, relative to that of the sheet itself, with its slash.
  let folder: String
  /// The keys of all names that the unit defines, without prefix.
  private(set) var names: Set<String> = []
  /// The keys of the services it declares, which are names of the whole program.
  private(set) var services: Set<String> = []
  /// The keys under which its own uses are reached.
  private(set) var aliases: Set<String> = []
  let usesGrid: Bool
  /// The names on its `sheet` lines, and whether cells of a grid come before the first of them.
  private(set) var gridNames: [WrittenText] = []
  private(set) var beginsWithCells = false
  /// Whether it has actions, of its own or in the rows of a table.
  private(set) var hasActions = false
  /// The keys of names with dots that only the unit knows: of the cells and actions in the rows of a table.
  var paths: Set<String> = []

  init(_ document: SheetDocument, prefix: String = "", useSpan: SourceSpan? = nil, folder: String = "") {
    self.document = document
    self.prefix = prefix
    self.useSpan = useSpan
    self.folder = folder
    var usesGrid = false
    for statement in document.statements {
      switch statement.kind {
      case .service(let service): services.insert(service.name.key)
      case .use(let use):
        aliases.insert(use.name.key)
        names.insert(use.name.key)
      case .cell(let cell) where cell.target.name == nil:
        usesGrid = true
        if gridNames.isEmpty { beginsWithCells = true }
      case .grid(let name):
        usesGrid = true
        gridNames.append(name)
      case .action(let action):
        hasActions = true
        if !prefix.isEmpty { names.insert(action.name.key) }
      case .table(let table):
        if table.instanceSource != nil { hasActions = true }
        if !prefix.isEmpty { names.insert(table.name.key) }
      default: if !prefix.isEmpty, let name = statement.definedName { names.insert(name.key) }
      }
    }
    self.usesGrid = usesGrid
  }

  var isMain: Bool { useSpan == nil }

  /// A name of the unit as the whole knows it.
  func fullName(_ name: String) -> String { prefix.isEmpty ? name : prefix + name }

  /// The name of the unit's grid of a `sheet` line, or of the part before the first.
  func gridName(_ home: String?) -> String {
    guard !prefix.isEmpty else { return home ?? "" }
    return home.map { prefix + $0 } ?? String(prefix.dropLast())
  }

  /// A finding about the unit's text; one about a used sheet is told where it is used.
  func located(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let useSpan else { return diagnostic }
    var place = document.source.name
    if let span = diagnostic.labels.first?.span {
      let (line, column) = document.source.location(of: span.lower)
      place += ":\(line):\(column)"
    }
    return Diagnostic(
      diagnostic.severity, code: diagnostic.code, "\(place): \(diagnostic.message)",
      at: [Diagnostic.Label(useSpan, "used here")], help: diagnostic.help)
  }
}

/// A statement with the unit that it stands in.
struct PlacedStatement {
  var statement: Statement
  var unit: SheetUnit

  var definedName: WrittenText? {
    guard let name = statement.definedName else { return nil }
    if case .service = statement.kind { return name }
    return unit.prefix.isEmpty ? name : WrittenText(unit.fullName(name.text), at: name.span)
  }
}

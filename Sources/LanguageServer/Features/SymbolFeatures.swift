import CellModel
import Diagnostics
import Hosting
import SheetText

/// What a text defines, with its grids, checks and tests.
struct DocumentSymbolFeature: ServerFeature {
  let methods = ["textDocument/documentSymbol"]
  var capability: (name: String, value: JSONValue) { ("documentSymbolProvider", true) }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let document = try workspace.document(of: parameters)
    var top: [JSONValue] = []
    for part in document.parts {
      // What stands below a `sheet` line is a part of that grid.
      var grid: (symbol: SheetSymbol, statement: Statement, children: [JSONValue], upper: Int)?
      func close() {
        guard let open = grid else { return }
        let whole = SourceSpan(open.statement.span.lower, open.upper)
        top.append(open.symbol.json(whole, open.children, in: document.source))
      }
      for statement in part.document.statements {
        guard let symbol = SheetSymbol(statement) else { continue }
        if case .grid = statement.kind {
          close()
          grid = (symbol, statement, [], statement.span.upper)
          continue
        }
        let json = symbol.json(statement.span, [], in: document.source)
        if grid == nil { top.append(json) }
        grid?.children.append(json)
        grid?.upper = statement.span.upper
      }
      close()
    }
    return .list(top)
  }
}

/// What the sheets at hand define, by a part of its name.
struct WorkspaceSymbolFeature: ServerFeature {
  let methods = ["workspace/symbol"]
  var capability: (name: String, value: JSONValue) { ("workspaceSymbolProvider", true) }
  private static let most = 500

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let query = Array((parameters["query"]?.text ?? "").lowercased())
    var found: [JSONValue] = []
    for sheet in workspace.sheets {
      for statement in sheet.document.statements where found.count < Self.most {
        guard let symbol = SheetSymbol(statement), Self.matches(symbol.name, query) else { continue }
        found.append([
          "name": .text(symbol.name), "kind": .integer(symbol.kind), "location": sheet.location(of: symbol.span),
        ])
      }
    }
    return .list(found)
  }

  /// Whether the letters of a query stand in a name in this order.
  private static func matches(_ name: String, _ query: [Character]) -> Bool {
    var rest = query[...]
    for letter in name.lowercased() where letter == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}

/// What a statement is in a list of all.
private struct SheetSymbol {
  var name: String
  /// The number of the protocol.
  var kind: Int
  /// The place of the name.
  var span: SourceSpan

  init?(_ statement: Statement) {
    let named: (String, SourceSpan)? = statement.definedName.map { ($0.text, $0.span) }
    switch statement.kind {
    case .grid(let name): self.init(name: name.text, kind: 3, span: name.span)
    case .check(let check): self.init(name: check.label.text, kind: 17, span: check.label.span)
    case .test(let test): self.init(name: test.label.text, kind: 12, span: test.label.span)
    case .chart(let chart): self.init(name: chart.label.text, kind: 19, span: chart.label.span)
    case .cell(let cell):
      let text = named?.0 ?? Self.address(of: cell.target)
      self.init(name: text, kind: cell.isConstant ? 14 : 13, span: cell.target.span)
    default:
      guard let (name, span) = named else { return nil }
      self.init(name: name, kind: Self.kind(of: statement), span: span)
    }
  }

  private init(name: String, kind: Int, span: SourceSpan) {
    (self.name, self.kind, self.span) = (name.isEmpty ? "…" : name, kind, span)
  }

  private static func address(of target: CellTarget) -> String {
    switch target {
    case .name(let name): name.text
    case .address(let row, let column, _): A1Notation.text(row: row, column: column)
    case .area(let top, let left, let bottom, let right, _):
      "\(A1Notation.text(row: top, column: left)):\(A1Notation.text(row: bottom, column: right))"
    }
  }

  private static func kind(of statement: Statement) -> Int {
    switch statement.kind {
    case .input: 7
    case .state: 8
    case .table: 23
    case .event: 24
    case .action: 6
    case .service: 11
    case .use: 2
    case .modes: 10
    default: 13
    }
  }

  func json(_ whole: SourceSpan, _ children: [JSONValue], in source: SourceText) -> JSONValue {
    var symbol: [String: JSONValue] = [
      "name": .text(name), "kind": .integer(kind), "range": source.range(of: whole),
      "selectionRange": source.range(of: span),
    ]
    if !children.isEmpty { symbol["children"] = .list(children) }
    return .object(symbol)
  }
}

/// What can be folded away: statements of several lines, comments, and the part below a `sheet` line.
struct FoldingFeature: ServerFeature {
  let methods = ["textDocument/foldingRange"]
  var capability: (name: String, value: JSONValue) { ("foldingRangeProvider", true) }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let document = try workspace.document(of: parameters)
    let source = document.source
    var folds: [JSONValue] = []
    func add(_ span: SourceSpan, _ kind: String? = nil) {
      let (first, last) = (source.lineIndex(of: span.lower), source.lineIndex(of: span.upper))
      guard last > first else { return }
      var fold: [String: JSONValue] = ["startLine": .integer(first), "endLine": .integer(last)]
      if let kind { fold["kind"] = .text(kind) }
      folds.append(.object(fold))
    }
    for part in document.parts {
      var grid: SourceSpan?
      for statement in part.document.statements {
        if let documentation = statement.documentation { add(documentation.span, "comment") }
        if case .grid = statement.kind {
          if let grid { add(grid, "region") }
          grid = statement.span
          continue
        }
        grid?.upper = statement.span.upper
        add(statement.span)
      }
      if let grid { add(grid, "region") }
    }
    return .list(folds)
  }
}

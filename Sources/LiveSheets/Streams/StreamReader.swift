import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import SheetPrograms

/// Reads the streams that a sheet writes into the nodes of its form.
final class StreamReader {
  unowned let sheet: any FormSurroundings
  let form: TimeForm
  /// Where the stream stands that is read.
  private(set) var origin = CellAddress(grid: GridID(rawValue: 0), row: 0, column: 0)
  private var known: [Written: Int] = [:]
  private var watchNumbers: [Area: Int] = [:]

  /// What tells streams apart: the text, and where it stands if it makes references of texts.
  private struct Written: Hashable {
    var text: String
    var origin: CellAddress?
  }

  init(_ sheet: any FormSurroundings, _ form: TimeForm) {
    self.sheet = sheet
    self.form = form
  }

  /// The number of the stream that a tree means where it stands; what is no stream is a finding.
  func stream(_ tree: FormulaTree, in unit: SheetUnit, at origin: CellAddress) throws(Diagnostic) -> Int {
    self.origin = origin
    return try stream(tree, tree.root, in: unit)
  }

  /// The same of a part of the tree.
  func stream(
    _ tree: FormulaTree, _ index: FormulaTree.Index, in unit: SheetUnit
  ) throws(Diagnostic) -> Int {
    let part = tree.subtree(at: index)
    let text = part.text()
    let key = Written(text: text.lowercased(), origin: readsTexts(part) ? origin : nil)
    if let number = known[key] { return number }
    let kind = try kind(tree, index, unit)
    form.streams.append(StreamForm(kind: kind, text: text, span: tree.span(of: index), unit: unit))
    known[key] = form.streams.count - 1
    return form.streams.count - 1
  }

  private func readsTexts(_ tree: FormulaTree) -> Bool {
    tree.nodes.contains { node in
      guard case .call(let name, _) = node else { return false }
      return sheet.catalog.function(named: name)?.traits.contains(.readsDynamically) ?? false
    }
  }

  private func kind(
    _ tree: FormulaTree, _ index: FormulaTree.Index, _ unit: SheetUnit
  ) throws(Diagnostic) -> StreamForm.Kind {
    switch tree[index] {
    case .parenthesized(let operand): return try kind(tree, operand, unit)
    case .name(let name, sheet: nil):
      if let event = form.eventNumbers[name.lowercased()] { return .event(event) }
      if let kind = sheet.otherNames[name.lowercased()] ?? (form.actionNumbers[name.lowercased()].map { _ in "action" })
      {
        throw TimeFinding.notAStream(unit.written(name), tree.span(of: index), kind: kind).diagnostic
      }
      if sheet.isCell(name, at: origin) {
        throw TimeFinding.notAStream(unit.written(name), tree.span(of: index), kind: "cell").diagnostic
      }
      let events = form.events.map(\.name).filter { $0.hasPrefix(unit.prefix) }.map(unit.written)
      throw TimeFinding.unknownEvent(unit.written(name), tree.span(of: index), events).diagnostic
    case .member(let base, let field): return try moment(field, of: base, tree, index, unit)
    case .call(let name, let arguments): return try call(FunctionNames.plain(name), arguments, tree, index, unit)
    // What is wrong with it has been told.
    case .invalid, .unreadable: return .function(MergeFunction.nothing)
    case .reference:
      throw TimeFinding.notAStream(unit.text(of: tree, at: index), tree.span(of: index), kind: "cell").diagnostic
    default:
      throw TimeFinding.notAStream(unit.text(of: tree, at: index), tree.span(of: index), kind: "value").diagnostic
    }
  }

  /// `username.changed` or `add.succeeded`.
  private func moment(
    _ field: String, of base: FormulaTree.Index, _ tree: FormulaTree, _ index: FormulaTree.Index, _ unit: SheetUnit
  ) throws(Diagnostic) -> StreamForm.Kind {
    if let name = tree.dottedName(base), let action = form.actionNumbers[name.lowercased()] {
      if let moment = ActionMoment(rawValue: field.lowercased()) { return .action(action, moment) }
      throw TimeFinding.unknownMoment(
        field, of: "the action \(name)", name, ActionMoment.allCases.map(\.rawValue), tree.span(of: index)
      ).diagnostic
    }
    guard field.lowercased() == "changed" else {
      if case .subscript_(let table, _) = tree[base] {
        let (row, table) = (tree.subtree(at: base).text(), tree.subtree(at: table).text())
        throw TimeFinding.streamOfRow(field, row: row, table: table, tree.span(of: index)).diagnostic
      }
      let base = tree.subtree(at: base).text()
      throw TimeFinding.unknownMoment(field, of: base, base, ["changed"], tree.span(of: index)).diagnostic
    }
    return .changes(watch: try watch(tree, base, in: unit))
  }

  /// The number of the form's watch of a cell; what is no cell is a finding.
  func watch(_ tree: FormulaTree, _ index: FormulaTree.Index, in unit: SheetUnit) throws(Diagnostic) -> Int {
    // A range stands in parentheses, as in `(A1:B9).changed`.
    var inner = index
    while case .parenthesized(let operand) = tree[inner] { inner = operand }
    let part = tree.subtree(at: inner)
    guard let area = sheet.area(of: part, at: origin) else {
      if case .unary(.spill, let anchor) = part[part.root], sheet.area(of: part.subtree(at: anchor), at: origin) != nil
      {
        form.watches.append(.table(TimeExpression(part, span: tree.span(of: index), unit: unit, origin: origin)))
        return form.watches.count - 1
      }
      throw TimeFinding.notACell(unit.written(part.text()), tree.span(of: index), sheet.knownNames).diagnostic
    }
    let isTable = part.namesTable { sheet.isTable($0) } || part.nodes.contains(where: \.isSubscript)
    if !isTable, let number = watchNumbers[area] { return number }
    form.watches.append(
      isTable
        ? .table(TimeExpression(part, span: tree.span(of: index), unit: unit, origin: origin)) : .cells(area))
    if !isTable { watchNumbers[area] = form.watches.count - 1 }
    return form.watches.count - 1
  }

  private func call(
    _ name: String, _ arguments: [FormulaTree.Index], _ tree: FormulaTree, _ index: FormulaTree.Index,
    _ unit: SheetUnit
  ) throws(Diagnostic) -> StreamForm.Kind {
    guard let function = StreamFunctions.function(named: name) else {
      let span = tree.nameSpan(of: index)
      guard case .call(let written, _) = tree[index], sheet.catalog.function(named: name) == nil else {
        throw TimeFinding.unknownStreamFunction(name, span, isFunction: true).diagnostic
      }
      throw TimeFinding.unknownStreamFunction(unit.written(written), span, isFunction: false).diagnostic
    }
    let counts = function.argumentCounts
    guard counts.contains(arguments.count) else {
      throw TimeFinding.streamArgumentCount(name, arguments.count, counts, tree.span(of: index)).diagnostic
    }
    return .function(try function.init(StreamArguments(self, tree, arguments, unit)))
  }

  /// An expression or a function of payloads among the arguments of a stream.
  func expression(_ tree: FormulaTree, _ index: FormulaTree.Index, in unit: SheetUnit) -> TimeExpression {
    let part = tree.subtree(at: index)
    for finding in sheet.misplacedNames(in: part) { sheet.addInstead(finding, of: unit) }
    return TimeExpression(part, span: tree.span(of: index), unit: unit, origin: origin)
  }

  /// A function of payloads among the arguments of a stream: an expression, or the name of a function of the language,
  /// which stands for the LAMBDA that calls it.
  func function(
    _ tree: FormulaTree, _ index: FormulaTree.Index, of payloads: Int, in unit: SheetUnit
  ) -> TimeExpression {
    guard case .name(let name, sheet: nil) = tree[index], !sheet.isCell(name, at: origin),
      sheet.catalog.function(named: name) != nil
    else { return expression(tree, index, in: unit) }
    let parameters = (1...payloads).map { FormulaTree.name("payload\($0)") }
    let lambda = FormulaTree.call("LAMBDA", parameters + [.call(name, parameters)])
    return TimeExpression(lambda, span: tree.span(of: index), unit: unit, origin: origin)
  }
}

extension SheetUnit {
  /// A part of a formula as the unit's text has it.
  fileprivate func text(of tree: FormulaTree, at index: FormulaTree.Index) -> String {
    document.source[tree.span(of: index)]
  }
}

extension FormulaTree {
  /// Whether it names a table, or columns of one, and nothing else.
  fileprivate func namesTable(_ isTable: (String) -> Bool) -> Bool {
    switch self[root] {
    case .name(let name, sheet: nil): isTable(name)
    case .structured(let reference): reference.table.map(isTable) ?? false
    case .subscript_(let base, let column):
      if case .name(let name, sheet: nil) = self[base], case .name = self[column] { isTable(name) } else { false }
    default: false
    }
  }
}

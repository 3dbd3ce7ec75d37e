import CellModel
import Formulas
import Functions
import SheetPrograms
import SheetText

/// What a formula does with a name.
enum NameRole {
  case value
  /// It is given to a call, and may be that of a function to be called there.
  case argument
  case called
}

/// What the names and addresses of a unit's formulas stand for.
///
/// Names that the unit defines get its prefix, addresses that stand alone become those of the grid that the formula was
/// written on, and a chain of dots that spells a name becomes that name.
struct NamePlaces {
  let placing: FormulaPlacing
  let unit: SheetUnit
  /// The keys of names that mean something else here, such as parameters and columns.
  let hidden: Set<String>
  /// The name of the grid for addresses that stand alone, if it is not the first.
  let grid: String?

  /// Whether a full name in lower case is one.
  ///
  /// What has no prefix in the rows of a table may be called as something of the sheet that uses it, of which the rows
  /// know nothing.
  private func isKnown(_ key: String) -> Bool {
    unit.paths.contains(key) || (unit.isInRows ? placing.isOfService(key) : placing.isKnownPath(key))
  }

  /// Whether a name, as it is written, is that of something else here.
  func hides(_ name: String) -> Bool { !hidden.isEmpty && hidden.contains(name.lowercased()) }

  /// What a name of the unit is in full; `nil` where it stays as it is.
  func fullName(_ name: String, _ role: @autoclosure () -> NameRole = .value) -> String? {
    let key = name.lowercased()
    if hidden.contains(key) { return nil }
    let head = String(key.prefix { $0 != "." })
    if let shared = unit.shared, shared.declared.names.contains(head) { return shared.fullName(name) }
    if unit.declared.names.contains(head) { return unit.fullName(name) }
    return key.contains(".") ? nil : placing.nameInVain(name, role(), unit)
  }

  /// What the name of a call is in full; `nil` where it stays as it is.
  ///
  /// A function of streams, answers or time is what it is beside a cell that is called so, as in `DELAY(tap, delay)`, but
  /// for one that is a LAMBDA.
  func calledName(_ name: String) -> String? {
    let key = name.lowercased()
    let isLambda = { (statement: Statement) in
      guard case .cell(let cell) = statement.kind, cell.target.name?.key == key else { return false }
      return cell.formula.form(placing.loaded.environment.catalog) == .lambda
    }
    if SheetNames.isTimeFunction(name), !unit.document.statements.contains(where: isLambda) { return nil }
    return fullName(name, .called)
  }

  /// A name behind that of a grid.
  func name(_ name: String, behind prefix: SheetPrefix) -> FormulaTree.Node? {
    placing.name(name, behind: prefix, unit)
  }

  func structured(_ reference: StructuredReference) -> FormulaTree.Node? {
    guard let table = reference.table, let name = fullName(table) else { return nil }
    var reference = reference
    // A table that all rows have in common stands once.
    let shared = unit.isInRows ? unit.nameForAllRows(name) : nil
    reference.table = shared.flatMap { placing.isTable($0) ? $0 : nil } ?? name
    return .structured(reference)
  }

  func reference(_ reference: GridReference) -> FormulaTree.Node? {
    var reference = reference
    if let sheet = reference.sheet {
      guard !unit.isMain else { return nil }
      reference.sheet = SheetPrefix(unit.grid(named: sheet.first), through: sheet.last.map(unit.grid(named:)))
    } else if let grid {
      reference.sheet = SheetPrefix(grid)
    } else {
      return nil
    }
    return .reference(inAnyRow(reference))
  }

  /// A formula in the rows of a table means the same cells of a grid in each of them.
  private func inAnyRow(_ reference: GridReference) -> GridReference {
    guard unit.isInRows else { return reference }
    return GridReference(reference.shape.addressed(absolute: true), sheet: reference.sheet)
  }

  /// What a dot and what stands behind it mean, of which the base has been placed.
  func member(_ base: FormulaTree.Index, _ field: String, in made: FormulaTree) -> FormulaTree.Node? {
    if let name = made.dottedName(base) ?? rowName(base, in: made) {
      let full = "\(name).\(field)"
      let key = full.lowercased()
      if isKnown(key) { return .name(full, sheet: nil) }
      if let shared = unit.nameForAllRows(full), placing.isTable(shared) { return .name(shared, sheet: nil) }
      // `adding.A1`: a cell of the used sheet's grid.
      guard let (row, column) = A1Notation.cell(field), let grid = firstGrid(of: name) else { return nil }
      return .reference(
        inAnyRow(GridReference(.cell(row: Coordinate(row), column: Coordinate(column)), sheet: SheetPrefix(grid))))
    }
    // `people[2].adding.username`: the columns of a table of sheets have names with dots.
    guard case .member(let row, let first) = made[base], case .subscript_(let table, _) = made[row],
      case .name(let name, sheet: nil) = made[table], isKnown("\(name).\(first).\(field)".lowercased())
    else { return nil }
    return .member(base: row, field: "\(first).\(field)")
  }

  /// What stands before the names in a row that has names of its own: `people[2]`.
  private func rowName(_ index: FormulaTree.Index, in made: FormulaTree) -> String? {
    guard case .subscript_(let table, let row) = made[index], case .name(let name, sheet: nil) = made[table],
      let number = made.subtree(at: row).constant?.number, let exact = Int(exactly: number),
      placing.hasFixedRows(name)
    else { return nil }
    return "\(name)[\(exact)]"
  }

  private func firstGrid(of used: String) -> String? {
    (unit.isInRows ? nil : placing.firstGrid(of: used.lowercased()))
      ?? unit.nameForAllRows(used).flatMap { placing.firstGrid(of: $0.lowercased()) }
  }

  /// `people[2].notes[[#Headers],[A]]`: columns and parts of a table that each row has.
  func part(_ part: StructuredReference, of table: FormulaTree.Index, in made: FormulaTree) -> FormulaTree.Node? {
    guard case .name(let name, sheet: nil) = made[table], placing.isTable(name) else { return nil }
    var part = part
    part.table = name
    return .structured(part)
  }

  /// `people[adding.username]` and `adding.people[username]`: the column itself.
  ///
  /// - Parameter path: What stands in brackets.
  func column(_ path: String, of table: FormulaTree.Index, in made: FormulaTree) -> FormulaTree.Node? {
    guard case .name(let name, sheet: nil) = made[table],
      path.contains(".")
        ? isKnown("\(name).\(path)".lowercased()) : name.contains(".") && placing.isTable(name.lowercased())
    else { return nil }
    return .structured(StructuredReference(table: name, firstColumn: path))
  }
}

extension FormulaTree {
  /// The tree as it is understood in a unit.
  func placed(_ places: NamePlaces, _ catalog: FunctionCatalog) -> FormulaTree {
    let scopes = LexicalScopes(self, catalog)
    lazy var users = NodeUsers(in: self)
    return replacing { node, index, made in
      if scopes.isLocal(index, of: self) { return nil }
      switch node {
      case .name(let name, sheet: nil):
        if beginsFunction(index, catalog) { return nil }
        return places.fullName(name, users.isArgument(index) ? .argument : .value).map { .name($0, sheet: nil) }
      case .name(let name, let sheet?): return places.name(name, behind: sheet)
      case .call(let name, let arguments):
        guard scopes.function(at: index) == nil else { return nil }
        return places.calledName(name).map { .call(name: $0, arguments: arguments) }
      case .structured(let reference): return places.structured(reference)
      case .reference(let reference): return places.reference(reference)
      case .member(let base, let field):
        if let head = dottedHead(index), scopes.isLocal(head, of: self) { return nil }
        if let column = dottedName(index), places.hides(column) { return .name(column, sheet: nil) }
        return places.member(base, field, in: made)
      case .binary(.range, let from, let to): return rangeOfUsedGrid(index, made[from], made[to])
      case .subscript_(let table, _):
        guard case .subscript_(let base, let column) = self[index] else { return nil }
        if isPartOfTable(column), isNameInRow(base), case .structured(let part) = self[column] {
          return places.part(part, of: table, in: made)
        }
        return dottedName(column).flatMap { places.column($0, of: table, in: made) }
      default: return nil
      }
    }
  }

  /// `adding.A1:B2`: the other corner lies on the same grid.
  private func rangeOfUsedGrid(_ range: Index, _ from: Node, _ to: Node) -> Node? {
    guard case .binary(_, let head, let tail) = self[range], case .member = self[head],
      case .reference(let first) = from, case .cell(let row, let column) = first.shape,
      case .reference(let last) = to, case .cell(let row2, let column2) = last.shape
    else { return nil }
    if case .reference(let written) = self[tail], written.sheet != nil { return nil }
    let area = GridReference.Shape.area(row: row, column: column, row2: row2, column2: column2)
    return .reference(
      GridReference(row.isAbsolute ? area.addressed(absolute: true) : area, sheet: first.sheet))
  }

  /// Whether a name is the beginning of that of a function with a dot, as in `BYROW(a, VAR.S)`.
  private func beginsFunction(_ index: Index, _ catalog: FunctionCatalog) -> Bool {
    guard case .name(let name, _) = self[index], Int(index) + 1 < nodes.count,
      case .member(index, let field) = self[index + 1]
    else { return false }
    return catalog.function(named: "\(name).\(field)") != nil
  }

  /// The name that a chain of dots begins with, as ``dottedName(_:)`` finds it.
  func dottedHead(_ index: Index) -> Index? {
    var index = index
    for _ in 0...FormulaParser.maximumDepth {
      guard case .member(let base, _) = self[index] else {
        return if case .name(_, sheet: nil) = self[index] { index } else { nil }
      }
      index = base
    }
    return nil
  }
}

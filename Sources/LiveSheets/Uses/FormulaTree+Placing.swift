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

extension FormulaTree {
  /// The tree as it is understood in a unit.
  ///
  /// Names that the unit defines get its prefix, addresses that stand alone become those of the grid that the formula was
  /// written on, and a chain of dots that spells a name becomes that name.
  ///
  /// - Parameters:
  ///   - hidden: The keys of names that mean something else here, such as parameters and columns.
  ///   - grid: The name of the grid for addresses that stand alone, if it is not the first.
  ///   - nameInVain: What becomes of a name that the unit does not define, by its role; `nil` where it stays.
  ///   - isKnown: Whether a full name in lower case is one.
  ///   - isTable: Whether a full name in lower case is that of a table.
  ///   - nameBehind: The name that stands behind the name of a grid; `nil` where it is as written.
  ///   - firstGrid: The name of the first grid of what is used under a full name in lower case; `nil` where it has none.
  func placed(
    in unit: SheetUnit, hidden: Set<String> = [], grid: String?, _ catalog: FunctionCatalog,
    nameInVain: (String, NameRole) -> String?, isKnown: (String) -> Bool, isTable: (String) -> Bool,
    nameBehind: (SheetPrefix, String) -> Node?, firstGrid: (String) -> String?
  ) -> FormulaTree {
    let scopes = LexicalScopes(self, catalog)
    func own(_ name: String, _ role: @autoclosure () -> NameRole = .value) -> String? {
      let key = name.lowercased()
      if hidden.contains(key) { return nil }
      if unit.names.contains(String(key.prefix { $0 != "." })) { return unit.fullName(name) }
      return key.contains(".") ? nil : nameInVain(name, role())
    }
    return replacing { node, index, made in
      if scopes.isLocal(index, of: self) { return nil }
      switch node {
      case .name(let name, sheet: nil):
        if beginsFunction(index, catalog) { return nil }
        return own(name, isArgument(index) ? .argument : .value).map { .name($0, sheet: nil) }
      case .name(let name, let sheet?): return nameBehind(sheet, name)
      case .call(let name, let arguments):
        guard scopes.function(at: index) == nil else { return nil }
        return own(name, .called).map { .call(name: $0, arguments: arguments) }
      case .structured(var reference):
        guard let table = reference.table, let name = own(table) else { return nil }
        reference.table = name
        return .structured(reference)
      case .reference(var reference):
        if let sheet = reference.sheet {
          guard !unit.prefix.isEmpty else { return nil }
          reference.sheet = SheetPrefix(unit.grid(named: sheet.first), through: sheet.last.map(unit.grid(named:)))
        } else if let grid {
          reference.sheet = SheetPrefix(grid)
        } else {
          return nil
        }
        return .reference(reference)
      case .member(let base, let field):
        if let head = dottedHead(index), scopes.isLocal(head, of: self) { return nil }
        if let name = made.dottedName(base) {
          let full = "\(name).\(field)"
          let key = full.lowercased()
          if isKnown(key) || hidden.contains(key) { return .name(full, sheet: nil) }
          // `adding.A1`: a cell of the used sheet's grid.
          guard let (row, column) = A1Notation.cell(field), let grid = firstGrid(name.lowercased()) else { return nil }
          return .reference(
            GridReference(.cell(row: Coordinate(row), column: Coordinate(column)), sheet: SheetPrefix(grid)))
        }
        // `people[2].adding.username`: the columns of a table of sheets have names with dots.
        guard case .member(let row, let first) = made[base], case .subscript_(let table, _) = made[row],
          case .name(let name, sheet: nil) = made[table], isKnown("\(name).\(first).\(field)".lowercased())
        else { return nil }
        return .member(base: row, field: "\(first).\(field)")
      case .binary(.range, let from, let to):
        // `adding.A1:B2`: the other corner lies on the same grid.
        guard case .binary(_, let head, let tail) = self[index], case .member = self[head],
          case .reference(let first) = made[from], case .cell(let row, let column) = first.shape,
          case .reference(let last) = made[to], case .cell(let row2, let column2) = last.shape
        else { return nil }
        if case .reference(let written) = self[tail], written.sheet != nil { return nil }
        return .reference(
          GridReference(.area(row: row, column: column, row2: row2, column2: column2), sheet: first.sheet))
      case .subscript_(let table, _):
        // `people[adding.username]` and `adding.people[username]`: the column itself.
        guard case .name(let name, sheet: nil) = made[table], case .subscript_(_, let column) = self[index],
          let path = dottedName(column),
          path.contains(".")
            ? isKnown("\(name).\(path)".lowercased()) : name.contains(".") && isTable(name.lowercased())
        else { return nil }
        return .structured(StructuredReference(table: name, firstColumn: path))
      default: return nil
      }
    }
  }

  /// Whether a name is the beginning of that of a function with a dot, as in `BYROW(a, VAR.S)`.
  private func beginsFunction(_ index: Index, _ catalog: FunctionCatalog) -> Bool {
    guard case .name(let name, _) = self[index], Int(index) + 1 < nodes.count,
      case .member(index, let field) = self[index + 1]
    else { return false }
    return catalog.function(named: "\(name).\(field)") != nil
  }

  /// The name that a chain of dots begins with.
  func dottedHead(_ index: Index) -> Index? {
    switch self[index] {
    case .name(_, sheet: nil): index
    case .member(let base, _): dottedHead(base)
    default: nil
    }
  }
}

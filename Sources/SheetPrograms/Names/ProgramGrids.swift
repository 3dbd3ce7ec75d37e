import SheetText

/// The grids of a program: those on the `sheet` lines of the sheet itself, and those of the sheets it uses.
package struct ProgramGrids {
  /// Their names, in the order in which they are made.
  package private(set) var names: [String] = []
  /// Their numbers by the names in lower case that lines say for them; the part before the first line is "".
  package private(set) var numbers: [String: Int] = [:]

  init(_ units: [SheetUnit], mainName: String) {
    let main = units[0].gridLines
    if main.names.isEmpty || main.followCells { add(mainName, key: "") }
    for name in main.names where numbers[name.key] == nil {
      add(name.text, key: name.key)
      if numbers[""] == nil { numbers[""] = numbers[name.key] }
    }
    for unit in units.dropFirst() where unit.declared.usesGrid {
      for home in [nil] + unit.document.statements.map(\.grid) {
        let name = unit.gridName(home)
        if numbers[name.lowercased()] == nil { add(name, key: name.lowercased()) }
      }
    }
  }

  private mutating func add(_ name: String, key: String) {
    numbers[key] = names.count
    names.append(name)
  }

  /// The number of the grid on which a statement lies.
  package func number(of statement: Statement, in unit: SheetUnit) -> Int? { number(ofLine: statement.grid, in: unit) }

  /// The number of the grid that the text of a unit names before an address; `nil` where there is none.
  func number(named written: String, in unit: SheetUnit) -> Int? { numbers[unit.grid(named: written).lowercased()] }

  /// The number of the grid that a `sheet` line starts; `nil` stands for the part before the first such line.
  func number(ofLine line: String?, in unit: SheetUnit) -> Int? {
    let home = unit.isMain ? line ?? "" : unit.gridName(line)
    return numbers[home.lowercased()] ?? numbers[""]
  }
}

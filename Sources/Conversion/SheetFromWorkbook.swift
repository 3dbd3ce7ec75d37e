import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import LiveWorkbooks
import Workbooks

/// The text of a sheet that says what a workbook says.
///
/// Each sheet is a section; cells keep their addresses. Constants of a row that stand beside each other share a line, and
/// formulas that are filled are one statement. A constant with a name is defined by that name, and its cell shows it.
struct SheetFromWorkbook {
  private let workbook: LiveWorkbook
  private var spelling: SheetSpelling
  private var text = ""
  /// What is left out or written out, in words, with how often.
  private(set) var omissions: [String: Int] = [:]
  /// The named constants, by their cells.
  private var namedCells: [CellAddress: String] = [:]
  /// The definitions of other names, by the position of the sheet under which they stand.
  private var definitions: [Int: [String]] = [:]
  private var taken: Set<String> = []

  /// A statement where it stands.
  private struct Item {
    var row: Int
    var column: Int
    var text: String
    /// Whether others may follow in its line.
    var isConstant: Bool
  }

  /// - Parameter usesNames: Whether formulas keep the names that they use.
  static func text(
    _ workbook: LiveWorkbook, catalog: FunctionCatalog, usesNames: Bool
  ) -> (text: String, omissions: [String: Int]) {
    var conversion = SheetFromWorkbook(workbook: workbook, spelling: SheetSpelling(catalog: catalog))
    conversion.readNames(usesNames)
    conversion.write()
    return (conversion.text, conversion.omissions)
  }

  private init(workbook: LiveWorkbook, spelling: SheetSpelling) {
    self.workbook = workbook
    self.spelling = spelling
    for sheet in workbook.contents.sheets {
      for table in sheet.tables { self.spelling.tables[table.name.lowercased()] = (sheet.name, table) }
    }
  }

  private mutating func note(_ what: String, _ count: Int = 1) {
    if count > 0 { omissions[what, default: 0] += count }
  }

  // MARK: Names

  private mutating func readNames(_ usesNames: Bool) {
    let contents = workbook.contents
    for name in contents.names where !name.name.lowercased().hasPrefix("_xlnm.") {
      let parsed = FormulaParser.parse(name.formula, dialect: .excel)
      guard !parsed.hasErrors, let root = parsed.tree.nodes.last else {
        note("name that cannot be read")
        continue
      }
      guard case .reference(let reference) = root, parsed.tree.nodes.count == 1, let prefix = reference.sheet,
        prefix.last == nil,
        let sheet = contents.sheets.firstIndex(where: { $0.name.lowercased() == prefix.first.lowercased() })
      else {
        if case .call(let function, _) = root, FunctionNames.plain(function) == "LAMBDA" {
          defineLambda(name, parsed.tree)
        } else {
          note("name that stands for a formula, which is written out where it is used")
        }
        continue
      }
      // A name of one sheet may hide that of the workbook there; it is written out.
      let own = name.sheet.flatMap { contents.sheets.indices.contains($0) ? contents.sheets[$0].name : nil }
      let key = SheetSpelling.key(name.name, onSheet: own)
      guard name.sheet == nil, spelling.names[key] == nil else {
        spelling.names[key] = SheetSpelling.NameUse(name: nil, reference: reference)
        continue
      }
      let plain = newName(name.name)
      spelling.names[key] = SheetSpelling.NameUse(name: usesNames ? plain : nil, reference: reference)
      define(plain, reference, onSheet: sheet, usesNames)
    }
  }

  private mutating func define(_ name: String, _ reference: GridReference, onSheet sheet: Int, _ usesNames: Bool) {
    if usesNames, case .cell(let row, let column) = reference.shape {
      let address = CellAddress(grid: workbook.grids[sheet], row: Int(row.value), column: Int(column.value))
      let isSpilled = workbook.engine.spillAnchor(of: address) != nil
      if namedCells[address] == nil, !isSpilled, !workbook.engine.hasFormula(at: address),
        !workbook.engine.value(at: address).isBlank
      {
        namedCells[address] = name
        return
      }
    }
    guard case .deleted = reference.shape else {
      let target = FormulaTree.literal(.reference(GridReference(reference.shape))).text()
      definitions[sheet, default: []].append("\(name) = \(target)")
      return
    }
  }

  private mutating func defineLambda(_ name: DefinedName, _ tree: FormulaTree) {
    guard spelling.names[name.name.lowercased()] == nil, !workbook.grids.isEmpty else { return }
    let plain = newName(name.name)
    spelling.names[name.name.lowercased()] = SheetSpelling.NameUse(name: plain)
    // The engine has it in a named cell, with the file's spellings undone.
    guard case .cell(let address)? = workbook.engine.binding(of: name.name, in: workbook.scope),
      let own = workbook.engine.formulaTree(at: address),
      let written = spelling.formula(own, onSheet: workbook.contents.sheets[0].name, row: 0, column: 0)
    else { return note("name that cannot be read") }
    definitions[name.sheet ?? 0, default: []].append("\(plain) = \(written.text())")
  }

  /// A name as a sheet may have it, which no other has.
  private mutating func newName(_ name: String) -> String {
    var plain = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) ? $0 : "_" }))
    if plain.isEmpty || plain.unicodeScalars.first.map({ ("0"..."9").contains($0) }) == true
      || A1Notation.cell(plain) != nil || ["true", "false"].contains(plain.lowercased())
    {
      plain = "_" + plain
    }
    var unique = plain
    var number = 2
    while !taken.insert(unique.lowercased()).inserted {
      unique = "\(plain)_\(number)"
      number += 1
    }
    return unique
  }

  // MARK: Writing

  private mutating func write() {
    let contents = workbook.contents
    note("calculation in rounds: circular formulas do not settle", contents.calculation.iteration == nil ? 0 : 1)
    note("dates that count from 1904, which are numbers here", contents.dateSystem == .from1904 ? 1 : 0)
    for (position, sheet) in contents.sheets.enumerated() {
      guard sheet.kind == .cells else {
        note("sheet without cells (\(sheet.name))")
        continue
      }
      if !text.isEmpty { text += "\n" }
      let quoted = sheet.name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      text += "sheet \(SheetPrefix(sheet.name).isPlain ? sheet.name : "'\(quoted)'")\n"
      for definition in definitions[position] ?? [] { text += definition + "\n" }
      write(items(ofSheet: position))
      note("hidden row", sheet.hiddenRows.count)
      note("cell of a what-if table, which keeps its value", sheet.dataTables.reduce(0) { $0 + $1.count })
    }
  }

  private mutating func write(_ items: [Item]) {
    var line = ""
    var last: Item?
    for item in items.sorted(by: { ($0.row, $0.column) < ($1.row, $1.column) }) {
      if let last, last.isConstant, item.isConstant, last.row == item.row,
        line.utf8.count + item.text.utf8.count < 110
      {
        line += "; " + item.text
      } else {
        if last != nil { text += line + "\n" }
        if let last, item.row > last.row + 1, item.isConstant, last.row != item.row { text += "\n" }
        line = item.text
      }
      last = item
    }
    if last != nil { text += line + "\n" }
  }

  private mutating func items(ofSheet position: Int) -> [Item] {
    let sheet = workbook.contents.sheets[position]
    let grid = workbook.grids[position]
    var items: [Item] = []
    for (column, cells) in sheet.columns {
      for place in cells.rows.indices {
        let address = CellAddress(grid: grid, row: Int(cells.rows[place]), column: column)
        let format = workbook.contents.numberFormat(ofStyle: cells.styles[place])
        items.append(constant(cells.values[place], format, at: address))
      }
    }
    items += formulaItems(ofSheet: position)
    return items
  }

  private func constant(_ value: CellValue, _ format: String, at address: CellAddress) -> Item {
    let place = A1Notation.text(row: Int(address.row), column: Int(address.column))
    let literal = SheetLiteral(value, format: format, workbook.contents.dateSystem).text
    guard let name = namedCells[address] else {
      return Item(
        row: Int(address.row), column: Int(address.column), text: "\(place) = \(literal)", isConstant: true)
    }
    return Item(
      row: Int(address.row), column: Int(address.column), text: "\(name) = \(literal); \(place) = \(name)",
      isConstant: true)
  }

  // MARK: Formulas

  /// What cells must have in common to be one fill.
  private struct FillKey: Hashable {
    var nodes: [FormulaTree.Node]
    var format: String
  }

  private struct Run: Hashable {
    var key: Int
    var top: Int
    var bottom: Int
  }

  private mutating func formulaItems(ofSheet position: Int) -> [Item] {
    let sheet = workbook.contents.sheets[position]
    var items: [Item] = []
    var keys: [FillKey: Int] = [:]
    /// The cells of each column that may be filled, from top to bottom, with their keys and trees.
    var columns: [Int: [(row: Int, key: Int, tree: FormulaTree)]] = [:]
    var formats: [String] = []
    for formula in sheet.formulas {
      let (row, column) = (Int(formula.row), Int(formula.column))
      let address = CellAddress(grid: workbook.grids[position], row: row, column: column)
      let format = workbook.contents.numberFormat(ofStyle: formula.style)
      if let reason = workbook.kept[address] {
        note("formula that keeps its value: \(reason.words)")
        items += keptItems(formula, ofSheet: position, format)
        continue
      }
      guard let tree = workbook.engine.formulaTree(at: address) else { continue }
      guard let written = spelling.formula(tree, onSheet: sheet.name, row: row, column: column) else {
        note("formula that keeps its value: it refers to another workbook, or to nothing")
        items += keptItems(formula, ofSheet: position, format)
        continue
      }
      if case .array = formula.kind {
        let place = A1Notation.text(row: row, column: column)
        items.append(
          Item(
            row: row, column: column, text: "\(place) = \(written.text())" + SheetLiteral.format(format),
            isConstant: false))
        continue
      }
      let key = FillKey(nodes: written.relative(toRow: row, column: column).nodes, format: format)
      let number = keys[key] ?? keys.count
      if number == keys.count {
        keys[key] = number
        formats.append(format)
      }
      columns[column, default: []].append((row, number, written))
    }
    return items + Self.fills(columns, formats)
  }

  /// The cell and what its array had filled, as constants.
  private func keptItems(_ formula: StoredFormula, ofSheet position: Int, _ format: String) -> [Item] {
    var items: [Item] = []
    let grid = workbook.grids[position]
    if let stored = formula.stored, !stored.isBlank {
      items.append(
        constant(stored, format, at: CellAddress(grid: grid, row: Int(formula.row), column: Int(formula.column))))
    }
    if case .array(let number) = formula.kind {
      for spilled in workbook.contents.sheets[position].spilled where spilled.array == number && !spilled.value.isBlank
      {
        let address = CellAddress(grid: grid, row: Int(spilled.row), column: Int(spilled.column))
        items.append(constant(spilled.value, format, at: address))
      }
    }
    return items
  }

  /// Statements for runs of one column, and for such runs side by side.
  private static func fills(
    _ columns: [Int: [(row: Int, key: Int, tree: FormulaTree)]], _ formats: [String]
  ) -> [Item] {
    var items: [Item] = []
    var open: [Run: (left: Int, right: Int, tree: FormulaTree)] = [:]
    func close(_ run: Run, _ block: (left: Int, right: Int, tree: FormulaTree)) {
      let cells = CellBlock(top: run.top, left: block.left, bottom: run.bottom, right: block.right)
      items.append(
        Item(
          row: run.top, column: block.left,
          text: "\(cells.text) = \(block.tree.text())" + SheetLiteral.format(formats[run.key]), isConstant: false))
    }
    for (column, cells) in columns.sorted(by: { $0.key < $1.key }) {
      let cells = cells.sorted { $0.row < $1.row }
      var next: [Run: (left: Int, right: Int, tree: FormulaTree)] = [:]
      var start = 0
      while start < cells.count {
        var end = start
        while end + 1 < cells.count, cells[end + 1].key == cells[start].key, cells[end + 1].row == cells[end].row + 1 {
          end += 1
        }
        let run = Run(key: cells[start].key, top: cells[start].row, bottom: cells[end].row)
        if let left = open[run], left.right == column - 1 {
          next[run] = (left.left, column, left.tree)
          open[run] = nil
        } else {
          next[run] = (column, column, cells[start].tree)
        }
        start = end + 1
      }
      for (run, block) in open { close(run, block) }
      open = next
    }
    for (run, block) in open { close(run, block) }
    return items
  }
}

extension FormulaTree {
  /// The formula with its relative addresses counted from a cell; equal for cells that a fill would give it.
  fileprivate func relative(toRow row: Int, column: Int) -> FormulaTree {
    func from(row coordinate: Coordinate) -> Coordinate {
      coordinate.isAbsolute ? coordinate : Coordinate(Int(coordinate.value) - row)
    }
    func from(column coordinate: Coordinate) -> Coordinate {
      coordinate.isAbsolute ? coordinate : Coordinate(Int(coordinate.value) - column)
    }
    return mappingReferences { reference in
      switch reference.shape {
      case .deleted: break
      case .cell(let row, let column):
        reference.shape = .cell(row: from(row: row), column: from(column: column))
      case .area(let row, let column, let row2, let column2):
        reference.shape = .area(
          row: from(row: row), column: from(column: column), row2: from(row: row2), column2: from(column: column2))
      case .columns(let first, let last): reference.shape = .columns(from(column: first), from(column: last))
      case .rows(let first, let last): reference.shape = .rows(from(row: first), from(row: last))
      }
    }
  }
}

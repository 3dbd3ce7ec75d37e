import CellModel
import Formulas
import LiveWorkbooks
import Workbooks

/// The names that a sheet gets for those of a workbook, and for cells.
struct SheetNames {
  /// What a name of the workbook has become.
  struct Use {
    /// The name in the sheet; `nil` for one that is always written out.
    var name: String?
    /// What it refers to; `nil` for a LAMBDA.
    var reference: GridReference?
    /// Whether it refers to another workbook, which no sheet can.
    var isElsewhere = false
  }

  /// A name that is defined on a line of its own.
  struct Definition {
    var name: String
    var tree: FormulaTree
    /// Whether the formula is the workbook's, and still to be spelled as a sheet's.
    var isFormula: Bool
  }

  /// By the name in lower case; those that only a sheet knows behind its name and `!`.
  private(set) var uses: [String: Use] = [:]
  /// The cells that are defined by a name and show it.
  private(set) var cells: [CellAddress: String] = [:]
  /// By the position of the sheet under which they stand.
  private(set) var definitions: [Int: [Definition]] = [:]
  /// What is not carried over, in words, with how often.
  private(set) var omissions: [String: Int] = [:]
  /// The names that stand for formulas and are defined by them.
  private(set) var formulas = FormulaNames()
  private var taken: Set<String> = []
  /// How many names of the workbook and its sheets are spelled the same, by them in lower case.
  private let spellings: [String: Int]

  /// - Parameter keepsNames: Whether formulas keep the names that they use.
  init(_ workbook: LiveWorkbook, keepsNames: Bool) {
    spellings = Dictionary(workbook.contents.names.map { ($0.name.lowercased(), 1) }, uniquingKeysWith: +)
    for name in workbook.contents.names {
      if !name.isOfProgram { add(name, of: workbook, keepsNames) } else { addOfExcel(name, of: workbook) }
    }
  }

  /// The key of a name in ``uses``.
  static func key(_ name: String, onSheet sheet: String? = nil) -> String {
    (sheet.map { "\($0)!\(name)" } ?? name).lowercased()
  }

  /// What a name means in formulas of a sheet.
  func use(of name: String, on sheet: String) -> Use? {
    uses[Self.key(name, onSheet: sheet)] ?? uses[Self.key(name)]
  }

  /// Whether something in the sheet has a name.
  func has(_ name: String) -> Bool { taken.contains(name.lowercased()) }

  /// Lets a cell be defined by a name; `nil` when the name is another's, or the cell has one.
  mutating func define(_ name: String, as cell: CellAddress) -> String? {
    guard cells[cell] == nil, !taken.contains(name.lowercased()) else { return nil }
    taken.insert(name.lowercased())
    cells[cell] = name
    return name
  }

  /// Lets a cell be defined by a name that is made like one and is no other's; a cell that has a name keeps it.
  mutating func defineNew(_ name: String, as cell: CellAddress) {
    if cells[cell] == nil { cells[cell] = newName(name) }
  }

  /// The names that refer to single cells and have a line of their own, by these cells; the first of each.
  func placesOfDefinitions(onSheet position: Int, in grid: GridID) -> [CellAddress: String] {
    var places: [CellAddress: String] = [:]
    for definition in definitions[position] ?? [] where !definition.isFormula {
      guard case .cell(let row, let column)? = definition.tree.onlyReference?.shape else { continue }
      let cell = CellAddress(grid: grid, row: Int(row.value), column: Int(column.value))
      if cells[cell] == nil, places[cell] == nil { places[cell] = definition.name }
    }
    return places
  }

  /// Lets a cell be defined by a name that refers to it, in place of the line that says so.
  mutating func defineByFormula(_ name: String, at cell: CellAddress, onSheet position: Int) {
    definitions[position]?.removeAll { $0.name == name }
    cells[cell] = name
  }

  /// A name as a sheet may have it, which no other has.
  mutating func newName(_ name: String) -> String {
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

  private static let respelled = "name that a sheet spells otherwise, with _ for what none of its names has"
  private static let writtenOut = "name that stands for a formula, which is written out where it is used"

  /// Lets names that stand for formulas be names here where cells use them.
  mutating func addFormulas(of workbook: LiveWorkbook, usedBy cells: [CellAddress]) {
    formulas = FormulaNames(workbook, at: cells) { name in
      uses[Self.key(name)]?.reference.map { if case .cell = $0.shape { true } else { false } }
    }
    for definition in formulas.definitions {
      let plain = newName(definition.name)
      if plain != definition.name { note(Self.respelled) }
      uses[Self.key(definition.name)] = Use(name: plain)
      definitions[Self.firstSheet(of: workbook), default: []].append(
        Definition(name: plain, tree: definition.tree, isFormula: true))
      omissions[Self.writtenOut, default: 1] -= 1
    }
    if omissions[Self.writtenOut] == 0 { omissions[Self.writtenOut] = nil }
  }

  private mutating func note(_ what: String) { omissions[what, default: 0] += 1 }

  // MARK: Names of the workbook

  private mutating func add(_ name: DefinedName, of workbook: LiveWorkbook, _ keepsNames: Bool) {
    let sheets = workbook.contents.sheets
    guard let tree = name.tree, !tree.nodes.isEmpty else { return note("name that cannot be read") }
    let own = name.sheet.flatMap { sheets.indices.contains($0) ? sheets[$0].name : nil }
    let key = Self.key(name.name, onSheet: own)
    guard let reference = tree.onlyReference, let prefix = reference.sheet, prefix.last == nil,
      let sheet = sheets.firstIndex(where: { $0.name.lowercased() == prefix.first.lowercased() })
    else {
      if tree.givesLambda(workbook.engine.catalog) { return addLambda(name, of: workbook) }
      if tree.onlyReference?.sheet?.saysWorkbook == true {
        uses[key] = Use(isElsewhere: true)
        return note("name of a cell of another workbook")
      }
      return note(Self.writtenOut)
    }
    // A name of one sheet may hide that of the workbook there; it is written out where there are several.
    guard name.sheet == nil || spellings[name.name.lowercased()] == 1, uses[key] == nil else {
      uses[key] = Use(name: nil, reference: reference)
      return note("name that several sheets have, which is written out where it is used")
    }
    if case .deleted = reference.shape { note("name that stands for nothing") }
    let plain = newName(name.name)
    if plain != name.name { note(Self.respelled) }
    uses[key] = Use(name: keepsNames ? plain : nil, reference: reference)
    if keepsNames, case .cell(let row, let column) = reference.shape {
      let address = CellAddress(grid: workbook.grids[sheet], row: Int(row.value), column: Int(column.value))
      if cells[address] == nil, workbook.isConstant(at: address) {
        cells[address] = plain
        return
      }
    }
    if case .deleted = reference.shape { return }
    definitions[sheet, default: []].append(
      Definition(name: plain, tree: .literal(.reference(GridReference(reference.shape))), isFormula: false))
  }

  /// Adds a name that Excel itself gives, such as that of what is printed, which is written out where formulas use it.
  private mutating func addOfExcel(_ name: DefinedName, of workbook: LiveWorkbook) {
    guard let plain = name.nameOfExcel, let reference = name.tree?.onlyReference else { return }
    let sheets = workbook.contents.sheets
    let own = name.sheet.flatMap { sheets.indices.contains($0) ? sheets[$0].name : nil }
    uses[Self.key(plain, onSheet: own)] = Use(name: nil, reference: reference)
  }

  /// The first sheet of cells, under which stands what belongs to none.
  private static func firstSheet(of workbook: LiveWorkbook) -> Int {
    workbook.contents.sheets.firstIndex { $0.kind == .cells } ?? 0
  }

  private mutating func addLambda(_ name: DefinedName, of workbook: LiveWorkbook) {
    let key = Self.key(name.name)
    guard uses[key] == nil, !workbook.grids.isEmpty else { return }
    let plain = newName(name.name)
    if plain != name.name { note(Self.respelled) }
    uses[key] = Use(name: plain)
    // The engine has it in a named cell, with the file's spellings undone.
    guard case .cell(let address)? = workbook.engine.names.binding(of: name.name, in: workbook.scope),
      let own = workbook.engine.formulas.tree(at: address)
    else { return note("name that cannot be read") }
    definitions[name.sheet ?? Self.firstSheet(of: workbook), default: []].append(
      Definition(name: plain, tree: own, isFormula: true))
  }
}

extension LiveWorkbook {
  /// Whether a cell holds something that no formula has put there.
  func isConstant(at address: CellAddress) -> Bool {
    engine.spills.anchor(covering: address) == nil && !engine.formulas.hasFormula(at: address)
      && !engine.value(at: address).isBlank
  }
}

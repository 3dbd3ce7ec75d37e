import CellModel
import Engine
import Formulas
import LiveWorkbooks
import Workbooks

/// A workbook of any format as one of Excel: formulas spelled as its files have them, with the values that were computed.
package struct RespelledWorkbook {
  /// In which format it is written then.
  package enum Target { case excel, openDocument }

  package private(set) var workbook: Workbook
  /// What is not carried over, in words, with how often.
  package private(set) var omissions: [String: Int] = [:]
  private let live: LiveWorkbook
  private let target: Target
  private let writing: FormulaWriting
  private let whatIf: OperationBlocks
  /// Whether a workbook of OpenFormula becomes one of Excel: formulas that make arrays of themselves become array formulas,
  /// and names that say no sheet those of the sheets that use them.
  private let comesFromOpenFormula: Bool

  /// - Parameter live: A workbook that has been recalculated.
  package init(_ live: LiveWorkbook, for target: Target) {
    (self.live, self.target) = (live, target)
    whatIf = live.whatIfTables.blocksOfOperations
    workbook = live.contents
    comesFromOpenFormula = target == .excel && live.contents.calculation.followsOpenFormula
    let sheets = target == .excel ? Self.newSheetNames(of: workbook) : [:]
    writing = FormulaWriting(
      live.contents, catalog: live.engine.catalog, sheets: sheets, explainsOpenFormula: comesFromOpenFormula,
      replacesPoints: target == .excel)
    omissions.merge(workbook.leftOut.omissions, uniquingKeysWith: +)
    if target == .excel { leaveOutLists() }
    for position in workbook.sheets.indices {
      let old = workbook.sheets[position].name
      guard let name = sheets[old.lowercased()] else { continue }
      omissions["sheet name that Excel does not take: \(old), which is \(name) now"] = 1
      workbook.sheets[position].name = name
    }
    for position in workbook.sheets.indices where workbook.sheets[position].kind == .cells { respell(position) }
    respellNames()
  }

  private mutating func respellNames() {
    workbook.names = []
    var read: [(name: DefinedName, tree: FormulaTree)] = []
    for name in Self.names(of: live.contents) {
      guard let tree = name.tree else {
        omit("name that cannot be read")
        continue
      }
      // What names no sheet is on that of the cell that uses it, which Excel marks.
      read.append((name, tree.mappingReferences { if $0.sheet == nil, $0.shape != .deleted { $0.sheet = .ofUser } }))
    }
    let ofUsers = comesFromOpenFormula ? NamesOfUsers(live.contents, read.map(\.tree)) : nil
    for (name, tree) in read {
      func add(_ tree: FormulaTree, onSheet sheet: Int?) {
        let formula = writing.text(ofName: tree, onSheet: sheet)
        workbook.names.append(DefinedName(name: name.name, formula: formula, sheet: sheet))
      }
      let places = ofUsers?.places(of: name, tree) ?? []
      if name.sheet == nil || places.isEmpty { add(tree, onSheet: name.sheet) }
      for sheet in places { add(ofUsers?.tree(tree, onSheet: sheet) ?? tree, onSheet: sheet) }
    }
  }

  /// Notes what is not carried over.
  private mutating func omit(_ what: String, _ count: Int = 1) {
    if count > 0 { omissions[what, default: 0] += count }
  }

  /// Leaves out the rules with a list that Excel cannot have, for a comma ends each of its texts.
  private mutating func leaveOutLists() {
    for position in workbook.sheets.indices {
      let before = workbook.sheets[position].annotations.validations
      let left = before.filter { $0.kind != "list" || $0.formula.first != "{" }
      workbook.sheets[position].annotations.validations = left
      if left.count < before.count {
        omit("rule for what may be typed that has a comma in its list", before.count - left.count)
      }
    }
  }

  /// The names of which each stands for something: where one is defined twice, the last counts.
  private static func names(of contents: Workbook) -> [DefinedName] {
    var places: [Int?: [String: Int]] = [:]
    for (place, name) in contents.names.enumerated() {
      places[name.sheet, default: [:]][name.name.lowercased()] = place
    }
    return contents.names.enumerated().filter { places[$1.sheet]?[$1.name.lowercased()] == $0 }.map(\.element)
  }

  /// The names for sheets that Excel takes in place of theirs, by these in lower case.
  private static func newSheetNames(of contents: Workbook) -> [String: String] {
    var taken = contents.sheets.map(\.name).filter(WorkbookNames.isSheetName)
    var names: [String: String] = [:]
    for sheet in contents.sheets where !WorkbookNames.isSheetName(sheet.name) {
      let name = WorkbookNames.sheetName(sheet.name, besides: taken)
      names[sheet.name.lowercased()] = name
      taken.append(name)
    }
    return names
  }

  /// Takes constants as they are by now, with those that were set where nothing was.
  private func refreshConstants(of sheet: inout WorkbookSheet, _ grid: GridID) {
    for (column, constants) in sheet.columns {
      for (place, row) in constants.rows.enumerated() {
        let cell = CellAddress(grid: grid, row: Int(row), column: column)
        if !live.engine.formulas.hasFormula(at: cell) {
          sheet.columns[column]?.values[place] = live.engine.value(at: cell)
        }
      }
    }
    for cell in live.setCells where cell.grid == grid {
      guard sheet.columns[Int(cell.column)]?.value(at: Int(cell.row)) == nil else { continue }
      let value = live.engine.value(at: cell)
      if !value.isBlank {
        sheet.columns[Int(cell.column), default: ConstantColumn()].set(value, row: Int(cell.row), style: 0)
      }
    }
  }

  /// Gives arrays the values that they have now, and dynamic ones the cells that they fill now.
  private func measureArrays(of sheet: inout WorkbookSheet, at position: Int, _ grid: GridID) {
    for number in sheet.arrays.spilled.indices {
      let spilled = sheet.arrays.spilled[number]
      let value = live.engine.value(
        at: CellAddress(grid: grid, row: Int(spilled.row), column: Int(spilled.column)))
      if !value.isBlank { sheet.arrays.spilled[number].value = value }
    }
    let resized = ResizedArray.all(ofSheet: position, in: live)
    guard !resized.isEmpty else { return }
    let numbers = Set(resized.map(\.number))
    sheet.arrays.spilled.removeAll { numbers.contains($0.array) }
    for array in resized {
      sheet.arrays.formulas[Int(array.number)].block = array.present
      for row in array.present.top...array.present.bottom {
        for column in array.present.left...array.present.right {
          let cell = CellAddress(grid: grid, row: row, column: column)
          guard cell != array.cell else { continue }
          sheet.arrays.spilled.append(
            SpilledValue(
              row: Int32(row), column: Int32(column), value: live.engine.value(at: cell), array: array.number))
        }
      }
    }
  }

  private mutating func respell(_ position: Int) {
    var sheet = workbook.sheets[position]
    let grid = live.grids[position]
    for number in sheet.sharedFormulas.indices {
      sheet.sharedFormulas[number].text = sheet.sharedFormulas[number].text.flatMap {
        writing.text(of: $0, onSheet: position)
      }
    }
    var unreadableArrays: Set<Int32> = []
    for number in sheet.arrays.formulas.indices {
      let text = writing.text(of: sheet.arrays.formulas[number].text, onSheet: position, isArray: true)
      if let text { sheet.arrays.formulas[number].text = text } else { unreadableArrays.insert(Int32(number)) }
    }
    refreshConstants(of: &sheet, grid)
    omit(WorkbookSheet.keptWhatIfCell, sheet.brokenWhatIfCells)
    switch target {
    case .openDocument:
      sheet.makeOperations()
      if sheet.visibility == .veryHidden { omit("very hidden sheet, which is a hidden one there") }
    case .excel: sheet.whatIfTables += whatIf.tables[grid] ?? []
    }
    measureArrays(of: &sheet, at: position, grid)
    var formulas = StoredFormulas()
    for var formula in sheet.formulas {
      let place = CellAddress(grid: grid, row: Int(formula.row), column: Int(formula.column))
      if live.kept[place] == nil { formula.stored = live.engine.value(at: place) }
      if target == .excel, whatIf.cells.contains(place) {
        sheet.keepValue(of: formula)
        continue
      }
      let omission = omission(at: place)
      if omission == nil, let kind = kind(of: formula, besides: unreadableArrays, in: &sheet, position) {
        formula.kind = kind
        formulas.append(formula)
        continue
      }
      omit(omission ?? "formula that cannot be read, which keeps its value")
      sheet.keepValue(of: formula)
    }
    sheet.formulas = formulas
    workbook.sheets[position] = sheet
  }

  /// Why a cell is written with its value instead of its formula, whatever that is.
  private func omission(at place: CellAddress) -> String? {
    if live.asksBesideCells(at: place) {
      return "formula that reads a pivot table or a pronunciation, which keeps its value"
    }
    if case .missingSheet? = live.kept[place] {
      return "formula that reads a sheet which the file does not have, which keeps its value"
    }
    return target == .excel && live.whatIfTables.hasCell(at: place) ? WorkbookSheet.keptWhatIfCell : nil
  }

  /// A formula as it is written; `nil` where it cannot be read.
  private func kind(
    of formula: StoredFormula, besides unreadableArrays: Set<Int32>, in sheet: inout WorkbookSheet, _ position: Int
  ) -> StoredFormula.Kind? {
    switch formula.kind {
    case .shared(let number): return sheet.sharedFormulas[Int(number)].text == nil ? nil : formula.kind
    case .array(let number): return unreadableArrays.contains(number) ? nil : formula.kind
    case .plain(let text):
      guard let respelled = writing.text(of: text, onSheet: position), !respelled.isEmpty else { return nil }
      guard comesFromOpenFormula, writing.isArrayInExcel(text, onSheet: position) else { return .plain(respelled) }
      let (row, column) = (Int(formula.row), Int(formula.column))
      let block = CellBlock(top: row, left: column, bottom: row, right: column)
      sheet.arrays.formulas.append(ArrayFormula(text: respelled, block: block, isDynamic: false))
      return .array(Int32(sheet.arrays.formulas.count - 1))
    }
  }
}

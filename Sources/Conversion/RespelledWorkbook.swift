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
  private let whatIf: WhatIfBlocks
  /// Whether formulas that make arrays of themselves in OpenFormula become array formulas, as Excel needs them.
  private let becomesArrays: Bool

  /// - Parameter live: A workbook that has been recalculated.
  package init(_ live: LiveWorkbook, for target: Target) {
    (self.live, self.target) = (live, target)
    whatIf = live.whatIfBlocks
    workbook = live.contents
    becomesArrays = target == .excel && live.contents.calculation.followsOpenFormula
    let sheets = target == .excel ? Self.newSheetNames(of: workbook) : [:]
    writing = FormulaWriting(
      live.contents, catalog: live.engine.catalog, sheets: sheets, explainsOpenFormula: becomesArrays,
      replacesPoints: target == .excel)
    omissions.merge(workbook.leftOut.omissions, uniquingKeysWith: +)
    if workbook.leftOut.hasLooks { omissions["fonts, colours and borders of cells"] = 1 }
    if target == .excel { leaveOutLists() }
    for position in workbook.sheets.indices {
      let old = workbook.sheets[position].name
      guard let name = sheets[old.lowercased()] else { continue }
      omissions["sheet name that Excel does not take: \(old), which is \(name) now"] = 1
      workbook.sheets[position].name = name
    }
    for position in workbook.sheets.indices where workbook.sheets[position].kind == .cells { respell(position) }
    workbook.names = Self.names(of: live.contents).compactMap { name in
      guard let tree = name.tree else {
        omit("name that cannot be read")
        return nil
      }
      // What names no sheet is on that of the cell that uses it, which Excel marks.
      let marked = tree.mappingReferences { if $0.sheet == nil, $0.shape != .deleted { $0.sheet = .ofUser } }
      return DefinedName(name: name.name, formula: writing.text(ofName: marked, onSheet: name.sheet), sheet: name.sheet)
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

  /// Makes an array formula of one cell of a plain formula.
  private func makeArray(of formula: inout StoredFormula, in sheet: inout WorkbookSheet) {
    guard case .plain(let text) = formula.kind, !text.isEmpty else { return }
    let (row, column) = (Int(formula.row), Int(formula.column))
    let block = CellBlock(top: row, left: column, bottom: row, right: column)
    formula.kind = .array(Int32(sheet.arrays.formulas.count))
    sheet.arrays.formulas.append(ArrayFormula(text: text, block: block, isDynamic: false))
  }

  private mutating func respell(_ position: Int) {
    var sheet = workbook.sheets[position]
    let grid = live.grids[position]
    func address(_ row: Int32, _ column: Int32) -> CellAddress {
      CellAddress(grid: grid, row: Int(row), column: Int(column))
    }
    func respelled(_ text: String, isArray: Bool = false) -> String? {
      writing.text(of: text, onSheet: position, isArray: isArray)
    }
    for number in sheet.sharedFormulas.indices {
      sheet.sharedFormulas[number].text = sheet.sharedFormulas[number].text.flatMap { respelled($0) }
    }
    let arrays = sheet.arrays.formulas.map { respelled($0.text, isArray: true) }
    for (number, text) in arrays.enumerated() { if let text { sheet.arrays.formulas[number].text = text } }
    refreshConstants(of: &sheet, grid)
    if target == .openDocument { omit(WorkbookSheet.keptWhatIfCell, sheet.makeOperations()) }
    if target == .excel { sheet.whatIfTables += whatIf.tables[grid] ?? [] }
    measureArrays(of: &sheet, at: position, grid)
    var formulas = StoredFormulas()
    for formula in sheet.formulas {
      let place = address(formula.row, formula.column)
      var made = formula
      if live.kept[place] == nil { made.stored = live.engine.value(at: place) }
      if live.asksBesideCells(at: place) {
        omit("formula that reads a pivot table or a pronunciation, which keeps its value")
        sheet.keepValue(of: made)
        continue
      }
      if case .missingSheet? = live.kept[place] {
        omit("formula that reads a sheet which the file does not have, which keeps its value")
        sheet.keepValue(of: made)
        continue
      }
      if target == .excel, live.isInWhatIfTable(place) {
        if !whatIf.cells.contains(place) { omit(WorkbookSheet.keptWhatIfCell) }
        sheet.keepValue(of: made)
        continue
      }
      switch formula.kind {
      case .plain(let text):
        made.kind = .plain(respelled(text) ?? "")
        if becomesArrays, writing.isArrayInExcel(text, onSheet: position) {
          makeArray(of: &made, in: &sheet)
        }
      case .shared(let number): if sheet.sharedFormulas[Int(number)].text == nil { made.kind = .plain("") }
      case .array(let number): if arrays[Int(number)] == nil { made.kind = .plain("") }
      }
      guard made.kind != .plain("") else {
        omit("formula that cannot be read, which keeps its value")
        made.kind = formula.kind
        sheet.keepValue(of: made)
        continue
      }
      formulas.append(made)
    }
    sheet.formulas = formulas
    workbook.sheets[position] = sheet
  }
}

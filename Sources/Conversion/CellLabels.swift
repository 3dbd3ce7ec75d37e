import CellModel
import Engine
import Formulas
import Functions
import LiveWorkbooks
import Workbooks

/// The names that labels give to the cells beside them.
///
/// A label is a text to the left of a cell whose value stands alone in its row: `Tax rate | 7%`. It becomes the cell's name
/// where formulas read that cell by itself, or where the cell's own formula is no fill; where two cells have the same label,
/// neither gets it.
struct CellLabels {
  /// A cell that may get the name of its label.
  private struct Candidate {
    let cell: CellAddress
    let name: String
  }

  private let workbook: LiveWorkbook
  /// The cells with something that was chosen, which labels nothing.
  private let chosen: Set<CellAddress>
  private var candidates: [Candidate] = []

  /// The most columns between a label and its cell.
  private static let reach = 3
  private static let longest = 40

  /// Names cells after their labels.
  ///
  /// - Parameters:
  ///   - runs: The formulas of each sheet.
  ///   - wanted: The cells that need a name, in their order, with what they are called where they have no label.
  static func add(
    to names: inout SheetNames, _ workbook: LiveWorkbook, _ runs: [[FormulaRun]],
    wanted: [(cell: CellAddress, name: String)]
  ) {
    var labels = CellLabels(workbook: workbook, chosen: Set(wanted.map(\.cell)))
    labels.findCandidates(runs)
    let known = Set(labels.candidates.map(\.cell))
    for (cell, _) in wanted where !known.contains(cell) { labels.add(cell) }
    let counts = Dictionary(labels.candidates.map { ($0.name.lowercased(), 1) }, uniquingKeysWith: +)
    for candidate in labels.candidates where counts[candidate.name.lowercased()] == 1 {
      _ = names.define(candidate.name, as: candidate.cell)
    }
    for (cell, name) in wanted { names.defineNew(name, as: cell) }
  }

  /// Lets names of the workbook be those of the formulas in their cells, as of constants: `Total = SUM(A1:A9); A10 = Total`.
  static func nameFormulas(by names: inout SheetNames, _ workbook: LiveWorkbook, _ runs: [[FormulaRun]]) {
    guard mayMoveFormulas(of: workbook, runs) else { return }
    for (position, runs) in runs.enumerated() {
      let grid = workbook.grids[position]
      var places = names.placesOfDefinitions(onSheet: position, in: grid)
      if places.isEmpty { continue }
      for run in runs where run.isAlone {
        let cell = CellAddress(grid: grid, row: run.block.top, column: run.block.left)
        guard let name = places.removeValue(forKey: cell), mayMove(run.tree, in: workbook),
          workbook.engine.value(at: cell).isNumberOrError
        else { continue }
        names.defineByFormula(name, at: cell, onSheet: position)
      }
    }
  }

  /// Whether formulas are the same in another cell: none shows itself, and no circle settles.
  private static func mayMoveFormulas(of workbook: LiveWorkbook, _ runs: [[FormulaRun]]) -> Bool {
    workbook.contents.calculation.iteration == nil && !showsFormulas(runs, of: workbook)
  }

  private static func showsFormulas(_ runs: [[FormulaRun]], of workbook: LiveWorkbook) -> Bool {
    Set(runs.joined().flatMap { $0.tree.calls.map(\.value) }).contains { name in
      let traits = workbook.engine.catalog.function(named: name)?.traits ?? []
      return !traits.isDisjoint(with: [.readsFormulas, .tellsFactsOfCells])
    }
  }

  private init(workbook: LiveWorkbook, chosen: Set<CellAddress>) {
    self.workbook = workbook
    self.chosen = chosen
  }

  private mutating func findCandidates(_ runs: [[FormulaRun]]) {
    if Self.showsFormulas(runs, of: workbook) { return }
    let movesFormulas = Self.mayMoveFormulas(of: workbook, runs)
    var seen: Set<CellAddress> = []
    for (position, runs) in runs.enumerated() {
      let grid = workbook.grids[position]
      for run in runs {
        for found in run.tree.references {
          guard case .cell(let row, let column) = found.value.shape, found.value.sheet?.last == nil,
            run.isAlone || row.isAbsolute && column.isAbsolute,
            let home = self.grid(found.value.sheet, else: grid)
          else { continue }
          let cell = CellAddress(grid: home, row: Int(row.value), column: Int(column.value))
          if workbook.isConstant(at: cell), workbook.engine.value(at: cell).isPlainNumber, seen.insert(cell).inserted {
            add(cell)
          }
        }
        let own = CellAddress(grid: grid, row: run.block.top, column: run.block.left)
        if movesFormulas, run.isAlone, Self.mayMove(run.tree, in: workbook),
          workbook.engine.value(at: own).isNumberOrError,
          seen.insert(own).inserted
        {
          add(own)
        }
      }
    }
  }

  private func grid(_ prefix: SheetPrefix?, else own: GridID) -> GridID? {
    guard let prefix else { return own }
    return workbook.contents.sheets.firstIndex { $0.name.lowercased() == prefix.first.lowercased() }
      .map { workbook.grids[$0] }
  }

  /// Whether a formula means the same in a cell that has no place.
  private static func mayMove(_ tree: FormulaTree, in workbook: LiveWorkbook) -> Bool {
    tree.nodes.allSatisfy { node in
      switch node {
      case .unary(let op, _): op != .intersect
      case .structured(let reference): reference.rows != .thisRow
      case .call(let name, let arguments):
        name != LiveWorkbook.fitting
          && workbook.engine.catalog.function(named: name)?.mayMove(withArguments: !arguments.isEmpty) != false
      default: true
      }
    }
  }

  // MARK: Labels

  private mutating func add(_ cell: CellAddress) {
    if let name = label(of: cell).flatMap(Self.name) { candidates.append(Candidate(cell: cell, name: name)) }
  }

  /// The text to the left of a cell, if the cell is alone beside it.
  private func label(of cell: CellAddress) -> String? {
    func value(_ column: Int) -> CellValue {
      column > Area.lastColumn
        ? .blank : workbook.engine.value(at: CellAddress(grid: cell.grid, row: Int(cell.row), column: column))
    }
    let own = Int(cell.column)
    if value(own + 1).isPlainNumber { return nil }
    for column in stride(from: own - 1, through: max(own - Self.reach, 0), by: -1) {
      switch value(column) {
      case .blank: continue
      case .text(let text):
        let place = CellAddress(grid: cell.grid, row: Int(cell.row), column: column)
        // A text behind a number is that number's unit.
        let isUnit = column > 0 && value(column - 1).isPlainNumber
        return !isUnit && !chosen.contains(place) && !isInTable(place) && workbook.isConstant(at: place) ? text : nil
      default: return nil
      }
    }
    return nil
  }

  /// Whether a cell is part of a table, whose texts name columns and rows of their own.
  private func isInTable(_ cell: CellAddress) -> Bool {
    guard let sheet = workbook.grids.firstIndex(of: cell.grid) else { return false }
    return workbook.contents.sheets[sheet].tables.contains {
      $0.block.contains(row: Int(cell.row), column: Int(cell.column))
    }
  }

  /// What a label is as a name: its words without what stands in brackets; `nil` where nothing handsome comes out.
  static func name(_ label: String) -> String? {
    var words: [String] = []
    var word = ""
    var depth = 0
    for scalar in label.unicodeScalars {
      switch scalar {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case _ where depth > 0: break
      case _ where scalar.properties.isAlphabetic || ("0"..."9").contains(scalar): word.unicodeScalars.append(scalar)
      case "'", "’": break
      case " ", "-", "_", "/", "&", ":", "=", ".", ",", "%", "\n", "\u{A0}":
        if !word.isEmpty { words.append(word) }
        word = ""
      default: return nil
      }
    }
    if !word.isEmpty { words.append(word) }
    let name = words.joined(separator: "_")
    guard name.count <= longest, words.count <= 6, let first = name.unicodeScalars.first,
      first.properties.isAlphabetic, A1Notation.cell(name) == nil, WorkbookNames.name(name) == name,
      !["true", "false"].contains(name.lowercased())
    else { return nil }
    return name
  }
}

extension CellValue {
  /// Whether it is a number or a logical value, which somebody could want by a name.
  fileprivate var isPlainNumber: Bool {
    switch self {
    case .number, .logical: true
    default: false
    }
  }
}

extension CellValue {
  /// Whether a formula that gives it may give a number with other values in the cells that it reads.
  fileprivate var isNumberOrError: Bool { isPlainNumber || error != nil }
}

extension SheetFunction {
  /// Whether a call means the same in a cell that has no place.
  fileprivate func mayMove(withArguments hasArguments: Bool) -> Bool {
    if !traits.isDisjoint(with: [.readsReferenceTexts, .beginsAtFirst, .leavesOutSubtotals]) { return false }
    return hasArguments || !tellsRowsOrColumns && !traits.contains(.tellsOwnSheet)
  }
}

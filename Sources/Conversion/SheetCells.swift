import CellModel
import Formulas
import LiveWorkbooks
import Workbooks

/// The cells of one section of a sheet, as statements.
struct SheetCells {
  var lines = SheetLines()
  private let workbook: LiveWorkbook
  private let spelling: SheetSpelling
  private let rules: [CellAddress: CellValidation]
  private let position: Int
  /// What is not carried over, in words, with how often.
  private(set) var omissions: [String: Int] = [:]
  private var formats = SheetFormats()
  /// The comments that no statement has taken.
  private var comments: [CellAddress: String] = [:]

  init(
    _ workbook: LiveWorkbook, _ spelling: SheetSpelling, _ rules: [CellAddress: CellValidation], sheet position: Int
  ) {
    self.workbook = workbook
    self.spelling = spelling
    self.rules = rules
    self.position = position
    for comment in workbook.contents.sheets[position].annotations.comments {
      comments[address(comment.row, comment.column)] = comment.text
    }
  }

  private func address(_ row: Int, _ column: Int) -> CellAddress {
    CellAddress(grid: workbook.grids[position], row: row, column: column)
  }

  // MARK: Constants

  mutating func addConstant(row: Int, column: Int) {
    let address = address(row, column)
    addConstant(workbook.engine.value(at: address), workbook.numberFormat(at: address), at: address)
  }

  private mutating func addConstant(_ value: CellValue, _ format: String, at address: CellAddress) {
    let format = formats.format(format)
    let literal = SheetLiteral(value, format, workbook.contents.dateSystem)
    if let loss = format.loss, case .number = value { omissions[loss, default: 0] += 1 }
    let (row, column) = (Int(address.row), Int(address.column))
    let place = A1Notation.text(row: row, column: column)
    let words = takeComment(at: address)
    var text = "\(place) = \(literal.text)"
    if let name = spelling.names.cells[address] {
      if let accepted = domain(ofInput: name, at: address) {
        text = "input \(name)\(accepted.domain) = \(literal.text)\(accepted.condition); \(place) = \(name)"
      } else {
        if rules[address] != nil { omissions[Self.lostRule, default: 0] += 1 }
        text = "\(name) = \(literal.text); \(place) = \(name)"
      }
    }
    lines.add(text, row: row, column: column, isConstant: true, digits: literal.digits, words: words)
  }

  static let lostRule = "rule for what may be typed that a sheet cannot say"

  private func domain(ofInput name: String, at address: CellAddress) -> InputDomain? {
    guard let rule = rules[address] else { return nil }
    let place = SheetSpelling.Place(
      sheet: workbook.contents.sheets[position].name, row: Int(address.row), column: Int(address.column))
    return InputDomain(rule, name, holding: workbook.constant(at: address), at: address, in: workbook) { tree in
      spelling.formula(tree, at: place)?.withPlainAddresses.text()
    }
  }

  /// Adds a cell, and what its array has filled, as constants.
  mutating func keep(_ formula: StoredFormula) {
    let format = workbook.contents.numberFormat(ofStyle: formula.style)
    if let stored = formula.stored, !stored.isBlank {
      addConstant(stored, format, at: address(Int(formula.row), Int(formula.column)))
    }
    guard case .array(let number) = formula.kind else { return }
    let filled = workbook.contents.sheets[position].arrays.spilled
    for spilled in filled where spilled.array == number && !spilled.value.isBlank {
      addConstant(spilled.value, format, at: address(Int(spilled.row), Int(spilled.column)))
    }
  }

  /// Adds the cells of a block with the values that they have.
  mutating func keep(_ block: CellBlock) {
    for row in block.top...block.bottom {
      for column in block.left...block.right {
        let address = address(row, column)
        let filled = workbook.engine.spills.area(of: address) ?? Area(address)
        let format = workbook.numberFormat(at: address)
        filled.forEachCell { cell in
          let value = workbook.engine.value(at: cell)
          if !value.isBlank { addConstant(value, format, at: cell) }
        }
      }
    }
  }

  // MARK: Formulas

  mutating func add(_ formula: FormulaTree, _ run: FormulaRun) {
    let address = address(run.block.top, run.block.left)
    let shown = run.isArray ? showingDays(formula, from: address) : nil
    let format = formats.format(run.format)
    if let loss = format.loss { omissions[loss, default: 0] += run.block.count }
    let words = (shown ?? formula).text() + (shown == nil ? format.clause : "")
    var text = "\(run.block.text) = \(words)"
    if let name = spelling.names.cells[address], run.isAlone {
      text = "\(name) = \(words); \(run.block.text) = \(name)"
    }
    let comments = takeComments(in: run.block)
    lines.add(text, row: run.block.top, column: run.block.left, isConstant: false, words: comments)
  }

  private func showingDays(_ formula: FormulaTree, from first: CellAddress) -> FormulaTree? {
    formula.showingDays(workbook.contents.dateSystem) { row, column in
      workbook.numberFormat(at: self.address(Int(first.row) + row, Int(first.column) + column))
    }
  }

  // MARK: Comments

  /// The lines of a comment.
  private static func lines(of text: String) -> [String] {
    text.split { $0.isNewline }.map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
  }

  /// The lines of the comment on a cell.
  mutating func takeComment(row: Int, column: Int) -> [String] {
    takeComment(at: address(row, column))
  }

  private mutating func takeComment(at address: CellAddress) -> [String] {
    comments.removeValue(forKey: address).map { Self.lines(of: $0) } ?? []
  }

  /// The comments in a block; those beside its first cell say where they stand.
  private mutating func takeComments(in block: CellBlock) -> [String] {
    if comments.isEmpty { return [] }
    if block.count == 1 { return takeComment(at: address(block.top, block.left)) }
    var words = takeComment(at: address(block.top, block.left))
    let others = comments.keys.filter { block.contains(row: Int($0.row), column: Int($0.column)) }
    for place in others.sorted(by: { ($0.row, $0.column) < ($1.row, $1.column) }) {
      words += takePlaced(place)
    }
    return words
  }

  private mutating func takePlaced(_ place: CellAddress) -> [String] {
    let lines = takeComment(at: place)
    return ["\(A1Notation.text(row: Int(place.row), column: Int(place.column))): \(lines.first ?? "")"]
      + lines.dropFirst()
  }

  /// The comments on a row of a table.
  mutating func takeComments(row: Int, in block: CellBlock) -> [String] {
    if comments.isEmpty || row < 0 { return [] }
    let places = comments.keys.filter { Int($0.row) == row && block.contains(row: row, column: Int($0.column)) }
    return places.sorted { $0.column < $1.column }.flatMap { takePlaced($0) }
  }

  /// Adds what is said of cells that hold nothing.
  mutating func addComments() {
    for place in comments.keys.sorted(by: { ($0.row, $0.column) < ($1.row, $1.column) }) {
      let text = takePlaced(place).map { "// \($0)" }.joined(separator: "\n")
      lines.add(text, row: Int(place.row), column: Int(place.column), isConstant: false)
    }
  }
}

import CellModel
import Formulas
import SheetText
import Testing

@testable import SheetPrograms

/// Cells that move in a text, and all that refers to them.
@Suite("Cells that move in a text")
struct GridEditorTests {
  private func edited(_ text: String, _ edit: StructureEdit, grid: String? = nil) throws -> String {
    let document = SheetDocument(name: "x.sheet", text)
    #expect(document.diagnostics.isEmpty, "\(text)")
    return try GridEditor(document, grid: grid).carryingOut(edit).text
  }

  @Test(
    "Rows and columns make room and close up",
    arguments: [
      ("A1 = 5\nA3 = A1 + A2 // sum", StructureEdit.insert(.rows, 1...1), "A1 = 5\nA4 = A1 + A3 // sum"),
      ("A1 = 5\nx = $A$1 * a1", .insert(.rows, 0...1), "A3 = 5\nx = $A$3 * A3"),
      ("A1 = 5; B1 = A1; C1 = B1", .insert(.columns, 1...1), "A1 = 5; C1 = A1; D1 = C1"),
      ("B1:B5 = A1 * 2", .insert(.rows, 2...2), "B1:B2 = A1 * 2\nB4:B6 = A4 * 2"),
      ("  B1:B5 = A1 as \"0.0\" // c", .insert(.rows, 2...2), "  B1:B2 = A1 as \"0.0\"\n  B4:B6 = A4 as \"0.0\" // c"),
      ("A1 = 1; B1:B3 = A1", .insert(.rows, 1...1), "A1 = 1; B1 = A1; B3:B4 = A3"),
      ("B2:B5 = B1 + 1", .insert(.rows, 2...2), "B2 = B1 + 1\nB4 = B2 + 1\nB5:B6 = B4 + 1"),
      ("B1:B4 = SUM(A$1:A1)", .insert(.rows, 2...2), "B1:B2 = SUM(A$1:A1)\nB4:B5 = SUM(A$1:A4)"),
      ("B9:B12 = SUM(A1:A4)", .delete(.rows, 2...3), "B7:B9 = SUM(A1:A2)\nB10 = SUM(A3:A5)"),
      ("A1:C2 = 7", .insert(.columns, 1...1), "A1:A2 = 7\nC1:D2 = 7"),
      ("A1:A3 = 1\nA2 = 9", .insert(.rows, 1...1), "A1 = 1\nA3:A4 = 1\nA3 = 9"),
      ("A1:A2 = 1\nA2 = 9", .insert(.rows, 1...1), "A1 = 1\nA3 = 9"),
      ("A1 = 1\n/// About it.\nA2 = 2 // two\nA3 = A2 + A1", .delete(.rows, 1...1), "A1 = 1\nA2 = #REF! + A1"),
      ("A1 = 1; A2 = 2; B2 = 3; A3 = 4", .delete(.rows, 1...1), "A1 = 1; A2 = 4"),
      ("A1 = 1; A2 = 2; B2 = 3 // c", .delete(.rows, 1...1), "A1 = 1 // c"),
      ("x = 1; A2 = 2", .delete(.rows, 1...1), "x = 1"), ("A2 = 2; x = 1", .delete(.rows, 1...1), "x = 1"),
      ("x = SUM(A1:.A9) + COUNT(B:B) + ROWS(2:3)", .insert(.rows, 2...2), "x = SUM(A1:.A10) + COUNT(B:B) + ROWS(2:4)"),
      ("A1 = SEQUENCE(3)\nx = SUM(A1#)", .insert(.rows, 0...0), "A2 = SEQUENCE(3)\nx = SUM(A2#)"),
      ("A1 = \"A1\"\nx = INDIRECT(\"A1\")", .insert(.rows, 0...0), "A2 = \"A1\"\nx = INDIRECT(\"A1\")"),
      (
        "A2 = 1\nalways \"positive\": A2 > 0\ntest \"t\" { A2 = 5; expect A2 = 5, SUM(A1:A3) = 5 }",
        .insert(.rows, 0...0),
        "A3 = 1\nalways \"positive\": A3 > 0\ntest \"t\" { A3 = 5; expect A3 = 5, SUM(A2:A4) = 5 }"
      ),
      (
        "B1 = 2\ntable t {\n  | price |\n  | 1 |\n  tax = price * B1\n}", .insert(.rows, 0...0),
        "B2 = 2\ntable t {\n  | price |\n  | 1 |\n  tax = price * B2\n}"
      ),
      (
        "A1 = 1; B1 = 2; A2 = 3; B2 = 4", .open(CellRectangle(row: 0, column: 0), .rows),
        "A2 = 1; B1 = 2; A3 = 3; B2 = 4"
      ),
      (
        "x = SUM(A1:A3) + SUM(A1:B3) + B2", .open(CellRectangle(row: 1, column: 0), .rows),
        "x = SUM(A1:A4) + SUM(A1:B3) + B2"
      ),
      (
        "A1 = 1; B1 = 2; C1 = 3\nx = C1 + B1", .close(CellRectangle(row: 0, column: 1), .columns),
        "A1 = 1; B1 = 3\nx = B1 + #REF!"
      ),
    ])
  func shifts(_ text: String, _ edit: StructureEdit, _ expected: String) throws {
    #expect(try edited(text, edit) == expected, "\(text)")
  }

  @Test(
    "What refers to cells that are moved follows; what refers to what they cover is #REF!",
    arguments: [
      ("A1 = 5\nA2 = A1 + 1\nx = A1 + A2", "A1", "C7", "C7 = 5\nA2 = C7 + 1\nx = C7 + A2"),
      ("B1:B3 = A1 * 2\nx = SUM(B1:B3)", "B1:B3", "D5", "D5:D7 = A1 * 2\nx = SUM(D5:D7)"),
      ("B1:B3 = A1 * 2", "A2", "C9", "B1 = A1 * 2\nB2 = C9 * 2\nB3 = A3 * 2"),
      ("x = SUM(A1:A3)", "A3", "A7", "x = SUM(A1:A7)"), ("x = SUM(A1:A3)", "A3", "B3", "x = SUM(A1:A3)"),
      ("x = SUM(A1:A3)", "A2", "A7", "x = SUM(A1:A3)"), ("x = SUM(A1:C1)", "A1:A9", "B1", "x = SUM(B1:C1)"),
      ("A1 = 1; B1 = 2\nx = B1 + A1", "A1", "B1", "B1 = 1\nx = #REF! + B1"),
      ("A1:A3 = 4\nA2 = 5", "A2", "D1", "A1 = 4\nA3 = 4\nD1 = 5"),
      ("B1:B4 = SUM(A$1:A1)", "A1:A4", "C1", "B1:B4 = SUM(C$1:C1)"),
    ])
  func moves(_ text: String, _ from: String, _ to: String, _ expected: String) throws {
    let (block, place) = (try #require(A1Notation.block(from)), try #require(A1Notation.cell(to)))
    #expect(try edited(text, .move(block, row: place.row, column: place.column)) == expected, "\(text)")
  }

  @Test(
    "A copy is written once more, and as often as it fits; what it covers goes",
    arguments: [
      ("A1 = 5; B1 = A1 * $A$1", "A1:B1", "A2", "A1 = 5; B1 = A1 * $A$1\nA2 = 5; B2 = A2 * $A$1"),
      ("B1 = A1 * 2", "B1", "B2:B9", "B1 = A1 * 2\nB2:B9 = A2 * 2"),
      ("A1 = 1; B1 = A1", "A1:B1", "A2:B4", "A1 = 1; B1 = A1\nA2:A4 = 1; B2:B4 = A2"),
      ("A1 = 1; B1 = A1", "A1:B1", "A2:A4", "A1 = 1; B1 = A1\nA2:A4 = 1; B2:B4 = A2"),
      ("A1 = 1\nA2 = A1", "A1:A2", "A3:A6", "A1 = 1\nA2 = A1\nA3 = 1; A5 = 1\nA4 = A3; A6 = A5"),
      ("A1:A9 = 4\nC1 = 1", "C1", "A3:A4", "A1:A2 = 4\nA5:A9 = 4\nC1 = 1\nA3:A4 = 1"),
      ("A1:A3 = ROW()\nC1 = 2; C3 = 3", "A2:A3", "C2", "A1:A3 = ROW()\nC1 = 2\nC2:C3 = ROW()"),
      ("A2 = A1", "A2", "A1", "A2 = A1\nA1 = #REF!"), ("A1 = 1; B1 = 2", "D1", "A1", "B1 = 2"),
    ])
  func copies(_ text: String, _ from: String, _ to: String, _ expected: String) throws {
    let (block, place) = (try #require(A1Notation.block(from)), try #require(A1Notation.block(to)))
    #expect(try edited(text, .copy(block, to: place)) == expected, "\(text)")
  }

  @Test(
    "Cells of used sheets stay where they are, and move on in fills and copies as all others do",
    arguments: [
      ("B1 = SUM(u.A1:A9) + A9", StructureEdit.insert(.rows, 1...1), "B1 = SUM(u.A1:A9) + A10"),
      (
        "B1 = SUM(u.v.A1:$A$9, t[1].A1:A9, (u.A1):A9)", .insert(.rows, 1...1),
        "B1 = SUM(u.v.A1:$A$9, t[1].A1:A9, (u.A1):A10)"
      ),
      ("D1:D3 = u.A1", .insert(.rows, 1...1), "D1 = u.A1\nD3:D4 = u.A2"),
      (
        "D1:D3 = SUM(U.A1:A2) + t[1].B1", .insert(.rows, 2...2),
        "D1:D2 = SUM(U.A1:A2) + t[1].B1\nD4 = SUM(U.A3:A4) + t[1].B3"
      ),
      ("D1:D3 = r.A1 + A1", .insert(.rows, 1...1), "D1 = r.A1 + A1\nD3:D4 = r.A1 + A3"),
      ("D1:E1 = t.A1", .insert(.columns, 4...4), "D1 = t.A1\nF1 = t.B1"),
      (
        "D2 = u.A2 + r.A1", .copy(CellRectangle(row: 1, column: 3), to: CellRectangle(row: 3, column: 4)),
        "D2 = u.A2 + r.A1\nE4 = u.B4 + r.A1"
      ),
      (
        "D2 = u.v.A1 * 2", .copy(CellRectangle(row: 1, column: 3), to: CellRectangle(row: 0, column: 3)),
        "D2 = u.v.A1 * 2\nD1 = #REF! * 2"
      ),
    ])
  func usedSheets(text: String, edit: StructureEdit, expected: String) throws {
    let used = "use \"u.sheet\" as u\ntable t of \"t.sheet\" {\n  2 rows\n}\nr = {A1: 5}\n"
    #expect(try edited(used + text, edit) == used + expected)
  }

  @Test("Only the grid that is meant is edited, under each of its names")
  func grids() throws {
    let text = """
      total = One!A1 + Two!A1
      sheet One
      A1 = Two!A1 + A2; A2 = 1
      sheet Two
      A1 = One!$A$1 + SUM(One:Two!A1); A2 = 'one'!A2
      """
    #expect(
      try edited(text, .insert(.rows, 0...0), grid: "one") == """
        total = One!A2 + Two!A1
        sheet One
        A2 = Two!A1 + A3; A3 = 1
        sheet Two
        A1 = One!$A$2 + SUM(One:Two!A1); A2 = one!A3
        """)
    // What comes before the first `sheet` line is called like the file.
    let unnamed = "A1 = 5; y = x!A1 + 'X'!$A$1\nsheet Two\nA1 = x!A1 + A1"
    let moved = "A2 = 5; y = x!A2 + X!$A$2\nsheet Two\nA1 = x!A2 + A1"
    #expect(try edited(unnamed, .insert(.rows, 0...0)) == moved)
    #expect(try edited(unnamed, .insert(.rows, 0...0), grid: "X") == moved)
    #expect(throws: StructureObstacle.unknownGrid("Tow", near: "Two")) {
      try edited(text, .insert(.rows, 0...0), grid: "Tow")
    }
  }

  @Test("What cannot be done says why, and all stays as it is")
  func obstacles() {
    let set = "A1 = 1\nA2 = 2\ntest \"t\" {\n  A2 = 3\n  expect A1 = 1\n}"
    #expect(throws: StructureObstacle.isSet("A2", line: 4)) { try edited(set, .delete(.rows, 1...1)) }
    #expect(throws: StructureObstacle.overTheEdge("A1048576")) {
      try edited("A1048576 = 1", .insert(.rows, 0...0))
    }
    #expect(throws: StructureObstacle.overTheEdge("A9:A1048576")) {
      try edited("A9:A1048576 = 1", .insert(.rows, 0...0))
    }
    #expect(throws: StructureObstacle.overTheEdge("A1:B1")) {
      try edited("A1 = 1", .move(CellRectangle(rows: 0...0, columns: 0...1), row: 0, column: Area.lastColumn))
    }
    #expect(throws: StructureObstacle.tooMany("A1:XFD1048576", limit: 16_777_216)) {
      try edited(
        "A1 = 1",
        .copy(
          CellRectangle(rows: 0...1, columns: 0...1),
          to: CellRectangle(rows: 0...Area.lastRow, columns: 0...Area.lastColumn)))
    }
    #expect(throws: StructureObstacle.uneven("A1:A2", into: "C1:C3")) {
      try edited(
        "A1 = 1", .copy(CellRectangle(rows: 0...1, columns: 0...0), to: CellRectangle(rows: 0...2, columns: 2...2)))
    }
  }

  @Test("Fills are cut where their cells would be edited in another way, and nowhere else", arguments: 0..<8)
  func oracle(_ seed: Int) throws {
    var cells = RandomCells(seed: UInt64(seed) &+ 20_261_127)
    for _ in 0..<60 {
      let (text, edit) = (cells.text(), cells.edit())
      guard let change = try edit.change() else { continue }
      // Formulas without trees are looked at in another way.
      let before = SheetDocument(name: "x.sheet", text, keepsTrees: seed.isMultiple(of: 2))
      let after = try GridEditor(before, grid: nil).carryingOut(edit)
      #expect(after.diagnostics.isEmpty, "\(text)\n\(edit)\n\(after.text)")
      var expected: [CellRectangle: String] = [:]
      for (cell, formula) in before.singleCells {
        guard let place = change.place(of: cell) else { continue }
        expected[place] = formula.adjusted(for: change) { $0 == nil }.text()
      }
      #expect(after.singleCells.mapValues { $0.text() } == expected, "\(text)\n\(edit)\n\(after.text)")
    }
  }
}

/// Texts of fills with exceptions, and edits of their cells.
private struct RandomCells {
  private var dice: RandomSequence

  init(seed: UInt64) { dice = RandomSequence(seed: seed) }

  private mutating func roll(_ count: Int) -> Int { Int(dice.next() % UInt64(count)) }

  private mutating func address() -> String {
    let (row, column) = (roll(2) == 0 ? "$" : "", roll(3) == 0 ? "$" : "")
    return "\(column)\(A1Notation.letters(ofColumn: roll(6)))\(row)\(roll(12) + 1)"
  }

  private mutating func formula() -> String {
    switch roll(5) {
    case 0: "\(roll(9))"
    case 1: "SUM(\(address()):\(address())) + ROWS(\(roll(9) + 1):\(roll(9) + 1))"
    case 2: "\(address()) * \(address())"
    case 3: "COUNT(A:\(A1Notation.letters(ofColumn: roll(5)))) - \(address())"
    default: "\(address()) + 1"
    }
  }

  /// Fills that stand in columns of their own, and single cells, of which some are exceptions.
  mutating func text() -> String {
    var lines: [String] = []
    for column in [1, 4] {
      let (top, left) = (roll(8) + 1, A1Notation.letters(ofColumn: column))
      let right = A1Notation.letters(ofColumn: column + roll(3))
      lines.append("\(left)\(top):\(right)\(top + 1 + roll(7)) = \(formula())")
    }
    var used: Set<String> = []
    for _ in 0..<6 {
      let cell = "\(A1Notation.letters(ofColumn: roll(8)))\(roll(14) + 1)"
      if used.insert(cell).inserted { lines.append("\(cell) = \(formula())") }
    }
    return lines.joined(separator: "\n")
  }

  mutating func edit() -> StructureEdit {
    let (row, column) = (roll(10), roll(6))
    let block = CellRectangle(rows: row...row + roll(4), columns: column...column + roll(3))
    let axis: GridEdit.Axis = roll(2) == 0 ? .rows : .columns
    switch roll(5) {
    case 0: return .insert(axis, block.run(axis))
    case 1: return .delete(axis, block.run(axis))
    case 2: return .open(block, axis)
    case 3: return .close(block, axis)
    default: return .move(block, row: roll(12), column: roll(8))
    }
  }
}

extension SheetDocument {
  /// The formula of each cell of the grid by itself; one that is an exception of a fill has its own.
  fileprivate var singleCells: [CellRectangle: FormulaTree] {
    var cells: [CellRectangle: FormulaTree] = [:]
    for isFill in [true, false] {
      for statement in statements where statement.isFill == isFill {
        guard case .cell(let cell) = statement.kind, let area = cell.target.rectangle else { continue }
        for row in area.rows {
          for column in area.columns {
            cells[CellRectangle(row: row, column: column)] = cell.formula.tree.shifted(
              rows: row - area.rows.lowerBound, columns: column - area.columns.lowerBound)
          }
        }
      }
    }
    return cells
  }
}

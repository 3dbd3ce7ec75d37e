import CellModel
import Formulas
import Testing

@testable import Engine

@Suite("Edit history")
struct EditHistoryTests {
  private func entry(_ row: Int) -> EditStep.Entry {
    .constant(CellAddress(grid: GridID(rawValue: 0), row: row, column: 0), .blank)
  }

  @Test("What is noted between begin and end is one edit, however deep")
  func compound() {
    var history = EditHistory()
    history.note(entry(0))
    #expect(!history.canUndo)
    history.isRecording = true
    history.begin()
    history.note(entry(1))
    history.begin()
    history.note(entry(2))
    history.end()
    #expect(!history.canUndo)
    history.end()
    #expect(history.takeUndo()?.entries.count == 2)
    history.begin()
    history.end()
    #expect(!history.canUndo)
  }

  @Test("A collection is handed out and leaves the stacks and the open edit alone")
  func collecting() {
    var history = EditHistory()
    history.isRecording = true
    history.begin()
    history.note(entry(1))
    let collection = history.beginCollection()
    history.begin()
    history.note(entry(2))
    history.end()
    let wasPaused = history.pause()
    history.note(entry(3))
    history.resume(wasPaused)
    #expect(history.end(collection).entries.count == 1)
    history.note(entry(4))
    history.end()
    #expect(history.takeUndo()?.entries.count == 2)
    #expect(!history.canUndo)
  }

  @Test("A new edit ends what could be made again")
  func redo() throws {
    var history = EditHistory()
    history.isRecording = true
    history.note(entry(1))
    let step = history.takeUndo()
    history.pushUndone(try #require(step))
    #expect(history.canRedo)
    history.note(entry(2))
    #expect(!history.canRedo)
  }

  @Test("Edits of one step are taken back and made again together")
  func steps() {
    let book = Workbook()
    book.set("A1 = 1", "B1:B3 = A1 + 1", "C1 = SEQUENCE(2)")
    book.engine.keepsHistory = true
    book.engine.edit { book.set("A1 = 5", "B2 = 7", "C2 = 9") }
    #expect([book["B1"], book["B2"], book["C1"]] == [6, 7, .error(.spill)])
    #expect(book.engine.undo() && !book.engine.canUndo && book.engine.canRedo)
    book.engine.recalculate()
    #expect([book["A1"], book["B1"], book["B2"], book["C2"]] == [1, 2, 1, 2])
    #expect(book.engine.redo())
    book.engine.recalculate()
    #expect([book["A1"], book["B1"], book["B2"], book["C1"]] == [5, 6, 7, .error(.spill)])
    #expect(book.engine.brokenRules() == [])
  }

  @Test("Insertions and deletions are taken back, too")
  func shapes() {
    let book = Workbook()
    book.set("A1 = 1", "A2 = 2", "A3 = 3", "B1 = SUM(A1:A3)", "B2 = A2")
    book.engine.keepsHistory = true
    book.engine.shift(GridShift(book.sheet, .rows, at: 1, count: 1, isInsertion: false))
    book.engine.recalculate()
    #expect(book["B1"] == 4)
    #expect(book.engine.undo())
    book.engine.recalculate()
    #expect([book["A2"], book["A3"], book["B1"], book["B2"]] == [2, 3, 6, 2])
    #expect(book.engine.brokenRules() == [])
  }
}

@Suite("Shifted formulas")
struct ShiftedFormulaTests {
  private let sheet = GridID(rawValue: 0)

  private func reference(rows top: Int, _ bottom: Int, column: Int) -> GroupReference {
    GroupReference(
      Area(grid: sheet, top: top, left: column, bottom: bottom, right: column), relativeTo: 0, topIsRelative: true,
      bottomIsRelative: true, isCell: top == bottom)
  }

  @Test("A filled column is cut where its references part ways")
  func cutting() {
    // Rows 0 to 9 of column 1, each reading column 0 two rows further down.
    let formula = ShiftedFormula(
      template: TemplateID(0), references: [reference(rows: 2, 2, column: 0)],
      area: Area(grid: sheet, column: 1, rows: 0...9))
    let shift = GridShift(sheet, .rows, at: 5, count: 1, isInsertion: true)
    let parts = formula.parts(under: shift, isTable: { _ in false })
    #expect(parts.map(\.area.rowRange) == [0...2, 3...4, 6...10])
    #expect(parts.map { $0.references[0].top } == [2, 3, 2])
    #expect(parts.map(\.deleted) == [[], [], []])
  }

  @Test("In a table the formula of a column goes on over new rows, also where each row has a group of its own")
  func rowsOfTable() {
    func rows(_ shift: GridShift, of groups: [RowRange]) -> [RowRange] {
      groups.flatMap { rows in
        ShiftedFormula(
          template: TemplateID(0), references: [reference(rows: 0, 0, column: 0)],
          area: Area(grid: sheet, column: 1, rows: rows)
        ).parts(under: shift, isTable: { _ in true }).map(\.area.rowRange)
      }
    }
    func inserting(_ row: Int) -> GridShift { GridShift(sheet, .rows, at: row, count: 1, isInsertion: true) }
    func deleting(_ row: Int) -> GridShift { GridShift(sheet, .rows, at: row, count: 1, isInsertion: false) }
    let singles = [0...0, 1...1, 2...2]
    #expect(rows(inserting(0), of: singles) == [0...1, 2...2, 3...3])
    #expect(rows(inserting(2), of: singles) == [0...0, 1...2, 3...3])
    #expect(rows(inserting(3), of: singles) == [0...0, 1...1, 2...3])
    #expect(rows(deleting(0), of: singles) == [0...0, 1...1])
    #expect(rows(deleting(2), of: singles) == [0...0, 1...1])
    #expect(rows(inserting(0), of: [0...2]) == [0...3])
    #expect(rows(inserting(3), of: [0...2]) == [0...3])
    #expect(rows(deleting(1), of: [0...2]) == [0...1])
    #expect(rows(deleting(0), of: [0...0]) == [])
  }

  @Test("A reference of which nothing is left is told by its number")
  func deleting() {
    let formula = ShiftedFormula(
      template: TemplateID(0), references: [reference(rows: 0, 0, column: 0), reference(rows: 0, 0, column: 3)],
      area: Area(grid: sheet, column: 1, rows: 0...0))
    let shift = GridShift(sheet, .columns, at: 3, count: 1, isInsertion: false)
    let parts = formula.parts(under: shift, isTable: { _ in false })
    #expect(parts.map(\.deleted) == [[1]])
  }
}

import CellModel
import Diagnostics
import Formulas
import Testing

@testable import Engine

/// A formula joins the group of those that it goes on from, and only where that is all there is to know of it.
@Suite("Runs of formulas")
struct OpenRunTests {
  private let book = PatternBook()
  private let run: FormulaRun
  private var engine: Engine { book.engine }

  /// C1 to C3 are there, the last two as formulas of the run.
  init() throws {
    book.enter("C1", "A1*2")
    book.enter("C2", "A2*3")
    run = FormulaRun(of: try #require(book.pattern(of: "A2*3")))
    engine.note(run, numbers(of: "A2*3"), at: book.book.address("C2"))
    #expect(try !goOn("C3", "A3*4"))
    book.enter("C3", "A3*4")
    engine.note(run, numbers(of: "A3*4"), at: book.book.address("C3"))
  }

  private func numbers(of text: String) -> [WrittenNumber] {
    var numbers: [WrittenNumber] = []
    PatternReader.readNumbers(of: Array(text.utf8), in: SourceSpan(0, text.utf8.count), into: &numbers)
    return numbers
  }

  private func goOn(_ cell: String, _ text: String, with run: FormulaRun? = nil) throws -> Bool {
    let tree = FormulaParser.parse(text, dialect: .sheet).tree
    return engine.goOn(run ?? self.run, numbers(of: text), at: book.book.address(cell)) { tree }
  }

  @Test("Rows that follow join the group, each with its number")
  func follow() throws {
    for row in 4...40 { #expect(try goOn("C\(row)", "A\(row)*\(row + 1)")) }
    #expect(engine.formulaStore.liveCount == 1)
    #expect(book.text("C2") == "A2 * 3" && book.text("C3") == "A3 * 4" && book.text("C40") == "A40 * 41")
    for row in 1...40 { engine.setConstant(.number(Double(row)), at: book.book.address("A\(row)")) }
    engine.recalculate()
    for row in 1...40 { #expect(book.book["C\(row)"] == .number(Double(row * (row + 1)))) }
  }

  @Test("Another run, another row, another column and another sheet do not")
  func others() throws {
    #expect(try !goOn("C4", "A4*5", with: FormulaRun(of: run.pattern)))
    #expect(try !goOn("C5", "A5*6"))
    #expect(try !goOn("D4", "A4*5"))
    #expect(try goOn("C4", "A4*5"))
    #expect(try !goOn("C4", "A4*5"))
  }

  @Test("Nothing goes on once the group has been evaluated, or one of its cells is another")
  func over() throws {
    engine.recalculate()
    #expect(try !goOn("C4", "A4*5"))
    let other = try OpenRunTests()
    other.engine.setConstant(.number(1), at: other.book.book.address("C3"))
    #expect(try !other.goOn("C4", "A4*5"))
  }

  @Test("What stood in the cell is gone, and comes back")
  func undo() throws {
    engine.setConstant(.number(7), at: book.book.address("C4"))
    engine.keepsHistory = true
    #expect(try goOn("C4", "A4*5"))
    #expect(book.text("C4") == "A4 * 5")
    _ = engine.undo()
    engine.recalculate()
    #expect(book.text("C4") == nil && book.book["C4"] == .number(7))
    #expect(book.text("C3") == "A3 * 4")
  }

  @Test("Formulas without numbers of their own go on with the same numbers alone")
  func known() throws {
    let run = FormulaRun(of: run.pattern)
    for row in 1...2 {
      book.enter("E\(row)", "A\(row)*2")
      engine.note(run, numbers(of: "A\(row)*2"), at: book.book.address("E\(row)"))
    }
    #expect(try goOn("E3", "A3*2", with: run))
    #expect(try !goOn("E4", "A4*2.0", with: run))
    #expect(book.text("E3") == "A3 * 2")
  }

  @Test("What stands above one formula of a run need not be what that goes on from")
  func above() throws {
    // The three read one cell, the run goes down by a row each time.
    book.enter("E1", "A3*2")
    let run = FormulaRun(of: run.pattern)
    book.enter("E2", "A3*2")
    engine.note(run, numbers(of: "A3*2"), at: book.book.address("E2"))
    #expect(try !goOn("E3", "A4*2", with: run))
  }
}

import CellModel
import Diagnostics
import Formulas
import Testing

@testable import Engine

/// Formulas below each other that differ in numbers, or in how they write the cells that all of them read, are one group.
@Suite("Formulas that join those above them")
struct JoinedFormulaTests {
  /// A reference to one cell, relative to a row or absolute.
  private static func cell(_ row: Int, at formulaRow: Int?) -> GroupReference {
    GroupReference(
      Area(CellAddress(grid: GridID(rawValue: 0), row: row, column: 2)), relativeTo: formulaRow,
      topIsRelative: formulaRow != nil, bottomIsRelative: formulaRow != nil, isCell: true)
  }

  private static func number(_ text: String) throws -> GroupReference {
    GroupReference(ownNumber: try #require(WrittenNumber(text)))
  }

  // MARK: References

  @Test("References join that are equal, that mean one cell or cells below each other, or that are numbers")
  func joins() throws {
    let held = Self.cell(5, at: nil)
    #expect(JoinedReference(Self.cell(4, at: 5), in: 5...5, Self.cell(5, at: 6)) == .same)
    #expect(JoinedReference(Self.cell(5, at: 7), in: 7...7, Self.cell(5, at: 8)) == .both(held))
    #expect(JoinedReference(held, in: 7...8, Self.cell(5, at: 9)) == .same)
    #expect(JoinedReference(held, in: 7...8, Self.cell(6, at: 9)) == nil)
    // Two rows that move along cannot stay from the third on.
    #expect(JoinedReference(Self.cell(5, at: 7), in: 6...7, Self.cell(5, at: 8)) == nil)
    #expect(JoinedReference(Self.cell(5, at: nil), in: 7...7, Self.cell(6, at: nil)) == .both(Self.cell(6, at: 8)))
    #expect(JoinedReference(Self.cell(6, at: 8), in: 7...8, Self.cell(7, at: nil)) == .same)
    #expect(JoinedReference(Self.cell(6, at: 8), in: 7...8, Self.cell(6, at: nil)) == nil)
    #expect(JoinedReference(Self.cell(5, at: nil), in: 7...7, Self.cell(4, at: nil)) == nil)
    #expect(try JoinedReference(Self.number("1"), in: 5...5, Self.number("1")) == .same)
    #expect(try JoinedReference(Self.number("1"), in: 5...5, Self.number("1.0")) == .numbers)
    #expect(try JoinedReference(held, in: 5...5, Self.number("1")) == nil)
  }

  // MARK: Numbers

  @Test("Spans that grow side by side keep their numbers and spellings, and so do their parts")
  func spans() throws {
    let numbers = OwnNumbers()
    func written(_ column: Int, _ row: Int) throws -> WrittenNumber {
      try #require(WrittenNumber(row % 3 == 0 ? "\(column)\(row).50" : "00\(row * column)"))
    }
    var references: [GroupReference] = []
    for column in 0..<3 {
      references.append(numbers.begin(try written(column, 10), in: 10...10, then: try written(column, 11)))
    }
    var former: [[GroupReference]] = []
    for row in 12...400 {
      former.append(references)
      for column in 0..<3 {
        references[column] = numbers.append(try written(column, row), to: references[column], behind: 10...row - 1)
      }
    }
    for column in 0..<3 {
      for row in 10...400 {
        #expect(numbers.written(references[column], at: row) == (try written(column, row)))
      }
      // What was given out before goes on standing for its rows.
      for (index, former) in former.enumerated() {
        #expect(numbers.written(former[column], at: 11 + index) == (try written(column, 11 + index)))
      }
    }
  }

  @Test("Many runs one behind the other take room in proportion to their numbers")
  func room() throws {
    let numbers = OwnNumbers()
    let (one, two) = try (#require(WrittenNumber("1")), #require(WrittenNumber("2")))
    let (runs, length) = (500, 40)
    for run in 0..<runs {
      let first = run * 100
      var reference = numbers.begin(one, in: first...first, then: two)
      for row in first + 2..<first + length {
        reference = numbers.append(row.isMultiple(of: 2) ? one : two, to: reference, behind: first...row - 1)
      }
      #expect(numbers.written(reference, at: first + length - 1) == two)
    }
    #expect(numbers.byteCount < runs * length * 10 * 3)
  }

  @Test("A part of a run that goes on does not write over what the other part has")
  func parts() throws {
    let numbers = OwnNumbers()
    let (one, two, three, four) = try (
      #require(WrittenNumber("1")), #require(WrittenNumber("2")), #require(WrittenNumber("3")),
      #require(WrittenNumber("4"))
    )
    var whole = numbers.begin(one, in: 0...0, then: two)
    whole = numbers.append(three, to: whole, behind: 0...1)
    let part = numbers.append(four, to: whole, behind: 0...0)
    #expect([0, 1, 2].map { numbers.written(whole, at: $0)?.text } == ["1", "2", "3"])
    #expect([0, 1].map { numbers.written(part, at: $0)?.text } == ["1", "4"])
  }

  // MARK: In a workbook

  @Test("A chain and a fan of formulas with other numbers are groups that are run in blocks or sweeps")
  func groups() {
    let book = PatternBook()
    book.book.set("A1 = 1", "C1 = 3")
    for row in 2...600 { book.enter("A\(row)", "A\(row - 1)+\(row % 7)") }
    for row in 1...600 { book.enter("D\(row)", "C1*\(row % 9).50-SUM(C1:C2)*2") }
    #expect(book.engine.formulaStore.liveCount == 2)
    book.engine.recalculate()
    #expect(book.engine.counters.inBlocks > 590)
    #expect(book.engine.brokenRules() == [])
    var total = 1.0
    for row in 2...600 {
      total += Double(row % 7)
      #expect(book.book["A\(row)"] == .number(total))
      #expect(book.text("A\(row)") == "A\(row - 1) + \(row % 7)")
      #expect(book.book["D\(row)"] == .number(3 * (Double(row % 9) + 0.5) - 6))
      #expect(book.text("D\(row)") == "C1 * \(row % 9).50 - SUM(C1:C2) * 2")
    }
  }

  @Test("Columns that are entered side by side, row by row, are a group each")
  func sideBySide() {
    let book = PatternBook()
    book.book.set("A1 = 2")
    for row in 1...100 {
      for column in ["B", "C", "D"] { book.enter("\(column)\(row)", "$A$1*\(row)+\(row).25") }
    }
    #expect(book.engine.formulaStore.liveCount == 3)
    book.engine.recalculate()
    for row in 1...100 {
      for column in ["B", "C", "D"] { #expect(book.book["\(column)\(row)"] == .number(Double(row * 3) + 0.25)) }
    }
  }

  @Test("Chains of names and of fixed addresses are groups that move along, and are shown as written")
  func chains() {
    let book = PatternBook()
    book.book.set("rate = 2", "x_1 = 1", "A1 = 1")
    for row in 2...300 {
      book.enter("x_\(row)", "x_\(row - 1)*rate/2+\(row % 5)")
      book.enter("A\(row)", "$A$\(row - 1)+SUM($A$\(row - 1):$A$\(row - 1))*0+\(row % 5)")
    }
    #expect(book.engine.formulaStore.liveCount == 2)
    book.engine.recalculate()
    #expect(book.engine.brokenRules() == [])
    var value = 1.0
    for row in 2...300 {
      value += Double(row % 5)
      #expect(book.book["x_\(row)"] == .number(value))
      #expect(book.book["A\(row)"] == .number(value))
      #expect(book.text("x_\(row)") == "x_\(row - 1) * rate / 2 + \(row % 5)")
      #expect(book.text("A\(row)") == "$A$\(row - 1) + SUM($A$\(row - 1):$A$\(row - 1)) * 0 + \(row % 5)")
      #expect(
        book.engine.dependencies.precedents(of: book.book.address("x_\(row)")).map {
          book.engine.names.name(of: $0.topLeft)
        }
          == ["x_\(row - 1)", "rate"])
    }
    book.engine.names.unbind("x_7", in: book.book.scope)
    book.engine.recalculate()
    #expect(book.text("x_8") == "x_7 * rate / 2 + 3")
    if case .error(let error) = book.book["x_300"] {
      #expect(error.code == .name)
    } else {
      Issue.record("x_7 is known")
    }
    #expect(book.book["x_6"] == .number(1 + 2 + 3 + 4 + 0 + 1))
    book.engine.shift(GridShift(book.book.sheet, .rows, at: 9, count: 1, isInsertion: false))
    book.engine.recalculate()
    #expect(book.text("A9") == "$A$8 + SUM($A$8:$A$8) * 0 + 4")
    #expect(book.text("A10") == "#REF! + SUM(#REF!) * 0 + 1")
    #expect(book.text("A11") == "$A$10 + SUM($A$10:$A$10) * 0 + 2")
  }

  @Test("Names that stand for names, each for the one before it, mean its cell")
  func ranges() {
    let book = PatternBook()
    for row in 1...9 { book.book.enter("A\(row) = \(row)") }
    book.book.enter("r_1 = A4")
    for row in 2...6 { book.enter("r_\(row)", "r_\(row - 1)") }
    #expect(book.engine.formulaStore.liveCount == 2)
    book.book.set("C1 = ROW(r_5)", "C2 = SUM(r_6)", "C3 = SUM(OFFSET(r_6, 1, 0, 2))")
    #expect(["C1", "C2", "C3"].map { book.book[$0] } == [4, 4, 11].map { .number($0) })
  }

  @Test("A name of a name of a range means the range, and one of an array the array")
  func namedRanges() {
    let book = PatternBook()
    for row in 1...9 { book.book.enter("A\(row) = \(row)") }
    book.book.set("costs = A2:A4", "b = costs", "c = b", "made = SEQUENCE(3)", "d = made", "e = d")
    book.book.set(
      "F1 = SUM(ROW(c))", "F2 = SUM(OFFSET(c, 1, 0))", "F3 = SUM(c)", "F4 = ROWS(c)", "F5 = SUM(e)", "F6 = ROWS(e)",
      "F7 = ROWS(made)", "F8 = SUM(ROW(b))", "F9 = SUMIF(c, \">2\")")
    #expect((1...9).map { book.book["F\($0)"] } == [9, 12, 9, 3, 6, 3, 3, 9, 7].map { .number($0) })
    // What the range holds, and which it is, is seen through both names.
    book.book.set("A3 = 30")
    #expect(book.book["F3"] == .number(36))
    book.book.set("costs = A1:A2")
    #expect(["F1", "F3", "F4"].map { book.book[$0] } == [3, 3, 2].map { .number($0) })
  }

  @Test("A long run of one number stays one that knows it")
  func longRuns() {
    let book = PatternBook()
    for row in 1...40 { book.enter("B\(row)", "A\(row)*2") }
    for row in 41...80 { book.enter("B\(row)", "A\(row)*3") }
    #expect(book.engine.formulaStore.liveCount == 2)
    #expect(book.engine.formulaStore.templates.count == 2)
  }

  @Test("Deleted cells become #REF! in each row with its own numbers, and come back")
  func deletions() {
    let book = PatternBook()
    book.book.set("A1 = 2", "A2 = 3")
    for row in 5...20 { book.enter("B\(row)", "A2*\(row).5+A1") }
    book.engine.recalculate()
    book.engine.keepsHistory = true
    book.engine.shift(GridShift(book.book.sheet, .rows, at: 1, count: 1, isInsertion: false))
    book.engine.recalculate()
    for row in 5...20 { #expect(book.text("B\(row - 1)") == "#REF! * \(row).5 + A1") }
    #expect(book.engine.undo())
    book.engine.recalculate()
    for row in 5...20 {
      #expect(book.text("B\(row)") == "A2 * \(row).5 + A1")
      #expect(book.book["B\(row)"] == .number(3 * (Double(row) + 0.5) + 2))
    }
  }

  @Test("Each is shown with its numbers as it was written, whatever equal one came before")
  func spellings() {
    let book = PatternBook()
    for (row, text) in ["A1 * 1.50", "A7 * 1.5", "A9 * 01.5", "A1 + 2026-01-05", "A1 + 1e3"].enumerated() {
      book.enter("B\(row * 2 + 1)", text)
      book.book.enter("C\(row * 2 + 1) = \(text)")
      for column in ["B", "C"] { #expect(book.text("\(column)\(row * 2 + 1)") == text) }
    }
  }

  @Test("They are read anew, row by row, when a name goes that they use")
  func names() {
    let book = PatternBook()
    book.book.set("rate = 2")
    for row in 1...30 { book.enter("B\(row)", "rate*\(row)") }
    #expect(book.engine.formulaStore.liveCount == 1)
    book.engine.recalculate()
    book.engine.names.unbind("rate", in: book.book.scope)
    book.engine.recalculate()
    for row in 1...30 { #expect(book.text("B\(row)") == "rate * \(row)") }
    if case .error(let error) = book.book["B7"] { #expect(error.code == .name) } else { Issue.record("rate is known") }
  }
}

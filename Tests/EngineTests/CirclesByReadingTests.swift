import CellModel
import Testing

@testable import Engine

@Suite("Circles that are judged by what their cells read")
struct CirclesByReadingTests {
  private func book() -> Workbook {
    let book = Workbook()
    var settings = book.engine.names.settings(of: book.scope)
    settings.judgesCirclesByReading = true
    book.engine.names.set(settings, of: book.scope)
    return book
  }

  private func column(_ column: String, in book: Workbook) -> [CellValue] { (1...4).map { book["\(column)\($0)"] } }

  @Test("A fill that looks up and makes references of the rows above it stands in no circle, whatever is edited")
  func offsets() {
    let book = book()
    for row in 1...4 { book.enter("A\(row) = \(row)") }
    book.enter(
      "F1:F4 = IF(A1 = 1, 0, IF(SUM(OFFSET(J1, -MIN(2, A1 - 1), 0, MIN(2, A1 - 1), 1)) = -9, 0, VLOOKUP(A1 - 1, L$1:N$4, 3, FALSE) + 1))"
    )
    book.set("J1:J4 = F1 * 1", "L1:L4 = A1", "N1:N4 = VLOOKUP(A1, A$1:J$4, 10, FALSE)")
    #expect(column("F", in: book) == [0, 1, 2, 3] && column("N", in: book) == [0, 1, 2, 3])
    book.set("J2 = -9")
    #expect(column("F", in: book) == [0, 1, 0, 0])
    book.set("J2 = F2 + 4")
    #expect(column("F", in: book) == [0, 1, 6, 7])
    book.engine.recalculateAll()
    #expect(column("F", in: book) == [0, 1, 6, 7])
    #expect(book.engine.brokenRules() == [] && book.engine.cycles.unsettled().isEmpty)
  }

  @Test("A reference that is made of the cell itself, or of one that reads it, closes a circle")
  func closed() {
    let book = book()
    book.set("A1 = 1", "P1 = OFFSET(Q1, 0, 0) + 1", "Q1 = IF(A1 = 1, P1, 5)")
    #expect(book["P1"] == .error(.cycle) && book["Q1"] == .error(.cycle))
    book.set("A1 = 2")
    #expect(book["P1"] == 6 && book["Q1"] == 5)
    book.set("A1 = 1")
    #expect(book["P1"] == .error(.cycle) && book["Q1"] == .error(.cycle))
    #expect(book.engine.brokenRules() == [])
  }
}

import CellModel
import Functions
import Testing

@testable import Engine

@Suite("Operators between references, and references in texts")
struct ReferencePartsTests {
  /// A sheet, and the grid of the names.
  let operators = ReferenceOperators(grids: [
    Grid(kind: .sheet(name: "Sheet1"), scope: ScopeID(rawValue: 0)), Grid(kind: .names, scope: ScopeID(rawValue: 0)),
  ])

  private func area(_ grid: Int, _ top: Int, _ left: Int, _ bottom: Int, _ right: Int) -> Area {
    Area(CellAddress(grid: GridID(rawValue: Int32(grid)), row: top, column: left))
      .enclosing(Area(CellAddress(grid: GridID(rawValue: Int32(grid)), row: bottom, column: right)))
  }

  private func reference(_ areas: Area...) -> Operand {
    .reference(Reference(areas[0], others: Array(areas.dropFirst())))
  }

  private func areas(_ operand: Operand) -> [Area]? {
    if case .reference(let reference) = operand { reference.areas } else { nil }
  }

  private func code(_ operand: Operand) -> ErrorCode? {
    if case .value(.error(let error)) = operand { error.code } else { nil }
  }

  @Test("A range lies between two references of one sheet; between names there is nothing")
  func range() {
    let (a, b) = (area(0, 1, 1, 2, 2), area(0, 5, 0, 5, 0))
    #expect(areas(operators.range(reference(a), reference(b))) == [area(0, 1, 0, 5, 2)])
    let (x, y) = (area(1, 0, 0, 0, 0), area(1, 3, 0, 3, 0))
    #expect(areas(operators.range(reference(x), reference(x))) == [x])
    #expect(code(operators.range(reference(x), reference(y))) == .reference)
    #expect(code(operators.range(reference(a), reference(x))) == .value)
    #expect(code(operators.range(.value(.number(1)), reference(a))) == .value)
    #expect(code(operators.range(.value(.error(.divisionByZero)), reference(a))) == .divisionByZero)
  }

  @Test("A union has all areas of both, an intersection what each area has in common with each")
  func unions() {
    let (a, b, c) = (area(0, 0, 0, 4, 0), area(0, 0, 2, 4, 2), area(0, 2, 0, 2, 5))
    #expect(areas(operators.union(reference(a), reference(b, c))) == [a, b, c])
    #expect(areas(operators.intersection(reference(a, b), reference(c))) == [area(0, 2, 0, 2, 0), area(0, 2, 2, 2, 2)])
    #expect(code(operators.intersection(reference(a), reference(b))) == .null)
    #expect(code(operators.union(reference(a), .value(.number(1)))) == .value)
    #expect(code(operators.union(reference(a), .value(.error(.divisionByZero)))) == .divisionByZero)
  }

  @Test("What a reference has in common with a formula's row or column, and the first element of an array")
  func implicit() {
    let here = CellAddress(grid: GridID(rawValue: 0), row: 2, column: 3)
    func meet(_ operand: Operand, _ cell: CellAddress? = here) -> Operand {
      ReferenceOperators.implicitIntersection(operand, at: cell)
    }
    #expect(areas(meet(reference(area(0, 0, 1, 9, 1)))) == [area(0, 2, 1, 2, 1)])
    #expect(areas(meet(reference(area(0, 7, 0, 7, 9)))) == [area(0, 7, 3, 7, 3)])
    // Of a block the cell in both, as Excel 2010 has stored a sum of two names of blocks on other sheets.
    #expect(areas(meet(reference(area(1, 1, 2, 4, 4)))) == [area(1, 2, 3, 2, 3)])
    #expect(code(meet(reference(area(1, 1, 4, 4, 6)))) == .value)
    #expect(code(meet(reference(area(0, 5, 1, 9, 1)))) == .value)
    #expect(code(meet(reference(area(0, 0, 1, 9, 1)), nil)) == .value)
    #expect(areas(meet(reference(area(0, 8, 8, 8, 8)), nil)) == [area(0, 8, 8, 8, 8)])
    guard case .value(.number(let first, _)) = meet(.value(.array(CellArray(row: [.number(7), .number(8)])))) else {
      Issue.record("the first element of an array is a number")
      return
    }
    #expect(first == 7)
  }

  @Test(
    "Texts of INDIRECT in Excel's form",
    arguments: [
      ("Inputs.A1:Inputs.B2", "'Inputs'!A1:B2"), ("$'My sheet'.A1:.B2", "'My sheet'!A1:B2"), ("Other.A1", "Other.A1"),
      ("Inputs.total", "Inputs.total"), ("Inputs!A1", "Inputs!A1"), ("Inputs.B:B", "'Inputs'!B:B"),
      ("Inputs.$1:Inputs.$2", "'Inputs'!$1:$2"), ("Inputs.total:B", "Inputs.total:B"),
    ])
  func points(_ text: String, _ excel: String) {
    #expect(ReferenceText(text).withoutPoints { ["Inputs", "My sheet"].contains($0) } == excel)
  }

  @Test(
    "Zeros before the number of a row go, those in a name stay",
    arguments: [
      ("A01", "A1"), ("05:07", "5:7"), ("Sheet01!$B$007", "Sheet01!$B$7"), ("total05", "total05"), ("A10", "A10"),
    ])
  func zeros(_ text: String, _ excel: String) {
    #expect(ReferenceText(text).withoutLeadingZeros == excel)
  }

  @Test("A row of an array by its number, however large that is")
  func rows() {
    let array = Operand.value(.array(CellArray(rows: 2, columns: 1, [.text("a"), .text("b")])))
    guard case .value(.text(let text)) = array.row(.number(2)) else {
      Issue.record("the second row is a text")
      return
    }
    #expect(text == "b")
    for number in [0, 3, 1e300, -1e300] { #expect(code(array.row(.number(number))) == .reference) }
  }
}

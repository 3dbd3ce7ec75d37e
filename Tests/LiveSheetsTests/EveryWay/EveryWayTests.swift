import CellModel
import FunctionLibrary
import Functions
import TestSupport
import Testing

/// What a formula means does not depend on where it stands.
@Suite("One meaning in every way")
struct EveryWayTests {
  @Test("The examples of a function give the same wherever they stand", arguments: FunctionCatalog.standard.functions)
  func everyWay(of function: SheetFunction) {
    let examples = ExampleSheet(function)
    for (number, call) in examples.calls.enumerated() {
      for way in ExampleSheet.Way.allCases where Self.reasons[function.name]?.ways.contains(way) != true {
        for value in examples.values(of: number, way) {
          #expect(
            Self.isSame(value, call.example.result, inGrid: way.isInGrid),
            "\(way): \(call.example.formula) gave \(value), not \(call.example.result)")
        }
      }
    }
  }

  /// Functions that say where they stand, the ways in which their examples cannot hold therefore, and why.
  private static let reasons: [String: (ways: Set<ExampleSheet.Way>, why: String)] = [
    "CELL": (
      Set(ExampleSheet.Way.allCases.filter { !$0.isInGrid }),
      "an address is written with its sheet where the formula stands in no grid"
    ),
    "SHEET": (
      [.usedSheet, .usedSheetOverNames, .rowOfSheets],
      "an address in a used sheet, or in one in a row, lies on the grid of that sheet, which is not the first"
    ),
    "SHEETS": (Set(ExampleSheet.Way.allCases), "the sheet uses another that has a grid"),
  ]

  /// Whether a value is that of the example; at a grid address blank is 0 and nowhere else, and an
  /// array of one element is that element.
  private static func isSame(_ value: CellValue, _ expected: CellValue, inGrid: Bool) -> Bool {
    if expected == .blank { return value.isIdentical(to: inGrid ? 0 : .blank) }
    guard inGrid, let array = expected.array else { return value.isClose(to: expected) }
    let shown = array.map { $0 == .blank ? 0 : $0 }
    return value.isClose(to: shown.count == 1 ? shown[0, 0] : .array(shown))
  }

  @Test("What LET and LAMBDA bind is bound within them only, in a used sheet, too")
  func scopes() {
    let text = "A = 5\nB = LET(A, 1, A) + A\nC = LAMBDA(A, A + 1)(1) + A\n"
    let sheet = load(text + "use \"u.sheet\" as u\n", files: ["u.sheet": text])
    for cell in ["B", "u.B"] { #expect(sheet[cell] == 6, "\(cell)") }
    for cell in ["C", "u.C"] { #expect(sheet[cell] == 7, "\(cell)") }
  }
}

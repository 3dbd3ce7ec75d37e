import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

@Suite("Robustness of text, date and logic functions")
struct TextRobustnessTests {
  private static let titles: Set<String> = [
    TextParts.title, TextJoining.title, TextSplitting.title, TextSearching.title, LetterCase.title,
    TextAndNumbers.title,
    CharacterCodes.title, ByteParts.title, RegularExpressions.title, WrittenForms.title, DateMaking.title,
    DateParts.title, DateDifferences.title, WorkdayFunctions.title, Conditions.title, LogicalConnectives.title,
    ValueKinds.title, CellFacts.title,
  ]

  @Test("Nothing that is passed to these functions stops the program")
  func robustness() {
    let families = FunctionCatalog.standard.families.filter { Self.titles.contains($0.title) }
    #expect(families.count == Self.titles.count)
    var state: UInt64 = 7
    for function in families.flatMap(\.functions) {
      let evaluator = ModelEvaluator()
      let (least, most) = function.arity
      for _ in 0..<200 {
        let count = least + Int(Self.next(&state) % UInt64(max(1, min(most ?? 6, 8) - least + 1)))
        let operands: [Operand] = (0..<count).map { _ in Self.operand(&state) }
        _ = function(operands, in: evaluator)
      }
    }
  }

  private static func next(_ state: inout UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }

  private static func value(_ state: inout UInt64) -> CellValue {
    let numbers: [Double] = [
      0, 1, -1, 2, 3, 17, 21, 0.5, -0.5, 59, 60, 61, 43_831, 2_958_465, 2_958_466, 1e6, -1e6, 1e10, 9e18, -9e18, 1e300,
      -1e300, 1e-300,
    ]
    let texts = [
      "", "a", "abc", "😀", "a😀b-c", "-", "1", "2020-01-01", "TRUE", "0000011", "1111111", "1E+300", "yyyy", "#,##0.00",
      "[h]:mm",
      "(a+)+$", "\\d", "12:30", "YD", "md", "address", "日本ｶﾞ", "~", "*", "?*~?", "%", "\r\n", "e\u{301}", "$1,000",
      "12/3", "-5/3",
    ]
    switch next(&state) % 8 {
    case 0, 1, 2: return .number(numbers[Int(next(&state)) % numbers.count])
    case 3, 4, 5: return .text(texts[Int(next(&state)) % texts.count])
    case 6: return .logical(next(&state) % 2 == 0)
    default: return next(&state) % 2 == 0 ? .blank : .error(.divisionByZero)
    }
  }

  private static func operand(_ state: inout UInt64) -> Operand {
    let areas: [(Int, Int, Int, Int)] = [
      (0, 0, 0, 0), (0, 0, 3, 2), (0, 0, Area.lastRow, 0), (0, 0, Area.lastRow, Area.lastColumn), (2, 0, 1, 0),
      (Area.lastRow, Area.lastColumn, Area.lastRow, Area.lastColumn),
    ]
    switch next(&state) % 10 {
    case 0: return .omitted
    case 1:
      let (top, left, bottom, right) = areas[Int(next(&state)) % areas.count]
      return .reference(
        Reference(Area(grid: ModelSheet.firstSheet, top: top, left: left, bottom: bottom, right: right)))
    case 2:
      let rows = 1 + Int(next(&state) % 3)
      let columns = 1 + Int(next(&state) % 3)
      return .value(.array(CellArray(rows: rows, columns: columns, (0..<rows * columns).map { _ in value(&state) })))
    case 3:
      let held = value(&state)
      return .deferred(Deferred { .value(held) })
    default: return .value(value(&state))
    }
  }
}

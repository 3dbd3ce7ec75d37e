import CellModel
import Formulas
import Foundation
import FunctionLibrary
import TestSupport
import Testing

@testable import Engine
@testable import Functions

/// Calls that nobody would make: each function's examples with arguments exchanged for others, most of them hostile.
///
/// A call may give any value, but it must give one. `RANDOM_CALLS` in the environment says how many calls of each
/// function to make; `RANDOM_CALLS_LOG` names a file that holds the call under way and those that took long.
@Suite("Random calls")
struct RandomCallTests {
  static let shards = 4

  @Test("Each call of each function ends in a value", arguments: 0..<shards)
  func calls(shard: Int) throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["RANDOM_CALLS"].flatMap { Int($0) } ?? TestLength.count(3, of: 1_000)
    let log = environment["RANDOM_CALLS_LOG"].map { URL(filePath: "\($0).\(shard)") }
    var slow = ""
    for (place, function) in FunctionCatalog.standard.functions.enumerated() where place % Self.shards == shard {
      var calls = RandomCalls(of: function, seed: UInt64(place))
      for _ in 0..<count {
        let formula = calls.next()
        if let log { try Data((slow + formula).utf8).write(to: log) }
        let start = ContinuousClock.now
        let value = calls.evaluate(formula)
        let duration = ContinuousClock.now - start
        if log != nil, duration > .milliseconds(300) { slow += "\(duration) \(formula)\n" }
        #expect(isWhole(value), "=\(formula) gave \(value)")
      }
    }
  }

  /// Whether every number of a value is finite and every text and array within the limits.
  private func isWhole(_ value: CellValue) -> Bool {
    switch value {
    case .number(let number, _): number.isFinite
    case .text(let text): text.utf16.count <= 32_767
    case .array(let array): array.elements.allSatisfy { isWhole($0) }
    default: true
    }
  }
}

/// Random calls of one function, on a sheet with a block of mixed cells.
struct RandomCalls {
  private let engine = Engine(catalog: .standard)
  private let sheet: GridID
  private let formulas: [String]
  private var random: SeededGenerator

  private static let hostile: [String] = [
    "", "0", "-0", "1", "-1", "2", "0.5", "-0.5", "1E-300", "1E+300", "-1E+300", "1E+15", "9007199254740993",
    "2147483648",
    "-2147483649", "9.3E+18", "-9.3E+18", "4E+9", "1048577", "32768", "255", "256", "1E-15", "2958465", "2958466", "60",
    "1.7976931348623157E+308", "-1.7976931348623157E+308", "1.28E+308", "4.9E-324", "18446744073709551616",
    "\"\"", "\"a\"", "\"1\"", "\"1E400\"", "\"*\"", "\"~\"", "\"[\"", "\"😀é\"", "\"2020-02-30\"", "\"TRUE\"",
    "\"0:00:61\"", "\"#,##0.00;[Red]@\"", "\"(((((\"", "\"1+2i\"", "REPT(\"ab\",16000)", "TRUE", "FALSE", "#N/A",
    "#DIV/0!",
    "{1,2,3}", "{1;2;3}", "{1,\"a\";TRUE,#N/A}", "{\"\"}", "{0,0}", "{-1,1E300}", "SEQUENCE(30,30,-400,1)", "A1", "E9",
    "A1:A8",
    "A1:D8", "B2:C3", "A:A", "1:1", "Z1:Z9", "(A1:A2,C1:C2)", "SEQUENCE(4)", "LAMBDA(1)", "LAMBDA(x,x)",
    "LAMBDA(a,b,a+b)",
    "LAMBDA(a,b,c,{1,2})", "{name: 1}",
  ]

  init(of function: SheetFunction, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let scope = engine.names.addScope()
    sheet = engine.names.addSheet(named: "Sheet1", in: scope)
    let contents: [CellValue] = [
      .number(1), .text("a"), .blank, .number(-2.5), .logical(true), .number(44_000), .error(.notAvailable), .text(""),
      .text("12"), .number(3), .number(1e10), .number(7), .number(8), .number(0), .text("b*"), .logical(false),
    ]
    for row in 0..<8 {
      for column in 0..<4 {
        let value = row < 4 || column > 1 ? contents[(row * 4 + column) % 16] : .number(Double(row * 3 + column))
        engine.setConstant(value, at: CellAddress(grid: sheet, row: row, column: column))
      }
    }
    // An example that asks for much on purpose is not made to ask for more.
    formulas =
      function.examples.map(\.formula).filter { !$0.contains("REPT(") && !$0.contains("MAKEARRAY(1000") }
      + ["\(function.name)()", "\(function.name)(1, 1, 1, 1, 1, 1, 1)"]
  }

  /// An example with some of its literals exchanged, or a call with arguments out of the blue.
  mutating func next() -> String {
    let example = random.one(of: formulas)
    var text = ""
    var rest = example[...]
    let literal = /(?:"(?:[^"]|"")*"|\{[^{}]*\}|\b[0-9][0-9.]*(?:E[+-]?[0-9]+)?%?(?![A-Za-z0-9_(:]))/
    while let match = rest.firstMatch(of: literal) {
      text += rest[..<match.range.lowerBound]
      text += random.happens(40) ? random.one(of: Self.hostile) : String(match.output)
      rest = rest[match.range.upperBound...]
    }
    text += rest
    if random.happens(10), let end = text.lastIndex(of: ")") {
      text.insert(contentsOf: ", " + random.one(of: Self.hostile), at: end)
    }
    return text
  }

  func evaluate(_ formula: String) -> CellValue {
    engine.expressions.evaluate(
      FormulaParser.parse(formula, dialect: .sheet).tree, at: CellAddress(grid: sheet, row: 20, column: 20))
  }
}

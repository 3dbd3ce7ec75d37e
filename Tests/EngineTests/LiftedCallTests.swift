import CellModel
import Formulas
import FunctionLibrary
import TestSupport
import Testing

@testable import Engine
@testable import Functions

/// What a function gives for an array is what it gives for each element.
@Suite("Calls for each element of an array")
struct LiftedCallTests {
  private static let pool: [CellValue] = [
    0, 1, 2, 3, 12.5, -1, 1e10, 45_000, .number(0.25, .percent), .number(45_000, .date), true, false, .blank, "", "a",
    "Ab c", "12", "1/2", "TRUE", "2026-03-01", "~*?", .error(.notAvailable), .error(.value("It is so.")),
  ]

  @Test("Each function that has a body for numbers, for values of columns or for keys", arguments: 0..<4)
  func functions(shard: Int) {
    let functions = FunctionCatalog.standard.functions.filter {
      $0.traits.isDisjoint(with: .volatile)
        && (FunctionCall($0).boxedBody != nil || FunctionCall($0).numericBody != nil
          // What gives references may spill where it stands alone.
          || FunctionCall($0).keyedBody?.givesValues == true)
    }
    #expect(functions.count > 150)
    var random = SeededGenerator(seed: UInt64(shard))
    for (place, function) in functions.enumerated() where place % 4 == shard {
      let share = FunctionCall(function).keyedBody == nil ? 2 : 8
      for _ in 0..<TestLength.count(share, of: 100) { compare(function, &random) }
    }
  }

  private func compare(_ function: SheetFunction, _ random: inout SeededGenerator) {
    let book = Workbook()
    // Of one kind, of two, or of all.
    let pool = Array(Self.pool.shuffled(using: &random).prefix(random.one(of: [1, 4, Self.pool.count])))
    let size = random.one(of: [8, 40])
    book.engine.setConstants((0..<size).map { _ in random.one(of: pool) }, from: book.address("A1"))
    let most = function.arity.max ?? function.arity.min + 2
    let count = random.number(max(function.arity.min, 1)...max(most, 1))
    let lifted = random.number(0...count - 1)
    for column in ["F1", "G1"] {
      book.engine.setConstants((0..<30).map { _ in random.one(of: pool) }, from: book.address(column))
    }
    let others = (0..<count).map { position in
      let ranges = ["F$1:F$30", "F$1:G$30", "F$1:F$9", "{1,2,3}", "G$1:G$30"]
      return random.one(
        of: function.lifts(argument: position) ? ["1", "2", "\"a\"", "TRUE", "", "0.5", "B99"] : ranges)
    }
    func call(_ argument: String) -> String {
      let arguments = others.indices.map { $0 == lifted ? argument : others[$0] }
      return "\(function.name)(\(arguments.joined(separator: ",")))"
    }
    // Those of the former Analysis ToolPak take no ranges.
    let isStrict = function.traits.contains(.analysisToolPak)
    book.set("C1 = \(call(isStrict ? "CHOOSECOLS(A1:A\(size),1)" : "A1:A\(size)"))")
    for row in 1...size { book.set("D\(row) = \(call("A\(row)"))") }
    // What takes the range whole is not lifted.
    guard function.lifts(argument: lifted) else { return }
    for row in 1...size {
      let (together, alone) = (book["C\(row)"], book["D\(row)"])
      #expect(
        together.isIdentical(to: alone) && together.error?.message == alone.error?.message,
        "row \(row) of \(call("A1:A\(size)")): \(together) together, \(alone) alone")
    }
  }
}

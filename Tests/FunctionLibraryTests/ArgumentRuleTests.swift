import CellModel
import Functions
import ModelSheets
import Synchronization
import Testing

@testable import FunctionLibrary

/// What functions make of ranges, logicals, texts and arguments left empty, as their declarations say it.
@Suite("Rules of arguments")
struct ArgumentRuleTests {
  private let evaluator = ModelEvaluator()

  /// A call of a strict function that gives no error, with its arguments.
  private func call(of function: SheetFunction) -> [String]? {
    function.examples.lazy.compactMap { example -> [String]? in
      guard let arguments = arguments(of: example.formula, of: function.name), !example.result.isError else {
        return nil
      }
      let isPlain = arguments.allSatisfy { !$0.contains("{") && !$0.contains(":") && !$0.isEmpty && $0 != "TRUE" }
      return isPlain ? arguments : nil
    }.first
  }

  private func arguments(of formula: String, of name: String) -> [String]? {
    guard formula.hasPrefix(name + "("), formula.hasSuffix(")") else { return nil }
    let inner = formula.dropFirst(name.count + 1).dropLast()
    guard !inner.contains("("), !inner.contains(")") else { return nil }
    return inner.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimming(" ") }
  }

  @Test("A strict function refuses ranges, logicals and empty arguments, one as the other")
  func strict() {
    var count = 0
    for function in FunctionCatalog.standard.functions where function.traits.contains(.analysisToolPak) {
      guard let arguments = call(of: function) else { continue }
      for (position, parameter) in function.parameters.enumerated() where position < arguments.count {
        let rule = function.rule(of: parameter)
        func value(with argument: String) -> CellValue {
          var changed = arguments
          changed[position] = argument
          return evaluator.evaluate("\(function.name)(\(changed.joined(separator: ", ")))")
        }
        let place = "\(function.name), \(parameter.name)"
        if rule.refusesRanges { #expect(value(with: "A1:A2") == .error(.value), "\(place)") }
        if rule.refusesLogicals { #expect(value(with: "TRUE") == .error(.value), "\(place)") }
        if rule.refusesEmpty, arguments.count > 1 { #expect(value(with: "") == .error(.notAvailable), "\(place)") }
        if rule.refusesRanges { count += 1 }
      }
    }
    #expect(count > 90, "\(count)")
  }

  @Test("Texts and logicals among values count as the declaration says", arguments: ValueReading.allCases)
  func reading(_ reading: ValueReading) {
    var count = 0
    for function in FunctionCatalog.standard.functions {
      guard let parameter = function.parameters.first, parameter.reading == reading, parameter.repeats,
        function.parameters.dropFirst().allSatisfy(\.isHidden)
      else { continue }
      count += 1
      func value(_ arguments: String) -> CellValue { evaluator.evaluate("\(function.name)(\(arguments))") }
      func check(_ written: String, _ outcome: ValueReading.Outcome, _ numeral: Double = 3, inArray: Bool) {
        let actual = inArray ? value("{2,8,4,\(written)}") : value("2, 8, 4, \(written)")
        let expected =
          switch outcome {
          case .number(let number): value("2, 8, 4, \(Int(number))")
          case .asRead: value("2, 8, 4, 3")
          case .skipped: value("2, 8, 4")
          case .refused: CellValue.error(.value)
          }
        #expect(actual == expected, "\(function.name) of \(written)")
      }
      check("TRUE", reading.logical(.typed), inArray: false)
      check("TRUE", reading.logical(.array), inArray: true)
      check("\"3\"", reading.numeral(.typed), inArray: false)
      check("\"3\"", reading.numeral(.array), inArray: true)
      check("\"x\"", reading.text(.typed), inArray: false)
      check("\"x\"", reading.text(.array), inArray: true)
    }
    #expect(count > 0)
  }

  @Test(
    "A run of equal elements is one call, unless chance has a say",
    arguments: [([], 4), ([.volatile], 8)] as [(SheetFunction.Traits, Int)])
  func runs(traits: SheetFunction.Traits, expected: Int) {
    let calls = Atomic<Int>(0)
    let function = SheetFunction(
      "COUNTED", "Counts its calls.", .number("a", "a number"), .number("b", "a number", default: 0), traits: traits,
      examples: []
    ) { (a, b) throws(CellError) in
      calls.add(1, ordering: .relaxed)
      guard a >= 0 else { throw .number("It is below 0.") }
      return a + b
    }
    let column = CellArray(column: [.blank, .blank, 7, 7, -1, -1, .blank, .blank])
    let results: [CellValue] = [0, 0, 7, 7, .error(.number), .error(.number), 0, 0]
    // With one array, where a number that is refused is asked for again in the ordinary way, and with two.
    for others in [[], [Operand.value(.array(CellArray(column: Array(repeating: 0, count: 8))))]] {
      calls.store(0, ordering: .relaxed)
      let given = function([.value(.array(column))] + others, in: evaluator)
      guard case .value(.array(let array)) = given else {
        Issue.record("\(given)")
        continue
      }
      #expect(array.elements == results)
      let count = calls.load(ordering: .relaxed)
      #expect((expected...expected + 2).contains(count), "\(count)")
    }
  }
}

extension Substring {
  fileprivate func trimming(_ blank: Character) -> String {
    var part = self
    while part.first == blank { part.removeFirst() }
    while part.last == blank { part.removeLast() }
    return String(part)
  }
}

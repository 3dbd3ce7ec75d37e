import CellModel
import Functions
import ModelSheets
import Testing

@testable import FunctionLibrary

/// What the functions of the catalog make of the kinds of numbers.
@Suite("Kinds of results")
struct KindsTests {
  /// The numbers of a value with a kind.
  private func number(_ value: CellValue, as kind: NumberKind) -> CellValue {
    if case .array(let array) = value { return .array(array.map { $0.withKind(kind) }) }
    return value.withKind(kind)
  }

  private func numbers(of value: CellValue) -> [Double] {
    if case .array(let array) = value { return array.elements.compactMap(\.number) }
    return value.number.map { [$0] } ?? []
  }

  /// The arguments of a call that is a whole formula; `nil` for anything else.
  private func arguments(of formula: String, of name: String) -> [String]? {
    guard formula.hasPrefix(name + "("), formula.hasSuffix(")") else { return nil }
    var depth = 0
    var isText = false
    var parts = [""]
    for character in formula.dropFirst(name.count + 1).dropLast() {
      if character == "\"" { isText.toggle() }
      if !isText {
        if "({[".contains(character) { depth += 1 }
        if ")}]".contains(character) { depth -= 1 }
        if depth < 0 { return nil }
        if character == ",", depth == 0 {
          parts.append("")
          continue
        }
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  /// Functions that compute, of whose examples all happen to give a number that is among the arguments.
  private static let computing: Set<String> = [
    "COUNTIF", "COUNTIFS", "AVEDEV", "SLOPE", "FORECAST.ETS.SEASONALITY", "FORECAST.ETS.STAT", "NORM.INV", "PROB",
    "FVSCHEDULE",
  ]

  @Test("A function that gives what is among its arguments gives it as what it was")
  func chosen() {
    let evaluator = ModelEvaluator()
    var count = 0
    var unneeded = Self.computing
    for function in FunctionCatalog.standard.functions {
      var (chosen, computed, plain) = (0, 0, 0)
      for example in function.examples {
        guard let texts = arguments(of: example.formula, of: function.name) else { continue }
        let values = texts.map { number(evaluator.evaluate($0), as: .percent) }
        let given = values.flatMap(numbers)
        let operands = zip(texts, values).map { text, value -> Operand in
          text.allSatisfy(\.isWhitespace) ? .omitted : .value(value)
        }
        guard case .value(let result) = function(operands, in: evaluator) else { continue }
        // 0 and 1 come out of much that chooses nothing.
        for element in result.array?.elements ?? [result] {
          guard case .number(let number, let kind) = element, number != 0, number != 1 else { continue }
          if given.contains(number) { chosen += 1 } else { computed += 1 }
          if kind == .plain { plain += 1 }
        }
      }
      guard chosen > 0, computed == 0 else { continue }
      count += 1
      if Self.computing.contains(function.name) {
        if plain > 0 { unneeded.remove(function.name) }
      } else {
        #expect(plain == 0, "\(function.name)")
      }
    }
    #expect(count > 40, "\(count)")
    #expect(unneeded.isEmpty, "\(unneeded)")
  }
}

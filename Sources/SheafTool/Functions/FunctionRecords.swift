import CellModel
import Functions
import Hosting
import LiveSheets

/// The catalog in the form that other tools read.
struct FunctionRecords {
  private let guide: FunctionGuide

  init(_ guide: FunctionGuide) { self.guide = guide }

  /// One function, or all of them with the families and the names that are absent.
  func json(named name: String?) throws(CallFailure) -> JSONValue {
    if let name {
      switch try guide.subject(named: name) {
      case .lambda(let lambda): return ["function": record(of: lambda), "version": 1]
      case .function(let function): return ["function": record(of: function, in: family(of: function)), "version": 1]
      }
    }
    let functions = guide.catalog.families.flatMap { family in family.functions.map { record(of: $0, in: family.title) }
    }
    let absent: [JSONValue] = HostFunctions.names.map { name in
      ["name": .text(name), "reason": .optional(HostFunctions.reason(for: name))]
    }
    return ["absent": .list(absent), "functions": .list(guide.lambdas.map(record) + functions), "version": 1]
  }

  private func family(of function: SheetFunction) -> String? {
    guide.catalog.families.first { $0.functions.contains { $0.name == function.name } }?.title
  }

  private func record(of function: SheetFunction, in family: String?) -> JSONValue {
    let parameters: [JSONValue] = function.parameters.map { parameter in
      let refusals = ArgumentRules.refusals(function.rule(of: parameter))
      let fields: [String: JSONValue] = [
        "name": .text(parameter.name), "help": .text(parameter.help), "required": .logical(parameter.isRequired),
        "repeats": .logical(parameter.repeats), "lifts": .logical(parameter.lifts),
      ]
      return .object(
        refusals.isEmpty
          ? fields : fields.merging(["refuses": .list(refusals.map { .text($0) })]) { _, new in new })
    }
    let examples: [JSONValue] = function.examples.map { example in
      ["formula": .text(example.formula), "result": JSONValue(example.result)]
    }
    let names = FunctionGuide.localizedNames(of: function).map { ($0.language.rawValue, JSONValue.text($0.name)) }
    return [
      "name": .text(function.name), "aliases": .list(function.aliases.map { .text($0) }), "family": .optional(family),
      "signature": .text(function.signature), "summary": .text(function.summary), "parameters": .list(parameters),
      "examples": .list(examples), "source": .optional(function.source),
      "names": .object(Dictionary(names) { first, _ in first }),
      "seeAlso": .list(guide.relatives(of: function).map { .text($0) }),
    ]
  }

  private func record(of lambda: NamedLambda) -> JSONValue {
    let parameters: [JSONValue] = lambda.parameters.map { parameter in
      ["name": .text(parameter.name), "help": .text(parameter.help), "required": .logical(parameter.isRequired)]
    }
    return [
      "name": .text(lambda.name), "family": "Of this sheet", "signature": .text(lambda.signature),
      "summary": .text(lambda.summary), "parameters": .list(parameters), "formula": .text(lambda.formula),
    ]
  }
}

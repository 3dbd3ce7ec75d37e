import ArgumentParser
import Hosting
import LiveSheets

/// The formats of `sheaf why`.
enum ExplanationFormat: String, CaseIterable, ExpressibleByArgument, WrittenFormat {
  case human, json, mermaid

  var endings: [String] {
    switch self {
    case .human: []
    case .json: ["json"]
    case .mermaid: ["mmd", "mermaid"]
    }
  }
}

extension Explanation {
  var json: JSONValue {
    var object: [String: JSONValue] = [
      "cell": .text(cell.name), "kind": .text("\(cell.kind)"), "value": JSONValue(value),
    ]
    if let documentation = cell.documentation { object["documentation"] = .text(documentation) }
    if let formula { object["formula"] = .text(formula) }
    if let binding { object["binding"] = .text(binding) }
    if isRepeated {
      object["repeated"] = true
    } else {
      object["steps"] = .list(steps.map { ["expression": .text($0.expression), "value": .text($0.text)] })
      object["precedents"] = .list(precedents.map(\.json))
      if !leftOut.isEmpty { object["leftOut"] = .list(leftOut.map { .text($0) }) }
    }
    return .object(object)
  }
}

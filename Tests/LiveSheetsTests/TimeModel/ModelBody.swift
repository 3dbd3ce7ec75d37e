/// What an action or a fetch does: calls, and what stands around them.
indirect enum ModelBody {
  case formula(ModelFormula)
  case call(String, [ModelFormula])
  case timeout(ModelBody, quarters: Int)
  case retry(ModelBody, times: Int, quarters: Int?)
  case delay(ModelBody, quarters: Int)
  /// LET: each part sees the names of those before it.
  case chain([(name: String, part: ModelBody)], ModelFormula)

  var text: String {
    switch self {
    case .formula(let formula): return formula.text
    case .call(let service, let arguments): return "\(service)(\(arguments.map(\.text).joined(separator: ", ")))"
    case .timeout(let part, let quarters): return "TIMEOUT(\(part.text), \(ModelStream.seconds(quarters)))"
    case .retry(let part, let times, let quarters):
      return "RETRY(\(part.text), \(times)\(quarters.map { ", \(ModelStream.seconds($0))" } ?? ""))"
    case .delay(let part, let quarters): return "DELAY(\(part.text), \(ModelStream.seconds(quarters)))"
    case .chain(let parts, let last):
      return "LET(\(parts.map { "\($0.name), \($0.part.text), " }.joined())\(last.text))"
    }
  }

  /// The names in it that it does not give a meaning itself.
  var names: Set<String> {
    switch self {
    case .formula(let formula): return formula.names
    case .call(_, let arguments): return arguments.reduce(into: []) { $0.formUnion($1.names) }
    case .timeout(let part, _), .retry(let part, _, _), .delay(let part, _): return part.names
    case .chain(let parts, let last):
      return parts.reversed().reduce(last.names) { $0.subtracting([$1.name]).union($1.part.names) }
    }
  }

  /// What it stands around.
  var inner: ModelBody? {
    switch self {
    case .timeout(let part, _), .retry(let part, _, _), .delay(let part, _): part
    case .formula, .call, .chain: nil
    }
  }
}

/// What a service says to a call.
enum ModelAnswer {
  case replies(Int)
  /// A value after which the call goes on.
  case sends(Int)
  case fails(String)

  var text: String {
    switch self {
    case .replies(let value): "replies \(value)"
    case .sends(let value): "sends \(value)"
    case .fails(let reason): "fails \"\(reason)\""
    }
  }
}

/// The definitions of a sheet in time.
struct ModelForm {
  enum Definition {
    case event(String, hasPayload: Bool)
    case derivedEvent(String, ModelStream)
    case input(String, Int?)
    case formula(String, ModelFormula)
    case state(String, Int, [Clause])

    var name: String {
      switch self {
      case .event(let name, _), .derivedEvent(let name, _), .input(let name, _), .formula(let name, _),
        .state(let name, _, _):
        name
      }
    }
  }

  struct Clause {
    var stream: ModelStream
    var condition: ModelCondition?
    var value: ModelFormula

    var text: String { "on \(stream.text)\(condition.map { " where \($0.text)" } ?? "") : \(value.text)" }
  }

  enum Step {
    case wait(quarters: Int)
    case set(String, Int?)
    case fire(String, Int?)
    /// Sets and events of one instant.
    case together([Step])

    var text: String {
      switch self {
      case .wait(let quarters): "wait \(ModelStream.seconds(quarters))"
      case .set(let name, let value): value.map { "\(name) = \($0)" } ?? "clear \(name)"
      case .fire(let name, let payload): payload.map { "\(name) \($0)" } ?? name
      case .together(let steps): "{ \(steps.map(\.text).joined(separator: "; ")) }"
      }
    }
  }

  var definitions: [Definition] = []

  var text: String { definitions.map(Self.text).joined(separator: "\n") }

  private static func text(_ definition: Definition) -> String {
    switch definition {
    case .event(let name, let hasPayload): "event \(name)\(hasPayload ? ": number" : "")"
    case .derivedEvent(let name, let stream): "event \(name) = \(stream.text)"
    case .input(let name, let value): "input \(name): number\(value.map { " = \($0)" } ?? "")"
    case .formula(let name, let formula): "\(name) = \(formula.text)"
    case .state(let name, let initial, let clauses):
      "state \(name) = \(initial) { \(clauses.map(\.text).joined(separator: "; ")) }"
    }
  }
}

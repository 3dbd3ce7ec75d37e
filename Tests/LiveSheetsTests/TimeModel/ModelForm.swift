/// The definitions of a sheet in time.
struct ModelForm {
  enum Definition {
    case event(String, hasPayload: Bool)
    case derivedEvent(String, ModelStream)
    case input(String, Int?)
    case formula(String, ModelFormula)
    case state(String, Int, [Clause])
    case service(String, parameters: Int)
    case action(Action)
    case fetch(Fetch)
    case table(Table)
    case binding(Binding)

    var name: String {
      switch self {
      case .event(let name, _), .derivedEvent(let name, _), .input(let name, _), .formula(let name, _),
        .state(let name, _, _), .service(let name, _):
        name
      case .action(let action): action.name
      case .fetch(let fetch): fetch.name
      case .table(let table): table.name
      case .binding(let binding): binding.input
      }
    }
  }

  struct Action {
    struct Clause {
      enum Effect { case start, stop }

      var stream: ModelStream
      var condition: ModelCondition?
      var effect: Effect
      var arguments: [ModelFormula] = []

      var text: String {
        let given = arguments.isEmpty ? "" : "(\(arguments.map(\.text).joined(separator: ", ")))"
        return "on \(stream.text)\(ModelForm.text(where: condition)) : \(effect)\(given)"
      }
    }

    var name: String
    var parameters: [String]
    var condition: ModelCondition?
    var body: ModelBody
    var clauses: [Clause] = []

    var text: String {
      let given = parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", ")))"
      return "action \(name)\(given)\(condition.map { " when \($0.text)" } ?? "") = \(body.text)"
        + (clauses.isEmpty ? "" : " { \(clauses.map(\.text).joined(separator: "; ")) }")
    }
  }

  /// A table with two columns of numbers, `ca` and `cb`, and `cc`, which is computed of them.
  struct Table {
    struct Clause {
      enum Effect {
        case insert(isFirst: Bool, ModelFormula, ModelFormula)
        case delete(ModelCondition)
        case update(String, ModelFormula, ModelCondition?)
      }

      var stream: ModelStream
      var condition: ModelCondition?
      var effect: Effect

      var text: String {
        let text =
          switch effect {
          case .insert(let isFirst, let first, let second):
            "insert \(isFirst ? "first" : "last") (\(first.text), \(second.text))"
          case .delete(let rows): "delete\(ModelForm.text(where: rows))"
          case .update(let column, let value, let rows):
            "update \(column) = \(value.text)\(ModelForm.text(where: rows))"
          }
        return "on \(stream.text)\(ModelForm.text(where: condition)) : \(text)"
      }
    }

    var name: String
    var rows: [(Int, Int)]
    var clauses: [Clause] = []

    var text: String {
      let rows = rows.map { "| \($0.0) | \($0.1) |\n" }.joined()
      let clauses = clauses.map { "  \($0.text)\n" }.joined()
      return "table \(name) {\n| ca | cb |\n\(rows)cc = ca + 2 * cb\n\(clauses)}"
    }
  }

  /// An input of a used sheet that follows something, `<~`, or an input and an input, `<~>`.
  struct Binding {
    var input: String
    var value: ModelFormula
    var isBothWays: Bool

    var text: String { "\(input) \(isBothWays ? "<~>" : "<~") \(value.text)" }
  }

  struct Fetch {
    var name: String
    var body: ModelBody
    var otherwise: Int?
  }

  struct Clause {
    var stream: ModelStream
    var condition: ModelCondition?
    var value: ModelFormula

    var text: String { "on \(stream.text)\(ModelForm.text(where: condition)) : \(value.text)" }
  }

  enum Step {
    case wait(quarters: Int)
    case set(String, Int?)
    case fire(String, Int?)
    case trigger(String, [Int])
    case stop(String)
    case insert(String, isFirst: Bool, Int, Int)
    /// Rows are counted from 1.
    case delete(String, row: Int)
    case setCell(String, row: Int, String, Int)
    /// What a service says to its latest open call.
    case answer(String, ModelAnswer)
    /// Sets and events of one instant.
    case together([Step])

    /// The step as a test writes it, in a sheet whose names have something before them.
    func text(_ prefix: String = "") -> String {
      switch self {
      case .wait(let quarters): "wait \(ModelStream.seconds(quarters))"
      case .set(let name, let value): value.map { "\(prefix)\(name) = \($0)" } ?? "clear \(prefix)\(name)"
      case .fire(let name, let payload): "\(prefix)\(name)\(payload.map { " \($0)" } ?? "")"
      case .trigger(let name, let arguments):
        "\(prefix)\(name)"
          + (arguments.isEmpty ? "" : "(\(arguments.map { "\($0)" }.joined(separator: ", ")))")
      case .stop(let name): "stop \(prefix)\(name)"
      case .insert(let table, let isFirst, let first, let second):
        "insert \(isFirst ? "first" : "last") \(prefix)\(table) (\(first), \(second))"
      case .delete(let table, let row): "delete \(prefix)\(table)[\(row)]"
      case .setCell(let table, let row, let column, let value): "\(prefix)\(table)[\(row)].\(column) = \(value)"
      case .answer(let service, let answer): "\(service) \(answer.text)"
      case .together(let steps): "{ \(steps.map { $0.text(prefix) }.joined(separator: "; ")) }"
      }
    }
  }

  var definitions: [Definition] = []
  /// The file that it uses, and the names as which it does.
  var uses: [String] = []

  /// How a sheet is named that others use.
  static let part = "part.sheet"

  var text: String {
    (uses.map { "use \"\(Self.part)\" as \($0)" } + definitions.map(Self.text)).joined(separator: "\n")
  }

  /// The form with what it uses written out.
  func using(_ part: ModelForm) -> ModelForm {
    var flat = ModelForm()
    for use in uses {
      let renaming = ModelRenaming(part, prefix: use + ".")
      flat.definitions += part.definitions.filter { definition in
        // A service belongs to the whole program.
        if case .service = definition { use == uses.first } else { true }
      }.map(renaming.renamed)
    }
    flat.definitions += definitions
    return flat
  }

  private static func text(where condition: ModelCondition?) -> String { condition.map { " where \($0.text)" } ?? "" }

  private static func text(_ definition: Definition) -> String {
    switch definition {
    case .event(let name, let hasPayload): "event \(name)\(hasPayload ? ": number" : "")"
    case .derivedEvent(let name, let stream): "event \(name) = \(stream.text)"
    case .input(let name, let value): "input \(name): number\(value.map { " = \($0)" } ?? "")"
    case .formula(let name, let formula): "\(name) = \(formula.text)"
    case .state(let name, let initial, let clauses):
      "state \(name) = \(initial) { \(clauses.map(\.text).joined(separator: "; ")) }"
    case .service(let name, let parameters): "service \(name)(\(["p", "q"].prefix(parameters).joined(separator: ", ")))"
    case .action(let action): action.text
    case .table(let table): table.text
    case .binding(let binding): binding.text
    case .fetch(let fetch): "fetch \(fetch.name) = \(fetch.body.text)\(fetch.otherwise.map { " else \($0)" } ?? "")"
    }
  }
}

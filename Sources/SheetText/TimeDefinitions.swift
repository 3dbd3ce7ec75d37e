import Diagnostics

/// `event key: text in {"a", "b"}` or `event settled = DEBOUNCE(…)`.
package struct EventDefinition: Sendable {
  package var name: WrittenText
  package var type: WrittenType?
  package var domain: Domain?
  /// The stream the event comes from; `nil` for an event that comes from outside.
  package var stream: SheetFormula?
}

/// A cell that keeps the value its latest event gave it.
package struct StateDefinition: Sendable {
  /// `on S where condition : value`.
  package struct Clause: Sendable {
    package var event: SheetFormula
    package var condition: SheetFormula?
    package var value: SheetFormula
    package var span: SourceSpan
  }
  package var name: WrittenText
  package var type: WrittenType?
  package var initial: SheetFormula
  package var format: WrittenText?
  package var clauses: [Clause]
}

/// `service userInfo(handle) = HTTP.GET(…)`.
package struct ServiceDefinition: Sendable {
  package var name: WrittenText
  package var parameters: [WrittenText]
  /// The type and the domain of its answers.
  package var type: WrittenType?
  package var domain: Domain?
  /// `nil` for a service that the program or a test supplies.
  package var body: SheetFormula?
}

/// `action search(query) when hasText = searchText(query)`.
package struct ActionDefinition: Sendable {
  package var name: WrittenText
  package var parameters: [WrittenText]
  package var condition: SheetFormula?
  package var body: SheetFormula
}

/// `fetch image = avatar(name) else "placeholder"`.
package struct FetchDefinition: Sendable {
  package var name: WrittenText
  package var type: WrittenType?
  package var request: SheetFormula
  /// The value until the answer; without one it is `#BUSY!`.
  package var placeholder: SheetFormula?
}

/// `use "PersonDetail.sheet" as detail { person <~ adding.add.value }`.
package struct UseDefinition: Sendable {
  package var path: WrittenText
  package var name: WrittenText
  package var bindings: [BindingDefinition]
}

/// `input <~ expression` or `input <~> input`.
package struct BindingDefinition: Sendable {
  package var target: SheetFormula
  /// Whether it binds both ways; then ``value`` is an input too, the model.
  package var isTwoWay: Bool
  package var value: SheetFormula
  package var span: SourceSpan
}

/// A cell that names the mode that holds, and the values each mode asks of other cells.
package struct ModesDefinition: Sendable {
  /// `"label" when condition : value, value`.
  package struct Mode: Sendable {
    package var label: WrittenText
    package var condition: SheetFormula
    package var values: [SheetFormula]
    package var span: SourceSpan
  }
  package var name: WrittenText
  /// The cells after `over`.
  package var cells: [SheetFormula]
  package var modes: [Mode]
}

/// What a cell, a range or a table is to those who name it.
package enum CellKind: Sendable, Hashable {
  /// What the outside may set, by declaration.
  case input
  /// A literal, which may be set like an input.
  case constant
  case formula
  /// What events make of it.
  case state
  /// The latest payload of an event.
  case event
  /// What a service has answered.
  case fetch
  /// A cell that comes with an action or a service.
  case part
  case table
  /// A column of a table, or a range of cells.
  case range
  /// A cell of a grid with nothing in it.
  case blank

  /// The kind in a word.
  package var word: String {
    switch self {
    case .input: "input"
    case .constant: "constant"
    case .formula: "formula"
    case .state: "state"
    case .event: "event"
    case .fetch: "fetch"
    case .part: "cell of an action or a service"
    case .table: "table"
    case .range: "range"
    case .blank: "blank cell"
    }
  }

  /// Whether the outside may set it.
  package var isSettable: Bool {
    switch self {
    case .input, .constant, .blank: true
    case .formula, .state, .event, .fetch, .part, .table, .range: false
    }
  }

  /// Whether only what happens in the sheet gives it its value.
  package var isMadeByTime: Bool {
    switch self {
    case .state, .event, .fetch, .part: true
    case .input, .constant, .formula, .table, .range, .blank: false
    }
  }

  /// Whether it comes with what happens, and is not shown in the rows of a table of sheets.
  package var comesWithEvents: Bool { self == .event || self == .part }
}

extension CellKind {
  /// Whether a cell of a name holds what an event or an action has left: a payload, a value or an error. That an action is
  /// under way is more than that.
  package func isLeftBehind(in name: String) -> Bool {
    (self == .event || self == .part) && !name.lowercased().hasSuffix(".isexecuting")
  }
}

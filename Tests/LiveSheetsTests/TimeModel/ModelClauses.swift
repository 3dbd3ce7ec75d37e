/// What clauses make of a micro-step; each of them sees the sheet as it was.
struct ModelClauses {
  let timeline: ModelTimeline

  /// - Parameter new: What the states become that a clause has set.
  func decide(_ definition: ModelForm.Definition, _ new: inout [String: Int?]) throws {
    switch definition {
    case .state(let name, _, let clauses): try decide(name, clauses, &new)
    case .action(let action): try decide(action)
    case .table(let table): try decide(table)
    default: break
    }
  }

  private func decide(_ name: String, _ clauses: [ModelForm.Clause], _ new: inout [String: Int?]) throws {
    var running = new[name] ?? timeline.held(by: name)
    try forEachPayload(of: clauses.map(\.stream)) { stream, payload in
      let alternatives = clauses.filter { $0.stream.text == stream.text }
      let taken = try timeline.through(stream, payload) { names in
        func own(_ other: String) throws -> Int? { try other == name ? running : names(other) }
        guard let taken = try alternatives.first(where: { try $0.condition?.holds(own) ?? true }) else { return false }
        running = try taken.value.value(own)
        return true
      }
      if taken { new[name] = .some(running) }
    }
  }

  private func decide(_ action: ModelForm.Action) throws {
    try forEachPayload(of: action.clauses.map(\.stream)) { stream, payload in
      let alternatives = action.clauses.filter { $0.stream.text == stream.text }
      let taken: (effect: ModelForm.Action.Clause.Effect, arguments: [Int?])? = try timeline.through(stream, payload) {
        names in
        guard let taken = try alternatives.first(where: { try $0.condition?.holds(names) ?? true }) else { return nil }
        return (taken.effect, try taken.arguments.map { try $0.value(names) })
      }
      switch taken?.effect {
      case .start?: try timeline.runs.startByClause(action.name, taken?.arguments ?? [], timeline.value)
      case .stop?: timeline.runs.stop(action.name)
      case nil: break
      }
    }
  }

  /// Clauses of one stream all have their effect, up to the first whose condition holds.
  private func decide(_ table: ModelForm.Table) throws {
    try forEachPayload(of: table.clauses.map(\.stream)) { stream, payload in
      try timeline.through(stream, payload) { names in
        timeline.tables.beginPayload()
        for clause in table.clauses where clause.stream.text == stream.text {
          guard try clause.condition?.holds(names) ?? true else { continue }
          try timeline.tables.plan(clause.effect, in: table.name, names)
          if clause.condition != nil { return }
        }
      }
    }
  }

  /// Streams in the order in which clauses name them first, and what each of them brings.
  private func forEachPayload(of streams: [ModelStream], _ body: (ModelStream, Int?) throws -> Void) rethrows {
    var asked: Set<String> = []
    for stream in streams where asked.insert(stream.text).inserted {
      for payload in timeline.told(stream) { try body(stream, payload) }
    }
  }
}

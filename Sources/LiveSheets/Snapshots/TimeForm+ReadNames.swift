import Formulas

extension TimeForm {
  /// The names in lower case that expressions read at other times than when the event of that name happens.
  var readNames: Set<String> {
    var names: Set<String> = []
    forEachExpression { expression, events in
      for node in expression.tree.nodes {
        if case .name(let name, sheet: nil) = node, !events.contains(name.lowercased()) {
          names.insert(name.lowercased())
        }
      }
    }
    return names
  }

  /// Calls the body with each expression, and with the events that have surely just happened when it is evaluated.
  func forEachExpression(_ body: (TimeExpression, _ events: Set<String>) -> Void) {
    func add(_ expression: TimeExpression?, except events: Set<String> = []) {
      if let expression { body(expression, events) }
    }
    for binding in bindings { add(binding.value) }
    for action in actions {
      add(action.condition)
      for read in action.body.reads { add(read) }
      for reaction in action.reactions {
        let own = eventNames(of: reaction.stream)
        for clause in reaction.clauses {
          add(clause.condition, except: own)
          for argument in clause.arguments { add(argument, except: own) }
        }
      }
    }
    for fetch in fetches { for read in fetch.body.reads { add(read) } }
    for state in states {
      for reaction in state.reactions {
        let own = eventNames(of: reaction.stream)
        for clause in reaction.clauses {
          add(clause.condition, except: own)
          add(clause.value, except: own)
        }
      }
    }
    for reaction in tableReactions {
      // What a row is made of stays there, so all of it counts.
      let own = eventNames(of: reaction.stream)
      for clause in reaction.clauses { add(clause.condition, except: own) }
    }
    for stream in streams {
      let own = stream.sources.reduce(into: Set<String>()) { $0.formUnion(eventNames(of: $1)) }
      for function in stream.function?.functions ?? [] { add(function, except: own) }
      for setting in stream.function?.settings ?? [] { add(setting) }
    }
  }

  /// The events that have surely just happened when a stream sends: itself, and what it is made of without waiting.
  private func eventNames(of stream: Int) -> Set<String> {
    switch streams[stream].kind {
    case .event(let event):
      var names: Set<String> = [events[event].name.lowercased()]
      if let source = events[event].stream { names.formUnion(eventNames(of: source)) }
      return names
    case .action(let action, let moment):
      // The value that has just arrived is that of this run.
      switch moment {
      case .values, .succeeded: return ["\(actions[action].name).value".lowercased()]
      case .failed: return ["\(actions[action].name).error".lowercased()]
      default: return []
      }
    case .changes: return []
    case .function(let function): return function.carrier.map { eventNames(of: $0) } ?? []
    }
  }
}

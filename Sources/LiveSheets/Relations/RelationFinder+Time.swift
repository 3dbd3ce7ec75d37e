import CellModel
import Engine
import Formulas
import SheetPrograms

/// What events, actions and services do to cells.
extension RelationFinder {
  mutating func relateTime() {
    for (key, service) in sheet.timeline.work.services.sorted(by: { $0.key < $1.key }) {
      guard let item = others[key], let body = service.body else { continue }
      relate(body, to: item)
    }
    if let form = sheet.timeline.instances.first?.form { relate(form, named: { $0 }) }
    for table in sheet.tableDefinitions {
      guard let form = table.form?.form else { continue }
      relate(form) { "\(table.name)[\($0)]" }
    }
  }

  private mutating func relate(_ form: TimeForm, named name: (String) -> String) {
    let reader = StreamOrigins(form)
    for (number, event) in form.events.enumerated() {
      guard let stream = event.stream, let item = items(in: Area(event.cell)).first else { continue }
      for origin in reader.origins(of: stream) where origin != .event(number) {
        relate(origin, of: form, to: item, named: name)
      }
      for expression in reader.expressions(of: stream) { relate(expression, to: item) }
    }
    for state in form.states {
      guard let item = items(in: Area(state.cell)).first else { continue }
      for reaction in state.reactions {
        relate(stream: reaction.stream, of: form, reader, to: item, named: name)
        for clause in reaction.clauses {
          relate(clause.condition, to: item)
          relate(clause.value, to: item)
        }
      }
    }
    for action in form.actions {
      guard let item = others[name(action.name).lowercased()] else { continue }
      relate(action.condition, to: item)
      relate(action.body, to: item)
      for reaction in action.reactions {
        relate(stream: reaction.stream, of: form, reader, to: item, named: name)
        for clause in reaction.clauses {
          relate(clause.condition, to: item)
          for argument in clause.arguments { relate(argument, to: item) }
        }
      }
    }
    for fetch in form.fetches {
      guard let item = items(in: Area(fetch.cell)).first else { continue }
      relate(fetch.body, to: item)
      relate(fetch.placeholder, to: item)
    }
    for binding in form.bindings {
      guard let item = items(in: Area(binding.target)).first else { continue }
      relate(binding.value, to: item)
      if let model = binding.model, let other = items(in: Area(model.cell)).first { relate(item, to: other) }
    }
    for reaction in form.tableReactions {
      var guards: [TimeExpression] = []
      for clause in reaction.clauses {
        // Whether a clause is carried out depends on those before it, too.
        if let condition = clause.condition { guards.append(condition) }
        relate(clause, of: reaction, form, reader, under: guards, named: name)
      }
    }
  }

  private mutating func relate(
    _ clause: TableClauseForm, of reaction: TableReaction, _ form: TimeForm, _ reader: StreamOrigins,
    under guards: [TimeExpression], named name: (String) -> String
  ) {
    let table = sheet.tableDefinitions[reaction.table]
    var item: Int?
    var expressions: [TimeExpression?] = guards
    switch clause.change {
    case .insert(let position, let values):
      item = wholeTable(table.grid)
      expressions += values
      switch position {
      case .first, .last: break
      case .before(let row), .after(let row): expressions.append(row)
      }
    case .delete(let condition):
      item = wholeTable(table.grid)
      expressions.append(condition)
    case .update(let column, let value, let condition):
      item = columns[table.grid]?[column] ?? nil
      expressions += [value, condition]
    }
    guard let item else { return }
    relate(stream: reaction.stream, of: form, reader, to: item, named: name)
    for expression in expressions { relate(expression, to: item, exceptGrid: table.grid) }
  }

  private mutating func relate(
    stream: Int, of form: TimeForm, _ reader: StreamOrigins, to item: Int, named name: (String) -> String
  ) {
    for origin in reader.origins(of: stream) { relate(origin, of: form, to: item, named: name) }
    for expression in reader.expressions(of: stream) { relate(expression, to: item) }
  }

  private mutating func relate(
    _ origin: StreamOrigins.Origin, of form: TimeForm, to item: Int, named name: (String) -> String
  ) {
    switch origin {
    case .event(let number):
      for from in items(in: Area(form.events[number].cell)) { relate(from, to: item, isEvent: true) }
    case .action(let number):
      if let from = others[name(form.actions[number].name).lowercased()] { relate(from, to: item, isEvent: true) }
    case .watch(let number):
      switch form.watches[number] {
      case .cells(let area): for from in items(in: area) { relate(from, to: item, isEvent: true) }
      case .table(let expression):
        for area in expression.reads(in: engine, row: nil).areas {
          for from in items(in: area) { relate(from, to: item, isEvent: true) }
        }
      }
    }
  }

  private mutating func relate(_ expression: TimeExpression?, to item: Int, exceptGrid: GridID? = nil) {
    guard let expression else { return }
    relate(expression.reads(in: engine, row: nil).areas.filter { $0.grid != exceptGrid }, to: item)
  }

  /// What is read when an action or a fetch begins, and the services that it calls.
  private mutating func relate(_ body: RunForm, to item: Int) {
    for read in body.reads { relate(read, to: item) }
    for node in body.function.tree.nodes {
      guard case .call(let name, let arguments) = node, name.lowercased() == ServiceFunctions.call,
        let first = arguments.first, case .text(let called) = body.function.tree[first],
        let service = others[called.lowercased()]
      else { continue }
      relate(service, to: item)
    }
  }
}

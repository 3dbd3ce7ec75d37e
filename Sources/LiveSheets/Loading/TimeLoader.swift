import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Reads what a program says about time into the timeline of its sheet.
struct TimeLoader {
  let loaded: LoadedProgram
  private let timeline: Timeline
  private var work: ServiceRuns { timeline.work }

  init(_ loaded: LoadedProgram, _ timeline: Timeline) {
    self.loaded = loaded
    self.timeline = timeline
  }

  /// Reads what the units say about time; what is wrong with it is added to the sheet's findings.
  func load() {
    let form = TimeForm()
    let statements = loaded.program.statements.filter { $0.isAboutTime }
    guard !statements.isEmpty || loaded.tableDefinitions.contains(where: { $0.form != nil }) else { return }
    let statementsOfRows = loaded.tableDefinitions.flatMap { $0.form?.statements ?? [] }
    declareServices(statements + statementsOfRows)
    declareRequests(statements + statementsOfRows)
    var reader = FormReader(
      loaded, form, services: Set(work.services.keys), place: loaded.homes.place
    ) { [engine = loaded.engine, scope = loaded.scope] in
      if case .cell(let address)? = engine.names.binding(of: $0, in: scope) { address } else { nil }
    }
    reader.read(statements)
    supply(reader.serviceBodies)
    for (number, table) in loaded.tableDefinitions.enumerated() {
      reader.read(clausesOf: number, table)
      if let tableForm = table.form { supply(tableForm.read(Set(work.services.keys))) }
    }
    timeline.add(TimeInstance(form))
  }

  private func supply(_ bodies: [String: RunForm]) {
    for (key, body) in bodies where work.services[key]?.body == nil { work.services[key]?.body = body }
  }

  /// Services are known to the whole program: the first declaration with a body supplies it.
  private func declareServices(_ statements: [ProgramStatement]) {
    for placed in statements {
      guard case .service(let service) = placed.statement.kind else { continue }
      let key = service.name.key
      guard work.services[key] == nil, let calls = loaded.entry.part("calls", of: service.name.text) else { continue }
      work.services[key] = ServiceState(
        name: service.name.text, parameters: service.parameters.map(\.text), calls: calls, body: nil,
        rule: loaded.entry.rule(type: service.type, domain: service.domain, placed.unit, home: placed.statement.grid))
    }
  }

  /// Requests over the network that an action or a fetch makes by itself are answered by their names, as by a test.
  private func declareRequests(_ statements: [ProgramStatement]) {
    for placed in statements {
      if case .service = placed.statement.kind { continue }
      for formula in placed.statement.definition.formulas where formula.role == .body {
        for case .call(let name, _) in formula.formula.tree.nodes where RunReader.isBuiltIn(name) {
          guard work.services[name.lowercased()] == nil else { continue }
          work.services[name.lowercased()] = ServiceState(
            name: name.uppercased(), parameters: [], calls: nil, body: nil, rule: InputRule(type: .any))
        }
      }
    }
  }
}

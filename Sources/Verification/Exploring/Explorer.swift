import Diagnostics
import LiveSheets
import SheetText

/// Explores the states that a sheet can reach, and tells what was found.
package struct Explorer {
  package struct Options {
    package var search = SearchOptions()
    /// Whether inputs without a declared domain take the values that the tests give them.
    package var usesTests = true
    /// Whether what steps and formulas have given is looked up where they would give it again; tests turn it off.
    package var remembers = true

    package init() {}
  }

  private let model: SheetModel
  private let options: SearchOptions

  package init(document: SheetDocument, environment: LiveSheet.Environment, options: Options = Options()) {
    let memory = MemoryNote(environment.exceededMemory)
    var environment = environment.rehearsed
    environment.exceededMemory = { memory.exceededLimit() }
    let sheet = LiveSheet(document, environment: environment)
    model = SheetModel(sheet, usesTests: options.usesTests, remembers: options.remembers)
    var search = options.search
    search.metMemoryLimit = { memory.metLimit }
    search.exceededMemory = { memory.exceededLimit() }
    self.options = search
  }

  /// Explores, and tells what was found.
  package func run() -> Exploration {
    let search = Search(model, options)
    search.run()
    var result = Exploration()
    result.tried = model.tried
    result.unfollowed = model.sheet.state.functionsOfClockAndChance
    result.stateCount = search.stateCount
    result.stepCount = search.stepCount
    result.madeCount = model.madeCount
    result.end = search.end
    result.counterExamples = search.faults.violations.map {
      Exploration.CounterExample(check: $0.violation, steps: search.steps(to: $0.state))
    }
    result.findings = search.faults.findings.map { Exploration.Finding(diagnostic: $0.finding, steps: $0.steps) }
    result.modes = model.coverage { search.steps(to: $0) }
    result.growth = search.growth.map {
      let (name, kind) = model.title(ofSlot: $0.slot)
      return Exploration.Growth(name: name, valueCount: $0.valueCount, kind: kind)
    }
    if options.keepsTransitions { result.graph = model.graph(of: search) }
    return result
  }
}

/// Remembers whether a sheet was told that there is too little memory.
private final class MemoryNote {
  private(set) var metLimit: Int?
  private let ask: () -> Int?

  init(_ ask: @escaping () -> Int?) { self.ask = ask }

  func exceededLimit() -> Int? {
    let limit = ask()
    if let limit { metLimit = limit }
    return limit
  }
}

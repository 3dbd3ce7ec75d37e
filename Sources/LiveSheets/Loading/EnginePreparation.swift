import CellModel
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Tells an engine what it asks of the sheet that runs in it, before a text is loaded.
///
/// The engine outlives no sheet, and the settings hold none of what holds the engine.
struct EnginePreparation {
  let sheet: LiveSheet

  func prepare() {
    let (engine, loaded, environment) = (sheet.engine, sheet.loaded, sheet.environment)
    engine.settings.randomSeed = environment.seed
    engine.settings.stepLimit = environment.stepLimit
    engine.settings.isCancelled = environment.isCancelled
    engine.settings.exceededMemory = environment.exceededMemory
    var settings = ScopeSettings()
    settings.iteration = loaded.program.iteration.map(Iteration.init)
    engine.names.set(settings, of: sheet.scope)
    engine.settings.iteration = { [weak sheet] cell, ofScope in
      guard let sheet, sheet.loaded.workbooks.workbook(of: cell.grid) == nil else { return ofScope }
      return sheet.placing.home(of: cell).unit.declared.iteration.map(Iteration.init)
    }
    engine.settings.textReading = { [weak sheet] tree, address in
      sheet?.placing.tree(ofTextIn: address, tree) ?? tree
    }
    // The workbooks have the engine, which must not have them.
    let workbooks = loaded.workbooks
    engine.settings.phonetics = { [weak workbooks] in workbooks?.workbook(of: $0.grid)?.phonetics(at: $0) }
    engine.settings.pivotReport = { [weak workbooks] in workbooks?.workbook(of: $0.grid)?.pivot(in: $0) }
    engine.settings.shownFormula = { [unowned sheet] address in
      if let workbook = sheet.loaded.workbooks.workbook(of: address.grid) { return workbook.shownFormula(at: address) }
      guard sheet.engine.formulas.hasFormula(at: address) else { return nil }
      return sheet.lookup.writtenFormula(at: address).map { "=" + $0 }
    }
    sheet.hook.elapsed = { [unowned sheet] in sheet.timeline.time.now.seconds }
    guard environment.hasVirtualClock else {
      engine.settings.readTime = environment.now
      return
    }
    let start = environment.now()
    engine.settings.readTime = { [unowned sheet] in start + sheet.timeline.time.now.seconds / 86_400 }
  }
}

extension Iteration {
  /// What a file says at its head.
  fileprivate init(_ option: OptionDefinition) { self.init(rounds: option.rounds, tolerance: option.tolerance) }
}

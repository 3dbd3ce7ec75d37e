import CellModel
import Diagnostics
import Engine
import SheetPrograms

/// Inputs that follow expressions and other inputs.
///
/// - R1. Where ``follow(_:)`` gives `false`, each binding has seen what its expression gives, and each model its input.
final class Bindings {
  /// Gives a value as an input, or a cell of a table by the rule of its column, takes it.
  typealias Acceptance = (CellValue, InputRule?, _ name: String, CellAddress) throws(Refusal) -> CellValue

  private let cells: InstantCells
  private let accepted: Acceptance
  /// Called for each input that a binding sets or finds as it would be, with the value that the input held.
  var observer: ((CellAddress, CellValue) -> Void)?

  private var engine: Engine { cells.engine }

  init(_ cells: InstantCells, accepted: @escaping Acceptance) {
    self.cells = cells
    self.accepted = accepted
  }

  /// Sets the inputs whose expressions changed.
  ///
  /// - Returns: Whether any input was set, so that formulas must be brought up to date again.
  func follow(_ instances: [TimeInstance]) -> Bool {
    var hasSet = false
    for instance in instances where !instance.form.bindings.isEmpty {
      for (number, binding) in instance.form.bindings.enumerated() where follow(binding, number, in: instance) {
        hasSet = true
        if binding.model != nil { settle(before: number, in: instance) }
      }
    }
    return hasSet
  }

  /// Passes what a binding of two inputs has set on to the inputs that those before it keep equal.
  ///
  /// Round by round alone, three inputs in a ring would hand their values on for ever. What does not rest in as many
  /// passes as there are bindings is left to the next round, which counts.
  private func settle(before end: Int, in instance: TimeInstance) {
    let bindings = instance.form.bindings
    for _ in 0..<end {
      var isAtRest = true
      for number in (0..<end).reversed() where bindings[number].model != nil {
        if follow(bindings[number], number, in: instance) { isAtRest = false }
      }
      if isAtRest { return }
    }
  }

  private func follow(_ binding: BindingForm, _ number: Int, in instance: TimeInstance) -> Bool {
    let seen = number < instance.seen.bound.count ? instance.seen.bound[number] : nil
    let value = cells.value(of: binding.value, in: instance)
    // One that binds one way only follows its expression.
    let target = binding.model == nil ? seen?.target ?? value : engine.value(at: instance.at(binding.target))
    guard let side = SeenBinding.changed(since: seen, value: value, target: target) else { return false }
    let now = SeenBinding(value: value, target: binding.model == nil ? value : target)
    if seen == nil { instance.seen.bound.append(now) } else { instance.seen.bound[number] = now }
    guard let model = binding.model else {
      return set(binding.target, binding.targetName, binding.rule, to: value, binding, in: instance)
    }
    let hasSet =
      switch side {
      case .value: set(binding.target, binding.targetName, binding.rule, to: value, binding, in: instance)
      case .target:
        set(model.cell, model.name, model.rule, to: target, binding, in: instance)
          || set(binding.target, binding.targetName, binding.rule, to: value, binding, in: instance)
      }
    instance.seen.bound[number] = SeenBinding(
      value: engine.value(at: instance.at(model.cell)), target: engine.value(at: instance.at(binding.target)))
    return hasSet
  }

  /// Sets an input unless it holds the value already; what it does not accept is reported, and it keeps its value.
  private func set(
    _ address: CellAddress, _ name: String, _ rule: InputRule?, to value: CellValue, _ binding: BindingForm,
    in instance: TimeInstance
  ) -> Bool {
    let (address, isOfRow) = (instance.at(address), instance.row != nil)
    guard let observer else { return set(address, name, rule, to: value, binding, isOfRow: isOfRow) }
    let former = engine.value(at: address)
    defer { observer(address, former) }
    return set(address, name, rule, to: value, binding, isOfRow: isOfRow)
  }

  private func set(
    _ address: CellAddress, _ name: String, _ rule: InputRule?, to value: CellValue, _ binding: BindingForm,
    isOfRow: Bool
  ) -> Bool {
    func refuse(_ words: String) -> Bool {
      let target = isOfRow ? engine.names.name(of: address) : name
      let finding = TimeFinding.refusedBinding(target, binding.span, words)
      cells.report(binding.unit.located(finding.diagnostic, saysWhy: true))
      return false
    }
    let spelled = rule.map { $0.inSpelling(value) } ?? value
    if engine.value(at: address).isIdentical(to: spelled) { return false }
    if case .error(let error) = spelled { return refuse(error.inWords) }
    do throws(Refusal) {
      let accepted = try accepted(spelled, rule, name, address)
      if engine.value(at: address).isIdentical(to: accepted) { return false }
      engine.setConstant(accepted, at: address)
      return true
    } catch { return refuse(error.message) }
  }

  // MARK: Seeing

  /// What a binding sees now.
  private func seen(by binding: BindingForm, in instance: TimeInstance) -> SeenBinding {
    let value = cells.value(of: binding.value, in: instance)
    return SeenBinding(
      value: value, target: binding.model == nil ? value : engine.value(at: instance.at(binding.target)))
  }

  /// Takes what the bindings of some cells look at as seen, so that these keep what they hold.
  ///
  /// Of two inputs that are kept equal both have to be among the cells: one alone takes the other along.
  func see(_ cells: Set<CellAddress>, in instances: [TimeInstance]) {
    for instance in instances {
      for (number, binding) in instance.form.bindings.enumerated() where number < instance.seen.bound.count {
        let ends = [binding.target] + [binding.model?.cell].compactMap(\.self)
        if ends.allSatisfy({ cells.contains(instance.at($0)) }) {
          instance.seen.bound[number] = seen(by: binding, in: instance)
        }
      }
    }
  }

  /// Takes all that bindings look at as seen.
  func seeAll(in instance: TimeInstance) {
    instance.seen.bound = instance.form.bindings.map { seen(by: $0, in: instance) }
  }

  /// Reports the bindings that set their inputs once more.
  func reportLoop(of instances: [TimeInstance]) {
    var names: [String] = []
    var labels: [Diagnostic.Label] = []
    for instance in instances {
      for (number, binding) in instance.form.bindings.enumerated() where names.count < 8 {
        guard follow(binding, number, in: instance), !names.contains(binding.targetName) else { continue }
        names.append(binding.targetName)
        labels.append(
          Diagnostic.Label(binding.unit.useSpan ?? binding.span, labels.isEmpty ? "it is set again" : "and so is this"))
      }
    }
    cells.reports.addLoop(TimeFinding.bindingLoop(names, LoopWatch.limit, labels).diagnostic)
  }

  /// The rules of this type that do not hold, worded for a bug report; for tests.
  func brokenRules(of instances: [TimeInstance]) -> [String] {
    instances.flatMap { instance in
      instance.form.bindings.enumerated().compactMap { number, binding in
        cells.value(of: binding.value, in: instance) == instance.seen.bound[number].value
          ? nil : "R1: the binding of \(binding.targetName) has not seen its value"
      }
    }
  }
}

import CellModel
import Diagnostics
import Engine
import SheetPrograms

/// Inputs that follow expressions and other inputs.
extension Timeline {
  /// Sets the inputs whose expressions changed.
  ///
  /// - Returns: Whether any input was set, so that formulas must be brought up to date again.
  func followBindings() -> Bool {
    var hasSet = false
    for instance in instances where !instance.form.bindings.isEmpty {
      for (number, binding) in instance.form.bindings.enumerated() {
        if follow(binding, number, in: instance) { hasSet = true }
      }
    }
    return hasSet
  }

  private func follow(_ binding: BindingForm, _ number: Int, in instance: TimeInstance) -> Bool {
    let isFirst = number >= instance.seen.bound.count
    let value = binding.value.value(in: engine, row: instance.row)
    guard let model = binding.model else {
      if isFirst {
        instance.seen.bound.append(value)
      } else if instance.seen.bound[number].isIdentical(to: value) {
        return false
      }
      instance.seen.bound[number] = value
      if isFirst { instance.seen.boundTargets.append(value) }
      return set(binding.target, binding.targetName, binding.rule, to: value, binding, in: instance)
    }
    let target = engine.value(at: instance.at(binding.target))
    if isFirst {
      instance.seen.bound.append(value)
      instance.seen.boundTargets.append(target)
    } else if value.isIdentical(to: instance.seen.bound[number]),
      target.isIdentical(to: instance.seen.boundTargets[number])
    {
      return false
    }
    // The right one, the model, wins at load and when both have changed.
    let modelWins = isFirst || !value.isIdentical(to: instance.seen.bound[number])
    let hasSet =
      modelWins
      ? set(binding.target, binding.targetName, binding.rule, to: value, binding, in: instance)
      : set(model.cell, model.name, model.rule, to: target, binding, in: instance)
        || set(binding.target, binding.targetName, binding.rule, to: value, binding, in: instance)
    instance.seen.bound[number] = engine.value(at: instance.at(model.cell))
    instance.seen.boundTargets[number] = engine.value(at: instance.at(binding.target))
    return hasSet
  }

  /// Sets an input unless it holds the value already; what it does not accept is reported, and it keeps its value.
  private func set(
    _ address: CellAddress, _ name: String, _ rule: InputRule?, to value: CellValue, _ binding: BindingForm,
    in instance: TimeInstance
  ) -> Bool {
    let address = instance.at(address)
    if let observer = sheet.bindingObserver {
      let former = engine.value(at: address)
      defer { observer(address, former) }
      return set(address, name, rule, to: value, binding)
    }
    return set(address, name, rule, to: value, binding)
  }

  private func set(
    _ address: CellAddress, _ name: String, _ rule: InputRule?, to value: CellValue, _ binding: BindingForm
  ) -> Bool {
    func refuse(_ words: String) -> Bool {
      report(binding.unit.located(TimeFinding.refusedBinding(name, binding.span, words).diagnostic))
      return false
    }
    let spelled = rule.map { $0.inSpelling(value) } ?? value
    if engine.value(at: address).isIdentical(to: spelled) { return false }
    if case .error(let error) = spelled { return refuse(LiveSheet.words(for: error)) }
    do throws(Refusal) {
      let accepted = try self.accepted(spelled, by: rule, name, at: address)
      if engine.value(at: address).isIdentical(to: accepted) { return false }
      engine.setConstant(accepted, at: address)
      return true
    } catch { return refuse(error.message) }
  }

  /// The value as an input, or a cell of a table by the rule of its column, takes it.
  private func accepted(
    _ value: CellValue, by rule: InputRule?, _ name: String, at address: CellAddress
  ) throws(Refusal) -> CellValue {
    if let number = sheet.loaded.tables.number(in: address.grid) {
      let columns = sheet.tableDefinitions[number].columns
      guard columns.indices.contains(Int(address.column)) else { return value }
      return try sheet.rows(ofTable: number).accepted(
        value, by: columns[Int(address.column)], inRow: Int(address.row))
    }
    if let rule, let refusal = sheet.acceptance.refusal(of: value, by: rule, name, at: address) { throw refusal }
    return value
  }

  /// Takes what the bindings of some cells look at as seen, so that these keep what they hold.
  func seeBindings(of cells: Set<CellAddress>) {
    guard !cells.isEmpty, lookouts.hasBindings else { return }
    engine.recalculate()
    for instance in instances {
      for (number, binding) in instance.form.bindings.enumerated() where number < instance.seen.bound.count {
        let target = instance.at(binding.target)
        let isGiven = cells.contains(target) || binding.model.map { cells.contains(instance.at($0.cell)) } ?? false
        guard isGiven else { continue }
        instance.seen.bound[number] = binding.value.value(in: engine, row: instance.row)
        instance.seen.boundTargets[number] =
          binding.model == nil ? instance.seen.bound[number] : engine.value(at: target)
      }
    }
  }

  /// Reports the bindings that set their inputs once more.
  func reportBindingLoop() {
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
    reports.addLoop(TimeFinding.bindingLoop(names, Self.stepLimit, labels).diagnostic)
  }
}

import Functions

extension LiveSheet {
  /// The functions of the clock and of chance that formulas and all that happens call, by their names: what they give is no part
  /// of the sheet's state, and does not follow from it.
  package var functionsOfClockAndChance: [String] {
    var called = engine.calledFunctions
    for instance in timeline.instances {
      instance.form.forEachExpression { expression, _ in
        for node in expression.tree.nodes {
          if case .call(let name, _) = node { called.insert(name) }
        }
      }
    }
    let functions = called.compactMap { engine.catalog.function(named: $0) }
      .filter { $0.traits.contains(.volatile) && !$0.traits.contains(.readsDynamically) }
    return Set(functions.map(\.name)).sorted()
  }
}

/// What there is to a call of a function beside its body, found from the declaration once, since every call asks for it.
struct CallRules {
  /// What the function says about the kinds of the numbers that it gives.
  let kinds: KindRule
  /// Whether a call refuses some single values, of which numbers and texts are none.
  let refusesSomeValues: Bool
  /// Whether a call depends on its operands alone where the first and the third are of one size, as SUMIF.
  let mayResizeThird: Bool
  /// Whether each parameter lifts, and whether any does.
  let liftedParameters: [Bool]
  let liftsSome: Bool
  /// Whether a call reads arrays from end to end, which costs what they are long.
  let readsWholeArrays: Bool
  /// Whether a call gives the same to the same operands while no cell changes, and reads them from end to end.
  let dependsOnlyOnOperands: Bool
  /// Whether that holds but for how much of them it reads, which is all where it is run for each of many elements, and for whether it
  /// gives a reference, which it does not there.
  let mayReadParts: Bool
  /// Whether a call gives an array that tells where its operands stand, whatever is there, as ROW.
  let givesPlacesOfOperands: Bool
  /// Whether anything is to be done about a call but to run the body.
  let areSome: Bool
  /// The same for a call with single values.
  let areSomeOfValues: Bool
  /// Whether what is more to a call with single values is only to ask for the kinds of its numbers.
  let askOnlyForKinds: Bool

  init(_ parameters: [ParameterInfo], _ traits: SheetFunction.Traits, _ form: FunctionForm) {
    kinds = KindRule(traits)
    liftedParameters = parameters.map(\.lifts)
    liftsSome = liftedParameters.contains(true)
    readsWholeArrays =
      parameters.contains { !$0.lifts && !$0.isDeferred } && traits.isDisjoint(with: [.readsParts, .ignoresValues])
    dependsOnlyOnOperands = !parameters.isEmpty && form == .call && traits.isDisjoint(with: .beyondOperands)
    mayReadParts =
      !parameters.isEmpty && form == .call && traits.contains(.readsParts)
      && traits.isDisjoint(with: .beyondOperands.subtracting([.readsParts, .givesReferences]))
    mayResizeThird =
      form == .call && traits.contains(.resizesThird)
      && traits.isDisjoint(with: .beyondOperands.subtracting(.resizesThird))
    givesPlacesOfOperands =
      form == .call && traits.isSuperset(of: [.ignoresValues, .spills])
      && traits.subtracting(.ofPlaces).isDisjoint(with: .beyondOperands)
    let isStrict = traits.contains(.analysisToolPak)
    refusesSomeValues = isStrict
    areSomeOfValues = kinds != .none || isStrict
    askOnlyForKinds = kinds.dependsOnArguments && !isStrict
    areSome = areSomeOfValues || readsWholeArrays
  }
}

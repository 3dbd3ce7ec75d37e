import CellModel

/// What a function is run with in place of the ordinary call, where its arguments are single values that need no more.
package struct ShortBodies {
  /// For plain numbers.
  package private(set) var numeric: NumericBody?
  /// For values as they stand in columns.
  package private(set) var boxed: BoxedBody?
  /// For one key after the other.
  package private(set) var keyed: KeyedBody?
  /// What there is to a call beside its body.
  package private(set) var rules = ShortRules()

  init() {}

  init(_ declaration: SheetFunction.Declaration) {
    let rules = declaration.rules
    numeric = declaration.numericBody
    boxed = rules.kinds.dependsOnArguments ? nil : declaration.boxedBody
    keyed = rules.areSomeOfValues ? nil : declaration.keyedBody
    // What depends on arguments is plain where all of them are.
    self.rules = ShortRules(
      kind: rules.kinds.kindOfNumbers ?? .plain, refusesSomeValues: rules.refusesSomeValues,
      takesKinds: !rules.kinds.dependsOnArguments)
  }
}

/// What there is to a call by a short body beside that body; it refers to nothing, so that a loop hands it on for free.
@usableFromInline package struct ShortRules {
  /// The kind of the numbers that come of the bodies.
  @usableFromInline package var kind = NumberKind.plain
  /// Whether only numbers and texts may be given to a body: the ordinary call refuses some other values.
  @usableFromInline package var refusesSomeValues = false
  /// Whether numbers of all kinds may be given to a body for plain ones: what comes of it does not depend on them.
  @usableFromInline package var takesKinds = true

  /// Whether a value may be given to a body for values of columns.
  @inlinable @inline(__always)
  package func take(_ box: BoxedValue, _ slots: BoxedSlots) -> Bool {
    !refusesSomeValues || box.isNumber || box.isText || slots.isNumber(box)
  }

  /// The number that may be given to a body for plain numbers in place of a value.
  @inlinable @inline(__always)
  package func number(_ box: BoxedValue, _ slots: BoxedSlots) -> Double? {
    box.isNumber ? box.number : takesKinds ? slots.number(box) : nil
  }

  /// A value that a body gave, with the kind that the function gives to numbers.
  @inlinable @inline(__always)
  package func withKind(_ value: CellValue) -> CellValue {
    if kind != .plain, case .number(let number, .plain) = value { return .number(number, kind) }
    return value
  }
}

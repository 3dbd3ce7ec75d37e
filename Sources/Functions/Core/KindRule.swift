import CellModel

/// What a declaration says about the kind of a number that its function gives.
///
/// A function that hands values on, as INDEX does, hands their kinds on with them and needs no rule; one that computes a
/// number gives a plain one unless its declaration says otherwise.
package enum KindRule: Sendable, Hashable {
  case none
  case gives(NumberKind)
  /// The kind that the numbers of all arguments have in common.
  case common
  /// The kind that the numbers of the first argument have in common.
  case first
  /// The kind of the third argument, or of the first where there is none.
  case third

  init(_ traits: SheetFunction.Traits) {
    self =
      if traits.contains(.givesDate) { .gives(.date) } else if traits.contains(.givesDateTime) {
        .gives(.dateTime)
      } else if traits.contains(.givesTime) { .gives(.time) } else if traits.contains(.keepsKind) {
        .common
      } else if traits.contains(.keepsKindOfFirst) { .first } else if traits.contains(.keepsKindOfThird) { .third } else
      { .none }
  }

  /// The kind of every number that is given; `nil` when it depends on the arguments.
  package var kindOfNumbers: NumberKind? {
    switch self {
    case .none: .plain
    case .gives(let kind): kind
    case .common, .first, .third: nil
    }
  }

  /// Whether it gives plain numbers where all arguments are plain.
  var dependsOnArguments: Bool { self != .none && kindOfNumbers == nil }

  /// A result with the kind that the rule gives it.
  func applied(
    to result: Operand, of operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext
  ) -> Operand {
    guard case .value(let value) = result, value.commonKind == .plain else { return result }
    let kind: NumberKind =
      switch self {
      case .none: .plain
      case .gives(let kind): kind
      case .common: Self.common(operands[operands.indices], in: context)
      case .first: Self.common(operands.prefix(1), in: context)
      case .third: Self.common(operands.count > 2 ? operands[2...2] : operands.prefix(1), in: context)
      }
    guard kind != .plain else { return result }
    if case .array(let array) = value { return .value(.array(array.map { $0.withKind(kind) })) }
    return .value(value.withKind(kind))
  }

  private static func common(_ operands: Slice<UnsafeBufferPointer<Operand>>, in context: any EvaluationContext)
    -> NumberKind
  {
    var common = CommonKind()
    for operand in operands where common.found != .plain { common.add(kind(of: operand, in: context)) }
    return common.kind
  }

  /// The kind that the numbers of an operand have in common; `nil` when it has none.
  private static func kind(of operand: Operand, in context: any EvaluationContext) -> NumberKind? {
    switch operand {
    case .value(let value): return value.commonKind
    case .omitted: return nil
    case .deferred(let deferred): return kind(of: deferred.operand, in: context)
    case .reference(let reference):
      var common = CommonKind()
      for index in 0..<reference.areaCount { common.add(context.commonKind(of: reference.area(index))) }
      return common.found
    }
  }
}

extension SheetFunction {
  /// What the declaration says about the kinds of the numbers that the function gives.
  package var kindRule: KindRule { declaration.rules.kinds }
}

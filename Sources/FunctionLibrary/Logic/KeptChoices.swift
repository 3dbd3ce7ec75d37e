import CellModel
import Functions

/// What choices by long arrays came to that were made last, for whoever makes one of the same arrays again.
///
/// `SMALL(IF(A$1:A$9999 = "x", ROW(A$1:A$9999)), ROW())` filled down chooses in each row among the same elements. The array that was
/// made before is known again by where it stands to whoever has put it in order. One that nobody has asked for twice is not kept.
final class KeptChoices {
  private struct Key: Hashable {}

  /// An array by where it stands, or one value that is in each element.
  enum Side {
    case array(CellArray)
    case value(BoxedValue, CellValue)

    fileprivate func isSame(as other: Side) -> Bool {
      switch (self, other) {
      case (.array(let one), .array(let other)): one.isSameStorage(as: other)
      case (.value(let one, _), .value(let other, _)) where !one.hasSlot: one == other
      case (.value(_, .text(let one)), .value(_, .text(let other))): one.utf8.elementsEqual(other.utf8)
      default: false
      }
    }
  }

  #if ENGINE_CHECKS
    /// As few as that, so that each sheet of a test comes this way.
    private static let leastElements = 2
  #else
    /// Shorter arrays are made in no time.
    private static let leastElements = 128
  #endif
  private static let mostKept = 8

  /// The latest last; without an array as long as they were asked for once.
  private var choices: [(sides: [Side], array: CellArray?)] = []

  /// What comes of a condition and two branches.
  static func array(
    _ condition: CellArray, _ left: Side, _ right: Side, in context: any EvaluationContext, _ make: () -> CellArray?
  ) -> CellArray? {
    guard condition.count >= leastElements else { return make() }
    return context.cache.entry(for: Key()) { KeptChoices() }.array([.array(condition), left, right], make)
  }

  private func array(_ sides: [Side], _ make: () -> CellArray?) -> CellArray? {
    guard let place = choices.lastIndex(where: { zip($0.sides, sides).allSatisfy { $0.isSame(as: $1) } }) else {
      if choices.count == Self.mostKept { choices.removeFirst() }
      choices.append((sides, nil))
      return make()
    }
    if let kept = choices[place].array { return kept }
    let made = make()
    choices[place].array = made
    return made
  }
}

import CellModel
import Functions

/// What choices by long arrays came to that were made last, for whoever makes one of the same arrays again.
///
/// `SMALL(IF(A$1:A$9999 = "x", ROW(A$1:A$9999)), ROW())` filled down chooses in each row among the same elements. The array that was
/// made before is known again by where it stands to whoever has put it in order. One that nobody has asked for twice is not kept.
final class KeptChoices {
  private struct Key: Hashable {}

  /// What is made of the sides.
  enum Way: Equatable {
    /// Each element of the first picks one of the others.
    case choosing
    /// The errors among the elements of the first, or those of them that say that something is missing, are replaced by the other.
    case replacing(onlyMissing: Bool)
  }

  private struct Question {
    let way: Way
    let sides: [Side]

    func isSame(as other: Question) -> Bool {
      way == other.way && zip(sides, other.sides).allSatisfy { $0.isSame(as: $1) }
    }
  }

  /// An array by where it stands, or one value that is in each element.
  enum Side {
    case array(CellArray)
    case value(BoxedValue, CellValue)

    fileprivate var keptCount: Int { if case .array(let array) = self { array.keptCount } else { 1 } }

    fileprivate func add(to hash: inout QuickHash) {
      switch self {
      case .array(let array): hash.add(Int(bitPattern: array.identity))
      case .value(let box, _) where !box.hasSlot: hash.add(Int(bitPattern: UInt(box.bits)))
      case .value(_, .text(let text)): hash.add(text)
      case .value: hash.add(1)
      }
    }

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

  private var choices = KeptAnswers<Question, CellArray>()

  /// What comes of an array and the branches of a choice by it.
  static func array(
    _ way: Way, _ array: CellArray, _ branches: [Side], in context: any EvaluationContext, _ make: () -> CellArray?
  ) -> CellArray? {
    guard array.count >= leastElements else { return make() }
    return context.cache.entry(for: Key()) { KeptChoices() }
      .array(Question(way: way, sides: [.array(array)] + branches), make)
  }

  private func array(_ question: Question, _ make: () -> CellArray?) -> CellArray? {
    var hash = QuickHash()
    for side in question.sides { side.add(to: &hash) }
    func place() -> Int? { choices.place(of: hash.value) { $0.isSame(as: question) } }
    guard let known = place() else {
      choices.note(question, hash.value, size: question.sides.reduce(0) { $0 + $1.keptCount })
      return make()
    }
    if let kept = choices.answer(at: known) { return kept }
    let made = make()
    if let made, let place = place() { choices.keep(made, at: place, size: made.keptCount) }
    return made
  }
}

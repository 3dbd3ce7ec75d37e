import Diagnostics
import SheetPrograms

/// Counts the steps in which one thing follows from another, and knows of the last of many what took part in them.
///
/// Micro-steps of an instant are such steps, and so are the instants that follow from one change.
struct LoopWatch {
  /// The most micro-steps of an instant, and the most instants that follow from one change without time passing.
  static let limit = 10_000
  /// How many of the last steps are looked at to name a loop.
  private static let kept = 64

  private let limit: Int
  private var count = 0
  private var last: [(number: Int, parts: [LoopPart])] = []

  init(limit: Int = Self.limit) { self.limit = limit }

  /// Whether there were as many steps as there may be.
  var isOver: Bool { count >= limit }

  /// Whether the present step is one of those that are looked at.
  var isNearEnd: Bool { count >= limit - Self.kept }

  /// Takes what takes part in the present step.
  mutating func note(_ parts: [LoopPart]) {
    if let index = last.indices.last, last[index].number == count {
      last[index].parts += parts
    } else {
      if last.count == Self.kept { last.removeFirst() }
      last.append((count, parts))
    }
  }

  /// Ends the present step.
  mutating func advance() { count += 1 }

  /// All that took part in the last steps.
  var parts: [LoopPart] { last.flatMap(\.parts) }

  /// What came first in each step since the first of the last one came before.
  var round: [LoopPart] {
    guard let first = last.last?.parts.first else { return [] }
    let start = last.dropLast().lastIndex { $0.parts.contains { $0.name == first.name } } ?? last.startIndex
    return last[start...].dropLast().compactMap(\.parts.first)
  }
}

/// What takes part in a loop.
struct LoopPart {
  var name: String
  /// Where it is written, if that is known.
  var place: (span: SourceSpan, unit: SheetUnit)?
}

extension TimeFinding {
  /// The finding that things follow from each other without an end.
  static func loop(of parts: [LoopPart]) -> Diagnostic {
    var names: [String] = []
    var labels: [Diagnostic.Label] = []
    var unit: SheetUnit?
    for part in parts where names.count < 8 && !names.contains(part.name) {
      names.append(part.name)
      guard let place = part.place, place.unit === unit ?? place.unit else { continue }
      unit = place.unit
      labels.append(Diagnostic.Label(place.span, labels.isEmpty ? "it follows from itself" : "by way of this"))
    }
    let loop = TimeFinding.loop(names, LoopWatch.limit, labels).diagnostic
    return unit.map { $0.located(loop) } ?? loop
  }
}

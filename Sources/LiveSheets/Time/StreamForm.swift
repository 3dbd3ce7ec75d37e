import CellModel
import Diagnostics
import Formulas
import SheetPrograms

/// A stream as a sheet writes it, read once for all instances of the sheet.
///
/// Each stream is a node of a ``TimeForm`` and knows its sources by their numbers. What a stream remembers between events
/// is not here but in the ``TimeInstance``, so that a snapshot of a sheet can be taken and put back.
struct StreamForm {
  enum Kind {
    /// A declared or derived event, by its number.
    case event(Int)
    /// Each change of a cell; `VALUES` gives the value at load first.
    case changes(watch: Int, givesCurrent: Bool)
    case action(Int, ActionMoment)
    case every(TimeExpression)
    case map(Int, TimeExpression)
    case filter(Int, TimeExpression)
    case scan(Int, initial: TimeExpression, TimeExpression)
    case merge([Int])
    case delay(Int, TimeExpression)
    case debounce(Int, TimeExpression)
    case throttle(Int, TimeExpression)
    case hold(Int, TimeExpression)
    case take(Int, TimeExpression)
    case drop(Int, TimeExpression)
    case takeUntil(Int, stop: Int)
    case distinct(Int)
    case pairwise(Int)
    case sample(Int, by: Int)
  }

  var kind: Kind
  /// The stream as it is written, which tells whether two clauses are about the same one.
  var text: String
  /// The place where it is first written, in the text of its unit.
  var span: SourceSpan
  var unit: SheetUnit
}

/// What a stream remembers between two events.
package struct StreamMemory: Hashable {
  var value: CellValue = .blank
  /// Whether ``value`` holds something, which may be blank.
  var hasValue = false
  /// Events counted, or the number of a timer that is waited for.
  var count = 0
  var hasEnded = false
}

/// What the streams of an instance remember, by their numbers.
struct StreamMemories {
  var all: [StreamMemory]
  /// Told which memories are looked at while somebody wants to know.
  var observer: (any StateObserver)?

  init(count: Int) { all = Array(repeating: StreamMemory(), count: count) }

  subscript(stream: Int) -> StreamMemory {
    get {
      observer?.didUse(memoryOf: stream)
      return all[stream]
    }
    _modify {
      observer?.didUse(memoryOf: stream)
      yield &all[stream]
    }
  }
}

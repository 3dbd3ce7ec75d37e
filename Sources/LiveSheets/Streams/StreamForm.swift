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
    case action(Int, ActionMoment)
    /// Each change of a cell, by the number of the form's watch.
    case changes(watch: Int)
    case function(any StreamFunction)
  }

  var kind: Kind
  /// The stream as it is written, which tells whether two clauses are about the same one.
  var text: String
  /// The place where it is first written, in the text of its unit.
  var span: SourceSpan
  var unit: SheetUnit

  /// What the stream is a call of, if it is one.
  var function: (any StreamFunction)? {
    if case .function(let function) = kind { function } else { nil }
  }

  /// The streams it is made of.
  var sources: [Int] { function?.sources ?? [] }

  /// The cell whose changes it sends, as a number of the form's watches.
  var watch: Int? {
    if case .changes(let watch) = kind { watch } else { function?.watch }
  }
}

/// What a stream remembers between two events.
package struct StreamMemory: Hashable {
  var value: CellValue = .blank
  /// Whether ``value`` holds something, which may be blank.
  var hasValue = false
  /// Events counted, or the number of a timer that is waited for.
  var count = 0
  var hasEnded = false

  /// What it holds, if it holds something.
  var latest: CellValue? {
    get { hasValue ? value : nil }
    set {
      value = newValue ?? .blank
      hasValue = newValue != nil
    }
  }
}

/// What the streams of an instance remember, by their numbers.
struct StreamMemories {
  var all: [StreamMemory]
  /// Told which memories are looked at while somebody wants to know, and in which row they are then.
  var observer: (toldTo: any StateObserver, row: RowPlace?)?

  init(count: Int) { all = Array(repeating: StreamMemory(), count: count) }

  subscript(stream: Int) -> StreamMemory {
    get {
      tell(of: stream)
      return all[stream]
    }
    _modify {
      tell(of: stream)
      yield &all[stream]
    }
  }

  private func tell(of stream: Int) {
    if let observer { observer.toldTo.didUse(memoryOf: stream, in: observer.row) }
  }
}

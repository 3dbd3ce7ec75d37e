import CellModel
import Formulas

/// What takes an edit of an engine back: the former contents of what it changed, in the order in which it did.
///
/// ``CellEditor/replay(_:)`` restores them and gives the step that takes that back in turn.
struct EditStep {
  /// The former contents of a part of a grid, or a change of its shape.
  enum Entry {
    case constant(CellAddress, CellValue)
    case contents(Area, [ContentPiece])
    case shape(GridShift, deleted: [ContentPiece], formulas: [ContentPiece], names: [NameTable.BoundName])
  }

  var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
}

/// What a run of rows of one column holds: one formula, or constants.
struct ContentPiece {
  enum Content {
    case formula(template: TemplateID, references: [GroupReference])
    case constants([CellValue])
  }

  var area: Area
  var content: Content

  var isConstant: Bool { if case .constants = content { true } else { false } }
}

/// The edits that can be taken back, and those that can be made again.
///
/// A *compound* edit is open from ``begin()`` to its ``end()``; what is noted meanwhile is one edit. A *collection* is
/// a compound edit for somebody else: it is handed out and leaves the two stacks alone. While the history is *paused*
/// nothing is noted, because what happens has been noted as part of something larger.
struct EditHistory {
  /// Whether edits are kept for taking them back.
  var isRecording = false
  private var undoStack: [EditStep] = []
  private var redoStack: [EditStep] = []
  private var open: EditStep?
  private var depth = 0
  private var isPaused = false
  private var isCollecting = false

  /// A collection that was opened, with what it interrupts.
  struct Collection {
    fileprivate var outer: EditStep?
    fileprivate var wasCollecting: Bool
    fileprivate var wasPaused: Bool
  }

  /// Whether anybody wants to know the former contents of what is about to change.
  var isListening: Bool { (isRecording || isCollecting) && !isPaused }
  /// Whether a compound edit is open.
  var isOpen: Bool { depth > 0 }
  var canUndo: Bool { !undoStack.isEmpty }
  var canRedo: Bool { !redoStack.isEmpty }

  // MARK: Noting

  mutating func begin() {
    depth += 1
    if open == nil { open = EditStep() }
  }

  mutating func end() {
    depth -= 1
    guard depth == 0, let edit = open, !isCollecting else { return }
    open = nil
    if isRecording, !edit.isEmpty { push(edit) }
  }

  mutating func note(_ entry: EditStep.Entry) {
    guard isListening else { return }
    if open != nil { open?.entries.append(entry) } else { push(EditStep(entries: [entry])) }
  }

  private mutating func push(_ edit: EditStep) {
    undoStack.append(edit)
    redoStack.removeAll()
  }

  mutating func beginCollection() -> Collection {
    defer { (open, isCollecting, isPaused) = (EditStep(), true, false) }
    return Collection(outer: open, wasCollecting: isCollecting, wasPaused: isPaused)
  }

  /// Ends a collection and gives what was noted in it.
  mutating func end(_ collection: Collection) -> EditStep {
    defer { (open, isCollecting, isPaused) = (collection.outer, collection.wasCollecting, collection.wasPaused) }
    return open ?? EditStep()
  }

  /// Notes nothing from now on, and tells whether that was so before.
  mutating func pause() -> Bool {
    defer { isPaused = true }
    return isPaused
  }

  mutating func resume(_ wasPaused: Bool) { isPaused = wasPaused }

  // MARK: Going back and forth

  mutating func takeUndo() -> EditStep? { undoStack.popLast() }
  mutating func takeRedo() -> EditStep? { redoStack.popLast() }
  mutating func pushUndone(_ edit: EditStep) { redoStack.append(edit) }
  mutating func pushRedone(_ edit: EditStep) { undoStack.append(edit) }
}

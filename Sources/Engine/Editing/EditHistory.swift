import CellModel

/// What an engine needs to take edits back and to make them again.
struct EditHistory {
  /// The former contents of a part of a grid, or a change of its shape.
  enum Entry {
    case constant(CellAddress, CellValue)
    case contents(Area, [ContentPiece])
    case shape(GridShift, deleted: [ContentPiece], formulas: [ContentPiece], names: [BoundName])
  }

  /// A name and what it stood for.
  struct BoundName {
    var scope: ScopeID
    var name: String
    var binding: NameBinding
  }

  var undo: [[Entry]] = []
  var redo: [[Entry]] = []
  var open: [Entry]?
  var depth = 0
  var isRecording = false
  var isReplaying = false
}

/// Edits that are taken back, and made again, together.
package struct EditStep {
  fileprivate var entries: [EditHistory.Entry]
}

/// What a run of rows of one column holds: one formula, or constants.
struct ContentPiece {
  enum Content {
    case formula(template: Int32, references: [GroupReference])
    case constants([CellValue])
  }

  var area: Area
  var content: Content
}

/// Rows or columns inserted into a grid or deleted from it.
package struct GridShift: Sendable, Hashable {
  package enum Axis: Sendable { case rows, columns }
  package var grid: GridID
  package var axis: Axis
  package var at: Int
  package var count: Int
  package var isInsertion: Bool

  package init(_ grid: GridID, _ axis: Axis, at: Int, count: Int, isInsertion: Bool) {
    self.grid = grid
    self.axis = axis
    self.at = at
    self.count = count
    self.isInsertion = isInsertion
  }

  var inverse: GridShift { GridShift(grid, axis, at: at, count: count, isInsertion: !isInsertion) }

  /// Where a row or column comes to stand; `nil` when it is deleted.
  func moved(_ position: Int) -> Int? {
    if position < at { return position }
    if isInsertion { return position + count }
    return position < at + count ? nil : position - count
  }

  /// Where an interval comes to stand: it grows with what is inserted inside and shrinks with what is deleted.
  func moved(_ first: Int, through last: Int) -> (first: Int, last: Int)? {
    if let a = moved(first), let b = moved(last) { return (a, b) }
    let first = moved(first) ?? at
    let last = moved(last) ?? at - 1
    return first <= last ? (first, last) : nil
  }
}

extension Engine {
  /// Keeps the former contents for ``undo()`` from now on.
  package var keepsHistory: Bool {
    get { history.isRecording }
    set { history.isRecording = newValue }
  }

  package var canUndo: Bool { !history.undo.isEmpty }
  package var canRedo: Bool { !history.redo.isEmpty }

  /// Makes all edits of the body one step of the history.
  package func edit<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    beginEdit()
    defer { endEdit() }
    return try body()
  }

  private func beginEdit() {
    history.depth += 1
    if history.open == nil { history.open = [] }
  }

  private func endEdit() {
    history.depth -= 1
    guard history.depth == 0, let entries = history.open else { return }
    history.open = nil
    if history.isRecording, !entries.isEmpty {
      history.undo.append(entries)
      history.redo.removeAll()
    }
  }

  func record(_ constant: () -> EditHistory.Entry, or area: () -> Area) {
    guard history.isRecording || history.isReplaying else { return }
    let area = area()
    if group(at: area.topLeft) >= 0 || spills.anchor(covering: area.topLeft) != nil {
      append(.contents(area, contents(of: area)))
    } else {
      append(constant())
    }
  }

  func recordContents(of area: Area) {
    guard history.isRecording || history.isReplaying else { return }
    append(.contents(area, contents(of: area)))
  }

  func append(_ entry: EditHistory.Entry) {
    if history.open != nil {
      history.open?.append(entry)
    } else if history.isRecording {
      history.undo.append([entry])
      history.redo.removeAll()
    }
  }

  /// Drops all steps, because what they would restore is not there any more.
  package func forgetHistory() {
    history.undo = []
    history.redo = []
  }

  /// Takes the edits that were recorded since the last call; `nil` when there were none.
  ///
  /// They belong to the caller then, who may put them among edits of other kinds; ``undo()`` knows them no more.
  package func takeStep() -> EditStep? {
    let entries = history.undo.flatMap { $0 }
    forgetHistory()
    return entries.isEmpty ? nil : EditStep(entries: entries)
  }

  /// Takes a step back and gives the one that makes it again; steps are taken back in the reverse order of their making.
  package func replay(_ step: EditStep) -> EditStep { EditStep(entries: replay(step.entries)) }

  /// Takes the last step back; `false` when there is none.
  package func undo() -> Bool {
    guard let entries = history.undo.popLast() else { return false }
    history.redo.append(replay(entries))
    return true
  }

  /// Makes the last step that was taken back again; `false` when there is none.
  package func redo() -> Bool {
    guard let entries = history.redo.popLast() else { return false }
    history.undo.append(replay(entries))
    return true
  }

  /// Restores former contents, last first, and gives what takes that back.
  private func replay(_ entries: [EditHistory.Entry]) -> [EditHistory.Entry] {
    let wasRecording = history.isRecording
    history.isRecording = false
    history.isReplaying = true
    history.open = []
    for entry in entries.reversed() {
      switch entry {
      case .constant(let address, let value): setConstant(value, at: address)
      case .contents(let area, let pieces): restore(pieces, in: area)
      case .shape(let shift, let deleted, let formulas, let names): undoShape(shift, deleted, formulas, names)
      }
    }
    let inverse = history.open ?? []
    history.open = nil
    history.isReplaying = false
    history.isRecording = wasRecording
    return inverse
  }

  // MARK: Contents

  /// What an area holds, without what has only spilled into it.
  func contents(of area: Area) -> [ContentPiece] {
    var pieces: [ContentPiece] = []
    let grid = Int(area.grid.rawValue)
    let used = usedArea(area)
    guard area.left < grids[grid].columnCount else { return [] }
    for column in Int(area.left)...min(Int(area.right), grids[grid].columnCount - 1) {
      var taken: [ClosedRange<Int>] = []
      forEachOwner(grid: grid, column: column, rows: Int(area.top)...Int(area.bottom)) { id in
        let group = groups[id]
        let run = Area(
          grid: area.grid, top: Int(max(group.first, area.top)), left: column,
          bottom: Int(min(group.last, area.bottom)),
          right: column)
        let start = Int(group.referenceStart)
        pieces.append(
          ContentPiece(
            area: run,
            content: .formula(
              template: group.template, references: references[start..<start + Int(group.referenceCount)])))
        taken.append(Int(run.top)...Int(run.bottom))
      }
      guard !used.isEmpty else { continue }
      taken.sort { $0.lowerBound < $1.lowerBound }
      var row = Int(used.top)
      for formula in taken + [Int(used.bottom) + 1...Int(used.bottom) + 1] {
        appendConstants(area.grid, column, from: row, to: min(formula.lowerBound, Int(used.bottom) + 1), &pieces)
        row = max(row, formula.upperBound + 1)
      }
    }
    return pieces
  }

  private func appendConstants(
    _ grid: GridID, _ column: Int, from low: Int, to high: Int, _ pieces: inout [ContentPiece]
  ) {
    var start = low
    while start < high {
      func constant(_ row: Int) -> CellValue {
        let address = CellAddress(grid: grid, row: row, column: column)
        return spills.anchor(covering: address) == nil ? storedValue(at: address) : .blank
      }
      if constant(start).isBlank {
        start += 1
        continue
      }
      var end = start
      var values: [CellValue] = []
      while end < high, case let value = constant(end), !value.isBlank {
        values.append(value)
        end += 1
      }
      pieces.append(
        ContentPiece(
          area: Area(grid: grid, top: start, left: column, bottom: end - 1, right: column), content: .constants(values))
      )
      start = end
    }
  }

  private func restore(_ pieces: [ContentPiece], in area: Area) {
    clear(area)
    let wasReplaying = history.isReplaying
    history.isReplaying = false
    install(pieces)
    history.isReplaying = wasReplaying
  }

  func install(_ pieces: [ContentPiece]) {
    for piece in pieces {
      clearSpillsAndFormulas(in: piece.area)
      switch piece.content {
      case .formula(let template, let references):
        makeColumn(piece.area.topLeft)
        install(template, references, over: piece.area)
      case .constants(let values):
        for (offset, value) in values.enumerated() {
          let address = CellAddress(
            grid: piece.area.grid, row: Int(piece.area.top) + offset, column: Int(piece.area.left))
          makeColumn(address)
          store(constant: value, at: address)
        }
      }
    }
  }
}

import CellModel
import Engine
import LiveSheets

/// Notes on which slots of a snapshot a step depends, and which it sets.
///
/// Formulas are followed back to the places they are made of: what reads a formula depends on those. So two states that
/// agree in the slots that a step has read go on alike in the slots that it has set. These rules hold:
///
/// - R1. A step that was recorded reads no slot outside of ``reads``, directly or through formulas, whatever the other
///   slots hold.
/// - R2. It sets no slot outside of ``writes``.
/// - R3. Where either cannot be known, ``isOpaque`` says so.
final class AccessRecorder: StateObserver {
  private let sheet: LiveSheet
  private let slots: SlotMap
  private var sources: FormulaSources
  private(set) var reads: SlotSet
  private(set) var writes: SlotSet
  private(set) var isOpaque = false
  /// Off while the sheet looks for changes of all that it watches; ``end()`` finds out what of it mattered.
  private var isNotingReads = true

  init(_ sheet: LiveSheet, _ slots: SlotMap) {
    self.sheet = sheet
    self.slots = slots
    sources = FormulaSources(sheet.engine, slots)
    reads = SlotSet(count: slots.count)
    writes = SlotSet(count: slots.count)
  }

  /// Begins to note what happens to the sheet from now on.
  ///
  /// - Parameter row: The row without which nothing would happen.
  func begin(in row: RowPlace? = nil) {
    reads = SlotSet(count: slots.count)
    writes = SlotSet(count: slots.count)
    isOpaque = false
    isNotingReads = true
    sources.lookForRows()
    // Which formulas there are, and what the sheet watches, depends on how many rows there are.
    for slot in slots.countsOfRows { reads.insert(slot) }
    if let row, let table = slots.table(numbered: row.table) { reads.insert(table.slot(ofRow: Int32(row.row))) }
    sheet.stateObserver = self
  }

  /// Ends the notes and adds what was left out of them: what the sheet watches, where the step has touched it.
  func end() {
    sheet.stateObserver = nil
    for read in sheet.state.watchedReads where isTouched(read) {
      if let stream = read.stream { didUse(memoryOf: stream, in: read.row) }
    }
  }

  /// Whether the step may have changed what is watched, which it depends on then.
  private func isTouched(_ read: WatchedRead) -> Bool {
    guard let union = sources.slots(of: read.areas) else {
      isOpaque = true
      return true
    }
    if read.readsMore { isOpaque = true }
    guard union.intersects(writes) else { return false }
    reads.formUnion(union)
    return true
  }

  // MARK: Being told

  func didRead(_ area: Area) {
    guard isNotingReads, !isOpaque else { return }
    guard let found = sources.slots(of: area) else {
      isOpaque = true
      return
    }
    reads.formUnion(found)
  }

  func didReadMore() { if isNotingReads { isOpaque = true } }

  func didWrite(_ address: CellAddress) {
    if let slot = slots[.cell(address)] {
      writes.insert(slot)
    } else if let table = slots.table(address.grid) {
      // The other cells of the row stay.
      didUse(slot: table.slot(ofRow: address.row))
    }
  }

  func didUse(memoryOf stream: Int, in row: RowPlace?) {
    guard let row else { return didUse(.memory(stream: stream)) }
    if let table = slots.table(numbered: row.table) { didUse(slot: table.slot(ofRow: Int32(row.row))) }
  }

  func didChangePendingWork() { didUse(.pendingWork) }
  func didChangeRows() { isOpaque = true }
  func willLookForChanges() { isNotingReads = false }
  func didLookForChanges() { isNotingReads = true }

  private func didUse(_ place: StatePlace) {
    if let slot = slots[place] { didUse(slot: slot) }
  }

  private func didUse(slot: Int) {
    reads.insert(slot)
    writes.insert(slot)
  }
}

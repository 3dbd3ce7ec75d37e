import CellModel
import LiveSheets

/// Takes snapshots of a sheet and puts them back.
///
/// A snapshot is a list of small numbers, one for each place of the sheet's state, so that snapshots are compared and
/// stored cheaply; equal numbers mean equal contents. Formulas follow from the rest.
///
/// - Complexity: Taking a snapshot costs a look at each place; putting one back costs most for the places that differ.
final class SnapshotKeeper {
  private let sheet: LiveSheet
  let slots: SlotMap
  private var contents = Interned<StateContent>()
  /// The snapshot that the sheet is in; empty where it is not known.
  private var current: [UInt32] = []

  init(_ sheet: LiveSheet) {
    self.sheet = sheet
    slots = SlotMap(sheet)
  }

  func number(of value: CellValue) -> UInt32 { contents.number(of: .value(value)) }

  /// The value of a cell by its number.
  func value(_ number: UInt32) -> CellValue {
    guard case .value(let value) = contents[number] else { preconditionFailure("the content of no cell") }
    return value
  }

  /// The snapshot of the sheet as it is.
  func take() -> [UInt32] {
    current = slots.places.map { contents.number(of: sheet.content(of: $0)) }
    return current
  }

  /// Puts the sheet into a snapshot, with all formulas up to date.
  func restore(_ snapshot: [UInt32]) {
    let isKnown = current.count == snapshot.count
    var changes: [(place: StatePlace, content: StateContent)] = []
    for (slot, number) in snapshot.enumerated() {
      let content = contents[number]
      guard !isKnown || current[slot] != number || content.countsFromNow else { continue }
      changes.append((slots.places[slot], content))
    }
    sheet.restore(changes)
    current = snapshot
  }
}

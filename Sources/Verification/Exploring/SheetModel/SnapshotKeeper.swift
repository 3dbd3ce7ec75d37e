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
  private var unread: UnreadColumns
  private var contents = KeptContents()
  /// The snapshot that the sheet is in, or was in before something happened to it; empty where it is not known.
  private var current: [UInt32] = []
  /// What the snapshots that were taken have grown by.
  private(set) var growth = EntryGrowth()

  init(_ sheet: LiveSheet) {
    self.sheet = sheet
    slots = SlotMap(sheet)
    unread = UnreadColumns(sheet)
  }

  /// About how many bytes the contents take.
  var byteCount: Int { contents.byteCount }

  func number(of value: CellValue) -> UInt32 { contents.number(of: .value(value)) }

  /// The value of a cell by its number.
  func value(_ number: UInt32) -> CellValue {
    guard case .value(let value) = contents[number] else { preconditionFailure("the content of no cell") }
    return value
  }

  /// How many rows a table has in a snapshot, by the number of its rows.
  func rowCount(_ number: UInt32) -> Int { contents.rowCount(number) }

  /// The snapshot of the sheet as it is.
  func take() -> [UInt32] {
    let former = current.count == slots.count ? current : nil
    unread.lookForRows(in: sheet)
    let state = sheet.state
    current = slots.places.enumerated().map { slot, place in
      let content = state.content(of: place, without: unread)
      // Most places hold what they held before.
      if let number = former?[slot], contents.isNumber(number, of: content) { return number }
      growth.note(content, in: slot)
      return contents.number(of: content)
    }
    return current
  }

  /// Puts the sheet into a snapshot, with all formulas up to date.
  func restore(_ snapshot: [UInt32]) {
    let isKnown = current.count == snapshot.count
    var changes: [(place: StatePlace, content: StateContent)] = []
    for (slot, number) in snapshot.enumerated() {
      let place = slots.places[slot]
      let isOther = !isKnown || current[slot] != number
      guard isOther || place == .pendingWork || place == .cycles else { continue }
      let content = contents[number]
      guard isOther || content.moves else { continue }
      changes.append((place, content))
    }
    sheet.restore(changes)
    current = snapshot
  }
}

import CellModel
import Hosting
import LiveSheets
import ReactiveCore

/// The access of a driver to a sheet that takes part in the graph of properties.
///
/// The graph's functions hold it and not the sheet, so that a sheet can be released while a property of it is being set.
final class GraphAccess: SheetAccess {
  /// What properties follow of the sheet.
  let changes: FollowedAreas
  /// The sheet; what comes after its release finds nobody.
  weak var sheet: Sheet?

  init(_ live: LiveSheet) { changes = FollowedAreas(FollowedCells(of: live)) }

  func read<Result>(_ body: () -> Result) -> Result? { sheet?.host.read(body) }

  func change(_ body: () -> Void) {
    sheet?.host.perform {
      body()
      return ((), changes.keys())
    }
  }

  func afterwards(_ action: @escaping () -> Void) {
    guard let sheet else { return }
    // Held until then: a sheet must not be released while the lock is held.
    sheet.host.afterwards { withExtendedLifetime(sheet, action) }
  }
}

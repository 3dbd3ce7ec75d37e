import Engine
import LiveSheets

/// How far real time has come since a sheet was loaded.
///
/// It stands still while the machine sleeps, and goes on from the sheet's own time when a step has sent that ahead.
struct SheetClock {
  private var start = SuspendingClock.now
  /// The engine of the sheet that is followed; a sheet that is loaded anew has another one.
  private weak var engine: Engine?

  /// The time that a sheet should have by now.
  var now: SheetTime {
    let (seconds, attoseconds) = (SuspendingClock.now - start).components
    return SheetTime(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }

  /// Begins anew for a sheet that is another one than before, or further than this clock.
  mutating func follow(_ sheet: LiveSheet) {
    guard sheet.engine !== engine || sheet.time > now else { return }
    engine = sheet.engine
    start = SuspendingClock.now - .microseconds(sheet.time.microseconds)
  }

  /// How long it is until the next timer of a sheet; `nil` when none waits.
  func pause(before timer: SheetTime?) -> Duration? {
    timer.map { .microseconds(max(0, ($0 - now).microseconds)) }
  }
}

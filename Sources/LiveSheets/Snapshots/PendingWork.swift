import CellModel

/// What is under way in a sheet: its timers, runs and open calls, and what is held back, told without the numbers they
/// happen to have.
///
/// Two snapshots with equal pending work go on in the same way. Times are counted from the snapshot itself.
package struct PendingWork: Hashable {
  /// Whose a run is: the instance by its place, and the action or fetch.
  enum Owner: Hashable {
    case action(InstancePlace, Int)
    case fetch(InstancePlace, Int)
    /// The call that the run's service body answers, by its place in ``calls``.
    case call(Int)
  }

  struct Timer: Hashable {
    enum Kind: Hashable {
      case stream(instance: InstancePlace, stream: Int, CellValue)
      case answer(run: Int, index: Int)
    }
    var after: SheetTime
    var kind: Kind
  }

  struct Answer: Hashable {
    var role: ServiceRun.Answer.Role
    var value: CellValue?
    var isComplete: Bool
    var failure: String?
    var held: [CellValue]
    var call: Int?
    var count: Int
  }

  struct Run: Hashable {
    var owner: Owner
    var inputs: [CellValue]
    var answers: [Answer]
    var value: CellValue?
  }

  struct Call: Hashable {
    var service: String
    var arguments: [CellValue]
    var run: Int
    var index: Int
    var body: Int?
  }

  /// A stream that keeps an event back.
  struct Held: Hashable {
    var instance: InstancePlace
    var stream: Int
  }

  /// The next one first.
  var timers: [Timer] = []
  var runs: [Run] = []
  var calls: [Call] = []
  /// The streams that keep an event back, in the order in which they send it when nothing holds it any more; the events
  /// are what the streams remember.
  var held: [Held] = []

  var isEmpty: Bool { timers.isEmpty && runs.isEmpty && calls.isEmpty && held.isEmpty }
}

/// Where an instance stands, by which it is told while rows come and go: the sheet itself, or a row of a table.
struct InstancePlace: Hashable {
  /// The number of the table; -1 for the sheet itself.
  var table = -1
  var row = 0

  static let sheet = InstancePlace()

  /// The row of a table; `nil` for the sheet itself.
  var rowPlace: RowPlace? { self == .sheet ? nil : RowPlace(table: table, row: row) }
}

/// Finds instances by their places, and the other way round.
struct InstancePlaces {
  /// The sheet itself; `nil` where nothing happens.
  let main: TimeInstance?
  let tables: LoadedTables

  func place(of instance: TimeInstance) -> InstancePlace {
    guard let row = instance.row else { return .sheet }
    return InstancePlace(table: tables.number(in: instance.form.table) ?? 0, row: row)
  }

  /// The instance at a place; `nil` when its row is not there any more.
  func instance(at place: InstancePlace) -> TimeInstance? {
    guard place != .sheet else { return main }
    let rows = tables.list[place.table].rows
    return place.row < rows.count ? rows[place.row] : nil
  }
}

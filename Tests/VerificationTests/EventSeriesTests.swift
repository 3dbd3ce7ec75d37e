import CellModel
import Foundation
import FunctionLibrary
import SheetText
import TestSupport
import Testing

@testable import LiveSheets

/// Random series of events on the example sheets: incremental and from-scratch evaluation agree, checks hold, and an ended
/// sheet leaves nothing behind.
///
/// `EVENT_SERIES` in the environment says how many series each sheet goes through, `EVENT_FROM` with which seed they begin;
/// `EVENT_SEED` tries one alone.
@Suite("Series of events")
struct EventSeriesTests {
  /// The example sheets in which something happens, and whether their checks hold whatever happens.
  static let sheets: [(path: String, checksHold: Bool)] = [
    ("forms/BestVoucher", true), ("forms/Notifications", true), ("forms/OrderForm", true), ("forms/RecycledCell", true),
    ("forms/Register", true), ("forms/SearchAction", true), ("forms/SwitchingQuiet", true),
    ("forms/SwitchingTransition", true), ("forms/TimerCounter", true), ("people-crm/Notes", true),
    ("people-crm/PeopleList", true), ("people-crm/PersonAdding", true), ("people-crm/PersonAddingDecide", false),
    ("people-crm/PersonContainer", true), ("people-crm/PersonDetail", true), ("people-crm/SavedPeople", true),
    ("people-crm/TwitterClient", true), ("people-crm/TwoPeople", true), ("vending/vending", true),
    ("loan/choices", false),
  ]
  private static let stepCount = 30

  @Test("Evaluating anew changes nothing, checks hold, and nothing is left behind", arguments: sheets.map(\.path))
  func series(path: String) throws {
    let checksHold = Self.sheets.first { $0.path == path }?.checksHold ?? false
    let variables = ProcessInfo.processInfo.environment
    let (document, environment) = try Self.sheet(path)
    if let seed = variables["EVENT_SEED"].flatMap({ UInt64($0) }) {
      _ = Self.runs(document, environment, seed: seed, checksHold: checksHold)
      return
    }
    let count = variables["EVENT_SERIES"].flatMap { Int($0) } ?? TestLength.count(5, of: 600)
    let first = variables["EVENT_FROM"].flatMap { Int($0) } ?? 0
    for seed in first..<first + count {
      guard Self.runs(document, environment, seed: UInt64(seed), checksHold: checksHold) else { return }
    }
  }

  @Test("Every example sheet in which something happens goes through series of events")
  func allSheets() throws {
    let known = Set(Self.sheets.map { $0.path + ".sheet" })
    let paths = FileManager.default.enumerator(atPath: Self.folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths where path.hasSuffix(".sheet") && !known.contains(path) {
      let (document, environment) = try Self.sheet(String(path.dropLast(6)))
      let sheet = LiveSheet(document, environment: environment)
      let isStill = sheet.timeline.isEmpty
      #expect(isStill, "\(path)")
    }
    #expect(paths.count > known.count)
  }

  /// Whether one series goes well.
  private static func runs(
    _ document: SheetDocument, _ environment: LiveSheet.Environment, seed: UInt64, checksHold: Bool
  ) -> Bool {
    weak var sheet: LiveSheet?
    weak var timeline: Timeline?
    weak var instance: TimeInstance?
    do {
      var series = EventSeries(document, environment, seed: seed)
      for _ in 0..<stepCount {
        series.step()
        let faults = series.faults(checksHold: checksHold && !series.isWild)
        guard faults.isEmpty else {
          Issue.record(
            "seed \(seed): \(faults.joined(separator: "\n  "))\nafter\n  \(series.log.joined(separator: "\n  "))")
          return false
        }
      }
      (sheet, timeline, instance) = (series.sheet, series.sheet.timeline, series.sheet.timeline.instances.last)
      for instance in series.sheet.timeline.instances { series.sheet.timeline.end(instance) }
      #expect(isOver(series.sheet.timeline), "seed \(seed)")
    }
    #expect(sheet == nil && timeline == nil && instance == nil, "seed \(seed): something keeps the sheet")
    return sheet == nil
  }

  private static func isOver(_ timeline: Timeline) -> Bool {
    timeline.time.timers.isEmpty && timeline.work.runs.isEmpty && timeline.work.calls.isEmpty
      && timeline.streams.holding.isEmpty && timeline.streams.step.pending.isEmpty && !timeline.work.hasWaiting
  }

  private static func sheet(_ path: String) throws -> (SheetDocument, LiveSheet.Environment) {
    let file = folder.appendingPathComponent(path + ".sheet")
    let directory = file.deletingLastPathComponent()
    var environment = LiveSheet.Environment(
      catalog: .standard, readFile: { [UInt8](try Data(contentsOf: directory.appendingPathComponent($0))) },
      services: .mocked)
    environment.hasVirtualClock = true
    return (SheetDocument(name: path + ".sheet", bytes: [UInt8](try Data(contentsOf: file))), environment)
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("sheets")
}

import Dispatch
import Foundation
import Sheaf

/// Two sheets on two threads beside one on one.
enum Threads {
  private static let rows = 200_000
  private static let rounds = 20

  static func twoSheets() throws -> [Row] {
    let sheets = [try sheet(), try sheet()]
    let alone = wall { work(on: sheets[0]) }
    let both = wall { DispatchQueue.concurrentPerform(iterations: 2) { work(on: sheets[$0]) } }
    return [
      Row(
        "two sheets on two threads, time of one on one thread", both / alone, "×", good: 1.11, must: 1.25,
        note: "wall time; two cores must be free"),
      Row("  one sheet alone, a recalculation of \(rows) rows, wall", alone * 1e3 / Double(rounds), "ms"),
    ]
  }

  private static func sheet() throws -> Sheet {
    try Sheet(
      """
      input rate = 2
      A1:A\(rows) = ROW() * 0.5
      B1:B\(rows) = MOD(A1 * rate, 7) + SQRT(A1)
      total = SUM(B1:B\(rows))
      """)
  }

  private static func work(on sheet: Sheet) {
    let rate = sheet.input("rate")
    let total = sheet["total"].number
    for round in 1...rounds {
      rate.value = .number(Double(round % 5 + 1))
      _ = total.value
    }
  }

  /// The least seconds by the clock of several runs of a body.
  private static func wall(_ body: () -> Void) -> Double {
    var least = Double.infinity
    for _ in 0..<5 {
      let start = DispatchTime.now().uptimeNanoseconds
      body()
      least = min(least, Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9)
    }
    return least
  }
}

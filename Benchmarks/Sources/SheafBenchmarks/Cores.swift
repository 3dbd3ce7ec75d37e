import Dispatch
import Sheaf

/// Recalculations on all cores beside the same on one, in turns, by the clock.
enum Cores {
  private static let sheets: [(name: String, text: String, recalculated: String)] = [
    (
      "(A+50)+(B-10) down a million rows",
      """
      A1:A1000000 = ROW() * 0.5
      B1:B1000000 = ROW() * 2
      C1:C1000000 = (A1 + 50) + (B1 - 10)
      """, "C1:C1000000"
    ),
    (
      "IF, SQRT and PMT down a million rows",
      """
      A1:A1000000 = ROW() * 0.5
      B1:B1000000 = IF(A1 > 1000, SQRT(A1), A1 * 2) + PMT(0.01, 12, A1)
      """, "B1:B1000000"
    ),
    (
      "SUM of 100 rows, sliding, down a million rows",
      """
      A1:A1000100 = ROW() * 0.5
      B1:B1000000 = SUM(A1:A100)
      """, "B1:B1000000"
    ),
    (
      "UPPER(LEFT(A1,4))&\"-\"&ROW() down 200,000 rows",
      """
      A1:A200000 = "name " & ROW()
      B1:B200000 = UPPER(LEFT(A1, 4)) & "-" & ROW()
      """, "B1:B200000"
    ),
    (
      "IF of texts down 200,000 rows",
      """
      A1:A200000 = MOD(ROW(), 7)
      B1:B200000 = IF(A1 > 3, "large", "small") & TEXT(A1, "0.00")
      """, "B1:B200000"
    ),
    (
      "three columns of 20,000 rows, each of the one before",
      """
      A1:A20000 = ROW() * 0.5
      B1:B20000 = SQRT(A1) * 3 + A1 / 7
      C1:C20000 = IF(B1 > 100, B1, A1) * 2 - INT(A1)
      D1:D20000 = (B1 + C1) * (A1 - 1) / (A1 + 1)
      """, "B1:D20000"
    ),
  ]

  static func rows() throws -> [Row] {
    let most = allCores
    defer { Sheet.threadLimit = 1 }
    var rows: [Row] = []
    for (name, text, recalculated) in sheets {
      let sheet = try Sheet(text)
      var least = (one: Double.infinity, all: Double.infinity)
      for _ in 0..<15 {
        Sheet.threadLimit = 1
        least.one = min(least.one, wall { sheet.recalculate(only: recalculated) })
        Sheet.threadLimit = most
        least.all = min(least.all, wall { sheet.recalculate(only: recalculated) })
      }
      rows.append(
        Row(
          "\(most) threads: \(name)", least.one / least.all, "× as fast", note: "\(milliseconds(least.one)) ms on one"))
    }
    return rows
  }

  /// As many threads as there may be; the program has limited itself to one.
  private static var allCores: Int {
    Sheet.threadLimit = .max
    return Sheet.threadLimit
  }

  private static func milliseconds(_ seconds: Double) -> Double { (seconds * 1e5).rounded() / 100 }

  private static func wall(_ body: () -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
  }
}

import Foundation
import Sheaf

/// A column of 100,000 formulas of one function over made-up inputs, evaluated anew after one number was edited.
///
/// `functions.tsv` lists the family, the name and the formula of each; `functions.py` runs the same on other engines.
enum FunctionCalls {
  static let count = 100_000

  /// The cells that the formulas read; `functions.py` fills the same.
  private static let inputs = """
    A1:A\(count) = MOD(ROW() * 7919, 1000) / 10 + 0.05
    B1:B\(count) = MOD(ROW() * 104729, 97) + 1
    C1:C\(count) = MOD(ROW() * 31, 100) / 100 + 0.005
    E1:E\(count) = "w" & MOD(ROW(), 1000) & " Hello"
    F1:F1000 = ROW()
    G1:G1000 = MOD(ROW() * 37, 1000)
    H1:H\(count) = 40000 + MOD(ROW() * 13, 5000)
    I1:I\(count) = H1 + 30 + MOD(ROW() * 17, 3000)
    K1 = -1000
    K2:K20 = 100
    D1 = 1

    """

  static func rows(holding part: String?) throws -> [Row] {
    let table = URL(filePath: #filePath).appending(path: "../../../functions.tsv").standardized
    return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      if let part, !fields[1].contains(part) { return nil }
      let formula = fields[2].replacing("@", with: "1").replacing("+d", with: "+D$1*1E-9")
        .replacing("&d", with: "&D$1").replacing(",d)", with: ",D$1)")
      let sheet = try Sheet(inputs + "J1:J\(count) = \(formula)\n")
      let seconds = try Graphs.leastEdit(of: 3, "D1", in: sheet)
      return Row("\(fields[0]), \(fields[1])", seconds, "s", note: "\(try sheet.evaluate("J7"))")
    }
  }
}

import CellModel
import Foundation

/// The cases of one project, and those of them on which we differ with a reason.
struct OutsideSuite: Sendable {
  /// How the cases of a suite came out.
  struct Report {
    var agreed = 0
    /// The cases on which we differ on purpose, by kind of reason.
    var disagreed: [Disagreement.Kind: Int] = [:]
    /// One line a case: its name, the formula, what was expected, what came.
    var wrong: [String] = []
    /// Reasons that explain nothing, because their case agrees or is not there.
    var idle: [String] = []
  }

  let name: String
  let cases: [OutsideCase]
  let disagreements: [String: Disagreement]

  /// Reads a suite and its reasons, which stand beside this file.
  init(named name: String) throws {
    self.name = name
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let decoder = JSONDecoder()
    cases = try String(contentsOf: folder.appending(path: "Cases/\(name).jsonl"), encoding: .utf8)
      .split(separator: "\n").map { try decoder.decode(OutsideCase.self, from: Data($0.utf8)) }
    disagreements = try Disagreement.all(in: folder.appending(path: "Reasons"), of: name)
  }

  func run() -> Report {
    var report = Report()
    var unused = Set(disagreements.keys)
    for outside in cases {
      let actual = outside.evaluated()
      let shown = Self.text(of: actual)
      if outside.accepts(actual) {
        report.agreed += 1
      } else if let disagreement = disagreements[outside.id], disagreement.covers(shown) {
        report.disagreed[disagreement.kind, default: 0] += 1
        unused.remove(outside.id)
      } else {
        let expected = outside.expectedArray.map { rows in
          rows.map { $0.map { Self.text(of: $0.value) }.joined(separator: ",") }.joined(separator: ";")
        }
        report.wrong.append(
          "\(outside.id)\t\(outside.formula)\t\(expected ?? Self.text(of: outside.expected.value))\t\(shown)")
      }
    }
    report.idle = unused.sorted()
    return report
  }

  /// A value in one line.
  static func text(of value: CellValue) -> String {
    switch value {
    case .number(let number, _): return "\(number)"
    case .text(let text): return "\"\(text.replacing("\n", with: "\\n").replacing("\t", with: "\\t"))\""
    case .logical(let logical): return logical ? "TRUE" : "FALSE"
    case .error(let error): return error.code.text
    case .blank: return "blank"
    case .array(let array):
      return (0..<array.rows).map { row in
        (0..<array.columns).map { text(of: array[row, $0]) }.joined(separator: ",")
      }.joined(separator: ";")
    default: return "\(value)"
    }
  }
}

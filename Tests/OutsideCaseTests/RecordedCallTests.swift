import CellModel
import Foundation
import Testing

/// Random calls of every function that LibreOffice has as well, with the values that it gave them.
///
/// Where LibreOffice differs from Excel, a line of `Reasons/libreoffice.tsv` says how and why, for a kind of call.
@Suite("Recorded calls")
struct RecordedCallTests {
  @Test("LibreOffice agrees on random calls, but for the reasons that are listed")
  func libreOffice() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let recording = try RecordedCalls(contentsOf: folder.appending(path: "Cases/libreoffice.tsv"))
    let rules = try RecordedRule.all(in: folder.appending(path: "Reasons/libreoffice.tsv"))
    var agreed = 0
    var explained = [Int](repeating: 0, count: rules.count)
    var wrong: [String] = []
    for (call, value) in zip(recording.calls, recording.values()) {
      let shown = OutsideSuite.text(of: value)
      if call.accepts(value) {
        agreed += 1
      } else if let rule = rules.firstIndex(where: { $0.explains(call, ours: shown) }) {
        explained[rule] += 1
      } else {
        wrong.append("libreoffice:0\t\(call.formula)\t\(call.written)\t\(shown)")
      }
    }
    print(
      "\(recording.program): \(agreed) agreed,",
      "\(explained.reduce(0, +)) disagreed by \(rules.count) reasons, \(wrong.count) wrong")
    #expect(wrong.isEmpty, "\n\(wrong.joined(separator: "\n"))")
    let idle = zip(rules, explained).filter { $0.1 == 0 }.map(\.0.line)
    #expect(idle.isEmpty, "reasons without a call:\n\(idle.joined(separator: "\n"))")
    #expect(recording.calls.count >= 20_000)
    #expect(Dictionary(grouping: recording.calls, by: \.function).count > 400)
  }
}

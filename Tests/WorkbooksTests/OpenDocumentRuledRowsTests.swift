import CellModel
import TestSupport
import Testing

@testable import Workbooks

@Suite("Cells that follow rules for typing, row by row")
struct OpenDocumentRuledRowsTests {
  @Test("Of two rules for one cell the one that begins further to the left counts, then the first")
  func rows() {
    check([[block(1, 3, 1, 4)], [block(2, 2, 0, 2)]], ["", "a1-4", "b0-2 a3-4", "a1-4", ""])
    check([[block(0, 0, 1, 1)], [block(0, 1, 1, 1)]], ["a1-1", "b1-1", ""])
    check([[block(1, 1, 0, 0), block(3, 3, 0, 0)]], ["", "a0-0", "", "a0-0", ""])
    check([], [""])
  }

  @Test("What is swept from the top is what each row has by itself")
  func sweep() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let rules = (0..<Int.random(in: 1...8, using: &random)).map { number in
        var rule = OpenDocumentRule(name: "\(number)", condition: "", base: "", blocks: [])
        rule.blocks = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          let (top, left) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
          return block(
            top, top + Int.random(in: 0...4, using: &random), left, left + Int.random(in: 0...4, using: &random))
        }
        return rule
      }
      var swept = OpenDocumentRuledRows(rules)
      for row in 0..<16 {
        var alone = OpenDocumentRuledRows(rules)
        let (here, there) = (swept.runs(of: row), alone.runs(of: row))
        #expect(here.runs == there.runs && here.until == there.until, "\(rules) \(row)")
        let covered = Set(
          rules.flatMap(\.blocks).filter { $0.top <= row && row <= $0.bottom }.flatMap { $0.left...$0.right })
        #expect(Set(here.runs.flatMap { $0.left...$0.right }) == covered, "\(rules) \(row)")
      }
    }
  }

  private func block(_ top: Int, _ bottom: Int, _ left: Int, _ right: Int) -> CellBlock {
    CellBlock(top: top, left: left, bottom: bottom, right: right)
  }

  private func check(
    _ blocks: [[CellBlock]], _ rows: [String], at location: SourceLocation = #_sourceLocation
  ) {
    let rules = zip("abc", blocks).map { OpenDocumentRule(name: "\($0)", condition: "", base: "", blocks: $1) }
    var ruled = OpenDocumentRuledRows(rules)
    let found = rows.indices.map { row in
      ruled.runs(of: row).runs.map { "\($0.name)\($0.left)-\($0.right)" }.joined(separator: " ")
    }
    #expect(found == rows, sourceLocation: location)
  }
}

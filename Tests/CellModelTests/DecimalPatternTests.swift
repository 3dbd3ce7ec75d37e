import Testing

@testable import CellModel

@Suite("Decimal patterns")
struct DecimalPatternTests {
  @Test("A pattern writes a number as its placeholders would one by one", arguments: 0..<4)
  func layout(_ share: Int) throws {
    var random = RandomSequence(seed: UInt64(share))
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let parts = [
      ["", "$", "\"a b\" ", "% "], ["0", "#", "#,##0", "00000", "#,###", ""], ["", ".", ".0", ".00", ".0##", ".##"],
    ]
    let ends = ["", "%", " \"kg\"", ",", "%%", "_)", "."]
    var patterns = 0
    for _ in 0..<5_000 {
      let source = parts.map { $0[below($0.count)] }.joined() + ends[below(ends.count)]
      guard let format = try? NumberFormat(source), case .decimal(let pattern)? = format.patterns[0] else { continue }
      patterns += 1
      let digits = Double(below(1_000_000_000)) * [1e-12, 1e-6, 0.01, 0.5, 1, 1000, 1e12][below(7)]
      let number = [0, 0.5, 999.995, 1e15, 1e300, digits, digits, digits][below(8)]
      let shown = pattern.rounded(number)
      let layout = NumberLayout(format.sections[0])
      #expect(shown.isZero == layout.showsZero(number), "\(source) of \(number)")
      #expect(pattern.text(shown) == layout.decimal(number), "\(source) of \(number)")
    }
    #expect(patterns > 3_000)
  }

  @Test("What stands between digits, and a ? or a 0 before a #, is no pattern")
  func others() throws {
    for source in ["?0", "0#", "0.#0", "000-00", "0 0", "0.0 0", "# ?/?", "0E+0", "General", "@", "mmm yyyy"] {
      #expect(try NumberFormat(source).patterns == [nil], "\(source)")
    }
    #expect(try NumberFormat("0;(0.0#);\"-\"").patterns.map { $0 != nil } == [true, true, false])
  }
}

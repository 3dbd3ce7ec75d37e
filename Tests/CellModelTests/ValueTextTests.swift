import CellModel
import Testing

@Suite("Value text")
struct ValueTextTests {
  private let text = ValueText()

  @Test("Values are shown in their formats, or as their kinds are")
  func shown() {
    #expect(text.shown(.number(0.07), format: "0%") == "7%")
    #expect(text.shown(.number(1234.5, .date), format: "#,##0.00") == "1,234.50")
    let rows: [(CellValue, String)] = [
      (.number(46053, .date), "2026-01-31"), (.number(46053.5, .dateTime), "2026-01-31 12:00"),
      (.number(46053 + 1.0 / 86_400, .dateTime), "2026-01-31 00:00:01"), (.number(46053.5, .date), "2026-01-31 12:00"),
      (.number(0.604_166_666_666_666_7, .time), "14:30"), (.number(1.5, .time), "36:00"),
      (.number(0.19, .percent), "19%"),
      (.number(0.195, .percent), "19.50%"), (.number(-1, .date), "-1"),
      (.number(4_111_111_111_111_111), "4111111111111111"),
      (.number(0.1 + 0.2), "0.3"), (.array(CellArray(row: [.number(1, .date), .number(5)])), "{1900-01-01, 5}"),
    ]
    for (value, expected) in rows { #expect(text.shown(value, format: nil) == expected) }
  }

  @Test("A value is written so that it reads back, and in a sheet as a literal")
  func written() {
    let rows: [(CellValue, written: String, literal: String)] = [
      (.number(46053, .date), "2026-01-31", "2026-01-31"), (.number(0.25, .time), "06:00:00", "TIME(6, 0, 0)"),
      (.number(46053.5, .dateTime), "2026-01-31T12:00:00", "2026-01-31 + TIME(12, 0, 0)"),
      (.number(0.19, .percent), "19%", "19%"), (.number(0.1 + 0.2), "0.30000000000000004", "0.3"),
      (.number(60, .date), "60", "60"), (.number(-0.0), "0", "0"), (.text("a\"b"), "a\"b", "\"a\"\"b\""),
      (.blank, "", "blank"),
    ]
    for row in rows {
      #expect(text.written(row.0) == row.written)
      #expect(text.literal(row.0) == row.literal)
    }
    #expect(text.written(.number(9_007_199_254_740_994)) == "9.007199254740994e+15")
  }

  @Test("A long array is summed up by its size and its first elements")
  func summaries() {
    #expect(text.summary(.blank, format: nil) == "blank")
    let many = CellArray(rows: 13, columns: 1, (1...13).map { .number(Double($0)) })
    #expect(text.summary(.array(many), format: nil) == "13 × 1 {1, 2, 3, 4, 5, 6, …}")
    let texts = CellArray(rows: 13, columns: 1, Array(repeating: .text("a, b"), count: 13))
    #expect(text.summary(.array(texts), format: nil).hasPrefix("13 × 1 {\"a, b\", \"a, b\", "))
  }

  @Test("Two values that look the same are told apart by all there is to them")
  func apart() throws {
    func check(_ old: CellValue, _ new: CellValue, _ expected: String, format: String? = nil) {
      let told = text.apart(
        (old, text.summary(old, format: format)), (new, text.summary(new, format: format)))
      #expect("\(told.old) → \(told.new)" == expected)
    }
    check(1, 2, "1 → 2")
    check(.text("1"), 1, "\"1\" → 1")
    check(.logical(true), .text("TRUE"), "TRUE → \"TRUE\"")
    check(.blank, .text("blank"), "blank → \"blank\"")
    check(.number(0.1 + 0.2), 0.3, "0.30000000000000004 → 0.3")
    check(1, 1.25, "1 → 1.25", format: "0")
    check(.number(0.1 + 0.2, .percent), .number(0.3, .percent), "30.000000000000004% → 30%")
    let (sum, third) = (CellValue.number(0.1 + 0.2), CellValue.number(0.3))
    check(
      .array(CellArray(rows: 1, columns: 1, [sum])), .array(CellArray(rows: 1, columns: 1, [third])),
      "{0.30000000000000004} → {0.3}")
    let many = CellArray(rows: 13, columns: 1, (1...13).map { .number(Double($0)) })
    check(.array(many), .array(many), "13 × 1 {1, 2, 3, 4, 5, 6, …} → 13 × 1 {1, 2, 3, 4, 5, 6, …}")
  }

  @Test("A text that explains a value is in quotes where it reads like another value")
  func explaining() {
    let texts = ["1", "19%", "TRUE", "2026-01-31", "14:30", "1E5"]
    for value in texts { #expect(text.explaining(.text(value), format: nil) == "\"\(value)\"") }
    for value in ["", "a", "1,234", "3/4/15"] { #expect(text.explaining(.text(value), format: nil) == value) }
    #expect(text.explaining(1, format: "0.0") == "1.0" && text.explaining(.blank, format: nil) == "blank")
    #expect(text.explaining(.text("1"), format: "\"no.\" @") == "no. 1")
  }

  @Test("What arithmetic leaves beside a whole millisecond is not written")
  func noise() {
    let rows: [(Double, NumberKind, String)] = [
      (14.5 / 24 + 1.0 / 24, .time, "15:30:00"), ((15.5 / 24).nextDown, .time, "15:30:00"),
      (46053 + (0.5 + 1e-11), .dateTime, "2026-01-31T12:00:00"), (0.5e-6 / 86_400, .time, "00:00:00.0000005"),
    ]
    for (number, kind, written) in rows { #expect(text.written(.number(number, kind)) == written) }
    #expect(text.written(.number(46053 + 3e-6 / 86_400, .dateTime)) != "2026-01-31T00:00:00")
  }

  @Test("Random numbers of all kinds are read back to the last bit as what they were")
  func readBack() {
    var random = RandomSequence(seed: 11)
    func unit() -> Double { Double(random.next() >> 11) * 0x1p-53 }
    for round in 0..<20_000 {
      let kind = NumberKind.allCases[round % 5]
      let number: Double =
        switch kind {
        case .plain: (unit() - 0.5) * [1, 1e-9, 1e9, 1e300][round / 5 % 4]
        case .date: (61 + unit() * 2_958_000).rounded(.down)
        case .time: round.isMultiple(of: 2) ? unit() : (unit() * 86_400_000).rounded() / 86_400_000
        case .dateTime: 61 + unit() * 2_958_000
        case .percent: round.isMultiple(of: 2) ? (unit() * 10_000).rounded() / 10_000 : unit()
        }
      let value = CellValue.number(number, kind)
      let written = text.written(value)
      let read = TypedText.value(typed: written)
      // A percentage, or a time, that no text stands for is written as a plain number. The last bit of a day with a time is
      // noise beside a whole millisecond.
      let isNoise = kind == .dateTime && read.kind == kind && abs((read.number ?? 0) - number) <= number.ulp
      let isKept = read.isIdentical(to: value) || isNoise || (read.isIdentical(to: .number(number)) && kind != .date)
      #expect(isKept, "\(number) as \(kind) is written \(written) and read as \(read) of kind \(read.kind)")
    }
  }
}

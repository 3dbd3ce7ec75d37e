import TestSupport
import Testing

@testable import CellModel

@Suite("Date patterns")
struct DatePatternTests {
  @Test(
    "A pattern writes a date as its tokens would one by one", arguments: [DateSystem.from1900, .from1904, .from1899])
  func layout(_ system: DateSystem) throws {
    var random = RandomSequence(seed: 5)
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let parts = ["yyyy", "yy", "y", "mm", "m", "dd", "d", "hh", "h", "ss", "s", "h:mm", "m:ss", "\"é\"", "_)", "%"]
    let signs = ["-", "/", " ", ".", "", ", "]
    let numbers = [
      0, 0.5, 0.999_999, 1, 59, 60, 60.75, 61, 2_957_003.5, 2_957_004, 2_958_465, 2_958_465.999_999_9, 2_958_466, -0.5,
      -1,
      -693_593, -693_594, 43_831.999_994_3,
    ]
    var patterns = 0
    for _ in 0..<3_000 {
      let source = (0...below(6)).map { _ in parts[below(parts.count)] + signs[below(signs.count)] }.joined()
      guard let format = try? NumberFormat(source), case .date(let pattern)? = format.patterns[0] else { continue }
      patterns += 1
      let number = below(2) == 0 ? numbers[below(numbers.count)] : Double(below(295_846_600)) / 100
      #expect(
        (try? pattern.text(number, in: SerialCalendar(system: system)))
          == (try? DateLayout(format.sections[0], system).text(number)), "\(source) of \(number)")
    }
    #expect(patterns > 2_000)
  }

  @Test("Names, eras, halves of a day, fractions of a second and elapsed times are no pattern")
  func others() throws {
    for source in ["mmm", "mmmmm", "ddd", "dddd", "h AM/PM", "ss.0", "[h]:mm", "[mm]", "bbbb", "0", "General"] {
      let hasPattern = if case .date? = try NumberFormat(source).patterns[0] { true } else { false }
      #expect(!hasPattern, "\(source)")
    }
  }

  @Test("A date in its own digits is the day that any way of writing it is")
  func plainDays() {
    for serial in stride(from: 0, to: 2_958_466, by: TestLength.count(61, of: 1)) {
      for system in [DateSystem.from1900, .from1904, .from1899] {
        let day = SerialCalendar(system: .from1900).day(of: serial)
        let text = WrittenDay(day)
        #expect(TypedText.number(text.plain, in: system) == TypedText.number(text.withSlashes, in: system), "\(text)")
      }
    }
    for text in ["2020-02-30", "2020-00-10", "2020-13-01", "2020-01-00", "2021-02-29", "20a0-01-01", "2020-1-0x"] {
      #expect(TypedText.number(text) == nil, "\(text)")
    }
  }
}

/// One day in two ways of writing it.
private struct WrittenDay {
  let plain: String
  let withSlashes: String

  init(_ day: CalendarDay) {
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
    }
    plain = "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
    withSlashes = "\(day.month)/\(day.day)/\(digits(day.year, 4))"
  }
}

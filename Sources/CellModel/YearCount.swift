/// How Japan and Taiwan count years: by the reigns of emperors, and from the Republic on.
///
/// A number format shows such years as `e` and their eras as `g` where its locale is that of one of the two, `[$-411]` or
/// `[$-404]`. Elsewhere `e` is the common year and `g` nothing, as in Excel ([MS-OI29500] on `numFmt`).
package enum YearCount: Sendable, Hashable {
  /// The first year of a reign may have its name, 元, in place of its number.
  case japanese(namesFirstYear: Bool)
  case republican

  /// The count of a locale's years, given as the number of a language or as a tag; `nil` for the common one.
  init?(locale: Substring) {
    let tag = locale.lowercased()
    let language = Int(locale, radix: 16).map { $0 & 0xFFFF }
    if language == 0x411 || tag == "ja" || tag.hasPrefix("ja-") {
      self = .japanese(namesFirstYear: tag.hasSuffix("-x-gannen"))
    } else if language == 0x404 || tag == "zh-tw" {
      self = .republican
    } else {
      return nil
    }
  }

  /// The names of the era in which a day lies, from the shortest to the longest, and its year there.
  func era(of day: CalendarDay) -> (names: [String], year: Int)? {
    let number = day.year * 10_000 + day.month * 100 + day.day
    guard let era = eras.last(where: { $0.first <= number }) else { return nil }
    return (era.names, day.year - era.first / 10_000 + 1)
  }

  /// The year of an era, in as many digits at least.
  func text(ofYear year: Int, digits: Int) -> String {
    if year == 1, digits == 1, self == .japanese(namesFirstYear: true) { return "元" }
    return year < 10 && digits > 1 ? "0\(year)" : "\(year)"
  }

  /// The first day of each era, with the digits of its year, month and day.
  private var eras: [(first: Int, names: [String])] {
    switch self {
    case .japanese: Self.reigns
    case .republican: [(1912_01_01, ["民國", "民國", "中華民國"])]
    }
  }

  private static let reigns: [(first: Int, names: [String])] = [
    (1868_01_25, ["M", "明", "明治"]), (1912_07_30, ["T", "大", "大正"]), (1926_12_25, ["S", "昭", "昭和"]),
    (1989_01_08, ["H", "平", "平成"]), (2019_05_01, ["R", "令", "令和"]),
  ]
}

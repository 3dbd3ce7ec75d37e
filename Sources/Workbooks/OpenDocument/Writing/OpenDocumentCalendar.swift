import CellModel

/// The calendar in which a section counts its years, and the locale in which LibreOffice knows it.
struct OpenDocumentCalendar {
  let name: String
  /// The attributes of a data style.
  let locale: [(String, String?)]

  /// `nil` for a section of common years.
  init?(of section: NumberFormat.Section) {
    switch section.yearCount {
    case .japanese?: self.init("gengou", "ja", "JP")
    case .republican?: self.init("ROC", "zh", "TW")
    case nil:
      guard section.tokens.contains(where: { if case .buddhistYear = $0 { true } else { false } }) else { return nil }
      self.init("buddhist", "th", "TH")
    }
  }

  private init(_ name: String, _ language: String, _ country: String) {
    self.name = name
    locale = [("number:language", language), ("number:country", country)]
  }
}

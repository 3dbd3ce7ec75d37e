/// The styles of a workbook that is made: one for each number format.
struct WorkbookStyles {
  private(set) var formats: [String]
  private var places: [String: Int32]

  /// - Parameter formats: The formats of the styles that are there; of two that show the same, the first is used.
  init(_ formats: [String] = ["General"]) {
    self.formats = formats
    places = Dictionary(
      formats.enumerated().map { ($0.element, Int32($0.offset)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The style that shows numbers by a format.
  mutating func style(of format: String) -> Int32 {
    if let known = places[format] { return known }
    let place = Int32(formats.count)
    formats.append(format)
    places[format] = place
    return place
  }
}

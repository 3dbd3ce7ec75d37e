import CellModel
import Markup

/// The styles of a workbook as OpenDocument has them: how numbers are shown, and how wide columns are.
///
/// Of a number format is kept what most have: the kind of number, decimal places, separators of thousands, and texts.
struct OpenDocumentStyles {
  /// What numbers a style shows.
  private(set) var kinds: [NumberKind]
  private let formats: [String]
  private let parsed: [NumberFormat?]
  private var widths: [Double: Int] = [:]

  init(_ formats: [String]) {
    self.formats = formats
    parsed = formats.map { $0 == "General" ? nil : try? NumberFormat($0) }
    kinds = parsed.map { $0?.numberKind ?? .plain }
  }

  /// The name of a style; `nil` for one that says nothing.
  func name(_ style: Int32) -> String? {
    formats.indices.contains(Int(style)) && formats[Int(style)] != "General" ? "ce\(style)" : nil
  }

  /// The format of a style; `nil` for one that shows every number as it is.
  func format(_ style: Int32) -> NumberFormat? { parsed.indices.contains(Int(style)) ? parsed[Int(style)] : nil }

  func kind(_ style: Int32) -> NumberKind { kinds.indices.contains(Int(style)) ? kinds[Int(style)] : .plain }

  mutating func write(_ sheets: [WorkbookSheet], to xml: inout XMLWriter) {
    for (name, isShown) in [("shown", "true"), ("hidden", "false")] {
      xml.start("style:style", [("style:name", name), ("style:family", "table")])
      xml.empty("style:table-properties", [("table:display", isShown)])
      xml.end()
    }
    for width in sheets.flatMap({ $0.annotations.columnWidths.values }).sorted() where widths[width] == nil {
      widths[width] = widths.count
      xml.start("style:style", [("style:name", "co\(widths.count - 1)"), ("style:family", "table-column")])
      // A character of the standard font is seven pixels wide, and a cell has five around them (ECMA-376 part 1, §18.3.1.13).
      let millimetres = ((width * 7 + 5) * 25.4 / 96 * 100).rounded() / 100
      xml.empty("style:table-column-properties", [("style:column-width", NumberText.roundTrip(millimetres) + "mm")])
      xml.end()
    }
    for (number, format) in formats.enumerated() where format != "General" {
      writeNumberStyle(format, kinds[number], "n\(number)", to: &xml)
      xml.empty(
        "style:style",
        [
          ("style:name", "ce\(number)"), ("style:family", "table-cell"), ("style:parent-style-name", "Default"),
          ("style:data-style-name", "n\(number)"),
        ])
    }
  }

  private func writeNumberStyle(_ format: String, _ kind: NumberKind, _ name: String, to xml: inout XMLWriter) {
    let own: [(String, String?)] = [("style:name", name)]
    func part(_ element: String, isLong: Bool = true) {
      xml.empty("number:" + element, [("number:style", isLong ? "long" : nil)])
    }
    func date() {
      part("year")
      xml.element("number:text", text: "-")
      part("month")
      xml.element("number:text", text: "-")
      part("day")
    }
    func time() {
      part("hours")
      xml.element("number:text", text: ":")
      part("minutes")
      if format.contains("s") {
        xml.element("number:text", text: ":")
        part("seconds")
      }
    }
    func number() {
      let section = format.split(separator: ";", omittingEmptySubsequences: false).first.map(String.init) ?? ""
      let places =
        section.split(separator: ".", maxSplits: 1).dropFirst().first.map { $0.prefix { $0 == "0" }.count } ?? 0
      xml.empty(
        "number:number",
        [
          ("number:decimal-places", "\(places)"), ("number:min-integer-digits", "1"),
          ("number:grouping", section.contains("#,##") ? "true" : nil),
        ])
    }
    switch kind {
    case .date:
      xml.start("number:date-style", own)
      date()
    case .dateTime:
      xml.start("number:date-style", own)
      date()
      xml.element("number:text", text: " ")
      time()
    case .time:
      xml.start(
        "number:time-style", own + [("number:truncate-on-overflow", format.contains("[") ? "false" : nil)])
      time()
    case .percent:
      xml.start("number:percentage-style", own)
      number()
      xml.element("number:text", text: "%")
    case .plain:
      if format == "@" {
        xml.start("number:text-style", own)
        xml.empty("number:text-content")
      } else {
        xml.start("number:number-style", own)
        number()
      }
    }
    xml.end()
  }

  /// The columns of a sheet up to the last one with a width.
  func writeColumns(of sheet: WorkbookSheet, to xml: inout XMLWriter) {
    var next = 0
    for (column, width) in sheet.annotations.columnWidths.sorted(by: { $0.key < $1.key }) {
      if column > next { xml.empty("table:table-column", [("table:number-columns-repeated", "\(column - next)")]) }
      xml.empty("table:table-column", [("table:style-name", widths[width].map { "co\($0)" })])
      next = column + 1
    }
    if next == 0 { xml.empty("table:table-column") }
  }
}

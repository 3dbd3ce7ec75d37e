import CellModel
import Markup

/// The styles of a workbook as OpenDocument has them: how numbers are shown, and how wide columns are.
struct OpenDocumentStyles {
  /// What numbers a style shows.
  private(set) var kinds: [NumberKind]
  private let formats: [String]
  private let parsed: [NumberFormat?]
  private var widths: [Width: Int] = [:]

  /// How wide a column is, in characters.
  private struct Width: Hashable, Comparable {
    let characters: Double
    /// Whether it follows from what the column holds.
    let isFitted: Bool

    static func < (a: Width, b: Width) -> Bool {
      (a.characters, a.isFitted ? 1 : 0) < (b.characters, b.isFitted ? 1 : 0)
    }
  }

  private static func width(of column: Int, in annotations: SheetAnnotations) -> Width? {
    annotations.columnWidths[column].map {
      Width(characters: $0, isFitted: annotations.fittedColumns.contains(column))
    }
  }

  init(_ formats: [String]) {
    self.formats = formats
    parsed = formats.map { $0 == "General" ? nil : try? NumberFormat($0) }
    kinds = parsed.map { $0?.numberKind ?? .plain }
  }

  /// The name of the style of a cell; `nil` for one that says nothing.
  ///
  /// A logical is a number that a style shows as one, to whoever counts on formats.
  func name(_ style: Int32, of value: CellValue) -> String? {
    if formats.indices.contains(Int(style)), formats[Int(style)] != "General" { return "ce\(style)" }
    if case .logical = value { return "logical" }
    return nil
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
    let all = sheets.map(\.annotations).flatMap { annotations in
      annotations.columnWidths.keys.compactMap { Self.width(of: $0, in: annotations) }
    }
    for width in all.sorted() where widths[width] == nil {
      widths[width] = widths.count
      xml.start("style:style", [("style:name", "co\(widths.count - 1)"), ("style:family", "table-column")])
      // A character of the standard font is seven pixels wide, and a cell has five around them (ECMA-376 part 1, §18.3.1.13).
      let millimetres = ((width.characters * 7 + 5) * 25.4 / 96 * 100).rounded() / 100
      xml.empty(
        "style:table-column-properties",
        [
          ("style:column-width", NumberText.roundTrip(millimetres) + "mm"),
          ("style:use-optimal-column-width", width.isFitted ? "true" : nil),
        ])
      xml.end()
    }
    xml.start("number:boolean-style", [("style:name", "nlogical")])
    xml.empty("number:boolean")
    xml.end()
    writeCellStyle("logical", "nlogical", to: &xml)
    for (number, format) in formats.enumerated() where format != "General" {
      if let format = parsed[number] { OpenDocumentNumberStyle(format, named: "n\(number)").write(to: &xml) }
      writeCellStyle("ce\(number)", parsed[number] == nil ? nil : "n\(number)", to: &xml)
    }
  }

  private func writeCellStyle(_ name: String, _ dataStyle: String?, to xml: inout XMLWriter) {
    xml.empty(
      "style:style",
      [
        ("style:name", name), ("style:family", "table-cell"), ("style:parent-style-name", "Default"),
        ("style:data-style-name", dataStyle),
      ])
  }

  /// The columns of a sheet up to the last one that has a width or is hidden.
  func writeColumns(of sheet: WorkbookSheet, to xml: inout XMLWriter) {
    let (own, hidden) = (sheet.annotations.columnWidths, sheet.annotations.hiddenColumns)
    var next = 0
    for column in hidden.union(own.keys).sorted() {
      if column > next { xml.empty("table:table-column", [("table:number-columns-repeated", "\(column - next)")]) }
      xml.empty(
        "table:table-column",
        [
          ("table:style-name", Self.width(of: column, in: sheet.annotations).flatMap { widths[$0] }.map { "co\($0)" }),
          ("table:visibility", hidden.contains(column) ? "collapse" : nil),
        ])
      next = column + 1
    }
    if next == 0 { xml.empty("table:table-column") }
  }
}

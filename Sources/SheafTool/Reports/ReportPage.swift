import Drawing
import Markup

/// A page of HTML while it is written: one file with its style, nothing from elsewhere, and no script.
struct ReportPage {
  private(set) var writer = XMLWriter()

  init(titled title: String) {
    writer.raw("<!DOCTYPE html>\n")
    writer.start("html", [("lang", "en")])
    writer.start("head")
    writer.empty("meta", [("charset", "utf-8")])
    writer.empty("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")])
    writer.empty("meta", [("name", "color-scheme"), ("content", "light dark")])
    writer.element("title", text: title)
    writer.start("style")
    writer.raw("\n" + ReportStyle.text + SVGDiagram.styleSheet)
    writer.end()
    writer.end()
    writer.raw("\n")
    writer.start("body")
  }

  /// The page as bytes.
  func finished() -> [UInt8] {
    var writer = writer
    writer.endAll()
    writer.raw("\n")
    return writer.bytes
  }

  /// Writes an element around others.
  mutating func element(_ name: String, _ attributes: [(String, String?)] = [], _ body: (inout ReportPage) -> Void) {
    writer.start(name, attributes)
    body(&self)
    writer.end()
    if Self.blocks.contains(name) { writer.raw("\n") }
  }

  /// Writes an element with a text.
  mutating func text(_ name: String, _ text: String, _ attributes: [(String, String?)] = []) {
    writer.element(name, attributes, text: Self.plain(text))
    if Self.blocks.contains(name) { writer.raw("\n") }
  }

  /// Writes a text by itself.
  mutating func text(_ text: String) { writer.text(Self.plain(text)) }

  mutating func picture(_ diagram: Diagram) { SVGDiagram(diagram).write(to: &writer) }
  mutating func picture(_ chart: SVGChart) { chart.write(to: &writer) }

  /// Writes a part of the page under a heading that links lead to.
  mutating func section(_ id: String, _ title: String, _ body: (inout ReportPage) -> Void) {
    element("section", [("id", id), ("aria-labelledby", "\(id)-title")]) { page in
      page.text("h2", title, [("id", "\(id)-title")])
      body(&page)
    }
  }

  /// Writes what is wider than a phone so that it scrolls by itself; the keyboard reaches it, too.
  mutating func scrolling(_ label: String, _ body: (inout ReportPage) -> Void) {
    element(
      "div", [("class", "scroll"), ("role", "region"), ("aria-label", Self.plain(label)), ("tabindex", "0")], body)
  }

  /// Writes what is shown on demand.
  mutating func details(_ summary: String, _ body: (inout ReportPage) -> Void) {
    element("details") { page in
      page.text("summary", summary)
      body(&page)
    }
  }

  /// Writes a table; `isHead` columns name their rows.
  mutating func table(
    _ head: [String], _ rows: [[Reading.Field]], caption: String? = nil, naming headCount: Int = 1,
    courses: [String] = [], classes: (Int) -> String? = { _ in nil }
  ) {
    let isNumber = head.indices.map { column in
      rows.contains { column < $0.count && $0[column].isNumber }
    }
    element("table") { page in
      if let caption { page.text("caption", caption) }
      page.element("thead") { page in
        page.element("tr") { page in
          for (column, name) in head.enumerated() {
            // A heading without words would head nothing.
            let attributes = [("class", isNumber[column] ? "number" : nil)]
            page.text(name.isEmpty ? "td" : "th", name, [("scope", name.isEmpty ? nil : "col")] + attributes)
          }
        }
        if !courses.isEmpty {
          // Who cannot see it has the numbers below.
          page.element("tr", [("class", "course"), ("aria-hidden", "true")]) { page in
            for column in head.indices {
              page.text("td", column < courses.count ? courses[column] : "", [("class", "number")])
            }
          }
        }
      }
      page.element("tbody") { page in
        for (number, row) in rows.enumerated() {
          page.element("tr", [("class", classes(number))]) { page in
            for (column, field) in row.enumerated() {
              if column < headCount {
                page.text("th", field.text, [("scope", "row"), ("class", field.isNumber ? "number" : nil)])
              } else {
                page.text("td", field.text, [("class", field.isNumber ? "number" : nil)])
              }
            }
          }
        }
      }
    }
  }

  private static let blocks: Set = [
    "section", "header", "main", "footer", "nav", "table", "thead", "tbody", "tr", "details", "summary", "figure", "p",
    "h1", "h2", "h3", "ul", "li", "div", "caption", "pre", "dl",
  ]

  /// A text without characters that HTML cannot have or that turn the direction of writing.
  private static func plain(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { PlainText.oneLine(String($0)) }
      .joined(separator: "\n")
  }
}

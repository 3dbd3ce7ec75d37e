import Drawing

/// A part of a report under a heading.
struct ReportSection {
  var id: String
  var title: String
  var write: (inout ReportPage) -> Void
}

/// What reports of sheets and of workbooks have in common.
extension ReportPage {
  /// A whole page.
  static func bytes(of path: String, summary: String, isBad: Bool, _ sections: [ReportSection]) -> [UInt8] {
    var page = ReportPage(titled: FilePath.name(of: path))
    page.element("header") { page in
      page.text("h1", FilePath.name(of: path))
      page.text("p", summary, [("class", isBad ? "bad" : "faint")])
      page.element("nav", [("aria-label", "Parts of this report")]) { page in
        page.element("ul") { page in
          for section in sections {
            page.element("li") { $0.text("a", section.title, [("href", "#\(section.id)")]) }
          }
        }
      }
    }
    page.element("main") { page in
      for section in sections { page.section(section.id, section.title, section.write) }
    }
    page.text("footer", "Made by sheaf \(Release.version).")
    return page.finished()
  }

  /// How many rows and columns of a table are shown, and how many things of a list.
  static let mostRows = 20
  static let mostColumns = 24
  /// How wide the courses of columns are.
  private static let mostBlocks = 12
  static let mostValues = 400

  /// Writes rows, of many the first, with how the rest is seen.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - asked: How `sheaf eval` is asked for all of it.
  mutating func rows(
    of reading: Reading, named name: String, in path: String, asked: String, firstRow: Int = 1
  ) {
    let count = reading.rowCount
    let rows = (0..<min(count, Self.mostRows)).map { row in
      [Reading.Field("\(firstRow + row)", true)] + reading.displayedRow(row).prefix(Self.mostColumns)
    }
    let width = rows.map { $0.count - 1 }.max() ?? min(reading.columns.count, Self.mostColumns)
    let head = [""] + (0..<width).map { $0 < reading.columns.count ? reading.columns[$0] : "\($0 + 1)" }
    scrolling(name) { page in
      let courses = AlignedTable.Courses(of: reading, .unicode)?.texts(width: Self.mostBlocks) ?? []
      page.element("div", [("class", "grid")]) { $0.table(head, rows, courses: courses.isEmpty ? [] : [""] + courses) }
    }
    let fullWidth = count > 0 ? reading.values(ofRow: 0).count : 0
    var missing: [String] = []
    if count > Self.mostRows { missing.append("\(count - Self.mostRows) more rows") }
    if fullWidth > Self.mostColumns { missing.append("\(fullWidth - Self.mostColumns) more columns") }
    if !missing.isEmpty {
      text("p", "\(missing.joined(separator: ", ")): sheaf eval \(path) --get \(asked) -f csv", [("class", "faint")])
    } else if count == 0 {
      text("p", "no rows", [("class", "faint")])
    }
  }

  /// Writes formulas with what they are of, on demand.
  mutating func formulas(_ formulas: [(name: String, formula: String, documentation: String?)]) {
    guard !formulas.isEmpty else { return }
    details(formulas.count == 1 ? "1 formula" : "\(formulas.count) formulas") { page in
      page.element("ul") { page in
        for formula in formulas.prefix(Self.mostValues) {
          page.element("li") { page in
            page.text("code", "\(formula.name) = \(formula.formula)")
            if let documentation = formula.documentation { page.text(" \(documentation)") }
          }
        }
      }
      page.more(formulas.count, than: Self.mostValues)
    }
  }

  /// Says how many are not shown.
  mutating func more(_ count: Int, than most: Int) {
    if count > most { text("p", "\(count - most) more are not shown.", [("class", "faint")]) }
  }

  /// Writes what became of the tests or checks of a file.
  mutating func outcomes(_ kind: TestOutcome.Kind, of tests: TestFileReport) {
    element("ul", [("class", "outcomes")]) { page in
      for outcome in tests.outcomes where outcome.kind == kind {
        page.element("li") { page in
          let (good, bad) = kind == .check ? ("holds", "broken") : ("passed", "failed")
          page.text(
            "span", outcome.isPassed ? "✓ \(good)" : "✗ \(bad)",
            [("class", outcome.isPassed ? "mark good" : "mark bad")])
          page.text(tests.title(of: outcome))
          for failure in outcome.failures.prefix(Self.mostRows) {
            let values = ValueLines.text(failure.values, Paint(isOn: false), indent: "  ")
            page.text("pre", ([failure.message] + values).joined(separator: "\n"))
          }
          page.more(outcome.failures.count, than: Self.mostRows)
        }
      }
    }
    if !tests.notRun.isEmpty, kind == .test {
      text("p", "\(tests.notRun.count) not run: the sheet has errors.", [("class", "bad")])
    }
  }

  /// Writes the graph of a file, and how many of its nodes are not drawn.
  mutating func graph(_ diagram: Diagram, undrawn: Int, of path: String) {
    text(
      "p",
      "Values flow from left to right. Boxes are inputs, a double line is around what nothing else reads, "
        + "dashed arrows are what events do, and red is what depends on itself.", [("class", "faint")])
    scrolling("Graph") { $0.picture(diagram) }
    if undrawn > 0 {
      text("p", "\(undrawn) more are not drawn: sheaf graph \(path) --all -o graph.svg", [("class", "faint")])
    }
  }
}

extension Diagram {
  /// What a report shows of a graph: the nodes nearest to the results.
  var partForReport: Diagram { nearest(Diagram.mostDrawn, to: nodes.indices.filter { nodes[$0].isDoubled }) }
}

import CellModel
import LiveSheets

/// Values, tables, grids and charts of a report.
extension HTMLReport {
  // MARK: Named cells

  func writeValues(_ entries: [SheetReport.Entry], _ page: inout ReportPage) {
    page.element("ul", [("class", "values")]) { page in
      for entry in entries.prefix(Self.mostValues) { page.element("li") { write(entry, &$0) } }
    }
    if entries.count > Self.mostValues {
      page.text(
        "p", "\(entries.count - Self.mostValues) more are not shown: sheaf eval \(report.path) shows all.",
        [("class", "faint")])
    }
  }

  private func write(_ entry: SheetReport.Entry, _ page: inout ReportPage) {
    let cell = entry.cell
    let reading = Reading(cell, in: sheet)
    page.element("details", [("id", "v\(entry.number)")]) { page in
      page.element("summary") { page in
        page.text("span", cell.name, [("class", "name")])
        page.text("span", firstLine(of: cell) ?? entry.accepts ?? "", [("class", "what")])
        let text = reading.isLaidOut ? "\(reading.rowCount) rows" : reading.text
        page.text(
          "span", text.isEmpty ? "empty" : text,
          [("class", reading.value.isError ? "result bad" : text.isEmpty ? "result faint" : "result")])
      }
      page.element("div", [("class", "why")]) { page in
        if let documentation = cell.documentation { page.text("p", documentation) }
        if let accepts = entry.accepts { page.text("p", accepts, [("class", "faint")]) }
        writeWhy(cell, &page)
        if reading.isLaidOut { write(reading, named: cell.name, &page) }
      }
    }
  }

  private func firstLine(of cell: CellInfo) -> String? {
    cell.documentation?.split(whereSeparator: \.isNewline).first.map(String.init)
  }

  /// The formula, its steps, and what it was made of, each with a link to its own place.
  private func writeWhy(_ cell: CellInfo, _ page: inout ReportPage) {
    let why = sheet.explanation(of: cell)
    if let formula = why.formula {
      page.element("p") { page in
        page.text("code", "\(cell.name) = \(formula)")
      }
    }
    if let error = why.error, !error.message.isEmpty { page.text("p", error.message, [("class", "bad")]) }
    if !why.steps.isEmpty {
      page.element("ul") { page in
        for step in why.steps.prefix(20) {
          page.element("li") { page in
            page.text("code", step.expression)
            page.text(" → \(PlainText.inWords(step.text))")
          }
        }
      }
    }
    guard !why.precedents.isEmpty else { return }
    page.element("p") { page in
      page.text("made of ")
      for (number, precedent) in why.precedents.prefix(20).enumerated() {
        if number > 0 { page.text(", ") }
        if let place = places[precedent.cell.address], precedent.cell.area == nil {
          page.text("a", precedent.cell.name, [("href", "#v\(place)")])
        } else {
          page.text("code", precedent.cell.name)
        }
        page.text(" (\(PlainText.inWords(precedent.text)))")
      }
      if why.precedents.count > 20 { page.text(" and \(why.precedents.count - 20) more") }
    }
  }

  // MARK: Tables and grids

  func writeTables(_ page: inout ReportPage) {
    for table in sheet.tables {
      guard case .success(let cell) = sheet.cell(table.name) else { continue }
      page.text("h3", table.name)
      if let documentation = table.documentation { page.text("p", documentation) }
      write(Reading(cell, in: sheet), named: table.name, &page)
      let formulas = sheet.columnFormulas(of: table.name)
      guard !formulas.isEmpty else { continue }
      page.details(formulas.count == 1 ? "1 formula" : "\(formulas.count) formulas") { page in
        for column in formulas {
          page.element("p") { page in
            page.text("code", "\(column.name) = \(column.formula)")
            if let documentation = column.documentation { page.text(" \(documentation)") }
          }
        }
      }
    }
  }

  func writeGrids(_ page: inout ReportPage) {
    let grids = report.grids
    for grid in grids {
      if grids.count > 1 { page.text("h3", grid.name) }
      let cell = CellInfo(name: grid.name, address: grid.area.topLeft, area: grid.area, kind: .range)
      write(Reading(cell, in: sheet), named: grid.name, firstRow: Int(grid.area.top) + 1, &page)
      let formulas = report.formulas(on: grid.area.grid)
      guard !formulas.isEmpty else { continue }
      page.details(formulas.count == 1 ? "1 formula" : "\(formulas.count) formulas") { page in
        page.element("ul") { page in
          for formula in formulas.prefix(Self.mostValues) {
            page.element("li") { $0.text("code", "\(formula.name) = \(formula.formula)") }
          }
        }
      }
    }
  }

  /// Writes rows, of many the first, with how the rest is seen.
  private func write(_ reading: Reading, named name: String, firstRow: Int? = nil, _ page: inout ReportPage) {
    let count = reading.rowCount
    let rows = (0..<min(count, Self.mostRows)).map { row in
      [Reading.Field("\((firstRow ?? 1) + row)", true)] + reading.displayedRow(row).prefix(Self.mostColumns)
    }
    let width = rows.map { $0.count - 1 }.max() ?? min(reading.columns.count, Self.mostColumns)
    let head = [""] + (0..<width).map { $0 < reading.columns.count ? reading.columns[$0] : "\($0 + 1)" }
    page.scrolling(name) { page in
      page.element("div", [("class", "grid")]) { $0.table(head, rows) }
    }
    let fullWidth = count > 0 ? reading.values(ofRow: 0).count : 0
    var missing: [String] = []
    if count > Self.mostRows { missing.append("\(count - Self.mostRows) more rows") }
    if fullWidth > Self.mostColumns { missing.append("\(fullWidth - Self.mostColumns) more columns") }
    if !missing.isEmpty {
      let path = firstRow == nil ? name : "'\(sheet.name(of: reading.cell.area ?? Area(reading.cell.address)))'"
      page.text(
        "p", "\(missing.joined(separator: ", ")): sheaf eval \(report.path) --get \(path) -f csv", [("class", "faint")])
    } else if count == 0 {
      page.text("p", "no rows", [("class", "faint")])
    }
  }

  // MARK: Charts

  func writeCharts(_ page: inout ReportPage) {
    for chart in report.charts {
      let picture = SVGChart(chart, sheet.valueText)
      page.element("figure") { page in
        page.text("figcaption", chart.label)
        if chart.columns.count > 1, chart.kind != .histogram {
          page.element("ul", [("class", "legend")]) { page in
            for (series, column) in chart.columns.enumerated() {
              page.element("li") { page in
                page.text("span", "", [("class", "s\(series % SVGChart.seriesCount)")])
                page.text(column.name)
              }
            }
          }
        }
        page.scrolling("Chart") { $0.picture(picture) }
        if let remark = picture.remark { page.text("p", remark, [("class", "faint")]) }
        page.details("Numbers") { write(chart, &$0) }
      }
    }
  }

  /// The numbers of a chart as a table.
  private func write(_ chart: Chart, _ page: inout ReportPage) {
    let columns = [chart.along].compactMap(\.self) + chart.columns
    let count = columns.map(\.values.count).max() ?? 0
    let rows = (0..<min(count, 100)).map { row in
      [Reading.Field("\(row + 1)", true)]
        + columns.map { column in
          guard row < column.values.count else { return ("", false) }
          return (sheet.display(column.values[row], format: column.format), column.numbers[row] != nil)
        }
    }
    page.scrolling(chart.label) { page in
      page.element("div", [("class", "grid")]) { $0.table([""] + columns.map(\.name), rows) }
    }
    if count > 100 { page.text("p", "\(count - 100) more are not shown.", [("class", "faint")]) }
  }
}

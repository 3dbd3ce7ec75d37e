import CellModel
import LiveSheets

/// Values, tables, grids and charts of a report.
extension HTMLReport {
  // MARK: Named cells

  func writeValues(_ entries: [SheetReport.NumberedCell], _ page: inout ReportPage) {
    page.element("ul", [("class", "values")]) { page in
      for entry in entries.prefix(ReportPage.mostValues) { page.element("li") { write(entry, &$0) } }
    }
    if entries.count > ReportPage.mostValues {
      page.text(
        "p", "\(entries.count - ReportPage.mostValues) more are not shown: sheaf eval \(report.path) shows all.",
        [("class", "faint")])
    }
  }

  private func write(_ entry: SheetReport.NumberedCell, _ page: inout ReportPage) {
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
        if reading.isLaidOut { page.rows(of: reading, named: cell.name, in: report.path, asked: cell.name) }
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
      page.rows(of: Reading(cell, in: sheet), named: table.name, in: report.path, asked: table.name)
      page.formulas(sheet.tables.columnFormulas(of: table.name))
    }
  }

  func writeGrids(_ page: inout ReportPage) {
    let (grids, formulas) = (report.grids, report.formulas)
    for grid in grids {
      if grids.count > 1 { page.text("h3", grid.name) }
      let cell = CellInfo(name: grid.name, address: grid.area.topLeft, area: grid.area, kind: .range)
      page.rows(
        of: Reading(cell, in: sheet), named: grid.name, in: report.path, asked: "'\(sheet.name(of: grid.area))'",
        firstRow: Int(grid.area.top) + 1)
      page.formulas((formulas[grid.area.grid] ?? []).map { ($0.name, $0.formula, nil) })
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
          return (sheet.display(column.values[row], format: column.format), column.number(at: row) != nil)
        }
    }
    page.scrolling(chart.label) { page in
      page.element("div", [("class", "grid")]) { $0.table([""] + columns.map(\.name), rows) }
    }
    if count > 100 { page.text("p", "\(count - 100) more are not shown.", [("class", "faint")]) }
  }
}

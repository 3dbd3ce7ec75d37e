import CellModel
import Drawing
import LiveSheets
import Markup
import SheetText

/// A chart as a picture in SVG, which takes its style from the page that it is on.
struct SVGChart {
  private static let width = 640.0
  private static let plotHeight = 220.0
  private static let fontSize = 11.0
  /// How many bars are drawn; more would not be told apart.
  private static let mostBars = 60
  /// How many points of a line are drawn: about one to a dot of the picture.
  private static let mostPoints = 1_200
  /// How many kinds of lines the style sheet knows.
  static let seriesCount = 6

  private let chart: Chart
  private let text: ValueText

  init(_ chart: Chart, _ text: ValueText) {
    self.chart = chart
    self.text = text
  }

  /// Something to say below the picture: that not all of it is drawn, or that there is nothing to draw.
  var remark: String? {
    if numbers.isEmpty { return "There are no numbers to draw." }
    if chart.kind == .bar, rowCount > shownRows { return "The first \(shownRows) of \(rowCount) are drawn." }
    if chart.kind == .line || chart.kind == .area, rowCount > Self.mostPoints {
      return "Of \(rowCount) values the lowest and highest of each stretch are drawn."
    }
    return nil
  }

  private var numbers: [Double] { chart.columns.flatMap(\.numbers).compactMap(\.self) }
  private var rowCount: Int { chart.columns.map(\.values.count).max() ?? 0 }
  private var shownRows: Int {
    chart.kind == .bar ? min(rowCount, Self.mostBars / max(chart.columns.count, 1) + 1) : rowCount
  }

  func write(to writer: inout XMLWriter) {
    guard !numbers.isEmpty else { return }
    switch chart.kind {
    case .histogram: for column in chart.columns { writeHistogram(column, &writer) }
    case .bar:
      let shown = chart.columns.flatMap { $0.numbers.prefix(shownRows).compactMap(\.self) }
      writePicture(ChartScale(shown.isEmpty ? numbers : shown, holdsZero: true), labels: labelsOfBars, &writer) {
        frame, writer in
        drawBars(frame, &writer)
      }
    case .line, .point, .area:
      writePicture(ChartScale(numbers, holdsZero: chart.kind == .area), labels: labelsAlong, &writer) { frame, writer in
        for series in chart.columns.indices { draw(series, frame, &writer) }
      }
    }
  }

  // MARK: The frame

  /// Where the numbers of a chart lie in the picture.
  private struct Frame {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
    var scale: ChartScale

    func y(_ number: Double) -> Double { top + height * (1 - scale.share(of: number)) }
    func x(_ share: Double) -> Double { left + width * share }
  }

  /// A text below the chart, and where: 0 at the left end, 1 at the right.
  private typealias Label = (share: Double, text: String)

  private func writePicture(
    _ scale: ChartScale, labels: [Label], kind: NumberKind? = nil, format: String? = nil, title: String? = nil,
    _ writer: inout XMLWriter, draw: (Frame, inout XMLWriter) -> Void
  ) {
    let kind = kind ?? numberKind(of: chart.columns)
    let names = scale.marks.map { words(.number($0, kind), format ?? chart.columns.first?.format) }
    let side = min((names.map { TextExtent.width(of: $0) }.max() ?? 0) * Self.fontSize + 10, Self.width / 4)
    let last = labels.last { $0.share > 0.95 }.map { TextExtent.width(of: cut($0.text)) * Self.fontSize / 2 } ?? 0
    let isTilted = Self.areTight(labels, width: Self.width - side - max(last, 12))
    let margin = isTilted ? 12 : max(last, 12)
    let depth =
      isTilted
      ? min((labels.map { TextExtent.width(of: cut($0.text)) }.max() ?? 0) * Self.fontSize * 0.71 + 18, 90) : 24
    let frame = Frame(left: side, top: 8, width: Self.width - side - margin, height: Self.plotHeight, scale: scale)
    let height = SVGNumber.text((frame.top + frame.height + depth).rounded(.up))
    writer.start(
      "svg",
      [
        ("class", "chart"), ("viewBox", "0 0 \(SVGNumber.text(Self.width)) \(height)"), ("role", "img"),
        ("aria-label", PlainText.oneLine(title ?? description)),
      ])
    for (mark, name) in zip(scale.marks, names) {
      let y = SVGNumber.text(frame.y(mark))
      writer.empty(
        "path",
        [
          ("class", mark == 0 ? "axis" : "grid"),
          ("d", "M\(SVGNumber.text(frame.left)),\(y)h\(SVGNumber.text(frame.width))"),
        ])
      writer.element(
        "text",
        [("class", "side"), ("x", SVGNumber.text(frame.left - 6)), ("y", SVGNumber.text(frame.y(mark) + 3.5))],
        text: name)
    }
    let bottom = frame.top + frame.height
    for label in labels {
      let (x, y) = (SVGNumber.text(frame.x(label.share)), SVGNumber.text(bottom + (isTilted ? 12 : 16)))
      let turn = isTilted ? "rotate(-45 \(x) \(y))" : nil
      writer.element(
        "text", [("class", isTilted ? "tilted" : "foot"), ("x", x), ("y", y), ("transform", turn)],
        text: cut(label.text))
    }
    draw(frame, &writer)
    writer.end()
  }

  private func cut(_ text: String) -> String { TextExtent.cut(text, to: 14) }

  /// Whether labels side by side would touch.
  private static func areTight(_ labels: [Label], width: Double) -> Bool {
    zip(labels, labels.dropFirst()).contains { a, b in
      let room = (b.share - a.share) * width
      return (TextExtent.width(of: a.text) + TextExtent.width(of: b.text)) / 2 * fontSize + 6 > room
    }
  }

  private var description: String {
    let names = chart.columns.map(\.name).joined(separator: ", ")
    let over = chart.along.map { " over \($0.name)" } ?? ""
    return "\(chart.label): \(chart.kind.rawValue) chart of \(names)\(over)"
  }

  private func words(_ value: CellValue, _ format: String?) -> String {
    PlainText.oneLine(text.shown(value, format: format))
  }

  private func numberKind(of columns: [Chart.Column]) -> NumberKind {
    columns.lazy.flatMap(\.values).compactMap { if case .number(_, let kind) = $0 { kind } else { nil } }.first
      ?? .plain
  }

  // MARK: Along the chart

  /// Where each row lies: 0 at the left end, 1 at the right.
  private var places: [Double?] {
    if let ends = endsAlong, let along = chart.along {
      return along.numbers.map { $0.map { ChartScale.share(of: $0, from: ends.low, to: ends.high) } }
    }
    return (0..<rowCount).map { rowCount > 1 ? Double($0) / Double(rowCount - 1) : 0.5 }
  }

  /// The lowest and the highest number along the chart, if numbers stand there.
  private var endsAlong: (low: Double, high: Double)? {
    let numbers = chart.along?.numbers.compactMap(\.self) ?? []
    guard let low = numbers.min(), let high = numbers.max() else { return nil }
    guard chart.kind == .point, !isAlongDays else { return (low, high) }
    let scale = ChartScale(numbers, holdsZero: false, steps: 6)
    return (scale.lower, scale.upper)
  }

  private var isAlongDays: Bool { chart.along.map { numberKind(of: [$0]).isDay } ?? false }

  private var labelsAlong: [Label] {
    if let ends = endsAlong, let along = chart.along, !isAlongDays {
      let scale = ChartScale([ends.low, ends.high], holdsZero: false, steps: 6)
      let kind = numberKind(of: [along])
      return scale.marks.filter { $0 >= ends.low && $0 <= ends.high }.map { mark in
        (ChartScale.share(of: mark, from: ends.low, to: ends.high), words(.number(mark, kind), along.format))
      }
    }
    let rows = places.indices.filter { places[$0] != nil }.sorted { (places[$0] ?? 0, $0) < (places[$1] ?? 0, $1) }
    let count = min(rows.count, 6)
    guard count > 1 else { return rows.map { (places[$0] ?? 0.5, label(ofRow: $0)) } }
    return (0..<count).map { number in
      let row = rows[number * (rows.count - 1) / (count - 1)]
      return (places[row] ?? 0, label(ofRow: row))
    }
  }

  private func label(ofRow row: Int) -> String {
    guard let along = chart.along else { return "\(row + 1)" }
    return row < along.values.count ? words(along.values[row], along.format) : ""
  }

  // MARK: Lines, areas and points

  private func draw(_ series: Int, _ frame: Frame, _ writer: inout XMLWriter) {
    let column = chart.columns[series]
    let style = "s\(series % Self.seriesCount)"
    var runs: [[(x: Double, y: Double)]] = [[]]
    for (place, number) in zip(places, column.numbers) {
      if let place, let number {
        runs[runs.count - 1].append((frame.x(place), frame.y(number)))
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    writer.start("g", [("class", style)])
    for run in runs where !run.isEmpty {
      let run = chart.kind == .point ? run : thinned(run, frame)
      if chart.kind == .point || run.count == 1 {
        for point in run { dot(point, &writer) }
        continue
      }
      let line = run.map { "\(SVGNumber.text($0.x)),\(SVGNumber.text($0.y))" }.joined(separator: " ")
      if chart.kind == .area, let first = run.first, let last = run.last {
        let base = SVGNumber.text(frame.y(0))
        let closed = "\(SVGNumber.text(first.x)),\(base) \(line) \(SVGNumber.text(last.x)),\(base)"
        writer.empty("polygon", [("class", "fill"), ("points", closed)])
      }
      writer.empty("polyline", [("class", "line"), ("points", line)])
      if run.count <= 40 { for point in run { dot(point, &writer) } }
    }
    writer.end()
  }

  private func dot(_ point: (x: Double, y: Double), _ writer: inout XMLWriter) {
    writer.empty("circle", [("cx", SVGNumber.text(point.x)), ("cy", SVGNumber.text(point.y)), ("r", "2.5")])
  }

  /// Of a long line the first, lowest, highest and last point of each stretch as wide as a dot, which looks the same (Jugel et al. 2014).
  private func thinned(_ points: [(x: Double, y: Double)], _ frame: Frame) -> [(x: Double, y: Double)] {
    guard points.count > Self.mostPoints else { return points }
    var kept: [(x: Double, y: Double)] = []
    var start = 0
    while start < points.count {
      var end = start
      while end + 1 < points.count, Int(points[end + 1].x) == Int(points[start].x) { end += 1 }
      let stretch = start...end
      let low = stretch.min { points[$0].y < points[$1].y } ?? start
      let high = stretch.max { points[$0].y < points[$1].y } ?? start
      for index in Set([start, low, high, end]).sorted() { kept.append(points[index]) }
      start = end + 1
    }
    return kept
  }

  // MARK: Bars

  private var labelsOfBars: [Label] {
    let step = max((shownRows + 29) / 30, 1)
    return stride(from: 0, to: shownRows, by: step).map { row in
      ((Double(row) + 0.5) / Double(shownRows), label(ofRow: row))
    }
  }

  private func drawBars(_ frame: Frame, _ writer: inout XMLWriter) {
    let room = frame.width / Double(shownRows)
    let width = min(room * 0.8 / Double(chart.columns.count), 48)
    for (series, column) in chart.columns.enumerated() {
      writer.start("g", [("class", "s\(series % Self.seriesCount)")])
      for (row, number) in column.numbers.prefix(shownRows).enumerated() {
        guard let number else { continue }
        let middle = frame.left + room * (Double(row) + 0.5)
        let left = middle + width * (Double(series) - Double(chart.columns.count) / 2)
        let (from, to) = (frame.y(max(number, 0)), frame.y(min(number, 0)))
        bar(left, from, width, to - from, "\(label(ofRow: row)): \(words(column.values[row], column.format))", &writer)
      }
      writer.end()
    }
  }

  private func bar(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ title: String, _ writer: inout XMLWriter
  ) {
    writer.start(
      "rect",
      [
        ("class", "bar"), ("x", SVGNumber.text(x)), ("y", SVGNumber.text(y)),
        ("width", SVGNumber.text(max(width - 1, 0.5))), ("height", SVGNumber.text(max(height, 0.5))),
      ])
    writer.element("title", text: title)
    writer.end()
  }

  private func writeHistogram(_ column: Chart.Column, _ writer: inout XMLWriter) {
    let numbers = column.numbers.compactMap(\.self)
    guard !numbers.isEmpty else { return }
    let histogram = ChartHistogram(numbers)
    let kind = numberKind(of: [column])
    let names = histogram.marks.map { words(.number($0, kind), column.format) }
    let count = Double(histogram.counts.count)
    let labels = names.enumerated().map { (share: Double($0) / count, text: $1) }
    let scale = ChartScale(histogram.counts.map(Double.init), holdsZero: true)
    let title = "\(chart.label): how many of \(column.name) lie between two numbers"
    writePicture(scale, labels: labels, kind: .plain, format: "0", title: title, &writer) { frame, writer in
      writer.start("g", [("class", "s0")])
      for (number, amount) in histogram.counts.enumerated() {
        let x = frame.x(Double(number) / count)
        let (from, to) = (frame.y(Double(amount)), frame.y(0))
        bar(x, from, frame.width / count, to - from, "\(names[number]) to \(names[number + 1]): \(amount)", &writer)
      }
      writer.end()
    }
  }
}

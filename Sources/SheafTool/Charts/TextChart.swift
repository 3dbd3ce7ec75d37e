import CellModel
import LiveSheets
import SheetText

/// A chart as lines of text.
struct TextChart {
  /// The marks of the series, and of what they are drawn with.
  struct Marks {
    var series: [Character]
    var bar: Character
    var fill: Character
    var axis: (side: Character, corner: Character, line: Character)

    static let unicode = Marks(series: Array("•×+○◆"), bar: "█", fill: "░", axis: ("│", "└", "─"))
    static let ascii = Marks(series: Array("*x+o#"), bar: "#", fill: ":", axis: ("|", "+", "-"))

    func ofSeries(_ number: Int) -> Character { series[number % series.count] }
  }

  /// How many bars are shown.
  private static let mostBars = 60
  private static let height = 12

  private let chart: Chart
  private let width: Int
  private let marks: Marks
  private let paint: Paint
  private let text = ValueText()

  /// - Parameter width: How many columns a line may have.
  init(_ chart: Chart, width: Int, marks: Marks, _ paint: Paint) {
    self.chart = chart
    self.width = max(width, 30)
    self.marks = marks
    self.paint = paint
  }

  /// The chart under its label. Where no column has a number, that is said instead.
  var lines: [String] {
    let numbers = chart.columns.flatMap(\.numbers).compactMap(\.self)
    var head = [paint.strong(PlainText.oneLine(chart.label))]
    if chart.columns.count > 1 {
      head[0] +=
        "  "
        + chart.columns.enumerated().map { "\(mark(of: $0)) \(PlainText.oneLine($1.name))" }.joined(separator: "  ")
    }
    guard !numbers.isEmpty else { return head + ["there are no numbers to draw"] }
    return switch chart.kind {
    case .bar: head + bars(chart.columns)
    case .histogram: head + chart.columns.flatMap(histogram)
    case .line, .point, .area: head + plot(numbers)
    }
  }

  private func mark(of series: Int) -> String { String(chart.kind == .bar ? marks.bar : marks.ofSeries(series)) }

  private func words(_ value: CellValue, _ format: String?) -> String {
    PlainText.oneLine(text.shown(value, format: format))
  }

  // MARK: Bars

  private struct Bar {
    var label: String
    var value: String
    var number: Double?
  }

  private func bars(_ columns: [Chart.Column]) -> [String] {
    let count = columns.map(\.values.count).max() ?? 0
    let numbers = columns.map(\.numbers)
    let shown = min(count, Self.mostBars / columns.count + 1)
    var bars: [Bar] = []
    for row in 0..<shown {
      for (number, column) in columns.enumerated() where row < column.values.count {
        let label = chart.along.map { row < $0.values.count ? words($0.values[row], $0.format) : "" } ?? "\(row + 1)"
        let several = columns.count > 1 ? " \(PlainText.oneLine(column.name))" : ""
        bars.append(
          Bar(
            label: (number == 0 || columns.count == 1 ? label : "") + several,
            value: words(column.values[row], column.format), number: numbers[number][row]))
      }
    }
    return lines(of: bars) + (count > shown ? ["… and \(count - shown) more"] : [])
  }

  private func lines(of bars: [Bar]) -> [String] {
    let labelWidth = min(bars.map { TextWidth.of($0.label) }.max() ?? 0, width / 3)
    let valueWidth = bars.map { TextWidth.of($0.value) }.max() ?? 0
    let room = max(width - labelWidth - valueWidth - 3, 5)
    let scale = ChartScale(bars.compactMap(\.number), holdsZero: true)
    let zero = Int((scale.share(of: 0) * Double(room)).rounded())
    return bars.map { bar in
      let label = TextWidth.padded(TextWidth.cut(bar.label, to: labelWidth), to: labelWidth)
      guard let number = bar.number else { return "\(label)  \(bar.value)" }
      let end = Int((scale.share(of: number) * Double(room)).rounded())
      let (from, to) = (min(zero, end), max(zero, end))
      let drawn = String(repeating: " ", count: from) + String(repeating: marks.bar, count: to - from)
      return "\(label) \(drawn) \(bar.value)"
    }
  }

  /// Bars of how many numbers lie between marks.
  private func histogram(_ column: Chart.Column) -> [String] {
    let numbers = column.numbers.compactMap(\.self)
    guard !numbers.isEmpty else { return [] }
    let histogram = ChartHistogram(numbers)
    let kind = column.values.lazy.compactMap { if case .number(_, let kind) = $0 { kind } else { nil } }.first ?? .plain
    return lines(
      of: histogram.counts.enumerated().map { index, count in
        let ends = [histogram.marks[index], histogram.marks[index + 1]].map { words(.number($0, kind), column.format) }
        return Bar(label: ends.joined(separator: " to "), value: "\(count)", number: Double(count))
      })
  }

  // MARK: Lines, areas and points

  private func plot(_ numbers: [Double]) -> [String] {
    let scale = ChartScale(numbers, holdsZero: chart.kind == .area)
    let format = chart.columns.first?.format
    let kind =
      chart.columns.lazy.flatMap(\.values).compactMap { if case .number(_, let kind) = $0 { kind } else { nil } }
      .first ?? .plain
    let names = scale.marks.map { words(.number($0, kind), format) }
    let side = min(names.map { TextWidth.of($0) }.max() ?? 0, width / 3)
    var canvas = ChartCanvas(width: max(width - side - 2, 10), height: Self.height)
    let places = places(count: chart.columns.map(\.values.count).max() ?? 0, canvas)
    for (series, column) in chart.columns.enumerated() {
      let points = zip(places, column.numbers).map { x, y in
        x.flatMap { x in y.map { (x: x, y: scale.share(of: $0) * Double(Self.height - 1)) } }
      }
      canvas.draw(
        points, marks.ofSeries(series), joined: chart.kind != .point,
        filled: chart.kind == .area ? (marks.fill, scale.share(of: 0) * Double(Self.height - 1)) : nil)
    }
    var labels: [Int: String] = [:]
    for (mark, name) in zip(scale.marks, names) {
      labels[Int((scale.share(of: mark) * Double(Self.height - 1)).rounded())] = name
    }
    let rows = canvas.rows.enumerated().map { index, row in
      let label = TextWidth.cut(labels[Self.height - 1 - index] ?? "", to: side)
      let padding = String(repeating: " ", count: side - TextWidth.of(label))
      return "\(padding)\(label) \(marks.axis.side)\(row)".trimmingBlanks
    }
    let corner = String(repeating: " ", count: side + 1) + String(marks.axis.corner)
    return rows + [corner + String(repeating: marks.axis.line, count: canvas.width), ends(side + 2, canvas.width)]
  }

  /// The columns of the canvas in which the values stand.
  private func places(count: Int, _ canvas: ChartCanvas) -> [Double?] {
    let last = Double(canvas.width - 1)
    if let along = chart.along, along.numbers.contains(where: { $0 != nil }) {
      let numbers = along.numbers
      let (low, high) = (numbers.compactMap(\.self).min() ?? 0, numbers.compactMap(\.self).max() ?? 0)
      return numbers.map { $0.map { ChartScale.share(of: $0, from: low, to: high) * last } }
    }
    return (0..<count).map { count > 1 ? Double($0) / Double(count - 1) * last : 0 }
  }

  /// What stands at both ends below the chart.
  private func ends(_ indent: Int, _ room: Int) -> String {
    var first = "1"
    var last = "\(chart.columns.map(\.values.count).max() ?? 0)"
    if let along = chart.along {
      let values = along.values.filter { !$0.isBlank }
      let sorted =
        values.allSatisfy { $0.number != nil } ? values.sorted { ($0.number ?? 0) < ($1.number ?? 0) } : values
      first = sorted.first.map { words($0, along.format) } ?? ""
      last = sorted.last.map { words($0, along.format) } ?? ""
    }
    let gap = room - TextWidth.of(first) - TextWidth.of(last)
    guard gap > 0 else { return String(repeating: " ", count: indent) + first }
    return String(repeating: " ", count: indent) + first + String(repeating: " ", count: gap) + last
  }
}

extension String {
  /// Without the blanks at its end.
  var trimmingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

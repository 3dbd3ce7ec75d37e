import CellModel
import SheetText

/// A chart of a sheet with its columns as they are now.
package struct Chart: Sendable {
  /// A series of values, one below the other; blanks and what is no number leave gaps.
  package struct Column: Sendable, Equatable {
    package var name: String
    package var values: [CellValue]
    /// The number format of the cells, where they have one.
    package var format: String?

    package init(name: String, values: [CellValue], format: String? = nil) {
      self.name = name
      self.values = values
      self.format = format
    }

    package var numbers: [Double?] { values.map { $0.chartedNumber } }

    /// The number of one row, which is not made from all as ``numbers`` are.
    package func number(at row: Int) -> Double? { values[row].chartedNumber }

    fileprivate var areTexts: Bool {
      values.contains { if case .text = $0 { true } else { false } } && numbers.allSatisfy { $0 == nil }
    }

    fileprivate var areDays: Bool {
      let kinds = values.compactMap { if case .number(_, let kind) = $0 { kind } else { nil } }
      return !kinds.isEmpty && kinds.allSatisfy(\.isDay)
    }

    fileprivate var areNumbers: Bool { numbers.contains { $0 != nil } }

    fileprivate var ascend: Bool {
      let numbers = numbers.compactMap(\.self)
      return numbers.count == values.count && numbers.count > 1
        && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }
  }

  package var label: String
  package var kind: ChartKind
  /// What stands along the chart; `nil` where values are numbered from 1.
  package var along: Column?
  package var columns: [Column]

  /// Makes a chart of columns. The first stands along it when there are others and it is made of texts, of days or of
  /// numbers that ascend, or when the others are drawn as points over it.
  ///
  /// - Parameter kind: `nil` for the kind that suits the columns: bars over texts and for a few values, lines over days
  ///   and ascending numbers and for many values, and points for a number over another.
  package init(_ label: String, _ columns: [Column], as kind: ChartKind? = nil) {
    self.label = label
    var rest = columns[...]
    var along: Column?
    if let first = columns.first, columns.count > 1, kind != .histogram {
      let isPair = columns.count == 2 && first.areNumbers
      if first.areTexts || first.areDays || first.ascend || kind == .point || (kind == nil && isPair) {
        along = rest.removeFirst()
      }
    }
    self.along = along
    self.columns = Array(rest)
    self.kind = kind ?? Self.suitable(along, self.columns)
  }

  /// How many values a chart may have whose bars are still seen at once.
  private static let few = 24

  private static func suitable(_ along: Column?, _ columns: [Column]) -> ChartKind {
    guard let along else { return (columns.map(\.values.count).max() ?? 0) <= few ? .bar : .line }
    if along.areTexts { return .bar }
    return along.areDays || along.ascend ? .line : .point
  }
}

extension CellValue {
  /// The number that stands for a value in a chart.
  fileprivate var chartedNumber: Double? {
    if case .number(let number, _) = self { number.isFinite ? number : nil } else { nil }
  }
}

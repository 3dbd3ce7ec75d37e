import CellModel
import Functions

/// A time series, with what was fitted to it.
final class FittedSeries {
  /// Its values in the order of time.
  let ordered: ForecastSeries
  /// By the seasonality that was asked for; `nil` where there are too few values.
  var models: [Int: ExponentialSmoothing?] = [:]

  init(_ ordered: ForecastSeries) { self.ordered = ordered }
}

/// The series that were asked for last.
///
/// `FORECAST.ETS(A10000, B$1:B$9999, A$1:A$9999)` filled down, for one month after the other, so puts its series in order once.
final class KnownSeries {
  private struct Key: Hashable {}

  /// What a series is made of.
  struct Source {
    let values: CellArray
    let timeline: CellArray
    let completion: Int
    let aggregation: Int
    let dates: DateSystem

    fileprivate func isSame(as other: Source) -> Bool {
      completion == other.completion && aggregation == other.aggregation && dates == other.dates
        && values.isSameStorage(as: other.values) && timeline.isSameStorage(as: other.timeline)
    }
  }

  private static let mostKept = 4

  private var kept: [(source: Source, series: FittedSeries)] = []

  static func series(
    of source: Source, in context: any EvaluationContext, _ make: () throws(CellError) -> ForecastSeries
  ) throws(CellError) -> FittedSeries {
    let memory = context.cache.entry(for: Key()) { KnownSeries() }
    if let known = memory.kept.first(where: { $0.source.isSame(as: source) }) { return known.series }
    let series = FittedSeries(try make())
    if memory.kept.count == mostKept { memory.kept.removeFirst() }
    memory.kept.append((source, series))
    return series
  }
}

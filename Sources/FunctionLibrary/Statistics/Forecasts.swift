import CellModel
import Functions

/// Forecasts by exponential smoothing.
///
/// Microsoft names the model, AAA of exponential triple smoothing, but not how it begins or how its weights are found.
/// Without a season both are taken from forecasts that Excel has stored, of one series; with a season it is not known how
/// Excel begins. A series that repeats itself exactly, with or without a trend, is continued exactly.
enum Forecasts: FunctionFamily {
  static let title = "Forecasts by exponential smoothing"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "FORECAST.ETS", "Forecasts a value of a time series from its level, its trend and its season.",
      .number("target", "the time to forecast, not before the last one of the timeline"), values, timeline,
      seasonality, completion, aggregation, .context,
      examples: [
        "ROUND(FORECAST.ETS(6, {2;4;6;8}, {1;2;3;4}), 6)" => 12,
        "ROUND(FORECAST.ETS({9,10}, {1;5;2;6;3;7;4;8}, {1;2;3;4;5;6;7;8}), 6)" => [[5, 9]],
        "ROUND(FORECAST.ETS(5, {2;4;8}, {1;2;4}, 0), 6)" => 10,
        "ROUND(FORECAST.ETS(\"2024-05-01\", {1;2;3}, {45292;45323;45352}, 0), 6)" => 5,
        "ROUND(FORECAST.ETS(5, {1;2;3;6;8}, {2;1;2;3;4}, 0, 1, 7), 6)" => 10,
        "FORECAST.ETS(3, {2;4;6;8}, {1;2;3;4})" => .number, "FORECAST.ETS(5, {2;4;6}, {1;2})" => .notAvailable,
        "FORECAST.ETS(9, {2;4;6}, {1;2;3.5})" => .number, "FORECAST.ETS(2, {10}, {1}, 0)" => .divisionByZero,
      ]
    ) { (target, values, timeline, seasonality, completion, aggregation, context) throws(CellError) in
      let series = try series(values, timeline, completion, aggregation, context)
      let model = try model(of: series, seasonality, context)
      return model.forecast(at: try steps(to: target, in: series.ordered))
    },

    SheetFunction(
      "FORECAST.ETS.CONFINT",
      "Gives how far, to a given confidence, a value may lie above or below its forecast by FORECAST.ETS.",
      .number("target", "the time to forecast, not before the last one of the timeline"), values, timeline,
      .number("confidence_level", "how sure the interval is, from 0 to below 1", default: 0.95),
      seasonality, completion, aggregation, .context,
      examples: [
        "ROUND(FORECAST.ETS.CONFINT(6, {2;4;6;8}, {1;2;3;4}), 6)" => 0,
        "FORECAST.ETS.CONFINT(7, {3;1;4;1;5;9}, {1;2;3;4;5;6}, 0.99, 0) > FORECAST.ETS.CONFINT(7, {3;1;4;1;5;9}, {1;2;3;4;5;6}, , 0)"
          => true,
        "ROUND(FORECAST.ETS.CONFINT({5,6}, {2;4;6;8}, {1;2;3;4}), 6)" => [[0, 0]],
        "FORECAST.ETS.CONFINT(6, {2;4;6;8}, {1;2;3;4}, 1)" => .number,
        "FORECAST.ETS.CONFINT(7, {3;1;4;1;5;9}, {1;2;3;4;5;6}, 0, 0)" => 0,
      ]
    ) { (target, values, timeline, confidence, seasonality, completion, aggregation, context) throws(CellError) in
      guard confidence >= 0, confidence < 1 else { throw .number("The confidence is below 0, or 1 and more.") }
      let series = try series(values, timeline, completion, aggregation, context)
      let model = try model(of: series, seasonality, context)
      let steps = try steps(to: target, in: series.ordered)
      // The deviation is a sum over the steps.
      try context.takeSteps(Int(steps) >> 5)
      return NormalDistribution.quantile((1 + confidence) / 2) * model.deviation(at: steps)
    },

    SheetFunction(
      "FORECAST.ETS.SEASONALITY", "Gives the length of the season that FORECAST.ETS finds, 0 when there is none.",
      values, timeline, completion, aggregation, .context,
      examples: [
        "FORECAST.ETS.SEASONALITY({1;5;2;6;3;7;4;8}, {1;2;3;4;5;6;7;8})" => 2,
        "FORECAST.ETS.SEASONALITY({1;9;4;1;9;4;1;9;4}, {1;2;3;4;5;6;7;8;9})" => 3,
        "FORECAST.ETS.SEASONALITY({2;4;6;8}, {1;2;3;4}, {0,1})" => [[0, 0]],
        "FORECAST.ETS.SEASONALITY({2,4}, {1,2,3})" => .notAvailable,
      ]
    ) { (values, timeline, completion, aggregation, context) throws(CellError) in
      let series = try series(values, timeline, completion, aggregation, context).ordered
      let period = try period(of: series.values, context)
      return period == 1 ? 0 : period
    },

    SheetFunction(
      "FORECAST.ETS.STAT", "Gives a number that tells how FORECAST.ETS fits a time series.",
      values, timeline,
      .integer(
        "statistic_type",
        "weights: 1 alpha, 2 beta, 3 gamma; errors: 4 MASE, 5 SMAPE, 6 MAE, 7 RMSE; 8 the step of the timeline"),
      seasonality, completion, aggregation, .context,
      examples: [
        "FORECAST.ETS.STAT({2;4;6;8}, {10;20;30;40}, 8)" => 10,
        "FORECAST.ETS.STAT({2;4;6;8}, {45292;45323;45352;45383}, 8)" => 1,
        "ROUND(FORECAST.ETS.STAT({1;5;2;6;3;7;4;8}, {1;2;3;4;5;6;7;8}, {4,6,7}), 6)" => [[0, 0, 0]],
        "FORECAST.ETS.STAT({2;4;6;8}, {10;20;30;40}, 9)" => .number,
      ]
    ) { (values, timeline, kind, seasonality, completion, aggregation, context) throws(CellError) in
      let series = try series(values, timeline, completion, aggregation, context)
      let model = try model(of: series, seasonality, context)
      switch kind {
      case 1: return model.weights.level
      case 2: return model.weights.trend
      case 3: return model.weights.season
      case 4: return model.scaledError
      case 5: return model.symmetricPercentageError
      case 6: return model.meanAbsoluteError
      case 7: return model.rootMeanSquare
      case 8: return series.ordered.step
      default: throw .number("There is no statistic of that number.")
      }
    },
  ]

  // MARK: Parameters

  private static let values: Parameter<CellArray> = .array(
    "values", "the values known; those of blank cells are missing")
  private static let timeline: Parameter<CellArray> = .array(
    "timeline", "their times, as many, in any order and with one step between them; dates may step by months")
  private static let seasonality: Parameter<Double> = .number(
    "seasonality", "how many values make a season; 0 for none, 1 to find out", default: 1)
  private static let completion: Parameter<Int> = .integer(
    "data_completion", "1 fills in missing values with the mean of their neighbours, 0 with zeros", default: 1)
  private static let aggregation: Parameter<Int> = .integer(
    "aggregation",
    "how values of one time are drawn together: 1 AVERAGE, 2 COUNT, 3 COUNTA, 4 MAX, 5 MEDIAN, 6 MIN, 7 SUM", default: 1
  )

  // MARK: What the functions share

  private static func series(
    _ values: CellArray, _ timeline: CellArray, _ completion: Int, _ aggregation: Int, _ context: any EvaluationContext
  ) throws(CellError) -> FittedSeries {
    guard values.count == timeline.count else { throw .notAvailable("Values and timeline differ in size.") }
    guard completion == 0 || completion == 1,
      let kind = ForecastSeries.Aggregation(rawValue: max(aggregation, 0) == 0 ? 1 : aggregation)
    else { throw .number("There is no completion or aggregation of that number.") }
    try context.takeSteps(values.count >> 3)
    let source = KnownSeries.Source(
      values: values, timeline: timeline, completion: completion, aggregation: kind.rawValue, dates: context.dateSystem)
    return try KnownSeries.series(of: source, in: context) { () throws(CellError) in
      try series(values, timeline, isFilledWithNeighbours: completion == 1, kind, context)
    }
  }

  private static func series(
    _ values: CellArray, _ timeline: CellArray, isFilledWithNeighbours: Bool, _ kind: ForecastSeries.Aggregation,
    _ context: any EvaluationContext
  ) throws(CellError) -> ForecastSeries {
    var (times, known): ([Double], [Double]) = ([], [])
    for (value, time) in zip(values.elements, timeline.elements) {
      let time = try number(time)
      if value.isBlank { continue }
      times.append(time)
      known.append(try number(value))
    }
    guard times.count != 1 else { throw .divisionByZero("There is one value only.") }
    guard
      let series = ForecastSeries(
        times: times, values: known, fillingWithNeighbours: isFilledWithNeighbours, aggregation: kind,
        dates: context.dateSystem)
    else { throw .number("The timeline has no constant step, or too many values are missing.") }
    return series
  }

  private static func number(_ value: CellValue) throws(CellError) -> Double {
    switch value {
    case .number(let number, _): return number
    case .error(let error): throw error
    default: throw .value("A time or a value is no number.")
    }
  }

  /// What a fitted model depends on; a column of forecasts asks for the same one again and again.
  private struct ModelKey: Hashable {
    let values: [Double]
    let seasonality: Int
  }

  private struct Fit {
    /// `nil` when there are too few values.
    let model: ExponentialSmoothing?
  }

  private static func model(
    of series: FittedSeries, _ seasonality: Double, _ context: any EvaluationContext
  ) throws(CellError) -> ExponentialSmoothing {
    guard seasonality >= 0, seasonality <= Double(ExponentialSmoothing.longestPeriod),
      seasonality == seasonality.rounded()
    else {
      throw .number("The seasonality is no whole number from 0 to 8760.")
    }
    let season = Int(seasonality)
    let model: ExponentialSmoothing?
    if let known = series.models[season] {
      model = known
    } else {
      model = try fit(ModelKey(values: series.ordered.values, seasonality: season), context)
      series.models[season] = .some(model)
    }
    guard let model else { throw .number("There are fewer than two seasons of values.") }
    return model
  }

  private static func fit(
    _ key: ModelKey, _ context: any EvaluationContext
  ) throws(CellError) -> ExponentialSmoothing? {
    if let found = context.cache.value(Fit.self, for: key) { return found.model }
    let period = try key.seasonality == 1 ? period(of: key.values, context) : max(1, key.seasonality)
    // Some hundred weights are tried, or with a season some thousand.
    try context.takeSteps(key.values.count << (period > 1 ? 6 : 3))
    let fit = Fit(model: ExponentialSmoothing(key.values, period: period))
    context.cache.keep(fit, for: key)
    return fit.model
  }

  /// The period of a series, for which each length is tried.
  private static func period(of values: [Double], _ context: any EvaluationContext) throws(CellError) -> Int {
    try context.takeSteps((values.count * min(values.count / 2, ExponentialSmoothing.longestPeriod)) >> 8)
    return ExponentialSmoothing.period(of: values)
  }

  private static func steps(to target: Double, in series: ForecastSeries) throws(CellError) -> Double {
    let steps = series.steps(to: target)
    guard steps >= 0, steps < 1_000_000 else { throw .number("The target lies before the end of the timeline.") }
    return steps
  }
}

import Mathematics

/// A series told by a level, a trend and a season that add up, each smoothed exponentially with a weight of its own.
///
/// This is the model AAA of Hyndman, Koehler, Ord and Snyder, Forecasting with Exponential Smoothing (2008), §2.5 and
/// table 6.1, in the form that corrects each state by the error of the forecast one step ahead. The states before the
/// first value come from the first two periods (NIST/SEMATECH e-Handbook, §6.4.3.5). Without a season the trend is that of
/// a line through all values, and the first value is met, as in the forecasts that Excel has stored.
struct ExponentialSmoothing: Sendable {
  /// What is known after a value: the level, its growth a step, and what each place in the period adds.
  struct State {
    var level: Double
    var trend: Double
    var seasons: [Double]
  }

  let weights: SmoothingWeights
  /// How many values make a season; 1 when there is none.
  let period: Int
  /// The errors of the forecasts one step ahead.
  let errors: [Double]
  private let values: [Double]
  private let end: State

  /// Fits the weights to a series of at least two values and two periods; `nil` when it is shorter.
  init?(_ values: [Double], period: Int) {
    guard period >= 1, values.count >= 2, period == 1 || values.count / 2 >= period else { return nil }
    let start = Self.start(of: values, period: period)
    let noise = 1e-13 * (values.lazy.map { abs($0) }.max() ?? 0)
    let weights = SmoothingWeights.best(hasSeason: period > 1) { weights in
      Self.percentageError(values, from: start, weights, ignoringBelow: noise)
    }
    var errors: [Double] = []
    errors.reserveCapacity(values.count)
    self.weights = weights
    self.period = period
    self.values = values
    end = Self.run(values, from: start, weights) { errors.append($0) }
    self.errors = errors
  }

  /// Steps through the series and tells the error of each forecast.
  private static func run(
    _ values: [Double], from start: State, _ weights: SmoothingWeights, _ tell: (Double) -> Void
  ) -> State {
    var state = start
    var place = 0
    for value in values {
      let expected = state.level + state.trend
      let error = value - expected - state.seasons[place]
      tell(error)
      state.level = expected + weights.level * error
      state.trend += weights.trend * error
      if state.seasons.count > 1 { state.seasons[place] += weights.season * error }
      place = place + 1 == state.seasons.count ? 0 : place + 1
    }
    return state
  }

  /// The sum of the symmetric percentage errors; those that are mere rounding are none.
  private static func percentageError(
    _ values: [Double], from start: State, _ weights: SmoothingWeights, ignoringBelow noise: Double
  ) -> Double {
    var sum = 0.0
    var place = 0
    _ = run(values, from: start, weights) { error in
      if abs(error) > noise { sum += symmetricPercentage(of: error, at: values[place]) }
      place += 1
    }
    return sum
  }

  /// An error in units of the mean of forecast and value.
  private static func symmetricPercentage(of error: Double, at value: Double) -> Double {
    error == 0 ? 0 : 2 * abs(error) / (abs(value) + abs(value - error))
  }

  // MARK: The beginning

  private static func start(of values: [Double], period: Int) -> State {
    guard period > 1 else {
      let trend = PairStatistics((1...values.count).map(Double.init), values)?.slope ?? 0
      return State(level: values[0] - trend, trend: trend, seasons: [0])
    }
    let m = Double(period)
    let periods = values.count / period
    let means = (0..<periods).map { CompensatedSum.of(values[$0 * period..<($0 + 1) * period]) / m }
    let trend = (means[1] - means[0]) / m
    var seasons = (0..<period).map { place in
      let centred = (Double(place) - (m - 1) / 2) * trend
      return CompensatedSum.of((0..<periods).map { values[$0 * period + place] - means[$0] - centred })
        / Double(periods)
    }
    let mean = CompensatedSum.of(seasons) / m
    for place in seasons.indices { seasons[place] -= mean }
    return State(level: means[0] - trend * (m + 1) / 2, trend: trend, seasons: seasons)
  }

  // MARK: Forecasts

  /// The value some steps after the last one, which itself is at 0; between steps the line joins them.
  func forecast(at steps: Double) -> Double {
    let below = steps.rounded(.down)
    let first = forecast(Int(below))
    guard steps > below else { return first }
    return first + (steps - below) * (forecast(Int(below) + 1) - first)
  }

  private func forecast(_ steps: Int) -> Double {
    guard steps > 0 else { return values[values.count - 1] }
    return end.level + Double(steps) * end.trend + end.seasons[(values.count - 1 + steps) % period]
  }

  /// The standard deviation of the error of a forecast, by the formula for class 1 of the book's table 6.1.
  func deviation(at steps: Double) -> Double {
    let below = max(1, steps.rounded(.down))
    let first = deviation(Int(below))
    guard steps > below else { return first }
    return first + (steps - below) * (deviation(Int(below) + 1) - first)
  }

  private func deviation(_ steps: Int) -> Double {
    var sum = 1.0
    for j in 1..<max(1, steps) {
      var weight = weights.level + Double(j) * weights.trend
      if period > 1, j % period == 0 { weight += weights.season }
      sum += weight * weight
    }
    return rootMeanSquare * sum.squareRoot()
  }

  // MARK: Accuracy

  /// The root of the mean squared error.
  var rootMeanSquare: Double {
    (CompensatedSum.of(errors.lazy.map { $0 * $0 }) / Double(errors.count)).squareRoot()
  }

  var meanAbsoluteError: Double { CompensatedSum.of(errors.lazy.map { abs($0) }) / Double(errors.count) }

  /// The mean absolute error in units of what a forecast by the value before has (Hyndman and Koehler, 2006).
  var scaledError: Double {
    let changes = (1..<values.count).map { abs(values[$0] - values[$0 - 1]) }
    let error = meanAbsoluteError
    return error == 0 ? 0 : error / (CompensatedSum.of(changes) / Double(changes.count))
  }

  /// The mean of the absolute errors in units of the mean of forecast and value.
  var symmetricPercentageError: Double {
    let parts = zip(values, errors).map { Self.symmetricPercentage(of: $1, at: $0) }
    return CompensatedSum.of(parts) / Double(parts.count)
  }

  /// The most values that make a season: the hours of a year.
  static let longestPeriod = 8760

  /// The period that a series seems to have, 1 when it has none.
  ///
  /// It is the length, up to half of the series, after which the changes from value to value are most alike.
  static func period(of values: [Double]) -> Int {
    let changes = zip(values.dropFirst(), values).map { $0 - $1 }
    let scale = values.lazy.map { abs($0) }.max() ?? 0
    var best = 1
    var least = Double.infinity
    for length in 1...max(1, min(values.count / 2, longestPeriod)) where changes.count > length {
      var sum = 0.0
      for index in length..<changes.count { sum += abs(changes[index] - changes[index - length]) }
      let mean = sum / Double(changes.count - length)
      // A longer period must be truly better, or each multiple of one would do.
      if mean < least * (1 - 1e-9) - scale * 1e-14 {
        best = length
        least = mean
      }
    }
    return best
  }
}

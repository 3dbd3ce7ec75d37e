import Mathematics

/// A series told by a level, a trend and a season that add up, each smoothed exponentially with a weight of its own.
///
/// This is the model AAA of Hyndman, Koehler, Ord and Snyder, Forecasting with Exponential Smoothing (2008), §2.5 and
/// table 6.1, in the form that corrects each state by the error of the forecast one step ahead. The states before the
/// first value come from the first two periods (NIST/SEMATECH e-Handbook, §6.4.3.5), or without a season from a line
/// through the first ten values.
struct ExponentialSmoothing: Sendable {
  /// How far level, trend and season follow the latest value, each from 0 to 1.
  struct Weights: Equatable, Sendable {
    var level: Double
    var trend: Double
    var season: Double
  }

  /// What is known after a value: the level, its growth a step, and what each place in the period adds.
  struct State {
    var level: Double
    var trend: Double
    var seasons: [Double]
  }

  let weights: Weights
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
    let weights = Self.bestWeights(for: values, from: start)
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
    _ values: [Double], from start: State, _ weights: Weights, _ tell: (Double) -> Void
  ) -> State {
    var state = start
    let trendWeight = weights.level * weights.trend
    let seasonWeight = weights.season * (1 - weights.level)
    var place = 0
    for value in values {
      let expected = state.level + state.trend
      let error = value - expected - state.seasons[place]
      tell(error)
      state.level = expected + weights.level * error
      state.trend += trendWeight * error
      if state.seasons.count > 1 { state.seasons[place] += seasonWeight * error }
      place = place + 1 == state.seasons.count ? 0 : place + 1
    }
    return state
  }

  private static func squares(_ values: [Double], from start: State, _ weights: Weights) -> Double {
    var sum = 0.0
    _ = run(values, from: start, weights) { sum += $0 * $0 }
    return sum
  }

  // MARK: The beginning

  private static func start(of values: [Double], period: Int) -> State {
    guard period > 1 else {
      let count = min(values.count, 10)
      let line = PairStatistics((1...count).map(Double.init), Array(values[..<count]))
      let trend = line?.slope ?? 0
      return State(level: (line?.meanY ?? 0) - trend * (line?.meanX ?? 0), trend: trend, seasons: [0])
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

  // MARK: The weights

  /// The weights with the least squared errors: the best of a grid, refined by the pattern search of Hooke and
  /// Jeeves (1961).
  private static func bestWeights(for values: [Double], from start: State) -> Weights {
    let scale = values.lazy.map { abs($0) }.max() ?? 0
    // Errors below the rounding of the values tell nothing.
    let noise = Double(values.count) * (scale * 1e-14) * (scale * 1e-14)
    let hasSeason = start.seasons.count > 1
    var best = [0.0, 0.0, 0.0]
    var least = Double.infinity
    func isBetter(_ point: [Double]) -> Bool {
      let sum = squares(values, from: start, Weights(level: point[0], trend: point[1], season: point[2]))
      guard sum < least - max(least * 1e-12, noise) || least == .infinity else { return false }
      least = sum
      return true
    }
    let marks = stride(from: 0.0, through: 1, by: 0.2)
    for level in marks {
      for trend in marks {
        for season in hasSeason ? Array(marks) : [0] {
          let point = [level, trend, season]
          if isBetter(point) { best = point }
        }
      }
    }
    var step = 0.1
    while step > 1e-6 {
      var hasMoved = false
      for axis in 0..<(hasSeason ? 3 : 2) {
        for direction in [step, -step] {
          var point = best
          point[axis] = min(1, max(0, point[axis] + direction))
          if point != best, isBetter(point) {
            best = point
            hasMoved = true
            break
          }
        }
      }
      if !hasMoved { step /= 2 }
    }
    return Weights(level: best[0], trend: best[1], season: best[2])
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
      var weight = weights.level * (1 + Double(j) * weights.trend)
      if period > 1, j % period == 0 { weight += weights.season * (1 - weights.level) }
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
    let parts = zip(values, errors).map { value, error in
      error == 0 ? 0 : 2 * abs(error) / (abs(value) + abs(value - error))
    }
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

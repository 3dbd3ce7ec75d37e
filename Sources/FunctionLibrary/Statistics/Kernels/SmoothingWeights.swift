/// How far level, trend and season are corrected by the error of a forecast, each from 0 to 1.
///
/// They lie where Hyndman, Koehler, Ord and Snyder (Forecasting with Exponential Smoothing, 2008, §2.5) have them as a
/// rule: the trend's is not above the level's, and the season's not above what the level's leaves of 1.
struct SmoothingWeights: Equatable, Sendable {
  var level: Double
  var trend: Double
  var season: Double

  /// Made of thousandths.
  private init(_ thousandths: Thousandths) {
    level = Double(thousandths.level) / 1000
    trend = Double(thousandths.trend) / 1000
    season = Double(thousandths.season) / 1000
  }

  private struct Thousandths {
    var level: Int
    var trend: Int
    var season: Int
  }

  /// The weights with the least error: the best of all tenths, then of the hundredths around them, then of the
  /// thousandths around those.
  ///
  /// Microsoft does not tell how Excel searches. It is taken from a series whose forecasts Excel has stored: they have the
  /// weights 0.998 and 0.899, to which this search comes by the least symmetric percentage error, and not by the least
  /// squared, absolute or percentage error. Of several with one error the least weights win.
  ///
  /// - Complexity: Some 800 calls of `error`, with a season 14,000.
  static func best(hasSeason: Bool, _ error: (SmoothingWeights) -> Double) -> SmoothingWeights {
    var best = Thousandths(level: 500, trend: 500, season: hasSeason ? 500 : 0)
    var least = Double.infinity
    for step in [100, 10, 1] {
      let centre = best
      for level in around(centre.level, step) {
        for trend in around(centre.trend, step) where trend <= level {
          for season in hasSeason ? around(centre.season, step).filter({ $0 <= 1000 - level }) : [0] {
            let point = Thousandths(level: level, trend: trend, season: season)
            let found = error(SmoothingWeights(point))
            if found < least { (least, best) = (found, point) }
          }
        }
      }
    }
    return SmoothingWeights(best)
  }

  /// Nine steps to both sides of a weight, as far as they are weights that are tried.
  private static func around(_ centre: Int, _ step: Int) -> [Int] {
    stride(from: centre - 9 * step, through: centre + 9 * step, by: step).filter { tried.contains($0) }
  }

  private static let tried = 1...998
}

import CellModel
import Mathematics

/// The depreciation of the French accounting system, in equal parts and degressive.
///
/// The first period runs from the purchase to a given day; a first period without days counts as a whole one.
struct FrenchDepreciation {
  let cost: Double
  let salvage: Double
  /// The rate per year without a coefficient.
  let rate: Double
  /// The part of a year that the first period has, 0 for a whole one.
  let firstYear: Double

  /// The years that the rate takes to write off everything, begun ones as whole.
  private var life: Double { (1 / rate).rounded(.up) }

  /// What the first period loses at a rate.
  private func first(_ rate: Double) -> Double {
    min(cost * rate * (firstYear == 0 ? 1 : firstYear), cost - salvage)
  }

  /// The loss in a period, 0 for the first; in equal parts.
  func linear(period: Double) -> Double {
    guard cost != salvage, rate > 0, period <= life else { return 0 }
    let first = first(rate)
    if period == 0 { return first }
    let left = cost - salvage - first - (period.rounded(.down) - 1) * rate * cost
    return max(0, min(rate * cost, left))
  }

  /// The loss in a period, 0 for the first; degressive, rounded to whole units of money.
  ///
  /// The rate is multiplied by 1.5 for a life of three or four years, 2 for five or six, and 2.5 for more. Three periods
  /// before the end half of what is left is lost, and all of it in the next. Nothing is lost below the salvage value.
  func degressive(period: Double) -> Double {
    guard cost != salvage, rate > 0, period <= life else { return 0 }
    let rate = rate * (life < 3 ? 1 : life <= 4 ? 1.5 : life <= 6 ? 2 : 2.5)
    let first = Self.whole(first(rate))
    guard period != 0 else { return first }
    guard period >= 1 else { return 0 }
    let count = period.rounded(.down)
    let half = (firstYear == 0 ? life : life + 1) - 3
    // Up to the half the loss is geometric, so no loop over the years is needed.
    var left = (cost - first) * pow(1 - rate, (half >= 1 ? min(count, half) : count) - 1)
    var part = rate
    if half >= 1, count >= half {
      if count == half {
        part = 0.5
      } else {
        left = count == half + 1 && left >= salvage ? left / 2 : 0
        part = 1
      }
    }
    return left < salvage ? 0 : Self.whole(left * part)
  }

  /// A number rounded to an integer, half a unit away from zero even when the last binary digits are missing.
  private static func whole(_ number: Double) -> Double {
    DecimalRounding.round(DecimalRounding.round(number, places: 11), places: 0)
  }
}

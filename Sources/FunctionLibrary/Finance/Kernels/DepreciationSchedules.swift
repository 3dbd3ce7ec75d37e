import CellModel
import Mathematics

/// Ways to write off what something cost down to its salvage value.
enum DepreciationSchedules {
  /// The fixed-declining method; the rate is rounded to three places, and the first year may have fewer months.
  static func fixedDeclining(
    cost: Double, salvage: Double, life: Double, period: Double, firstMonths: Double
  ) -> Double {
    guard cost != 0 else { return 0 }
    let rate = DecimalRounding.round(1 - pow(salvage / cost, 1 / life), places: 3)
    let first = cost * rate * firstMonths / 12
    if period == 1 { return first }
    // Before the last partial year the loss is geometric, so no loop over the years is needed.
    let rest = (cost - first) * pow(1 - rate, period - 2)
    if period > life { return rest * rate * (12 - firstMonths) / 12 }
    return rest * rate
  }

  /// The declining method with a factor, in a whole period counted from 1; never below the salvage value.
  static func declining(cost: Double, salvage: Double, life: Double, period: Double, factor: Double) -> Double {
    let rest = 1 - min(1, factor / life)
    let before = period <= 1 ? cost : cost * pow(rest, period - 1)
    return max(0, before - max(before * rest, salvage))
  }

  /// The most periods of which each is looked at.
  static let longestLife = 1e6

  /// The declining method with a factor between two times, by default going over to equal parts once they are larger.
  ///
  /// Of a period that is left in the middle the part that is over counts. When going over to equal parts is asked for,
  /// a start in the middle of a period begins a schedule of its own, as in Excel: what the time before has lost is
  /// taken from the cost, and periods are counted from the start. So the parts of such a split do not add up.
  static func variable(
    cost: Double, salvage: Double, life: Double, start: Double, end: Double, factor: Double, switches: Bool
  ) -> Double {
    guard life <= longestLife else { return .nan }
    var schedule = Schedule(
      cost: cost, salvage: salvage, life: life, lifeLeft: life, factor: factor, switches: switches)
    let part = start - start.rounded(.down)
    if switches, part > 0 {
      // The periods are counted from the fraction on, as Excel has it: the part of a period before is a loss of its own.
      schedule.cost -= schedule.loss(until: part)
      schedule.lifeLeft -= part
      return schedule.loss(until: end - part) - schedule.loss(until: start - part)
    }
    return schedule.loss(until: end) - schedule.loss(until: start)
  }

  private struct Schedule {
    var cost: Double
    let salvage: Double
    let life: Double
    /// The time that is left at the start of the first period.
    var lifeLeft: Double
    let factor: Double
    let switches: Bool

    /// What is lost from the start of the first period to a time.
    func loss(until time: Double) -> Double {
      var rest = cost - salvage
      var sum: Double = 0
      var period: Double = 1
      while period < time + 1 {
        let part = loss(inPeriod: period, rest: rest)
        rest -= part
        sum += part * min(1, time - period + 1)
        period += 1
      }
      return sum
    }

    /// The loss in a period before which a rest above the salvage value is left.
    ///
    /// Once equal parts are larger they stay so: what they leave is divided by one period less.
    private func loss(inPeriod period: Double, rest: Double) -> Double {
      // A salvage above the cost is a gain, all of it in the first period.
      guard rest > 0 else { return rest }
      let declining = max(0, min((rest + salvage) * min(1, factor / life), rest))
      let left = lifeLeft - period + 1
      guard switches, left > 0 else { return declining }
      return max(declining, rest / left)
    }
  }
}

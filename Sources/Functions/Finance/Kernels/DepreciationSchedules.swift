#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Ways to write off what something cost down to its salvage value.
public enum DepreciationSchedules {
  /// The fixed-declining method; the rate is rounded to three places, and the first year may have fewer months.
  public static func fixedDeclining(
    cost: Double, salvage: Double, life: Double, period: Double, firstMonths: Double
  ) -> Double {
    guard cost > 0 else { return 0 }
    let rate = DecimalRounding.round(1 - pow(salvage / cost, 1 / life), places: 3)
    let first = cost * rate * firstMonths / 12
    if period == 1 { return first }
    // Before the last partial year the loss is geometric, so no loop over the years is needed.
    let rest = (cost - first) * pow(1 - rate, period - 2)
    if period > life { return rest * rate * (12 - firstMonths) / 12 }
    return rest * rate
  }

  /// The declining method with a factor; never below the salvage value.
  public static func declining(cost: Double, salvage: Double, life: Double, period: Double, factor: Double) -> Double {
    let rest = 1 - min(1, factor / life)
    let before = period <= 1 ? cost : cost * pow(rest, period - 1)
    let after = before * (period < 1 ? pow(rest, period) : rest)
    return max(0, before - max(after, salvage))
  }

  /// The declining method with a factor between two times, by default going over to equal parts once they are larger.
  ///
  /// Whole periods are added up, and of a period that is entered or left in the middle the part outside is taken away.
  public static func variable(
    cost: Double, salvage: Double, life: Double, start: Double, end: Double, factor: Double, switches: Bool
  ) -> Double {
    guard life <= 1e6 else { return .nan }
    let first = start.rounded(.down)
    let last = end.rounded(.up)
    var sum: Double = 0
    var period = first + 1
    var schedule = Schedule(cost: cost, salvage: salvage, life: life, factor: factor, after: first, switches: switches)
    while period <= last {
      let covered = min(end, period) - max(start, period - 1)
      let loss = schedule.loss(inPeriod: period)
      // A last partial period starts a schedule of its own on what is left then.
      if switches, period == last, covered < 1, period > first + 1 {
        var own = Schedule(cost: cost, salvage: salvage, life: life, factor: factor, after: period - 1, switches: true)
        sum += loss - (1 - covered) * own.loss(inPeriod: period)
      } else {
        sum += loss * covered
      }
      period += 1
    }
    return sum
  }

  /// The losses of period after period, from a whole period on.
  private struct Schedule {
    var cost: Double
    let salvage: Double
    let life: Double
    let factor: Double
    let start: Double
    let switches: Bool
    /// What is left to lose.
    var rest: Double
    var equalPart: Double?

    init(cost: Double, salvage: Double, life: Double, factor: Double, after start: Double, switches: Bool) {
      self.cost = cost
      self.salvage = salvage
      self.life = life
      self.factor = factor
      self.switches = switches
      rest = cost - salvage
      guard switches, start > 0 else {
        self.start = 0
        return
      }
      var before = Schedule(cost: cost, salvage: salvage, life: life, factor: factor, after: 0, switches: true)
      var period: Double = 1
      while period <= start {
        self.cost -= before.loss(inPeriod: period)
        period += 1
      }
      rest = self.cost - salvage
      self.start = start
    }

    /// The loss in a period; with equal parts the periods must be asked for in order.
    mutating func loss(inPeriod period: Double) -> Double {
      if let equalPart { return equalPart }
      let declining = DepreciationSchedules.declining(
        cost: cost, salvage: salvage, life: life, period: period - start, factor: factor)
      guard switches else { return declining }
      let left = life - (period - 1)
      let straight = left > 0 ? rest / left : 0
      if straight > declining {
        equalPart = straight
        return straight
      }
      rest -= declining
      return declining
    }
  }
}

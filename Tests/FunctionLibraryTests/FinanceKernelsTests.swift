import Functions
import Testing

@testable import FunctionLibrary

@Suite("Kernels of finance")
struct FinanceKernels {
  @Test("A payment, its present and its future value fit together, whatever the rate")
  func annuities() {
    for rate in [0, 1e-12, 1e-6, 0.0005, 0.01, 0.3] {
      for due in [0.0, 1.0] {
        let payment = Annuity.payment(rate: rate, periods: 24, present: 1000, future: 200, due: due)
        check(Annuity.presentValue(rate: rate, periods: 24, payment: payment, future: 200, due: due), 1000)
        check(Annuity.futureValue(rate: rate, periods: 24, payment: payment, present: 1000, due: due), 200)
        check(Annuity.periods(rate: rate, payment: payment, present: 1000, future: 200, due: due), 24)
      }
    }
  }

  @Test("Parts of payments keep their digits over long terms")
  func parts() {
    func principal(_ period: Double, _ due: Double) -> Double {
      Annuity.principal(rate: 0.2, period: period, periods: 265, present: 1000, future: 0, due: due)
    }
    func interest(_ period: Double, _ due: Double) -> Double {
      Annuity.interest(rate: 0.2, period: period, periods: 265, present: 1000, future: 0, due: due)
    }
    // mpmath, 40 digits
    exact(principal(183, 0), -5.3578009352322122e-5)
    exact(principal(183, 1), -4.4648341126935102e-5)
    exact(interest(183, 0), -199.99994642199066)
    exact(interest(265, 0), -33.333333333333337)
    exact(interest(265, 1), -27.77777777777778)
    exact(
      Annuity.principal(rate: 0.2, from: 2, through: 100, periods: 265, present: 1000, due: 0), -8.6118091336908078e-11)
    exact(Annuity.principal(rate: 0.2, from: 1, through: 100, periods: 265, present: 1000, due: 1), -166.66666666673844)
    exact(Annuity.principal(rate: 0.1, from: 1, through: 1e6, periods: 1e6, present: 1000, due: 0), -1000)
    for due in [0.0, 1] {
      for (rate, period) in [(-0.01, 7.0), (0, 3), (0.003, 12), (0.4, 5)] {
        let payment = Annuity.payment(rate: rate, periods: 12, present: 1000, future: -300, due: due)
        let parts =
          Annuity.principal(rate: rate, period: period, periods: 12, present: 1000, future: -300, due: due)
          + Annuity.interest(rate: rate, period: period, periods: 12, present: 1000, future: -300, due: due)
        check(parts, payment)
      }
    }
  }

  @Test("A rate is found from any sensible guess")
  func rates() {
    for guess in [-0.5, 0, 0.1, 0.5, 2] {
      check(
        Annuity.rate(periods: 48, payment: -200, present: 8000, future: 0, due: 0, guess: guess) ?? 9,
        0.00770147248820165)
    }
    check(Annuity.rate(periods: 48, payment: -200, present: 8000, future: 3, due: 1, guess: 0.5) ?? 9, 0.00804126658316)
    check(CashFlows.internalRate([-100, 230, -132], guess: 0.1) ?? 9, 0.1)
    let loss = CashFlows.internalRate([-100, 10, 10, 10], guess: 0.1) ?? 9
    check(CashFlows.netPresentValue(loss, [-100, 10, 10, 10]), 0)
    #expect(CashFlows.internalRate([1, 2, 3], guess: 0.1) == nil)
    #expect(CashFlows.internalRate([20, 15, -1e-20], days: [0, 340, 370], guess: 0.1) == nil)
  }

  @Test("A payment far away is passed over, and one so large that it counts is not", arguments: [1e9, 0.1, 0])
  func farPayments(rate: Double) {
    var amounts = (1...9_000).map { Double($0 * 37 % 23) - 11 }
    for place in [40, 41, 8_000] { amounts[place] = 1e300 }
    var (plain, factor, sum) = (CompensatedSum(), 1.0, DiscountedSum(rate: rate))
    for (place, amount) in amounts.enumerated() {
      factor /= 1 + rate
      plain.add(amount * factor)
      sum.add(amount)
      if place % 100 == 41 { #expect(sum.value.bitPattern == plain.value.bitPattern, "\(place + 1) payments") }
    }
    #expect(CashFlows.netPresentValue(rate, amounts).bitPattern == plain.value.bitPattern)
  }

  @Test("The interest through several periods is the sum of that of each")
  func interestOfPeriods() {
    for rate in [1e-9, 1e-3, 0.01, 0.3, 5] {
      for (first, last, due) in [(1.0, 1.0, 0.0), (1, 1, 1), (1, 40, 0), (1, 40, 1), (7, 30, 0), (7, 30, 1), (2, 2, 1)]
      {
        let each = stride(from: first, through: last, by: 1).map { period in
          Annuity.interest(rate: rate, period: period, periods: 40, present: 1000, future: 0, due: due)
        }
        exact(
          Annuity.interest(rate: rate, from: first, through: last, periods: 40, present: 1000, due: due),
          each.reduce(0, +))
      }
    }
  }

  @Test("What is written off over a whole life is the cost without the salvage value")
  func depreciation() {
    for life in [3.0, 5, 10] {
      check(
        DepreciationSchedules.variable(
          cost: 1000, salvage: 100, life: life, start: 0, end: life, factor: 2, switches: true), 900)
    }
    let half = DepreciationSchedules.variable(
      cost: 2400, salvage: 300, life: 10, start: 0, end: 0.5, factor: 2, switches: true)
    check(half, 240)
  }
}

private func check(_ value: Double, _ expected: Double, at location: SourceLocation = #_sourceLocation) {
  #expect(abs(value - expected) <= 1e-9 * max(1, abs(expected)), "\(value)", sourceLocation: location)
}

private func exact(_ value: Double, _ expected: Double, at location: SourceLocation = #_sourceLocation) {
  #expect(abs(value - expected) <= 1e-13 * abs(expected), "\(value)", sourceLocation: location)
}

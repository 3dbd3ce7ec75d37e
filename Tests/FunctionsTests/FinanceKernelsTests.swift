import Functions
import Testing

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

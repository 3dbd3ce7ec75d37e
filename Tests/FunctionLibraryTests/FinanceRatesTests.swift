import Foundation
import Functions
import Testing

@testable import FunctionLibrary

/// Rates that are searched for, against those that mpmath finds with 60 digits; `References/rates.py` makes the cases.
@Suite("Rates")
struct FinanceRatesTests {
  /// A line of the references: what is asked for, the groups of numbers that it takes, and the rate.
  struct Reference {
    let kind: String
    let groups: [[Double]]
    let rate: Double

    init(_ line: Substring) {
      let fields = line.split(separator: "\t")
      kind = String(fields[0])
      groups = fields[1].split(separator: "|").map { $0.split(separator: " ").map { Double($0)! } }
      rate = Double(fields[2])!
    }

    /// The rate that we find from a guess.
    func found(from guess: Double) -> Double? {
      switch kind {
      case "RATE":
        let given = groups[0]
        return Annuity.rate(
          periods: given[0], payment: given[1], present: given[2], future: given[3], due: given[4], guess: guess)
      case "XIRR": return CashFlows.internalRate(groups[0], days: groups[1], guess: guess)
      case "IRRNEAR": return CashFlows.internalRate(groups[0], guess: groups[1][0])
      default: return CashFlows.internalRate(groups[0], guess: guess)
      }
    }
  }

  static let references: [Reference] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "References/rates.tsv")
    return (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").map(Reference.init) ?? []
  }()

  @Test("Rates are found to thirteen digits from the usual guess and from others", arguments: [0.1, 0, 0.5, -0.3])
  func rates(guess: Double) {
    #expect(Self.references.count >= 250)
    for reference in Self.references {
      guard let found = reference.found(from: guess) else {
        Issue.record("\(reference.kind) \(reference.groups) found nothing, not \(reference.rate)")
        continue
      }
      let error = abs(found - reference.rate)
      #expect(
        error <= 1e-13 * (1 + reference.rate) + 2 * reference.rate.ulp,
        "\(reference.kind) \(reference.groups) gave \(found), not \(reference.rate)")
    }
  }

  // As Excel has saved them in XIRR.xlsx of IronCalc's tests, in formula_stress_test.xlsx, and what Microsoft's page shows.
  @Test("XIRR ends where Excel's halving ends")
  func halved() throws {
    let days: [Double] = [0, 28, 59, 120, 150, 181]
    let farDays: [Double] = [0, 31, 61, 94, 490, 887]
    let stored: [([Double], [Double], Double)] = [
      ([-20, 5, 5, 5, 5, 5], days, 1.1859161972999572), ([-400, 100, 10, 5, 6, 5], days, -0.9977533546974883),
      ([-100, 23, 30, 10, 20, 5], days, -0.4135234050452709), ([-20, 5, 5, 7, -10, 5], farDays, -0.48679569587111476),
      ([-900, 10, 12, 13, 40, 100], farDays, -0.5608382768929006),
      ([40, -5, -5, -5, -5, -5], farDays, -0.3589630894362927),
      ([-400, 1, 1, 1, 1, 1], farDays, -0.9121843662112951), ([-20, 5, 12, 1, 7, 5], farDays, 0.9825324892997742),
      ([-10_000, 3000, 4200, 6800], [0, 31, 59, 90], 5.315237760543824),
      ([-10_000, 2750, 4250, 3250, 2750], [0, 60, 303, 411, 456], 0.3733625352382659),
      ([-100, 100], [0, 365], 2.9802322387695312e-09),
    ]
    for (amounts, days, rate) in stored {
      let root = try #require(CashFlows.internalRate(amounts, days: days, guess: 0.1))
      #expect(abs(CashFlows.halved(root, amounts, days: days) - rate) <= rate.magnitude.ulp, "\(amounts)")
    }
  }

  @Test("A rate is found where Newton's method leaves the domain or wanders off, and none where there is none")
  func robustRates() throws {
    func rate(_ periods: Double, _ payment: Double, _ present: Double, _ future: Double, due: Double) -> Double? {
      Annuity.rate(periods: periods, payment: payment, present: present, future: future, due: due, guess: 0.1)
    }
    #expect(abs(try #require(rate(10, -1200, 2000, 0, due: 1)) - 1.4996062261433) < 1e-12)
    #expect(abs(try #require(rate(3, -50, 10_000, 0, due: 1)) - -0.926554802947271) < 1e-12)
    #expect(abs(try #require(rate(12, -100, 400, 1, due: 1)) - -0.99009900990099) < 1e-12)
    #expect(abs(try #require(rate(12, -100, 400, 100, due: 1)) - -0.49969267908553) < 1e-12)
    #expect(abs(try #require(rate(36, 0, -1, 1e6, due: 0)) - 0.46779926762207) < 1e-12)
    #expect(rate(10, 100, 1000, 0, due: 0) == nil)
    #expect(rate(10, 0, -1000, 0, due: 1) == nil)
    #expect(rate(10, 0, 0, 0, due: 0) == 0.1)
    #expect(rate(2, 1, -1, -1e9, due: 0) == nil)
  }
}

import CellModel
import Foundation
import Functions
import Testing

@testable import FunctionLibrary

@Suite("Forecasts")
struct ForecastsTests {
  /// `References/exponential_smoothing.py` writes them.
  @Test("Weights, errors and forecasts are those of another form of the model")
  func fits() throws {
    let rows = try referenceRows("exponential_smoothing")
    #expect(rows.count == 3)
    for row in rows {
      let values = row[2].split(separator: ",").compactMap { Double($0) }
      let numbers = row[3...].compactMap { Double($0) }
      let model = try #require(ExponentialSmoothing(values, period: Int(row[1]) ?? 0))
      #expect([model.weights.level, model.weights.trend, model.weights.season] == Array(numbers[..<3]), "\(row[0])")
      #expect(abs(model.rootMeanSquare - numbers[3]) < 1e-9 * numbers[3], "\(row[0])")
      for (steps, expected) in zip([1.0, 6, 12], numbers[4...]) {
        #expect(abs(model.forecast(at: steps) - expected) < 1e-9 * abs(expected), "\(row[0]) at \(steps)")
      }
    }
  }

  /// What Excel has stored in `tdf131380.xlsx`, a workbook of LibreOffice's tests: cases of a disease on the first days of
  /// March 2020. The bounds are those of 95 %.
  @Test("Forecasts and their bounds without a season are those that Excel has stored")
  func excel() throws {
    let values: [Double] = [403, 531, 615, 984, 1254, 1520, 1820, 2251, 2612, 3420, 4189, 5469]
    let model = try #require(ExponentialSmoothing(values, period: 1))
    let rows = try referenceRows("excel_forecasts")
    #expect(rows.count == 22)
    for row in rows.map({ $0.compactMap(Double.init) }) {
      let half = NormalDistribution.quantile(0.975) * model.deviation(at: row[0])
      let found = [model.forecast(at: row[0]), model.forecast(at: row[0]) - half, model.forecast(at: row[0]) + half]
      for (found, stored) in zip(found, row[1...]) { #expect(abs(found - stored) < 1e-11 * stored, "at \(row[0])") }
    }
  }

  @Test("The season of monthly passengers is a year, and a straight line has none")
  func season() throws {
    let rows = try referenceRows("exponential_smoothing")
    let passengers = rows[0][2].split(separator: ",").compactMap { Double($0) }
    #expect(ExponentialSmoothing.period(of: passengers) == 12)
    #expect(ExponentialSmoothing.period(of: (0..<30).map { 1000 + 0.1 * Double($0) }) == 1)
    #expect(ExponentialSmoothing([1, 2, 3], period: 2) == nil)
  }

  @Test("Without weights the error of a forecast does not grow, with full ones it grows like a random walk's")
  func deviations() throws {
    let walk: [Double] = [3, -4, 5, -1, 9, 2, 6, -5, 3, 5, 8, -9]
    let sums = walk.indices.map { 100 + walk[...$0].reduce(0, +) }
    let model = try #require(ExponentialSmoothing(sums, period: 1))
    #expect(abs(model.deviation(at: 1) - model.rootMeanSquare) < 1e-12)
    for (near, far) in [(1.0, 2.0), (2, 2.5), (2.5, 3)] {
      #expect(model.deviation(at: near) <= model.deviation(at: far))
    }
  }

  @Test("Months are steps, also from end to end, and gaps, repetitions and disorder are mended")
  func timelines() throws {
    let ends = try #require(series([45322, 45351, 45382], [1, 2, 3]))
    #expect(ends.step == 1 && ends.countsMonths)
    #expect(ends.steps(to: 45412) == 1)
    let quarters = try #require(series([45292, 45383, 45474], [1, 2, 3]))
    #expect(quarters.step == 3 && quarters.steps(to: 45658) == 2)
    let hours = try #require(series([0, 1, 2, 3].map { 45292 + $0 / 24.0 }, [1, 2, 3, 4]))
    #expect(hours.steps(to: 45292 + 5 / 24.0) == 2)
    #expect(series([4, 1, 2], [8, 2, 4])?.values == [2, 4, 6, 8])
    #expect(series([1, 2, 2, 3], [2, 3, 5, 6])?.values == [2, 4, 6])
    #expect(series([1, 4], [1, 2])?.values == [1, 2], "one step is always constant")
    #expect(series([1, 2, 6], [1, 2, 3]) == nil, "half is missing")
    #expect(series([1, 2, 3.4, 4.4], [1, 2, 3, 4]) == nil)
    #expect(series([1, 1], [1, 2]) == nil)
  }

  @Test("A transform and back gives the numbers again, and agrees with the sum that defines it")
  func fourier() {
    for count in [1, 2, 3, 8, 15, 64, 97] {
      let real = (0..<count).map { sin(Double($0 * $0)) }
      let imaginary = (0..<count).map { cos(3 * Double($0)) }
      let there = FourierTransform(real: real, imaginary: imaginary).transformed(backwards: false)
      let back = there.transformed(backwards: true)
      for k in 0..<count {
        let angles = (0..<count).map { -2 * Double.pi * Double($0 * k % count) / Double(count) }
        var sum = 0.0
        for (place, angle) in angles.enumerated() {
          sum += real[place] * cos(angle) - imaginary[place] * sin(angle)
        }
        #expect(abs(there.real[k] - sum) < 1e-12, "\(count)")
        #expect(abs(back.real[k] - real[k]) < 1e-14 && abs(back.imaginary[k] - imaginary[k]) < 1e-14, "\(count)")
      }
    }
  }

  private func series(_ times: [Double], _ values: [Double]) -> ForecastSeries? {
    ForecastSeries(
      times: times, values: values, fillingWithNeighbours: true, aggregation: .average, dates: .from1900)
  }
}

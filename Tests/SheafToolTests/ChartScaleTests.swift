import Testing

@testable import SheafTool

@Suite("Scale of a chart")
struct ChartScaleTests {
  @Test("It goes from one round mark to another, in equal steps that hold all numbers")
  func marks() {
    #expect(ChartScale([1, 9], holdsZero: false).marks == [0, 2, 4, 6, 8, 10])
    #expect(ChartScale([-3, 5], holdsZero: false).marks == [-4, -2, 0, 2, 4, 6])
    #expect(ChartScale([7], holdsZero: true).marks.first == 0)
    #expect(ChartScale([], holdsZero: false).marks.first == 0)
  }

  @Test("Every mark is a number with a place, up to the ends of what a Double holds")
  func ends() {
    let numbers: [Double] = [
      0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-300, 1, 1e15, 1e15 + 1, 2e307, 8e307, 1e308, -1e308,
      1.5e308, -1.5e308,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    ]
    for low in numbers {
      for high in numbers {
        for steps in [1, 4, 20] {
          let scale = ChartScale([low, high], holdsZero: false, steps: steps)
          let marks = scale.marks
          #expect(marks.allSatisfy(\.isFinite) && marks.count > 1, "\(low), \(high)")
          #expect(marks.allSatisfy { (0...1).contains(scale.share(of: $0)) }, "\(low), \(high): \(marks)")
          #expect([low, high].allSatisfy { (0...1).contains(scale.share(of: $0)) }, "\(low), \(high)")
        }
      }
    }
  }
}

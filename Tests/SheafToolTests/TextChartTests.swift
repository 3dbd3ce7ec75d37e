import CellModel
import LiveSheets
import SheetText
import Testing

@testable import SheafTool

@Suite("Chart as text")
struct TextChartTests {
  private func lines(
    _ kind: ChartKind, _ columns: [[CellValue]], width: Int = 40, marks: TextChart.Marks = .ascii
  ) -> [String] {
    let columns = columns.enumerated().map { Chart.Column(name: "c\($0)", values: $1) }
    return TextChart(Chart("x", columns, as: kind), width: width, marks: marks, Paint(isOn: false)).lines
  }

  private func hashes(_ count: Int) -> String { String(repeating: "#", count: count) }

  @Test("Bars are as long as their numbers, from zero, to both sides")
  func bars() {
    #expect(
      lines(.bar, [["a", "b", "c"], [2, 4, 1]], width: 33) == [
        "x", "a \(hashes(14)) 2", "b \(hashes(28)) 4", "c \(hashes(7)) 1",
      ])
    #expect(
      lines(.bar, [["a", "b"], [-2, 2]], width: 30) == ["x", "a ############ -2", "b             ############ 2"])
    #expect(lines(.bar, [["a", "b"], [2, .error(.notAvailable)]]).last == "b  #N/A")
    #expect(lines(.bar, [["a"], [0]]) == ["x", "a  0"])
  }

  @Test("A histogram counts every number once")
  func histogram() {
    let numbers: [CellValue] = (1...100).map { .number(Double($0)) }
    let shown = lines(.histogram, [numbers], width: 60)
    let counts = shown.dropFirst().compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(counts.reduce(0, +) == 100 && counts.count > 3)
    #expect(lines(.histogram, [[7, 7, 7]]).count > 1)
  }

  @Test("A line goes from the first value to the last between marks of round steps")
  func line() {
    let shown = lines(.line, [[0, 1, 2, 3, 4]])
    #expect(shown.count == 15 && shown.allSatisfy { TextWidth.of($0) <= 40 })
    #expect(shown[1].hasPrefix("4 |") && shown[1].hasSuffix("*"))
    #expect(shown[12].hasPrefix("0 |*"))
    #expect(shown[14].hasPrefix("   1") && shown[14].hasSuffix("5"))
    let marks = shown.dropFirst().prefix(12).map { $0.count { $0 == "*" } }
    #expect(marks.allSatisfy { $0 > 0 })
    #expect(lines(.point, [[0, 1, 2, 3, 4]]).joined().count { $0 == "*" } == 5)
    #expect(lines(.area, [[1, 2]]).joined().contains(":"))
  }

  @Test("Whatever is drawn stays within its width and comes to an end")
  func extremes() {
    let extremes: [[CellValue]] = [
      [], [.blank], ["a"], [.number(.greatestFiniteMagnitude), .number(-.greatestFiniteMagnitude)],
      [.number(.leastNonzeroMagnitude), 0], [1e300, 1], [0.1, 0.2, .blank, 0.3], [-1, -1],
      Array(repeating: 1, count: 500),
    ]
    for kind in ChartKind.allCases {
      for column in extremes {
        for width in [0, 200] {
          let shown = lines(kind, [column], width: width) + lines(kind, [column, column], width: width)
          #expect(shown.count < 300)
          for line in shown { #expect(TextWidth.of(line) <= max(width, 60) + 320, "\(line)") }
        }
      }
    }
  }

  @Test("The prompt draws a chart when it is entered and when it is asked for")
  func prompt() {
    let table = "table t {\n| n | v |\n| a | 1 |\n| b | 2 |\n}\n"
    let run = ToolRun(input: table + "chart \"V\" = t[n], t[v]\nt[1].v = 2\n:plot v\n:plot t[n], t[v] as bar\n")
    #expect(run.status == 0, "\(run.errors)")
    let bars = run.output.split(separator: "\n").filter { $0.hasPrefix("a █") }
    #expect(bars.count == 3 && Set(bars).count == 2, "\(run.output)")
    let wrong = ToolRun(input: table + ":plot t[w]\n:plot\n")
    #expect(wrong.status == 1 && wrong.errors.contains("w") && wrong.errors.contains("no charts"), "\(wrong.errors)")
  }
}

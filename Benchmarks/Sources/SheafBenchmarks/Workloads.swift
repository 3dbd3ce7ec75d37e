import Foundation
import Sheaf

/// The workloads of `README.md`, each on one thread.
enum Workloads {
  static let million = 1_000_000

  /// `(A+50)+(B-10)` down a million rows, beside the same loop over plain arrays.
  static func filledColumn() throws -> [Row] {
    let sheet = try Sheet(
      "A1:A\(million) = ROW() * 0.5\nB1:B\(million) = ROW() * 2\nC1:C\(million) = (A1 + 50) + (B1 - 10)\nD1 = 1\nE1:E\(million) = D1 + 1")
    let all = Clock.least(of: 5) { sheet.recalculate(only: "C1:C\(million)") }
    let a = (1...million).map { Double($0) * 0.5 }
    let b = (1...million).map { Double($0) * 2 }
    var c = [Double](repeating: 0, count: million)
    let floor = Clock.least(of: 5) {
      a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer { b in
          c.withUnsafeMutableBufferPointer { c in for i in 0..<million { c[i] = (a[i] + 50) + (b[i] - 10) } }
        }
      }
    }
    guard sheet["C\(million)"] == .number(c[million - 1]) else { fatalError("wrong result") }
    return [
      Row(name: "filled column, a cell", value: all * 1e9 / Double(million), unit: "ns", good: 1.2, must: 3),
      Row(name: "  the same loop over plain arrays", value: floor * 1e9 / Double(million), unit: "ns", good: 9, must: 9),
    ]
  }

  static func runningTotal() throws -> Row {
    let sheet = try Sheet("A1:A\(million) = ROW()\nB1 = A1\nB2:B\(million) = B1 + A2")
    let time = Clock.least(of: 3) { sheet.recalculate(only: "B1:B\(million)") }
    return Row(name: "running total of a million rows, a cell", value: time * 1e9 / Double(million), unit: "ns", good: 2, must: 5)
  }

  /// A million formulas, each of another form than its neighbours, each reading the one before.
  static func chain() throws -> [Row] {
    var text = "A1 = 1\n"
    for row in 2...million { text += "A\(row) = A\(row - 1) + \(row % 7)\n" }
    var sheet: Sheet?
    let load = Clock.least(of: 1) { sheet = try? Sheet(text) }
    guard let sheet else { fatalError("the chain did not load") }
    let time = Clock.least(of: 3) { try? sheet.set("A1", to: .number(Double.random(in: 0..<1))) }
    let whole = Clock.least(of: 3) { sheet.recalculate(only: "A2:A\(million)") }
    return [
      Row(name: "irregular chain of a million, full, a node", value: whole * 1e9 / Double(million), unit: "ns", good: 8, must: 20),
      Row(name: "irregular chain of a million, edit at its head, a node", value: time * 1e9 / Double(million), unit: "ns", good: 8, must: 20),
      Row(name: "loading the chain from a million lines, a line", value: load * 1e9 / Double(million), unit: "ns", good: 1_000, must: 3_000),
    ]
  }

  static func fanOut() throws -> Row {
    let count = 100_000
    var text = "A1 = 1\n"
    for row in 1...count { text += "B\(row) = A1 * \(row % 7 + 2)\n" }
    let sheet = try Sheet(text)
    var value = 1.0
    let time = Clock.least(of: 5) {
      value += 1
      try? sheet.set("A1", to: .number(value))
    }
    return Row(name: "fan-out of 100,000, an edit, a node", value: time * 1e9 / Double(count), unit: "ns", good: 6, must: 15)
  }

  static func randomGraph() throws -> Row {
    let count = 200_000
    var random = SystemRandomNumberGenerator()
    var text = "A1 = 1\nA2 = 2\n"
    for row in 3...count {
      let a = Int.random(in: 1..<row, using: &random)
      let b = Int.random(in: 1..<row, using: &random)
      text += "A\(row) = A\(a) * 0.5 + A\(b) * 0.5\n"
    }
    let sheet = try Sheet(text)
    let time = Clock.least(of: 3) { sheet.recalculate(only: "A3:A\(count)") }
    return Row(name: "random graph of 200,000, full, a node", value: time * 1e9 / Double(count), unit: "ns", good: 25, must: 60)
  }

  /// A cell with three dependents among a million cells.
  static func smallEdit() throws -> Row {
    let sheet = try Sheet(
      "A1:A500000 = ROW()\nB1:B500000 = A1 + 1\ninput x = 1\nC1 = x + 1\nC2 = C1 * 2\nC3 = C2 - x")
    var value = 1.0
    let rounds = 2_000
    let time = Clock.least(of: 5) {
      for _ in 0..<rounds {
        value += 1
        try? sheet.set("x", to: .number(value))
      }
    }
    return Row(name: "edit with 3 dependents in a million cells", value: time * 1e6 / Double(rounds), unit: "µs", good: 3, must: 20)
  }

  static func load() throws -> Row {
    var text = "input rate = 0.05\n"
    for line in 1...100_000 { text += "cell_\(line) = cell_\(max(line - 1, 1))_x * rate + \(line)\n" }
    text = text.split(separator: "\n").map(String.init).enumerated().map { index, line in
      index == 0 ? line : "item_\(index) = \(index == 1 ? "1" : "item_\(index - 1)") * rate + \(index)"
    }.joined(separator: "\n")
    let time = Clock.least(of: 3) { _ = try? Sheet(text) }
    return Row(name: "load and first calculation of 100,000 lines", value: time * 1e3, unit: "ms", good: 200, must: 500)
  }
}

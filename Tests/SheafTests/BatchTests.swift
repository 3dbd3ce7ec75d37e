import CellModel
import Sheaf
import Testing

@Suite("Batches of a sheet")
struct BatchTests {
  private func results(
    _ text: String, _ inputs: [String], _ rows: [[CellValue]], _ outputs: [String]
  ) throws -> [Result<[CellValue], SetError>] {
    var results: [Result<[CellValue], SetError>] = []
    try Sheet(text).batch(inputs, rows: rows, outputs: outputs) { row, result in
      #expect(row == results.count)
      results.append(result)
    }
    return results
  }

  @Test("Each row gives the outputs that the sheet has when its inputs are set to the row")
  func rows() throws {
    let sheet = "input price = 1\ninput quantity in 1..100 = 1\nnet = price * quantity\ntotal = net * 1.19"
    let rows = (0..<3_000).map { number -> [CellValue] in
      let (price, quantity) = (Double(number) / 4, Double(number % 100 + 1))
      return [.number(price), .number(quantity)]
    }
    let found = try results(sheet, ["price", "quantity"], rows, ["total", "net"])
    let model = try Sheet(sheet)
    #expect(found.count == rows.count)
    for number in stride(from: 0, to: rows.count, by: 97) {
      try model.transaction {
        $0["price"] = rows[number][0]
        $0["quantity"] = rows[number][1]
      }
      #expect(try found[number].get() == [model.value(of: "total"), model.value(of: "net")])
    }
  }

  @Test("A row that is refused has its reason and stops no other")
  func refused() throws {
    for extra in ["", "event unused\n"] {
      let found = try results(
        "input n: number in 1..9 = 1\ntwice = n * 2\n" + extra, ["n"], [[1], [12], [3], [4, 5], ["x"]], ["twice"])
      #expect(try found[0].get() == [2])
      #expect(try found[2].get() == [6])
      for (row, words) in [(1, "must be in 1..9"), (3, "2 values"), (4, "takes a number")] {
        guard case .failure(let error) = found[row] else {
          Issue.record("row \(row) is not refused")
          continue
        }
        #expect(error.message.contains(words))
      }
    }
  }

  @Test("States begin anew in each row, and the sheet keeps its values")
  func states() throws {
    let text = "input x = 0\nstate s = 0 { on x.changed : s + x }\nn = s * 10"
    #expect(
      try results(text, ["x"], [[1], [2], [0], [2]], ["s", "n"]).map { try $0.get() } == [
        [1, 10], [2, 20], [0, 0], [2, 20],
      ])
    let sheet = try Sheet(text)
    try sheet.batch(["x"], rows: [[5]], outputs: ["n"]) { _, _ in }
    #expect(sheet.value(of: "n") == 0)
  }

  @Test("Circles that settle round by round begin each row with what was loaded")
  func rounds() throws {
    let text =
      "option iterate = 100, 0.001\ninput a = 100\nb = (b + a / MAX(b, 1)) / 2\nd = IF(a > 100, a - 0.1 * d, d)\n"
    let found = try results(text, ["a"], [[100], [400], [100], [400]], ["b", "d"]).map { try $0.get() }
    #expect(found[0] == found[2] && found[1] == found[3] && found[0] != found[1])
    let alone = try Sheet(text)
    try alone.set("a", to: 400)
    #expect(found[1] == [alone.value(of: "b"), alone.value(of: "d")])
  }

  @Test("What is not there is told before any row is evaluated")
  func unknown() throws {
    let sheet = try Sheet("input x = 1\ny = x")
    #expect(throws: SetError.self) { try sheet.batch(["y"], rows: [[1]], outputs: ["x"]) { _, _ in } }
    #expect(throws: SetError.self) { try sheet.batch(["x"], rows: [[1]], outputs: ["z"]) { _, _ in } }
  }
}

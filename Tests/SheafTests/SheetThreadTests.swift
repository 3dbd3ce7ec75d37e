import Dispatch
import Foundation
import Sheaf
import Testing

/// Sheets on several threads. Run it with the thread sanitizer, too, as `ReactiveCoreThreadTests`.
@Suite("Sheets and threads", .timeLimit(.minutes(2)))
struct SheetThreadTests {
  /// A function that takes as long as a test wants it to.
  private enum Slow: FunctionFamily {
    static let title = "Slow"
    static let source: String? = "this test"
    static let hasBegun = DispatchSemaphore(value: 0)
    static let mayEnd = DispatchSemaphore(value: 0)

    static let functions: [SheetFunction] = [
      SheetFunction(
        "SLOW", "Gives a number, 1 only when the test says so.", .number("number", "the number"),
        examples: ["SLOW(0)" => 0]
      ) { number in
        if number == 1 {
          hasBegun.signal()
          mayEnd.wait()
        }
        return number
      }
    ]
  }

  @Test("A long column is the same on as many threads as a program allows")
  func limit() throws {
    let most = Sheet.threadLimit
    defer { Sheet.threadLimit = .max }
    let sheet = try Sheet(
      "input rate = 2\nA1:A90000 = ROW() * 0.5\nB1:B90000 = PMT(rate / 100, 12, A1)\nt = SUM(B1:B90000)")
    var totals: Set<Double> = []
    for limit in [1, 2, .max] {
      Sheet.threadLimit = limit
      #expect(Sheet.threadLimit == min(limit, most))
      for rate in [3.0, 2.0] { sheet.input("rate").value = .number(rate) }
      totals.insert(sheet["t"].number.value)
    }
    #expect(totals.count == 1)
  }

  @Test("While one sheet recalculates, the other's properties are set and read")
  func sheetsDoNotWait() throws {
    let slow = try Sheet("input a = 0\nb = SLOW(a) + 1", catalog: .standard.adding(Slow.self))
    let quick = try Sheet("input a = 1\nb = a * 2")
    let slowResult = slow["b"].number
    let label = MutableProperty(0.0)
    label <~ quick["b"].number
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? slow.set("a", to: 1)
      isOver.signal()
    }
    Slow.hasBegun.wait()
    quick.input("a").value = 4
    #expect(label.value == 8)
    try quick.transaction { $0["a"] = 5 }
    #expect(quick.value(of: "b") == 10)
    #expect(try quick.evaluate("b + 1") == 11)
    #expect(slowResult.value == 1)
    Slow.mayEnd.signal()
    isOver.wait()
    #expect(slowResult.value == 2)
  }

  @Test("Two sheets that are combined settle in one instant, whichever thread sets them")
  func combinedSheets() throws {
    let (first, second) = (try Sheet("input a = 0\nb = a * 10"), try Sheet("input a = 0\ninput c = 0\nb = a + c"))
    let (x, y) = (first.input("a"), second.input("a"))
    // From one sheet through a property to the other.
    second.input("c") <~ first["b"]
    let broken = Atomic(0)
    let told = Atomic(0)
    first["b"].number.combineLatest(with: second["b"].number).signal.observeValues { (b, sum) in
      told.modify { $0 += 1 }
      if sum - b != b / 10 { broken.modify { $0 += 1 } }
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 1...50 {
        let value = CellValue.number(Double(step * 4 + thread))
        PropertyGraph.transaction {
          x.value = value
          y.value = value
        }
      }
    }
    #expect(told.value == 200)
    #expect(broken.value == 0)
  }

  @Test("Sheets are loaded, set, observed and released on many threads")
  func manySheets() throws {
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<5 {
        guard let sheet = try? Sheet("input a = 1\nevent tap\nstate n = 0 {\n  on tap : n + 1\n}\nb = a + n") else {
          continue
        }
        var heard = 0
        sheet.event("tap").observeValues { _ in heard += 1 }
        let text = sheet["b"].map { "\($0)" }
        for step in 0..<10 {
          sheet.input("a").value = .number(Double(step))
          try? sheet.send("tap")
        }
        #expect(heard == 10, "thread \(thread), round \(round)")
        #expect(sheet.value(of: "b") == 19)
        #expect(text.value == "\(CellValue.number(19))")
      }
    }
  }
}

import Dispatch
import Foundation
import TestSupport
import Testing

@testable import ReactiveCore

/// A host whose `sum` is that of its inputs `a` and `b`.
private final class Adder: @unchecked Sendable {
  private var values = ["a": 0, "b": 0]
  /// Called in each change, with the lock of the host's graph.
  var whileChanging: () -> Void = {}
  private(set) var host: GraphHost<String, Int>!

  init() {
    host = GraphHost { [unowned self] sets in
      change(sets)
    } read: { [unowned self] in
      $0 == "sum" ? values["a"]! + values["b"]! : values[$0]!
    } areEqual: {
      $0 == $1
    }
  }

  private func change(_ sets: [(key: String, value: Int)]) -> [String] {
    for (key, value) in sets { values[key] = value }
    whileChanging()
    return ["sum", "a", "b"]
  }

  func input(_ key: String) -> MutableProperty<Int> { host.input(key) { $0 } }
  var sum: Property<Int> { host.output("sum") }
  func set(_ key: String, to value: Int) { host.perform { ((), change([(key, value)])) } }
}

/// Hosts on several threads; see ``PropertyThreadTests``.
@Suite("Hosts and threads", .timeLimit(.minutes(2)))
struct HostThreadTests {
  @Test("While one host is being changed, the other's properties and the rest of the program go on")
  func hostsDoNotWait() {
    let (slow, quick) = (Adder(), Adder())
    let (a, sum) = (quick.input("a"), quick.sum)
    let label = MutableProperty(0)
    label <~ sum
    let heard = Atomic<[Int]>([])
    label.signal.observeValues { value in heard.modify { $0.append(value) } }
    let free = MutableProperty(1)
    let slowSum = slow.sum
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    slow.whileChanging = {
      hasBegun.signal()
      mayEnd.wait()
    }
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      slow.set("a", to: 5)
      isOver.signal()
    }
    hasBegun.wait()
    a.value = 3
    quick.set("b", to: 4)
    free.modify { $0 += label.value }
    PropertyGraph.transaction {
      a.value = 10
      free.value = 20
    }
    #expect(sum.value == 14)
    #expect(free.map { $0 + 1 }.value == 21)
    #expect(heard.value == [3, 7, 14])
    #expect(slowSum.value == 0, "a value can be read while another is on its way")
    mayEnd.signal()
    isOver.wait()
    #expect(slowSum.value == 5)
  }

  @Test("P7: two hosts that are combined settle in one instant")
  func combinedHosts() {
    let (first, second) = (Adder(), Adder())
    let (a, b) = (first.input("a"), second.input("a"))
    let both = first.sum.combineLatest(with: second.sum)
    var seen: [String] = []
    both.signal.observeValues { seen.append("\($0) \($1)") }
    PropertyGraph.transaction {
      a.value = 1
      b.value = 2
    }
    // From one host through a property to the other.
    let c = second.input("b")
    c <~ first.sum.map { $0 * 10 }
    a.value = 3
    #expect(seen == ["1 2", "1 12", "3 32"])
    #expect(c.value == 30)
    #expect(Graph.brokenRules() == [])
  }

  @Test("P5: a property's function may read what it is not connected to, in whatever host")
  func crossRead() {
    let (first, second) = (Adder(), Adder())
    let (a, b) = (first.input("a"), second.input("a"))
    let fromA = a.map { $0 + b.value }
    let fromB = b.map { $0 + a.value }
    onThreads(2) { thread in
      for step in 0..<500 { (thread == 0 ? a : b).value = step }
    }
    #expect(fromA.value >= 499 && fromB.value >= 499)
  }

  @Test("Threads that take two hosts in different orders do not wait for each other, and lose nothing")
  func transactionsThatCross() {
    let (first, second, third) = (Adder(), Adder(), Adder())
    let inputs = [first, second, third].map { $0.input("a") }
    let sums = [first, second, third].map(\.sum)
    let heard = Atomic<[Int]>([0, 0, 0])
    for index in 0..<3 { sums[index].signal.observeValues { value in heard.modify { $0[index] = value } } }
    onThreads(3) { thread in
      for step in 1...300 {
        PropertyGraph.transaction {
          inputs[thread].value = step * 10 + thread
          inputs[(thread + 1) % 3].value = step * 10 + thread
        }
        // What was set is settled, whoever did it.
        let present = inputs.map(\.value)
        _ = present
      }
    }
    #expect(sums.map(\.value) == inputs.map(\.value))
    #expect(heard.value == inputs.map(\.value))
    #expect(Graph.brokenRules() == [])
  }

  @Test("Modifications of properties of two hosts that set each other's lose nothing")
  func modificationsThatCross() {
    let (first, second) = (Adder(), Adder())
    let (x, y) = (MutableProperty(0), MutableProperty(0))
    let inputs = [first.input("a"), second.input("a")]
    inputs[0] <~ x
    inputs[1] <~ y
    let calls = Atomic(0)
    onThreads(2) { thread in
      for _ in 0..<500 {
        let (own, other) = thread == 0 ? (x, y) : (y, x)
        own.modify {
          $0 += 1
          other.modify { $0 += 1 }
        }
        own.modify { $0 += other.value * 0 }
        calls.modify { $0 += 1 }
      }
    }
    #expect(calls.value == 1_000)
    #expect(x.value == 1_000 && y.value == 1_000)
    #expect(inputs.map(\.value) == [1_000, 1_000])
    #expect(first.sum.value == 1_000 && second.sum.value == 1_000)
  }

  @Test("Hosts that set and read each other while they are changed do not wait for each other")
  func hostsThatCross() {
    let (first, second) = (Adder(), Adder())
    let notes = [MutableProperty(0), MutableProperty(0)]
    let inputs = [first.input("b"), second.input("b")]
    inputs[0] <~ notes[0]
    inputs[1] <~ notes[1]
    let sums = [first.sum, second.sum]
    first.whileChanging = { _ = second.host.read { second.sum.value } }
    second.whileChanging = { _ = first.host.read { first.sum.value } }
    onThreads(2) { thread in
      for step in 1...300 { (thread == 0 ? first : second).set("a", to: step) }
    }
    #expect(sums.map(\.value) == [300, 300])
    notes[0].value = 1
    notes[1].value = 2
    #expect(sums.map(\.value) == [301, 302])
    #expect(inputs.map(\.value) == [1, 2])
  }

  @Test("Hosts are made, combined, chosen among and released on many threads", arguments: 0..<4)
  func manyHosts(_ seed: Int) {
    onThreads(4) { thread in
      var generator = SeededGenerator(seed: UInt64(seed * 4 + thread))
      for _ in 0..<20 {
        let adders = (0..<4).map { _ in Adder() }
        let inputs = adders.map { $0.input("a") }
        let choice = MutableProperty(0)
        let chosen = choice.flatMap(.latest) { adders[$0].sum }
        let total = Property<Int>.combineLatest(adders[..<2].map(\.sum))!.map { $0.reduce(0, +) }
        var heard = 0
        total.signal.observeValues { heard = $0 }
        for _ in 0..<20 {
          PropertyGraph.transaction {
            inputs[generator.number(0...3)].value = generator.number(0...9)
            choice.value = generator.number(0...3)
          }
          let values = inputs.map(\.value)
          #expect(total.value == values[0] + values[1])
          #expect(chosen.value == values[choice.value])
        }
        let input = adders[2].input("b")
        input <~ total
        inputs[0].value = 100
        #expect(heard == 100 + inputs[1].value)
        #expect(input.value == heard)
        #expect(adders[2].sum.value == heard + inputs[2].value)
      }
    }
    #expect(Graph.brokenRules() == [])
  }

  @Test("Properties of one host are set, combined and bound from many threads")
  func oneHost() {
    let (first, second) = (Adder(), Adder())
    let (a, b) = (first.input("a"), second.input("a"))
    onThreads(4) { thread in
      for step in 0..<100 {
        let own = MutableProperty(step)
        let binding = (thread % 2 == 0 ? a : b) <~ own.map { $0 + 1 }
        own.value = step + 1
        let both = first.sum.combineLatest(with: thread < 2 ? second.sum : own.map { $0 })
        _ = both.value
        binding?.dispose()
      }
    }
    #expect(first.sum.value == a.value && second.sum.value == b.value)
    #expect(Graph.brokenRules() == [])
  }
}

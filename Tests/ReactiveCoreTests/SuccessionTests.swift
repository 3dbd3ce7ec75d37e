import Foundation
import ReactiveCore
import TestSupport
import Testing

@Suite("Producers one after the other")
struct SuccessionTests {
  @Test("concat starts the second producer when the first has completed or was interrupted")
  func concat() {
    expect("a-b-c|", spans: ["a-b|": ["^--!"], "-c|": ["---^-!"]]) { $0.producer("a-b|").concat($0.producer("-c|")) }
    expect("a-c|", spans: ["c|": ["--^!"]]) { $0.producer("a-!").concat($0.producer("c|")) }
    expect("a-|") { $0.producer("a-|").concat($0.producer("!")) }
    expect("a-#", spans: ["c|": []]) { $0.producer("a-#").concat($0.producer("c|")) }
    expect("a-(b|)") { $0.producer("a-|").concat(value: "b") }
    expect("a-#") { $0.producer("a-|").concat(error: Fault()) }
    expect("(xa)-|") { $0.producer("a-|").prefix(value: "x") }
    expect("x-a-|") { $0.producer("a-|").prefix($0.producer("x-|")) }
    expect("--(b|)") { $0.producer("--|").concat(Result<String, Fault>.success("b")) }
    expect("(xa)-|") { $0.producer("a-|").prefix(Result<String, Fault>.success("x")) }
    expect("a-b!", spans: ["--c|": ["--^!"]]) { marbles in
      marbles.dispose(at: 3)
      return marbles.producer("a-|").concat(value: "b").concat(marbles.producer("--c|"))
    }
  }

  @Test("then waits for the completion, and passes any other end on")
  func then() {
    expect("---c|", spans: ["-c|": ["--^-!"]]) { $0.producer("a-|").then($0.producer("-c|")) }
    expect("--#", spans: ["c|": []]) { $0.producer("a-#").then($0.producer("c|")) }
    expect("--!", spans: ["c|": []]) { $0.producer("a-!").then($0.producer("c|")) }
    expect("--c!") { $0.producer("a-|").then($0.producer("c!")) }
    expect("--!", spans: ["a---|": ["^-!"]]) { marbles in
      marbles.dispose(at: 2)
      return marbles.producer("a---|").then(marbles.producer("c|"))
    }
  }

  @Test("then finds the error of the result")
  func thenTypes() {
    let safe = SignalProducer<Int, Never>.empty
    let failing = SignalProducer<Int, Fault>.empty
    let text = SignalProducer<String, Fault>.empty
    #expect(type(of: safe.then(safe)) == SignalProducer<Int, Never>.self)
    #expect(type(of: safe.then(failing)) == SignalProducer<Int, Fault>.self)
    #expect(type(of: safe.then(text)) == SignalProducer<String, Fault>.self)
    #expect(type(of: failing.then(safe)) == SignalProducer<Int, Fault>.self)
    #expect(type(of: failing.then(failing)) == SignalProducer<Int, Fault>.self)
    #expect(type(of: failing.then(text)) == SignalProducer<String, Fault>.self)
    #expect(type(of: text.then(safe)) == SignalProducer<Int, Fault>.self)
    #expect(type(of: failing.then(Signal<String, Never>.never)) == SignalProducer<String, Fault>.self)
    #expect(type(of: safe.then(.empty)) == SignalProducer<Int, Never>.self)
    #expect(type(of: failing.then(.empty)) == SignalProducer<Int, Fault>.self)
    _ = failing.then(.init(value: ""))
    _ = safe.then(.init(value: ""))
    _ = failing.then(.init(result: Result<String, Fault>.success("")))
    _ = safe.then(.init(result: Result<String, Fault>.success("")))
  }

  @Test("repeat does the work again after a completion, and only then")
  func rounds() {
    expect("a-a-a-|") { $0.producer("a-|").repeat(3) }
    expect("a-|", spans: ["a-|": ["^-!"]]) { $0.producer("a-|").repeat(1) }
    expect("|", spans: ["a-|": []]) { $0.producer("a-|").repeat(0) }
    expect("a-#", spans: ["a-#": ["^-!"]]) { $0.producer("a-#").repeat(3) }
    expect("a-!") { $0.producer("a-!").repeat(3) }
  }

  @Test("retry does the work again after a failure, and passes the last one on")
  func retry() {
    expect("a-a-a-#") { $0.producer("a-#").retry(upTo: 2) }
    expect("a-#") { $0.producer("a-#").retry(upTo: 0) }
    expect("a-|") { $0.producer("a-|").retry(upTo: 2) }
    expect("a-!") { $0.producer("a-!").retry(upTo: 2) }
  }

  @Test("retry with an interval waits before each round, and not before the last failure")
  func retryLater() {
    expect("a----a----a-#", spans: ["a-#": ["^-!", "-----^-!", "----------^-!"]]) { marbles in
      marbles.producer("a-#").retry(upTo: 2, interval: 3, on: marbles.scheduler)
    }
    expect("a--!", spans: ["a-#": ["^-!"]]) { marbles in
      marbles.dispose(at: 3)
      return marbles.producer("a-#").retry(upTo: 2, interval: 3, on: marbles.scheduler)
    }
  }

  @Test("An endless row is read no further than an observer wants")
  func lazy() {
    var starts = 0
    let producer = SignalProducer<Int, Never> {
      starts += 1
      return starts
    }
    #expect(producer.repeat(.max).take(first: 3).last() == .success(3))
    #expect(starts == 3)
  }

  @Test("Long rows need no deep stack")
  func longRows() {
    onSmallStack {
      let length = TestLength.count(20_000, of: 100_000)
      var count = 0
      let one = SignalProducer<Int, Fault>(value: 1)
      one.repeat(length).startWithResult { _ in count += 1 }
      #expect(count == length)

      count = 0
      SignalProducer<Int, Fault> {
        count += 1
        return .failure(Fault())
      }.retry(upTo: length).start()
      #expect(count == length + 1)

      var left = one
      var right = one
      var thens = one
      var thensToTheRight = one
      for each in 0..<length {
        left = left.concat(value: each)
        right = right.prefix(value: each)
        thens = thens.then(one)
        thensToTheRight = one.then(thensToTheRight)
      }
      for row in [left, right] {
        count = 0
        row.startWithResult { _ in count += 1 }
        #expect(count == length + 1)
      }
      for row in [thens, thensToTheRight] {
        count = 0
        row.start { _ in count += 1 }
        #expect(count == 2)
      }
    }
  }

  @Test("A row of producers that end later needs no deep stack either")
  func longRowsOfSignals() {
    onSmallStack {
      let (signal, input) = Signal<Int, Never>.pipe()
      var row = SignalProducer(signal)
      for _ in 0..<10_000 { row = row.then(SignalProducer(value: 1)) }
      var count = 0
      row.start { _ in count += 1 }
      input.sendCompleted()
      #expect(count == 2)
    }
  }
}

/// Calls a function on a thread with half a megabyte of stack.
func onSmallStack(_ body: @escaping () -> Void) {
  nonisolated(unsafe) let body = body
  let thread = Thread { body() }
  thread.stackSize = 512 * 1_024
  thread.start()
  while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
}

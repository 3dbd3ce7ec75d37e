import Foundation
import Testing

@testable import ReactiveCore

@Suite("Streams and asynchronous code")
struct AsyncTests {
  /// Waits until other tasks have made something true, for so many turns: while other tests take all threads of the tasks,
  /// no turn comes, and none is missed.
  private func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<10_000 {
      if condition() { return true }
      try? await Task.sleep(nanoseconds: 500_000)
    }
    return condition()
  }

  /// A producer that sends three values and an end, now.
  private func producer(_ end: Termination<Fault>) -> SignalProducer<Int, Fault> {
    SignalProducer { observer, _ in
      for value in 1...3 { observer.send(value: value) }
      observer.terminate(end)
    }
  }

  // MARK: Out

  @Test("A loop takes all values of a producer, and throws what the producer fails with")
  func producerOut() async {
    for (end, error) in [(Termination<Fault>.completed, nil), (.interrupted, nil), (.failed(Fault()), Fault())] {
      var seen: [Int] = []
      var thrown: Fault?
      do { for try await value in producer(end).asyncThrowingStream { seen.append(value) } } catch {
        thrown = error as? Fault
      }
      #expect(seen == [1, 2, 3])
      #expect(thrown == error)
      let values = producer(end).values
      for _ in 1...2 {
        (seen, thrown) = ([], nil)
        do throws(Fault) { for try await value in values { seen.append(value) } } catch { thrown = error }
        #expect(seen == [1, 2, 3])
        #expect(thrown == error)
      }
    }
    var seen: [Int] = []
    let quiet = SignalProducer<Int, Never> { observer, _ in
      observer.send(value: 1)
      observer.sendCompleted()
    }
    for await value in quiet.asyncStream { seen.append(value) }
    for await value in quiet.values { seen.append(value) }
    #expect(seen == [1, 1])
  }

  @Test("A loop takes the values that a signal sends once the stream is there")
  func signalOut() async throws {
    let (signal, observer) = Signal<Int, Never>.pipe()
    observer.send(value: 0)
    let streams = (signal.asyncStream, signal.asyncThrowingStream, signal.values)
    let sender = Task {
      for value in 1...3 { observer.send(value: value) }
      observer.sendCompleted()
    }
    var seen: [Int] = []
    for await value in streams.0 { seen.append(value) }
    for try await value in streams.1 { seen.append(value) }
    for await value in streams.2 { seen.append(value) }
    await sender.value
    #expect(seen == [1, 2, 3, 1, 2, 3, 1, 2, 3])
    #expect(await Signal<Int, Never>.empty.asyncStream.first { _ in true } == nil)
  }

  @Test("Cancelling the task that iterates, or giving the stream up, disposes of the observation")
  func cancellation() async {
    let ends = Atomic(0)
    let endless = SignalProducer<Int, Never> { observer, lifetime in
      observer.send(value: 1)
      lifetime.observeEnded { withExtendedLifetime(observer) { ends.modify { $0 += 1 } } }
    }
    let seen = Atomic(0)
    let tasks = [
      Task { for await value in endless.asyncStream { seen.modify { $0 += value } } },
      Task { for await value in endless.values { seen.modify { $0 += value } } },
    ]
    #expect(await eventually { seen.value == 2 })
    #expect(ends.value == 0)
    for task in tasks {
      task.cancel()
      await task.value
    }
    #expect(ends.value == 2)
    _ = endless.asyncStream
    #expect(ends.value == 3)
    for await _ in endless.values { break }
    #expect(ends.value == 4)
  }

  // MARK: In

  @Test("A producer of an asynchronous sequence sends its elements and its end")
  func sequenceIn() async throws {
    let numbers = AsyncStream<Int> { continuation in
      for value in 1...3 { continuation.yield(value) }
      continuation.finish()
    }
    var seen: [Int] = []
    for await value in SignalProducer(numbers).values { seen.append(value) }
    #expect(seen == [1, 2, 3])

    let failing = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Fault())
    }
    await #expect(throws: Fault.self) {
      for try await value in SignalProducer(failing).values { #expect(value == 1) }
    }
  }

  @Test("Disposing of a start cancels the task that iterates or awaits")
  func cancelledIn() async {
    let ends = Atomic(0)
    let waiting = Atomic(0)
    let endless = AsyncStream<Int> { continuation in
      continuation.yield(1)
      continuation.onTermination = { _ in ends.modify { $0 += 1 } }
    }
    let sequence = SignalProducer(endless).start(.init(value: { _ in waiting.modify { $0 += 1 } }))
    let call = SignalProducer<Int, any Error>(awaiting: {
      waiting.modify { $0 += 1 }
      defer { ends.modify { $0 += 1 } }
      try await Task.sleep(nanoseconds: 60_000_000_000)
      return 1
    }).start(.init { #expect("\($0)" == "INTERRUPTED") })
    #expect(await eventually { waiting.value == 2 })
    #expect(ends.value == 0)
    sequence.dispose()
    call.dispose()
    #expect(await eventually { ends.value == 2 })
  }

  @Test("A producer of an asynchronous function calls it at each start and sends what it returns or throws")
  func functionIn() async throws {
    let calls = Atomic(0)
    let producer = SignalProducer<Int, Fault>(awaiting: { () async throws(Fault) -> Int in
      await Task.yield()
      let call = calls.modify { count in
        count += 1
        return count
      }
      if call == 3 { throw Fault() }
      return call
    })
    for expected in [[1], [2]] {
      var seen: [Int] = []
      for try await value in producer.values { seen.append(value) }
      #expect(seen == expected)
    }
    await #expect(throws: Fault.self) { for try await _ in producer.values {} }
    #expect(await SignalProducer<Int, Never>(awaiting: { 7 }).asyncStream.first { _ in true } == 7)
  }

  // MARK: Clocks

  @Test("A task sleeps until the clock comes to its date")
  func sleep() async throws {
    let scheduler = TestScheduler()
    let start = scheduler.currentDate
    let first = Task {
      try await scheduler.sleep(for: .seconds(5))
      return scheduler.currentDate
    }
    let second = Task {
      try await scheduler.sleep(until: start + 7, leeway: .seconds(1))
      try await scheduler.sleep(for: .seconds(1))
      try await scheduler.sleep(until: start)
      return scheduler.currentDate
    }
    await scheduler.advance(by: .seconds(6))
    await scheduler.advance(by: 4)
    #expect(scheduler.currentDate == start + 10)
    #expect(try await first.value == start + 5)
    #expect(try await second.value == start + 8)
    #expect(scheduler.scheduledCount == 0)
  }

  @Test("A task that is cancelled wakes with an error, and its alarm is gone")
  func cancelledSleep() async throws {
    let scheduler = TestScheduler()
    let task = Task { try await scheduler.sleep(for: .seconds(5)) }
    #expect(await eventually { scheduler.scheduledCount == 1 })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(scheduler.scheduledCount == 0)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await scheduler.sleep(for: .seconds(5))
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(scheduler.scheduledCount == 0)
  }

  @Test("A timer sends the clock's date every interval until the task is cancelled")
  func timer() async {
    let scheduler = TestScheduler()
    let start = scheduler.currentDate
    let dates = Atomic<[Date]>([])
    let task = Task {
      for await date in scheduler.timer(interval: .seconds(1)) {
        #expect(scheduler.currentDate == date)
        dates.modify { $0.append(date) }
      }
    }
    await scheduler.advance(by: .milliseconds(900))
    #expect(dates.value == [])
    await scheduler.advance(by: .seconds(1))
    #expect(dates.value == [start + 1])
    await scheduler.advance()
    #expect(dates.value == [start + 1])
    await scheduler.advance(by: .milliseconds(2_200))
    #expect(dates.value == [start + 1, start + 2, start + 3, start + 4])
    task.cancel()
    await task.value
    #expect(scheduler.scheduledCount == 0)
  }

  @Test("A queue's clock works for tasks, too")
  func queueClock() async throws {
    let scheduler = QueueScheduler()
    let start = Date()
    try await scheduler.sleep(for: .milliseconds(20))
    #expect(Date() >= start + 0.02)
    try await scheduler.sleep(for: .milliseconds(1), leeway: .milliseconds(1))
    var count = 0
    for await _ in scheduler.timer(interval: .milliseconds(2)) {
      count += 1
      if count == 3 { break }
    }
    #expect(count == 3)
    #expect(await eventually { scheduler.timerCount == 0 })
  }
}

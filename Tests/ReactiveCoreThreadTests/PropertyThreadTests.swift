import Dispatch
import Foundation
import Testing

@testable import ReactiveCore

/// Stress for many threads. The tests of this target run with the thread sanitizer, too:
/// `SHEAF_THREADS=1 swift test --sanitize=thread --scratch-path .build-thread`.
@Suite("Properties under many threads")
struct PropertyThreadTests {
  @Test("Sets from several threads reach each observer once each, in one order")
  func setsAreSerialised() {
    let property = MutableProperty(0)
    let double = property.map { $0 * 2 }
    let first = Atomic<[Int]>([])
    let second = Atomic<[Int]>([])
    let doubled = Atomic<[Int]>([])
    property.signal.observe(.init(value: { value in first.modify { $0.append(value) } }))
    property.signal.observe(.init(value: { value in second.modify { $0.append(value) } }))
    double.signal.observe(.init(value: { value in doubled.modify { $0.append(value) } }))
    onThreads(8) { thread in
      for step in 0..<500 { property.value = thread * 1_000 + step }
    }
    #expect(first.value.count == 4_000)
    #expect(first.value == second.value)
    #expect(doubled.value == first.value.map { $0 * 2 })
    #expect(double.value == property.value * 2)
    for thread in 0..<8 {
      let own = first.value.filter { $0 / 1_000 == thread }
      #expect(own == own.sorted())
    }
  }

  @Test("Modifications from several threads are not lost")
  func modifications() {
    let property = MutableProperty(0)
    let list = MutableProperty<[Int]>([])
    let pair = property.combineLatest(with: list)
    onThreads(8) { thread in
      for step in 0..<300 {
        property.modify { $0 += 1 }
        list.modify { $0.append(thread * 1_000 + step) }
        _ = pair.value.1.count
        _ = list.value.last
      }
    }
    #expect(property.value == 2_400)
    #expect(list.value.count == 2_400)
    #expect(pair.value.0 == 2_400)
  }

  @Test("Threads whose properties read and set each other in functions and observers do not wait for each other")
  func crosswise() {
    let a = MutableProperty(0)
    let b = MutableProperty(0)
    let fromA = a.map { $0 + b.value }
    let fromB = b.map { $0 + a.value }
    a.signal.observe(.init(value: { if $0 % 7 == 0 { b.value = $0 + 1 } }))
    b.signal.observe(.init(value: { if $0 % 5 == 0 { a.value = $0 + 1 } }))
    onThreads(4) { thread in
      for step in 0..<300 {
        if thread % 2 == 0 {
          a.withValue { _ in _ = b.value }
          a.value = step
        } else {
          b.modify { $0 = a.value + step }
          _ = fromA.value + fromB.value
        }
      }
    }
    #expect(Graph.brokenRules() == [])
  }

  @Test("An observer that waits for another thread's set does not stop it")
  func noLockInObservers() {
    let property = MutableProperty(0)
    let other = MutableProperty(0)
    let queue = DispatchQueue(label: "other thread")
    var waited = false
    property.signal.observe(
      .init(value: { value in
        guard value == 1 else { return }
        // Would never return if this thread held a lock: the other one sets, derives, observes and disposes meanwhile.
        queue.sync {
          other.value = 5
          let derived = other.map { $0 + property.value }
          other.value = 6
          _ = derived.value
          property.value = 2
        }
        waited = true
      }))
    property.value = 1
    #expect(waited)
    #expect(property.value == 2)
    #expect(other.value == 6)
  }

  @Test("Observers come and go on some threads while others set")
  func attachAndDispose() {
    let property = MutableProperty(0)
    let heard = Atomic(0)
    onThreads(6) { thread in
      for step in 0..<200 {
        if thread < 2 {
          property.value = step
        } else {
          let derived = property.map { $0 + thread }.skipRepeats()
          let observation = derived.producer.start(.init(value: { _ in heard.modify { $0 += 1 } }))
          let pair = derived.combineLatest(with: property)
          _ = pair.value
          observation.dispose()
        }
      }
    }
    #expect(heard.value >= 800)
    #expect(Graph.brokenRules() == [])
  }

  @Test("A pipe that several threads feed delivers one event after the other")
  func pipes() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var inside = 0
    var count = 0
    var overlaps = 0
    // Not protected: the signal's order protects them.
    signal.map { $0 + 1 }.observe(
      .init(value: { _ in
        inside += 1
        if inside != 1 { overlaps += 1 }
        count += 1
        inside -= 1
      }))
    onThreads(8) { thread in
      for step in 0..<500 { input.send(value: thread * 1_000 + step) }
    }
    input.sendCompleted()
    #expect(count == 4_000)
    #expect(overlaps == 0)
  }

  @Test("Properties are released on some threads while others read what derives from them")
  func releases() {
    onThreads(4) { thread in
      for round in 0..<200 {
        var source: MutableProperty<Int>? = MutableProperty(round)
        let derived = source!.map { $0 + 1 }.combineLatest(with: source!.map { $0 + 2 })
        let isCompleted = Atomic(false)
        derived.signal.observe(.init(completed: { isCompleted.value = true }))
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { _ = derived.value }
        source = nil
        group.wait()
        #expect(isCompleted.value)
        #expect(derived.value.0 == round + 1)
      }
    }
    #expect(Graph.brokenRules() == [])
  }
}

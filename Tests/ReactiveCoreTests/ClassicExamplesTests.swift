import Dispatch
import ReactiveCore
import Testing

/// The examples with which this way of programming is usually explained.
@Suite("Classic examples")
struct ClassicExamplesTests {
  @Test("A label follows a text field, letter by letter")
  func binding() {
    let field = MutableProperty("")
    let label = MutableProperty("?")
    let log = Log()
    label <~ field.map { "“\($0)”" }
    label.signal.observe(log.observer())
    for text in ["h", "he", "hel"] { field.value = text }
    #expect(log.lines == ["“h”", "“he”", "“hel”"])
    #expect(label.value == "“hel”")
  }

  @Test("A binding ends when it is disposed of or its target is gone")
  func endOfBinding() {
    let field = MutableProperty("a")
    let label = MutableProperty("")
    let binding = label <~ field
    binding?.dispose()
    field.value = "b"
    #expect(label.value == "a")
    var other: MutableProperty<String>? = MutableProperty("")
    weak let trace = other
    other! <~ field
    other = nil
    #expect(trace == nil)
    field.value = "c"
  }

  @Test("A signal lives through values, then completes or fails, and then there is nothing")
  func lifeCycle() {
    for (end, mark) in [(Signal<String, Fault>.Event.completed, "|"), (.failed(Fault()), "#")] {
      let (signal, input) = Signal<String, Fault>.pipe()
      let log = Log()
      signal.observe(log.observer())
      for text in ["h", "he"] { input.send(value: text) }
      input.send(end)
      input.send(value: "hel")
      #expect(log.lines == ["h", "he", mark])
    }
  }

  @Test("Starting a producer twice runs two timers; one start with two observers runs one")
  func hotAndCold() {
    let scheduler = TestScheduler()
    var timers = 0
    let producer = SignalProducer.timer(interval: .seconds(1), on: scheduler).on(starting: { timers += 1 })
    let cold = CompositeDisposable()
    cold += producer.start()
    cold += producer.start()
    #expect(timers == 2)
    cold.dispose()

    timers = 0
    var ticks: [String] = []
    producer.startWithSignal { signal, handle in
      signal.observeValues { _ in ticks.append("a") }
      signal.observeValues { _ in ticks.append("b") }
      scheduler.schedule(after: .milliseconds(2_500), action: handle.dispose)
    }
    scheduler.advance(by: .seconds(10))
    #expect(timers == 1)
    #expect(ticks == ["a", "b", "a", "b"])
  }

  @Test("A search can be made once there is a text, and one at a time")
  func search() {
    let text = MutableProperty<String?>(nil)
    let hasText = text.map { $0?.isEmpty == false }
    let (answers, server) = Signal<String, Never>.pipe()
    let search = Action<String, String, Never>(enabledIf: hasText) { query in
      answers.producer.take(first: 1).map { "\(query): \($0)" }
    }
    let log = Log()
    search.isEnabled.producer.start(log.observer("enabled "))
    search.values.observe(log.observer())
    search.disabledErrors.observeValues { log.note("disabled") }
    #expect(log.lines == ["enabled f"])
    #expect(log.lines { search.apply("nothing").start() } == ["disabled"])
    #expect(log.lines { text.value = "swift" } == ["enabled t"])
    #expect(log.lines { search.apply("swift").start() } == ["enabled f"])
    #expect(log.lines { search.apply("too soon").start() } == ["disabled"])
    #expect(log.lines { server.send(value: "3 hits") } == ["swift: 3 hits", "enabled t"])
    #expect(log.lines { text.value = "" } == ["enabled f"])
  }

  @Test("A counter counts the ticks of a timer")
  func counter() {
    let scheduler = TestScheduler()
    let label = MutableProperty("")
    let ticks = SignalProducer.timer(interval: .seconds(1), on: scheduler)
    let binding = label <~ ticks.scan(0) { count, _ in count + 1 }.map { "\($0) s" }
    scheduler.advance(by: .milliseconds(3_500))
    #expect(label.value == "3 s")
    binding?.dispose()
    scheduler.advance(by: .seconds(3))
    #expect(label.value == "3 s")
  }

  @Test("throttle lets some through all the time, debounce waits for silence")
  func throttleAndDebounce() {
    let typed = "abcd----e---"
    expect("a--d----e---") { $0.signal(typed).throttle(3, on: $0.scheduler) }
    expect("------d----e") { $0.signal(typed).debounce(3, on: $0.scheduler) }
  }

  @Test("What comes while a page is loaded waits, and only the latest is kept")
  func throttleWhileLoading() {
    expect("a-----e-f") { marbles in
      let isLoading = MutableProperty(false)
      for (time, state) in [(500, true), (5_500, false)] {
        marbles.scheduler.schedule(after: .milliseconds(time)) { isLoading.value = state }
      }
      return marbles.signal("abcde---f").throttle(while: isLoading, on: marbles.scheduler)
        .observe(on: marbles.scheduler).delay(0.5, on: marbles.scheduler)
    }
  }

  @Test("Who comes late gets the last value, though a filter would not let it pass again")
  func replayBeforeFilter() {
    let state = MutableProperty(1)
    let evens = state.producer.filter { $0 % 2 == 0 }
    let log = Log()
    evens.start(log.observer("a"))
    state.value = 2
    evens.start(log.observer("b"))
    state.value = 3
    evens.start(log.observer("c"))
    state.value = 4
    #expect(log.lines == ["a2", "b2", "a4", "b4", "c4"])
    // A property that is filtered remembers the last that passed.
    #expect(state.filter(initial: 0) { $0 % 2 == 0 }.value == 4)
  }

  @Test("The inclusive take sends the value that ends it, the exclusive one does not")
  func inclusiveAndExclusive() {
    expect("1-2-|") { $0.signal("1-2-3-1|", of: Int.self).take(while: { $0 < 3 }) }
    expect("1-2-(3|)") { $0.signal("1-2-3-1|", of: Int.self).take(until: { $0 < 3 }) }
  }

  @Test("Two properties bound to each other come to rest, with a guard against repeats")
  func twoWayBinding() {
    let celsius = MutableProperty(0)
    let fahrenheit = MutableProperty(32)
    let log = Log()
    fahrenheit <~ celsius.signal.map { $0 * 9 / 5 + 32 }.filter { [unowned fahrenheit] in $0 != fahrenheit.value }
    celsius <~ fahrenheit.signal.map { ($0 - 32) * 5 / 9 }.filter { [unowned celsius] in $0 != celsius.value }
    celsius.signal.observe(log.observer("c"))
    fahrenheit.signal.observe(log.observer("f"))
    #expect(log.lines { celsius.value = 100 } == ["c100", "f212"])
    #expect(log.lines { fahrenheit.value = 50 } == ["f50", "c10"])
    #expect((celsius.value, fahrenheit.value) == (10, 50))
  }
}

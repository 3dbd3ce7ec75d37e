import Dispatch
import ReactiveCore
import Testing

@Suite("Marbles: what producers make, and one after the other")
struct ProducingMarbles {
  @Test("init(_:), init(value:), init(values:_:_:), init(error:), init(result:), empty, never: streams from nothing")
  func makers() {
    typealias Producer = SignalProducer<String, Fault>
    expect("(a|)") { _ in Producer(value: "a") }
    expect("(abc|)") { _ in Producer(values: "a", "b", "c") }
    expect("(abc|)") { _ in Producer(["a", "b", "c"]) }
    expect("#") { _ in Producer(error: Fault()) }
    expect("(a|)") { _ in Producer(result: .success("a")) }
    expect("#") { _ in Producer(result: .failure(Fault())) }
    expect("(a|)") { _ in SignalProducer<String, Never> { "a" } }
    expect("#") { _ in Producer { .failure(Fault()) } }
    expect("-b|") { Producer($0.signal("a^-b|")) }
    expect("|") { _ in Producer.empty }
    expect("") { _ in Producer.never }
    expect("!") { _ in Signal<String, Fault>.empty }
    expect("") { _ in Signal<String, Fault>.never }
  }

  @Test("concat(_:), concat(value:), concat(error:): then something else")
  func concat() {
    expect("a-b1-2|", spans: ["a-b|": ["^--!"], "1-2|": ["---^--!"]]) {
      $0.producer("a-b|").concat($0.producer("1-2|"))
    }
    expect("a#", spans: ["1|": []]) { $0.producer("a#").concat($0.producer("1|")) }
    // Who is interrupted has no more to say; the next one has.
    expect("a1|", spans: ["1|": ["-^!"]]) { $0.producer("a!").concat($0.producer("1|")) }
    expect("a-(z|)") { $0.producer("a-|").concat(value: "z") }
    expect("a-#") { $0.producer("a-|").concat(error: Fault()) }
  }

  @Test("prefix(_:), prefix(value:): something else first")
  func prefix() {
    expect("1-a-b|", spans: ["a-b|": ["--^--!"]]) { $0.producer("a-b|").prefix($0.producer("1-|")) }
    expect("#", spans: ["a|": []]) { $0.producer("a|").prefix($0.producer("#")) }
    expect("(za)-b|") { $0.producer("a-b|").prefix(value: "z") }
  }

  @Test("then(_:): only the end of the first, then the second")
  func then() {
    expect("---1-|", spans: ["a-b|": ["^--!"], "1-|": ["---^-!"]]) { $0.producer("a-b|").then($0.producer("1-|")) }
    expect("-#", spans: ["1|": []]) { $0.producer("a#").then($0.producer("1|")) }
    expect("-!", spans: ["1|": []]) { $0.producer("a!").then($0.producer("1|")) }
  }

  @Test("repeat(_:): the whole again")
  func `repeat`() {
    expect("a-ba-ba-b|", spans: ["a-b|": ["^--!", "---^--!", "------^--!"]]) { $0.producer("a-b|").repeat(3) }
    expect("|", spans: ["a|": []]) { $0.producer("a|").repeat(0) }
    expect("a#") { $0.producer("a#").repeat(3) }
    expect("a!") { $0.producer("a!").repeat(3) }
  }

  @Test("retry(upTo:), retry(upTo:interval:on:): once more after a failure")
  func retry() {
    expect("aaa#", spans: ["a#": ["^!", "-^!", "--^!"]]) { $0.producer("a#").retry(upTo: 2) }
    expect("a|", spans: ["a|": ["^!"]]) { $0.producer("a|").retry(upTo: 2) }
    expect("a!", spans: ["a!": ["^!"]]) { $0.producer("a!").retry(upTo: 2) }
    expect("a--a#", spans: ["a#": ["^!", "---^!"]]) { marbles in
      marbles.producer("a#").retry(upTo: 1, interval: 2, on: marbles.scheduler)
    }
  }

  @Test("replayLazily(upTo:): one start for all, and the last values for who comes late")
  func replayLazily() {
    expect("--(bc)d-|", spans: ["abcd-|": ["^----!"]]) { marbles -> SignalProducer<String, Fault> in
      let replayed = marbles.producer("abcd-|").replayLazily(upTo: 2)
      replayed.start()
      return SignalProducer { observer, lifetime in
        marbles.scheduler.schedule(after: .milliseconds(2_500)) { lifetime += replayed.start(observer) }
      }
    }
  }

  @Test("start(on:): the work begins on a scheduler")
  func startOn() {
    expect("a-b|") { marbles in
      marbles.producer("a-b|").start(on: marbles.scheduler).on(started: { #expect(marbles.spans(of: "a-b|") == []) })
    }
  }

  @Test("timer(interval:on:), timer(interval:on:leeway:): the date every interval")
  func timer() {
    expect("--2-4-6...") { SignalProducer.timer(interval: .seconds(2), on: $0.scheduler) }
    expect("--2-4-6...") { SignalProducer.timer(interval: .seconds(2), on: $0.scheduler, leeway: .seconds(1)) }
    expect("--2-!") { marbles in
      marbles.dispose(at: 4)
      return SignalProducer.timer(interval: .milliseconds(2_000), on: marbles.scheduler).take(first: 3)
    }
  }

  @Test("interval(_:on:), interval(_:interval:on:): numbers or elements, one an interval")
  func interval() {
    expect("--0-1-2...") { SignalProducer<Int, Never>.interval(.seconds(2), on: $0.scheduler) }
    expect("--a-b-c-|") {
      SignalProducer<String, Never>.interval(["a", "b", "c"], interval: .seconds(2), on: $0.scheduler)
    }
  }

  @Test("lift(_:): an operator of signals for producers")
  func lift() {
    expect("A-B|") { $0.producer("a-b|").lift { $0.map { $0.uppercased() } } }
    expect("a1-b|") { $0.producer("a--b|").lift { a in { b in a.merge(with: b) } }($0.producer("-1|")) }
  }

  @Test("first(), single(), last(), wait(): the thread waits")
  func waiting() {
    let producer = SignalProducer<Int, Fault>([1, 2, 3])
    #expect(producer.first() == .success(1))
    #expect(producer.last() == .success(3))
    #expect(producer.single() == nil)
    #expect(SignalProducer<Int, Fault>(value: 7).single() == .success(7))
    #expect(SignalProducer<Int, Fault>.empty.first() == nil)
    #expect(SignalProducer<Int, Fault>(error: Fault()).last() == .failure(Fault()))
    #expect(throws: Fault.self) { try SignalProducer<Int, Fault>(error: Fault()).wait().get() }
    #expect(throws: Never.self) { try producer.wait().get() }
  }
}

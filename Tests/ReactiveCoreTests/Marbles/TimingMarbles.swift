import Dispatch
import ReactiveCore
import Testing

/// A row or two for each operator of time; how they keep time in all cases is tried in `TimeOperatorTests`.
@Suite("Marbles: operators of time")
struct TimingMarbles {
  @Test("delay(_:on:), observe(on:): later, or elsewhere")
  func delay() {
    expect("ab-c|", is: "--ab-c|") {
      $0.delay(2, on: $1)
    } producer: {
      $0.delay(2, on: $1)
    }
    expect("ab-c#", is: "--ab#") {
      $0.delay(2, on: $1)
    } producer: {
      $0.delay(2, on: $1)
    }
    expect("ab-c|", is: "ab-c|") {
      $0.observe(on: $1)
    } producer: {
      $0.observe(on: $1)
    }
  }

  @Test("throttle(_:on:), debounce(_:on:discardWhenCompleted:): not so many")
  func throttleAndDebounce() {
    // The first at once and the latest of each interval; only what silence follows.
    expect("abcdefg-----|", is: "a--d--g-----|") {
      $0.throttle(3, on: $1)
    } producer: {
      $0.throttle(3, on: $1)
    }
    expect("abcdefg-----|", is: "---------g--|") {
      $0.debounce(3, on: $1)
    } producer: {
      $0.debounce(3, on: $1)
    }
    expect("ab|", is: "----(b|)") {
      $0.debounce(3, on: $1, discardWhenCompleted: false)
    } producer: {
      $0.debounce(3, on: $1, discardWhenCompleted: false)
    }
  }

  @Test("throttle(while:on:): the latest when a property lets it pass")
  func throttleWhile() {
    expect("a----c-d|") { marbles in
      let isBusy = MutableProperty(false)
      marbles.scheduler.schedule(after: .milliseconds(500)) { isBusy.value = true }
      marbles.scheduler.schedule(after: .seconds(5)) { isBusy.value = false }
      return marbles.signal("abc----d|").throttle(while: isBusy, on: marbles.scheduler)
    }
  }

  @Test("collect(every:on:skipEmpty:discardWhenCompleted:): what came in each interval")
  func collectEvery() {
    expect("-ab-----d|", is: "---[a b]--[]--|") {
      $0.collect(every: .seconds(3), on: $1)
    } producer: {
      $0.collect(every: .seconds(3), on: $1)
    }
    expect("-ab-----d|", is: "---[a b]-----(d|)") {
      $0.collect(every: .seconds(3), on: $1, skipEmpty: true, discardWhenCompleted: false)
    } producer: {
      $0.collect(every: .seconds(3), on: $1, skipEmpty: true, discardWhenCompleted: false)
    }
  }

  @Test("timeout(after:raising:on:): a failure for who comes too late")
  func timeout() {
    expect("a-b|", is: "a-b|") {
      $0.timeout(after: 4, raising: Fault(), on: $1)
    } producer: {
      $0.timeout(after: 4, raising: Fault(), on: $1)
    }
    expect("a-b--|", is: "a-b-#") {
      $0.timeout(after: 4, raising: Fault(), on: $1)
    } producer: {
      $0.timeout(after: 4, raising: Fault(), on: $1)
    }
  }

  @Test("lazyMap(on:transform:): only what is still the latest is transformed")
  func lazyMap() {
    expect("(ab)-c|", is: "B-C|") {
      $0.lazyMap(on: $1) { $0.uppercased() }
    } producer: {
      $0.lazyMap(on: $1) { $0.uppercased() }
    }
  }
}

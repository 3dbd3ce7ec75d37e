import ReactiveCore
import Testing

@Suite("Marbles: operators of several streams")
struct CombiningMarbles {
  @Test("combineLatest(with:), combineLatest(_:): the latest of each, once each has sent something")
  func combineLatest() {
    let rows: KeyValuePairs = [
      ["a-b-|", "-1-2-|"]: "-[a1][b1][b2]-|",
      ["a|", "-1-2|"]: "-[a1]-[a2]|",
      ["a-|", "|"]: "--|",
      ["a-b", "-#"]: "-#",
      ["a-b", "-!"]: "-!",
    ]
    for (inputs, expected) in rows {
      expect(inputs, is: expected) {
        $0[0].combineLatest(with: $0[1])
      } producer: {
        $0[0].combineLatest(with: $0[1])
      }
      expect(inputs, is: expected) {
        Signal<String, Fault>.combineLatest($0[0], $0[1])
      } producer: {
        SignalProducer<String, Fault>.combineLatest($0[0], $0[1])
      }
    }
    expect(["a-b---|", "-1--2-|", "--x--y|"], is: "--[b 1 x]-[b 2 x][b 2 y]|") {
      Signal<String, Fault>.combineLatest($0)
    } producer: {
      SignalProducer<String, Fault>.combineLatest($0)
    }
    expect(["a-b---|", "-1--2-|", "--x--y|"], is: "--[b1x]-[b2x][b2y]|") {
      Signal<String, Fault>.combineLatest($0[0], $0[1], $0[2])
    } producer: {
      SignalProducer<String, Fault>.combineLatest($0[0], $0[1], $0[2])
    }
  }

  @Test("combineLatest(_:emptySentinel:), zip(_:emptySentinel:): a value for no streams at all")
  func emptySentinel() {
    expect("|") { _ in SignalProducer<String, Fault>.combineLatest([SignalProducer<String, Fault>]()) }
    expect("(z|)") { _ in
      SignalProducer<String, Fault>.combineLatest([SignalProducer<String, Fault>](), emptySentinel: ["z"])
    }
    expect("(z|)") { _ in SignalProducer<String, Fault>.zip([SignalProducer<String, Fault>](), emptySentinel: ["z"]) }
    expect("[a]-|") { SignalProducer<String, Fault>.combineLatest([$0.producer("a-|")], emptySentinel: ["z"]) }
  }

  @Test("zip(with:), zip(_:): pairs by position")
  func zip() {
    let rows: KeyValuePairs = [
      ["a-b-c|", "--1-2--|"]: "--[a1]-[b2]--|",
      // No pair can come any more.
      ["a|", "-1-2|"]: "-([a1]|)",
      ["ab-|", "---1-2"]: "---[a1]-([b2]|)",
      ["a-b", "-#"]: "-#",
      ["a-b", "-!"]: "-!",
    ]
    for (inputs, expected) in rows {
      expect(inputs, is: expected) {
        $0[0].zip(with: $0[1])
      } producer: {
        $0[0].zip(with: $0[1])
      }
      expect(inputs, is: expected) {
        Signal<String, Fault>.zip($0[0], $0[1])
      } producer: {
        SignalProducer<String, Fault>.zip($0[0], $0[1])
      }
    }
    expect(["ab-|", "--12|", "x-yz|"], is: "--[a 1 x]([b 2 y]|)") {
      Signal<String, Fault>.zip($0)
    } producer: {
      SignalProducer<String, Fault>.zip($0)
    }
  }

  @Test("merge(with:), merge(_:): the values of all, as they come")
  func merge() {
    let rows: KeyValuePairs = [
      ["a-b-|", "-1-2--|"]: "a1b2--|",
      ["a-b-", "-1#"]: "a1(b#)",
      // Who is interrupted has no more to say; the others have.
      ["a!", "-1-2|"]: "a1-2|",
    ]
    for (inputs, expected) in rows {
      expect(inputs, is: expected) {
        $0[0].merge(with: $0[1])
      } producer: {
        $0[0].merge(with: $0[1])
      }
      expect(inputs, is: expected) {
        Signal<String, Fault>.merge($0)
      } producer: {
        SignalProducer<String, Fault>.merge($0)
      }
      expect(inputs, is: expected) {
        Signal<String, Fault>.merge($0[0], $0[1])
      } producer: {
        SignalProducer<String, Fault>.merge($0[0], $0[1])
      }
    }
  }

  @Test("and(_:), or(_:), all(_:), any(_:): logic of the latest values")
  func logic() {
    expect("-tf|") { $0.signal("t-f|", of: Bool.self).and($0.signal("-t-|", of: Bool.self)) }
    expect("-tt|") { $0.signal("t-f|", of: Bool.self).or($0.signal("-t-|", of: Bool.self)) }
    expect("-tf|") { $0.producer("t-f|", of: Bool.self).and($0.producer("-t-|", of: Bool.self)) }
    expect("-tt|") { $0.producer("t-f|", of: Bool.self).or($0.producer("-t-|", of: Bool.self)) }
    for (rows, all, any) in [(["f-t-|", "-ft--|"], "-f(ft)--|", "-f(tt)--|")] {
      expect(all) { marbles in Signal<Bool, Fault>.all(rows.map { marbles.signal($0, of: Bool.self) }) }
      expect(any) { marbles in Signal<Bool, Fault>.any(rows.map { marbles.signal($0, of: Bool.self) }) }
      expect(all) { marbles in SignalProducer<Bool, Fault>.all(rows.map { marbles.producer($0, of: Bool.self) }) }
      expect(any) { marbles in SignalProducer<Bool, Fault>.any(rows.map { marbles.producer($0, of: Bool.self) }) }
    }
  }

  @Test("sample(on:), sample(with:): the latest when another stream says so")
  func sample() {
    let rows: KeyValuePairs = [
      ["a-b--|", "-x-xx-|"]: "-a-bb-|", ["-a|", "x---x|"]: "----a|", ["a-b", "-x!"]: "-a!", ["a#", "--x"]: "-#",
    ]
    for (inputs, expected) in rows {
      expect(expected) { $0.signal(inputs[0]).sample(on: $0.signal(inputs[1], error: Never.self).map(value: ())) }
      expect(expected) { $0.producer(inputs[0]).sample(on: $0.producer(inputs[1], error: Never.self).map(value: ())) }
    }
    expect("-[ax]-[by]|") { $0.signal("a-b|").sample(with: $0.signal("-x-y|", error: Never.self)) }
    expect("-[ax]-[by]|") { $0.producer("a-b|").sample(with: $0.producer("-x-y|", error: Never.self)) }
  }

  @Test("withLatest(from:): each value with the latest of another stream")
  func withLatest() {
    for (inputs, expected) in [
      (["a-b-c|", "-1---"], "--[b1]-[c1]|"), (["-b|", "1|"], "-[b1]|"), (["-b#", "1!"], "-[b1]#"),
    ] {
      expect(expected) { $0.signal(inputs[0]).withLatest(from: $0.signal(inputs[1], error: Never.self)) }
      expect(expected) { $0.signal(inputs[0]).withLatest(from: $0.producer(inputs[1], error: Never.self)) }
      expect(expected) { $0.producer(inputs[0]).withLatest(from: $0.producer(inputs[1], error: Never.self)) }
    }
  }

  @Test("skip(until:), take(until:): after and before another stream's first event")
  func until() {
    for (trigger, skipped, taken) in [
      ("---x--", "----c|", "a-b|"), ("---|", "----c|", "a-b|"), ("---!", "-----|", "a-b-c|"), ("", "-----|", "a-b-c|"),
    ] {
      expect(skipped) { $0.signal("a-b-c|").skip(until: $0.signal(trigger, error: Never.self).map(value: ())) }
      expect(skipped) { $0.producer("a-b-c|").skip(until: $0.producer(trigger, error: Never.self).map(value: ())) }
      expect(taken) { $0.signal("a-b-c|").take(until: $0.signal(trigger, error: Never.self).map(value: ())) }
      expect(taken) { $0.producer("a-b-c|").take(until: $0.producer(trigger, error: Never.self).map(value: ())) }
    }
    expect("a-#") { $0.producer("a-#").take(until: $0.producer("----x", error: Never.self).map(value: ())) }
    expect("a-b|", spans: ["a-b-c|": ["^--!"], "---x-y": ["^--!"]]) {
      $0.producer("a-b-c|").take(until: $0.producer("---x-y", error: Never.self).map(value: ()))
    }
  }

  @Test("take(untilReplacement:): then the other stream")
  func takeUntilReplacement() {
    let rows: KeyValuePairs = [
      ["a-b-c|", "---x-y|"]: "a-bx-y|", ["a|", "---x|"]: "a--x|", ["a#", "--x"]: "a#", ["a-b", "-!"]: "a!",
      ["a-b", "-#"]: "a#",
    ]
    for (inputs, expected) in rows {
      expect(inputs, is: expected) {
        $0[0].take(untilReplacement: $0[1])
      } producer: {
        $0[0].take(untilReplacement: $0[1])
      }
    }
  }

  @Test("take(during:): as long as a lifetime lasts")
  func takeDuring() {
    func ending(_ marbles: Marbles) -> Lifetime {
      let (lifetime, token) = Lifetime.make()
      marbles.scheduler.schedule(after: .seconds(3), action: token.dispose)
      return lifetime
    }
    expect("a-b|") { $0.signal("a-b-c|").take(during: ending($0)) }
    expect("a-b|") { $0.producer("a-b-c|").take(during: ending($0)) }
  }
}

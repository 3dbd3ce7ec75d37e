import Testing

@testable import ReactiveCore

@Suite("Observers of a signal")
struct ObserverListTests {
  @Test("An observer that is removed during a delivery gets its value, and goes after it")
  func removalDuringDelivery() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var seen: [String] = []
    var second: (any Disposable)?
    weak var held: Probe?
    signal.observeValues { value in
      seen.append("a\(value)")
      second?.dispose()
      seen.append(held == nil ? "gone" : "kept")
    }
    do {
      let probe = Probe()
      held = probe
      second = signal.observeValues { value in withExtendedLifetime(probe) { seen.append("b\(value)") } }
    }
    input.send(value: 1)
    #expect(held == nil)
    input.send(value: 2)
    #expect(seen == ["a1", "kept", "b1", "a2", "gone"])
  }

  @Test("Observers that come and go during deliveries are told in order, each from then on")
  func changesDuringDelivery() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var seen: [Int] = []
    var observations: [any Disposable] = []
    signal.observeValues { value in
      for number in 0..<100 { observations.append(signal.observeValues { seen.append(value * 1_000 + number + $0) }!) }
      if value == 2 { for each in observations.prefix(150) { each.dispose() } }
    }
    input.send(value: 1)
    #expect(seen.isEmpty)
    input.send(value: 2)
    #expect(seen == (0..<100).map { 1_002 + $0 })
    seen = []
    input.send(value: 3)
    #expect(seen == (50..<100).map { 2_003 + $0 })
  }

  @Test("A list lets go of every observer, wherever it was removed", arguments: [1, 2, 17, 100])
  func release(count: Int) {
    var probes: [WeakProbe] = []
    do {
      var list = ObserverList()
      var tokens: [Int] = []
      for _ in 0..<count {
        let probe = Probe()
        probes.append(WeakProbe(probe: probe))
        tokens.append(list.append(probe))
      }
      _ = list.borrow()
      for token in tokens where token % 3 == 0 { #expect(list.remove(token).observer == nil) }
      #expect(list.remove(0).wasThere == false)
      #expect(probes.allSatisfy { $0.probe != nil })
      list.giveBack()?.release()
      for (token, each) in zip(tokens, probes) { #expect((each.probe == nil) == (token % 3 == 0)) }
      for token in tokens where token % 3 == 1 { list.remove(token).observer?.release() }
      for (token, each) in zip(tokens, probes) { #expect((each.probe == nil) == (token % 3 < 2)) }
      let rest = list.takeAll()
      #expect(list.count == 0)
      #expect(rest.count == tokens.count { $0 % 3 == 2 })
    }
    #expect(probes.allSatisfy { $0.probe == nil })
  }
}

private final class Probe {}

private struct WeakProbe {
  weak var probe: Probe?
}

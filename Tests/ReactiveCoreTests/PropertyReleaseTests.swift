import Foundation
import ReactiveCore
import TestSupport
import Testing

/// How many probes are alive.
private final class Census: Sendable {
  private let living = Atomic(0)

  var count: Int { living.value }

  final class Probe {
    let census: Census

    init(_ census: Census) {
      self.census = census
      census.living.modify { $0 += 1 }
    }

    deinit { census.living.modify { $0 -= 1 } }

    /// Does nothing, but keeps the probe in the closure that calls it.
    func touch() {}
  }

  func probe() -> Probe { Probe(self) }
}

@Suite("What observers and bindings leave behind")
struct PropertyReleaseTests {
  /// Does something many times over and expects that all that its closures hold is released, each time.
  ///
  /// Tests that run at the same time may hold a node for a moment, until they have given the graph back.
  private func check(_ name: String, at location: SourceLocation = #_sourceLocation, _ round: (Census) -> Void) {
    let census = Census()
    var most = 0
    for _ in 0..<TestLength.count(4_000, of: 20_000) {
      round(census)
      most = max(most, census.count)
    }
    let end = Date(timeIntervalSinceNow: 5)
    while census.count > 0 && Date() < end { Thread.sleep(forTimeInterval: 0.001) }
    #expect(census.count == 0, "\(name)", sourceLocation: location)
    #expect(most < 1_000, "\(name)", sourceLocation: location)
  }

  @Test("An observation that was disposed of leaves nothing at the property")
  func observations() {
    let property = MutableProperty(0)
    check("signal") { census in
      let probe = census.probe()
      property.signal.observeValues { _ in probe.touch() }?.dispose()
    }
    check("producer") { census in
      let probe = census.probe()
      property.producer.startWithValues { _ in probe.touch() }.dispose()
    }
    check("map") { census in
      let probe = census.probe()
      let mapped = property.map { value in
        probe.touch()
        return value + 1
      }
      mapped.signal.observeValues { _ in probe.touch() }?.dispose()
    }
    check("combineLatest") { census in
      let probe = census.probe()
      let sum = property.combineLatest(with: property.map { $0 + 1 }).map { values in
        probe.touch()
        return values.0
      }
      sum.producer.startWithValues { _ in probe.touch() }.dispose()
    }
  }

  @Test("A binding that has ended leaves nothing at the source, nor at the target")
  func bindings() {
    let source = MutableProperty(0)
    let target = MutableProperty(0)
    check("disposed of") { census in
      let probe = census.probe()
      let mapped = source.map { value in
        probe.touch()
        return value
      }
      (target <~ mapped)?.dispose()
    }
    check("a stream, disposed of") { census in
      let probe = census.probe()
      (target <~ source.producer.on(value: { _ in probe.touch() }))?.dispose()
    }
    check("the source ends") { census in
      let probe = census.probe()
      target <~ SignalProducer<Int, Never>(value: 1).on(value: { _ in probe.touch() })
      let short = MutableProperty(2)
      target <~ short.signal.on(value: { _ in probe.touch() })
    }
    check("the target is released") { census in
      let probe = census.probe()
      MutableProperty(0) <~ source.signal.on(value: { _ in probe.touch() })
      MutableProperty(0)
        <~ source.map { value in
          probe.touch()
          return value
        }
    }
  }

  @Test("An application that has ended leaves nothing at the action")
  func applications() {
    let action = Action<Census.Probe, Int, Never> { probe in
      SignalProducer { observer, lifetime in
        lifetime.observeEnded { probe.touch() }
        observer.send(value: 1)
        observer.sendCompleted()
      }
    }
    check("completed") { census in
      let probe = census.probe()
      action.apply(probe).on(value: { _ in probe.touch() }).start()
    }
    let endless = Action<Census.Probe, Int, Never> { probe in
      SignalProducer { _, lifetime in lifetime.observeEnded { probe.touch() } }
    }
    check("interrupted") { census in
      endless.apply(census.probe()).start().dispose()
    }
    let state = MutableProperty(1)
    check("released") { census in
      let probe = census.probe()
      let short = Action<Int, Int, Never>(state: state) { _, input in
        probe.touch()
        return SignalProducer(value: input)
      }
      short.isExecuting.signal.observeValues { _ in probe.touch() }
      short.apply(1).start()
    }
  }

  @Test("A validating property leaves nothing at what it depends on")
  func validatingProperties() {
    let inner = MutableProperty(0)
    let other = MutableProperty(0)
    check("validating") { census in
      let probe = census.probe()
      let property = ValidatingProperty<Int, Never>(inner, with: other) { _, _ in
        probe.touch()
        return .valid
      }
      property.result.signal.observeValues { _ in probe.touch() }
      property.value = 1
    }
  }
}

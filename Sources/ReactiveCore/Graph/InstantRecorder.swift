import Synchronization

/// Takes notes of what one thread does in the graphs, while it makes a trace.
final class InstantRecorder {
  private(set) var instants: [InstantTrace.Instant] = []

  fileprivate func add(_ instant: InstantTrace.Instant) { instants.append(instant) }

  fileprivate func add(_ step: InstantTrace.Step) {
    if !instants.isEmpty { instants[instants.count - 1].steps.append(step) }
  }
}

/// The traces that are being made: each belongs to the session of the thread that makes it.
enum Recording {
  private static let count = Synchronization.Atomic<Int>(0)

  /// Whether any thread makes a trace.
  @inline(__always)
  static var isOn: Bool { count.load(ordering: .relaxed) > 0 }

  /// Notes what the thread does while a function runs; a trace within another takes its notes alone.
  static func record(_ body: () throws -> Void) rethrows -> [InstantTrace.Instant] {
    let session = Session.current
    let recorder = InstantRecorder()
    let former = session.recorder
    session.recorder = recorder
    count.add(1, ordering: .relaxed)
    defer {
      count.subtract(1, ordering: .relaxed)
      session.recorder = former
    }
    try body()
    return recorder.instants
  }

  @inline(never)
  static func instantBegan(by node: Node, in session: Session) {
    session.recorder?.add(.init(cause: Labels.name(of: node), value: node.describedValue, steps: []))
  }

  @inline(never)
  static func evaluated(_ node: Node, _ outcome: Node.Outcome, in session: Session) {
    guard let recorder = session.recorder else { return }
    let kind: InstantTrace.Step.Outcome =
      switch outcome {
      case .changed: .changed
      case .cutOff: .cutOff
      case .postponed: .postponed
      }
    recorder.add(.init(name: Labels.name(of: node), outcome: kind, value: node.describedValue))
  }
}

import Synchronization

/// Takes notes of what the graphs do, while a trace is made.
final class InstantRecorder: Sendable {
  private struct Notes {
    var instants: [InstantTrace.Instant] = []
    /// Which of them each session is in.
    var current: [ObjectIdentifier: Int] = [:]
  }

  private let notes = Atomic(Notes())

  var instants: [InstantTrace.Instant] { notes.value.instants }

  fileprivate func add(_ instant: InstantTrace.Instant, of session: Session) {
    notes.modify {
      $0.current[ObjectIdentifier(session)] = $0.instants.count
      $0.instants.append(instant)
    }
  }

  fileprivate func add(_ step: InstantTrace.Step, of session: Session) {
    notes.modify {
      if let instant = $0.current[ObjectIdentifier(session)] { $0.instants[instant].steps.append(step) }
    }
  }
}

/// The trace that is being made, if one is.
enum Recording {
  private static let recorder = Atomic<InstantRecorder?>(nil)
  private static let flag = Synchronization.Atomic<Bool>(false)

  @inline(__always)
  static var isOn: Bool { flag.load(ordering: .relaxed) }

  /// Takes another recorder for the one that is there, which it gives.
  static func exchange(_ new: InstantRecorder?) -> InstantRecorder? {
    recorder.modify { recorder in
      defer { recorder = new }
      flag.store(new != nil, ordering: .relaxed)
      return recorder
    }
  }

  @inline(never)
  static func instantBegan(by node: Node, in session: Session) {
    recorder.value?.add(.init(cause: Labels.name(of: node), value: node.describedValue, steps: []), of: session)
  }

  @inline(never)
  static func evaluated(_ node: Node, _ outcome: Node.Outcome, in session: Session) {
    let kind: InstantTrace.Step.Outcome =
      switch outcome {
      case .changed: .changed
      case .cutOff: .cutOff
      case .postponed: .postponed
      }
    recorder.value?.add(.init(name: Labels.name(of: node), outcome: kind, value: node.describedValue), of: session)
  }
}

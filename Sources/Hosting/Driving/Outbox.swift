import CellModel
import LiveSheets
import ReactiveCore

/// What happened in a sheet and is to be told to the outside, in its order.
///
/// A sheet is locked while things happen in it; observers are told when it is not any more, those of cells first. One
/// thread tells at a time; what happens meanwhile, in observers or in other threads, is told by it afterwards.
package final class Outbox: @unchecked Sendable {
  /// What happened in one change.
  package final class Batch {
    @exclusivity(unchecked) fileprivate var messages: [() -> Void] = []
    /// Whether the observers of cells have been told of the change.
    fileprivate var isDue = false
  }

  private struct State {
    var open = Batch()
    var waiting: [Batch] = []
    var isTelling = false
  }

  /// A signal of the sheet's inside and the one that stands for it outside.
  private struct Relay {
    var source: Signal<CellValue, Never>
    var output: Signal<CellValue, Never>
    var input: Signal<CellValue, Never>.Observer
  }

  private let state = Atomic(State())
  private let relays = Atomic<[ObjectIdentifier: Relay]>([:])

  package init() {}

  /// Adds something to tell of the change under way.
  package func add(_ message: @escaping () -> Void) {
    state.modify { $0.open.messages.append(message) }
  }

  /// Ends a change, within the sheet's lock: what was added is told together.
  package func seal() -> Batch {
    state.modify { state in
      let batch = state.open
      state.waiting.append(batch)
      state.open = Batch()
      return batch
    }
  }

  /// Ends a change as ``seal()`` does, if there is anything to tell of it.
  func sealMessages() -> Batch? {
    let isEmpty = state.modify { $0.open.messages.isEmpty }
    return isEmpty ? nil : seal()
  }

  /// Tells of a change when all before it have been told, unless somebody is at it. No lock is held.
  package func tell(_ batch: Batch) {
    let isMine = state.modify { state in
      batch.isDue = true
      defer { state.isTelling = true }
      return !state.isTelling
    }
    guard isMine else { return }
    while let batch = next() {
      for message in batch.messages { message() }
    }
  }

  private func next() -> Batch? {
    state.modify { state in
      state.isTelling = state.waiting.first?.isDue ?? false
      return state.isTelling ? state.waiting.removeFirst() : nil
    }
  }

  /// The signal that tells the outside what a signal of the inside sends. The sheet's lock is held.
  package func output(of source: Signal<CellValue, Never>) -> Signal<CellValue, Never> {
    let key = ObjectIdentifier(source)
    if let present = relays.withValue({ $0[key]?.output }) { return present }
    let (output, input) = Signal<CellValue, Never>.pipe()
    relays.modify { $0[key] = Relay(source: source, output: output, input: input) }
    source.observe { [weak self, weak input] event in
      guard let self, let input else { return }
      switch event {
      case .value(let value): add { input.send(value: value) }
      case .completed, .interrupted:
        add { input.sendCompleted() }
        relays.modify { $0[key] = nil }
      }
    }
    return output
  }

  /// Completes all signals: the sheet is released.
  package func end() {
    for relay in relays.swap([:]).values { relay.input.sendCompleted() }
  }
}

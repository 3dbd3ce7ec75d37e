import CellModel
import LiveSheets
import ReactiveCore

/// What happened in a sheet and is to be told to the outside, in its order.
///
/// A sheet is locked while things happen in it; observers are told when it is not any more. One thread tells at a time;
/// what happens meanwhile, in observers or in other threads, is told by it afterwards.
final class Announcements: @unchecked Sendable {
  private struct State {
    var waiting: [() -> Void] = []
    var isTelling = false
  }

  /// A signal of the sheet's inside and the one that stands for it outside.
  private struct Board {
    var source: Signal<CellValue, Never>
    var output: Signal<CellValue, Never>
    var input: Signal<CellValue, Never>.Observer
  }

  private let state = Atomic(State())
  private let boards = Atomic<[ObjectIdentifier: Board]>([:])

  /// Adds something to tell.
  func add(_ announcement: @escaping () -> Void) {
    state.modify { $0.waiting.append(announcement) }
  }

  /// Tells all that waits, unless somebody is at it. No lock is held.
  func tellAll() {
    var isFirst = true
    while let announcement = next(isFirst) {
      isFirst = false
      announcement()
    }
  }

  private func next(_ isFirst: Bool) -> (() -> Void)? {
    state.modify { state in
      if isFirst, state.isTelling { return nil }
      state.isTelling = !state.waiting.isEmpty
      return state.isTelling ? state.waiting.removeFirst() : nil
    }
  }

  /// The signal that tells the outside what a signal of the inside sends. The sheet's lock is held.
  func output(of source: Signal<CellValue, Never>) -> Signal<CellValue, Never> {
    let key = ObjectIdentifier(source)
    if let present = boards.withValue({ $0[key]?.output }) { return present }
    let (output, input) = Signal<CellValue, Never>.pipe()
    boards.modify { $0[key] = Board(source: source, output: output, input: input) }
    source.observe { [weak self, weak input] event in
      guard let self, let input else { return }
      switch event {
      case .value(let value): add { input.send(value: value) }
      case .completed, .interrupted:
        add { input.sendCompleted() }
        boards.modify { $0[key] = nil }
      }
    }
    return output
  }

  /// Completes all signals: the sheet is released.
  func end() {
    for board in boards.swap([:]).values { board.input.sendCompleted() }
  }
}

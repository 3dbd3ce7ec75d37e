import Synchronization

/// A flag that the handlers of signals share with the rest of the tool.
///
/// A handler comes in the middle of anything, on any thread. An access of its own to a stored variable would end the
/// tool where it comes in the middle of another one; to an atomic word there is no middle.
struct SignalFlag: ~Copyable, Sendable {
  private let word = Atomic<Bool>(false)

  var isSet: Bool {
    get { word.load(ordering: .sequentiallyConsistent) }
    nonmutating set { word.store(newValue, ordering: .sequentiallyConsistent) }
  }
}

/// A number that the handlers of signals share with the rest of the tool, as a ``SignalFlag`` is.
struct SignalNumber: ~Copyable, Sendable {
  private let word: Atomic<Int>

  init(_ value: Int) { word = Atomic(value) }

  var value: Int {
    get { word.load(ordering: .sequentiallyConsistent) }
    nonmutating set { word.store(newValue, ordering: .sequentiallyConsistent) }
  }

  func increment() { word.wrappingAdd(1, ordering: .sequentiallyConsistent) }
}

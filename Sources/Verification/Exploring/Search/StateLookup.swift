/// What a model knows of steps and states without performing anything, as plain memory.
///
/// It is asked on several threads at once while nothing happens to the model, and is good until something does. It counts
/// no references: those of one object, counted on two threads, would take longer than the answers. States are packed by the
/// layout for which it was made.
protocol StateLookup {
  /// What a step does to a state, where that is known.
  ///
  /// - Parameter room: For as many words as a state has.
  func known(
    _ step: Int, _ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt64>
  ) -> KnownStep?

  /// How many numbers ``isJudged(_:_:)`` needs room for.
  var judgingRoom: Int { get }

  /// Whether it is known that judging a state would find nothing and note nothing.
  func isJudged(_ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt32>) -> Bool
}

/// What a step does to a state.
struct KnownStep {
  var isPossible: Bool
  /// How much time passes.
  var seconds: Double
  /// The bits of each word that stay, and then those that are set; nothing where the step cannot happen.
  var change: UnsafePointer<UInt64>?
}

/// A slot of a state that is set.
struct SlotChange {
  var slot: Int32
  var number: UInt32
}

/// The lookup of a model that performs each step.
struct NothingKnown: StateLookup {
  func known(
    _ step: Int, _ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt64>
  ) -> KnownStep? { nil }
  var judgingRoom: Int { 0 }
  func isJudged(_ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt32>) -> Bool { false }
}

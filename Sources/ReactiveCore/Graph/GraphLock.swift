import Synchronization

/// The lock of a graph, which its owner may take again.
///
/// A thread that holds one may ask for another one at any time: a function of a node in one graph sets a property of
/// another. Nothing orders such locks, so threads may come to wait for each other in a circle; ``Crossing`` opens it.
///
/// The fast path is one atomic operation of our own, which the thread sanitizer can follow. Whoever takes the lock also
/// *releases*: another thread that reads who the owner is looks into the owner's session, which may be just made.
final class GraphLock: @unchecked Sendable {
  /// The address of the owner's session, and in the lowest bit whether somebody waits; 0 when the lock is free.
  private let word = Synchronization.Atomic<UInt>(0)
  /// How many calls on the stacks of those who may use the graph have taken the lock.
  @exclusivity(unchecked) private(set) var depth = 0

  private static let awaited: UInt = 1

  @inline(__always)
  func isOwned(by session: Session) -> Bool {
    word.load(ordering: .relaxed) & ~GraphLock.awaited == session.address
  }

  /// Takes the lock; the caller may be let in by one who waits for it and will not run before it has finished.
  @inline(__always)
  func lock(_ session: Session) {
    if !isOwned(by: session) && !takeIfFree(session) { Crossing.wait(for: self, session) }
    depth += 1
  }

  /// Takes the lock unless another thread has it.
  func lockIfFree(_ session: Session) -> Bool {
    guard isOwned(by: session) || takeIfFree(session) else { return false }
    depth += 1
    return true
  }

  @inline(__always)
  private func takeIfFree(_ session: Session) -> Bool {
    word.compareExchange(expected: 0, desired: session.address, ordering: .acquiringAndReleasing).exchanged
  }

  /// Takes one call back.
  ///
  /// - Returns: Whether it was the last one; the caller frees the lock then or keeps it for later.
  @inline(__always)
  func unlock() -> Bool {
    depth -= 1
    return depth == 0
  }

  /// Lets others in.
  @inline(__always)
  func free() {
    if word.exchange(0, ordering: .releasing) & GraphLock.awaited != 0 { Crossing.lookAgain() }
  }

  // MARK: For those who wait

  /// Takes the lock if it is free, for one of perhaps several who wait.
  func takeAwaited(_ session: Session) -> Bool {
    let desired = session.address | GraphLock.awaited
    return word.compareExchange(expected: 0, desired: desired, ordering: .acquiringAndReleasing).exchanged
  }

  /// Asks the owner to say when the lock is free.
  ///
  /// - Returns: The owner; `nil` when there is none any more.
  func await() -> Session? {
    let present = word.load(ordering: .relaxed)
    guard present != 0 else { return nil }
    let desired = present | GraphLock.awaited
    guard word.compareExchange(expected: present, desired: desired, ordering: .acquiring).exchanged else { return nil }
    return Session.at(present & ~GraphLock.awaited)
  }

  /// The owner, if it is a session or one that waits below it.
  func owner(amongThoseOf session: Session) -> Session? {
    if isOwned(by: session) { return session }
    return owner.flatMap { $0.isBelow(session) ? $0 : nil }
  }

  /// The owner as it was a moment ago, unless others are kept from changing it.
  var owner: Session? {
    let address = word.load(ordering: .acquiring) & ~GraphLock.awaited
    return address == 0 ? nil : Session.at(address)
  }

  /// Makes another session, which waits until the caller has finished, the owner.
  func give(to session: Session) {
    word.store(session.address | GraphLock.awaited, ordering: .releasing)
  }
}

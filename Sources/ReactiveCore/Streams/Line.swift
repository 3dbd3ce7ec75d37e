/// Values that wait, first in, first out.
///
/// A ring in memory of its own: taking a value out moves it, so nothing is destroyed while a lock is held around this, and
/// neither that nor putting one in looks up metadata, as arrays and optionals of a type known at run time only do.
struct Line<Element>: ~Copyable {
  /// What is kept, at most, while nothing waits.
  private static var idleCapacity: Int { 64 }

  private var memory: UnsafeMutablePointer<Element>?
  private var capacity = 0
  /// Where the first is.
  private var start = 0
  private(set) var count = 0

  init() {}

  deinit {
    guard let memory else { return }
    let beforeEnd = min(count, capacity - start)
    (memory + start).deinitialize(count: beforeEnd)
    memory.deinitialize(count: count - beforeEnd)
    memory.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  /// - Complexity: O(1) amortised.
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    let end = start + count
    (memory.unsafelyUnwrapped + (end < capacity ? end : end - capacity)).initialize(to: element)
    count += 1
  }

  /// Takes the first out, which is there.
  ///
  /// - Complexity: O(1).
  mutating func removeFirst() -> Element {
    precondition(count > 0)
    let first = (memory.unsafelyUnwrapped + start).move()
    start = start + 1 == capacity ? 0 : start + 1
    count -= 1
    if count == 0 && capacity > Self.idleCapacity { release() }
    return first
  }

  private mutating func release() {
    memory?.deallocate()
    memory = nil
    capacity = 0
    start = 0
  }

  /// Goes on in twice the memory, with the first at its beginning.
  private mutating func grow() {
    let former = memory
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(capacity * 2, 4))
    if let former {
      let beforeEnd = capacity - start
      larger.moveInitialize(from: former + start, count: beforeEnd)
      (larger + beforeEnd).moveInitialize(from: former, count: start)
      former.deallocate()
    }
    memory = larger
    capacity = max(capacity * 2, 4)
    start = 0
  }
}

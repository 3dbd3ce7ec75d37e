/// Values that wait, first in, first out.
///
/// Taking a value out moves it, so nothing is destroyed while a lock is held around this.
struct Line<Element> {
  /// The next is at `start`; what is before it has been taken.
  private var elements: ContiguousArray<Element?> = []
  private var start = 0

  var isEmpty: Bool { start == elements.count }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// - Complexity: O(1) amortised.
  mutating func popFirst() -> Element? {
    guard start < elements.count else { return nil }
    let first = elements[start].take()
    start += 1
    if start == elements.count {
      elements.removeAll(keepingCapacity: start < 64)
      start = 0
    } else if start >= 64 && start * 2 > elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return first
  }
}

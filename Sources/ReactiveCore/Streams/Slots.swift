/// Memory for values that come one by one and leave together, as a tuple or as the elements of an array.
///
/// The values of several sources become a tuple without being copied for that: each source has a slot of its own type,
/// laid out as the tuple has it. A tuple whose elements are known at run time only is slow to make from its elements.
/// Who puts values in sees to it that they are destroyed.
final class Slots: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  private var used = 0
  /// Rises when all values leave.
  @exclusivity(unchecked) final var generation = 0

  /// Makes memory for a tuple, or for a number of values of one type.
  init<Whole>(of type: Whole.Type, count: Int = 1) {
    let memory = UnsafeMutablePointer<Whole>.allocate(capacity: count)
    self.memory = UnsafeMutableRawPointer(memory)
    size = MemoryLayout<Whole>.stride * count
  }

  deinit { memory.deallocate() }

  /// The slot after those that were asked for before: as in every tuple, the next place that is aligned for its type.
  func next<Element>() -> UnsafeMutablePointer<Element> {
    let offset = (used + MemoryLayout<Element>.alignment - 1) & -MemoryLayout<Element>.alignment
    used = offset + MemoryLayout<Element>.size
    precondition(used <= size)
    return (memory + offset).assumingMemoryBound(to: Element.self)
  }

  /// What the slots are together: the tuple, or the first value of an array.
  func whole<Whole>() -> UnsafeMutablePointer<Whole> {
    memory.assumingMemoryBound(to: Whole.self)
  }
}

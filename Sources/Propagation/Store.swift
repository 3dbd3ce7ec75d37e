/// A growing list of plain values in memory of its own, which goes with it.
///
/// The groups and references of an engine are read in its innermost loops, many times per cell. An array in a class pays
/// there for its reference count; a pointer does not. Elements must be trivial. A store cannot be copied, for a copy would
/// go on pointing to memory that the next `append` may free.
///
/// **Exclusive access.** A stored property of a class is checked for exclusive access at each use, which costs as much as
/// evaluating a small formula. Where an inner loop reads or writes such a property, it is declared
/// `@exclusivity(unchecked)`: the one idiom for it in all rooms. It is sound as long as nobody keeps an access open while
/// calling what may open another, as an `inout` argument or a `_modify` would; whoever calls a closure for each element
/// says what the closure must leave alone.
///
/// It and the other types of this room are public, because the bodies of package declarations are not inlined into other
/// modules, and these loops need them to be.
public struct Store<Element>: ~Copyable {
  @usableFromInline var elements: UnsafeMutablePointer<Element>
  @usableFromInline var size = 0
  @usableFromInline var capacity = 16

  @inlinable
  public init() { elements = .allocate(capacity: 16) }

  /// Where the first element stands, until the next one is added.
  @inlinable @inline(__always) public var base: UnsafeMutablePointer<Element> { elements }
  @inlinable @inline(__always) public var count: Int { size }
  @inlinable public var indices: Range<Int> { 0..<size }
  @inlinable public var isEmpty: Bool { size == 0 }

  @inlinable
  public subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < size)
      return elements[index]
    }
    @inline(__always) nonmutating set {
      assert(index >= 0 && index < size)
      (elements + index).pointee = newValue
    }
    @inline(__always) nonmutating _modify {
      assert(index >= 0 && index < size)
      yield &(elements + index).pointee
    }
  }

  @inlinable
  public mutating func append(_ element: Element) {
    if size == capacity { makeRoom(for: 1) }
    (elements + size).initialize(to: element)
    size += 1
  }

  /// Adds an element so many times.
  @inlinable
  public mutating func append(repeating element: Element, count: Int) {
    if capacity - size < count { makeRoom(for: count) }
    (elements + size).initialize(repeating: element, count: count)
    size += count
  }

  /// Makes room for so many more elements, and for as many again as there are, so that to add one costs O(1) on average.
  @inlinable
  mutating func makeRoom(for count: Int) {
    capacity = max(capacity * 2, size + count)
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    grown.moveInitialize(from: elements, count: size)
    elements.deallocate()
    elements = grown
  }

  /// A copy of some elements as an array.
  public subscript(range: Range<Int>) -> [Element] {
    assert(range.lowerBound >= 0 && range.upperBound <= size)
    return Array(UnsafeBufferPointer(start: elements + range.lowerBound, count: range.count))
  }

  public mutating func removeAll() { size = 0 }

  deinit { elements.deallocate() }
}

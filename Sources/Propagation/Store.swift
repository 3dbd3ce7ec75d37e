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
  public internal(set) var base: UnsafeMutablePointer<Element>
  public internal(set) var count = 0
  @usableFromInline var capacity: Int

  public init() {
    capacity = 16
    base = .allocate(capacity: capacity)
  }

  @inlinable public var indices: Range<Int> { 0..<count }
  @inlinable public var isEmpty: Bool { count == 0 }

  @inlinable
  public subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    @inline(__always) nonmutating set {
      assert(index >= 0 && index < count)
      (base + index).pointee = newValue
    }
    @inline(__always) nonmutating _modify {
      assert(index >= 0 && index < count)
      yield &(base + index).pointee
    }
  }

  public mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  @usableFromInline
  mutating func grow() {
    capacity *= 2
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    grown.moveInitialize(from: base, count: count)
    base.deallocate()
    base = grown
  }

  /// A copy of some elements as an array.
  public subscript(range: Range<Int>) -> [Element] {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  public mutating func removeAll() { count = 0 }

  deinit { base.deallocate() }
}

/// A growing list of plain values in memory of its own.
///
/// The groups and references of an engine are read in its innermost loops, many times per cell. An array in a class pays
/// there for the check of exclusive access and for its reference count; a pointer does not. Elements must be trivial.
struct Store<Element> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init() {
    capacity = 16
    base = .allocate(capacity: capacity)
  }

  var indices: Range<Int> { 0..<count }
  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
    nonmutating _modify {
      assert(index >= 0 && index < count)
      yield &base[index]
    }
  }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  mutating func append(contentsOf elements: some Sequence<Element>) { for element in elements { append(element) } }

  private mutating func grow() {
    capacity *= 2
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    grown.moveInitialize(from: base, count: count)
    base.deallocate()
    base = grown
  }

  /// A copy of some elements as an array.
  subscript(range: Range<Int>) -> [Element] {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  mutating func removeAll() { count = 0 }

  func deallocate() { base.deallocate() }
}

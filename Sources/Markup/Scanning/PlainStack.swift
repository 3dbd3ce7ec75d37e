/// Values without references, last in and first out.
///
/// An array asks at each change whether somebody else has it, too; this one belongs to one owner, and its memory goes with it.
struct PlainStack<Element: BitwiseCopyable>: ~Copyable {
  private var memory: UnsafeMutablePointer<Element>
  private var capacity: Int32 = 16
  private var filled: Int32 = 0

  init() { memory = .allocate(capacity: 16) }

  deinit { memory.deallocate() }

  @inline(__always) var count: Int { Int(filled) }

  @inline(__always) var last: Element? { filled == 0 ? nil : memory[Int(filled &- 1)] }

  @inline(__always)
  subscript(place: Int) -> Element {
    get {
      precondition(place >= 0 && place < count)
      return memory[place]
    }
    set {
      precondition(place >= 0 && place < count)
      memory[place] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if filled == capacity { grow() }
    memory[Int(filled)] = element
    filled &+= 1
  }

  @inline(__always)
  mutating func removeLast() {
    precondition(filled > 0)
    filled &-= 1
  }

  @inline(__always)
  mutating func removeAll() { filled = 0 }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * Int(capacity))
    larger.update(from: memory, count: Int(capacity))
    memory.deallocate()
    memory = larger
    capacity *= 2
  }
}

import Functions

/// The operands of a run, in memory of its own.
///
/// What is pushed is moved there and what is popped is moved out, so that a call finds its operands side by side and
/// nothing is counted on the way. Who has made it deallocates it.
struct OperandStack {
  private var start: UnsafeMutablePointer<Operand>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 32
    start = .allocate(capacity: capacity)
  }

  func deallocate() {
    start.deinitialize(count: count)
    start.deallocate()
  }

  @inline(__always)
  mutating func push(_ operand: consuming Operand) {
    if count == capacity { grow() }
    (start + count).initialize(to: operand)
    count += 1
  }

  @inline(__always)
  mutating func pop() -> Operand {
    count -= 1
    return (start + count).move()
  }

  /// Puts the result of a call in the place of its operands.
  @inline(__always)
  mutating func replaceLast(_ number: Int, by result: consuming Operand) {
    dropLast(number)
    push(result)
  }

  @inline(__always)
  mutating func dropLast(_ number: Int) {
    count -= number
    (start + count).deinitialize(count: number)
  }

  /// The last operands in the order in which they were pushed, good until the next change.
  @inline(__always)
  func last(_ number: Int) -> UnsafeBufferPointer<Operand> {
    UnsafeBufferPointer(start: start + (count - number), count: number)
  }

  @inline(__always)
  mutating func removeAll() { dropLast(count) }

  private mutating func grow() {
    let grown = UnsafeMutablePointer<Operand>.allocate(capacity: capacity * 2)
    grown.moveInitialize(from: start, count: count)
    start.deallocate()
    start = grown
    capacity *= 2
  }
}

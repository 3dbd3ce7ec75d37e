/// One event on its way through a chain of operators.
///
/// Observers are called depth first, each operator calling the next, so that all that follows from an event has
/// happened when `send` returns. A chain may be longer than the stack is deep: after some levels the delivery is *full*,
/// and what would be called next is put off until the levels above have returned. Each of those puts off, too, what it
/// would have done next; so the order stays that of plain calls, and the depth of the stack is bounded.
struct Delivery: ~Copyable {
  private static let limit = 96

  /// How many levels may still nest; far below zero once the delivery is full.
  @usableFromInline var room = Delivery.limit
  private var postponed: [(inout Delivery) -> Void] = []

  private init() {}

  /// Starts a delivery and returns when all of it has happened.
  @inline(__always)
  static func run(_ body: (inout Delivery) -> Void) {
    var delivery = Delivery()
    body(&delivery)
    if delivery.isFull { delivery.finish() }
  }

  /// Whether the next step must be put off with ``postpone(_:)``.
  @inline(__always)
  var isFull: Bool { room <= 0 }

  /// Does a step now, or later when the delivery is full.
  @inline(__always)
  mutating func then(_ step: @escaping (inout Delivery) -> Void) {
    if isFull { postpone(step) } else { step(&self) }
  }

  /// Puts a step off until the levels above have returned.
  @inline(never)
  mutating func postpone(_ step: @escaping (inout Delivery) -> Void) {
    room = .min / 2
    postponed.append(step)
  }

  @inline(never)
  private mutating func finish() {
    // The next step is the last element.
    var steps: [(inout Delivery) -> Void] = postponed.reversed()
    postponed = []
    while let step = steps.popLast() {
      room = Delivery.limit
      step(&self)
      if !postponed.isEmpty {
        steps.append(contentsOf: postponed.reversed())
        postponed.removeAll(keepingCapacity: true)
      }
    }
  }
}

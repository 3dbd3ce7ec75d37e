import Markup

/// Bytes of which a few come at a time, and which are passed as soon as they may be.
final class StepFeed: XMLFeed {
  private let bytes: [UInt8]
  private let step: Int
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0

  init(_ bytes: [UInt8], step: Int) {
    self.bytes = bytes
    self.step = step
    memory = .allocate(capacity: bytes.count + 1)
  }

  deinit { memory.deallocate() }

  var window: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<(end - start)]) }
  var isComplete: Bool { end == bytes.count }

  func readOn() {
    let next = min(end + step, bytes.count)
    for place in end..<next { memory[place - start] = bytes[place] }
    end = next
  }

  func passable(before position: Int) -> Int { position }

  func pass(_ count: Int) {
    for place in count..<end - start { memory[place - count] = memory[place] }
    // What was passed must not be read again.
    for place in end - start - count..<end - start { memory[place] = 0xFF }
    start += count
  }
}

/// A part of an archive that is unpacked piece by piece while somebody reads it.
///
/// Its *window* holds the bytes that are unpacked and not yet passed, so that a part of any size takes as much memory as the
/// longest piece that is read at once. Whether its checksum is right is known at its end.
package final class PartStream {
  /// How many bytes are unpacked at a time, and how many are passed before what is left moves to the front.
  private let step: Int
  private let part: ZipArchive.Part
  /// The archive, and where the part's packed bytes stand in it.
  private let archive: [UInt8]
  private let packed: Range<Int>
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes the window has.
  private var count = 0
  /// How many bytes were passed.
  private var passed = 0
  private var checksum: UInt32 = 0
  private var inflation: Inflation?

  init(_ part: ZipArchive.Part, _ archive: [UInt8], _ packed: Range<Int>, step: Int) {
    self.part = part
    self.archive = archive
    self.packed = packed
    self.step = max(step, 1)
    capacity = 2 * self.step + Inflation.reach + Inflation.slack
    memory = .allocate(capacity: capacity)
  }

  deinit { memory.deallocate() }

  /// The bytes that are unpacked and not yet passed; they stay where they are until more are read or some are passed.
  package var window: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  /// Whether nothing comes behind the window.
  package private(set) var isComplete = false

  /// Unpacks some more bytes, of which there are none behind the last.
  package func readOn() throws(ArchiveFault) {
    guard !isComplete else { return }
    let goal = count + step
    if goal + Inflation.slack > capacity { grow(to: 2 * goal + Inflation.slack) }
    let start = count
    if part.method == 0 { copy(upTo: goal) } else { try inflate(upTo: goal) }
    checksum = CRC32.checksum(UnsafeBufferPointer(start: memory + start, count: count - start), after: checksum)
    guard UInt64(passed + count) == part.size else { return }
    isComplete = true
    guard checksum == part.checksum else { throw .wrongChecksum(part.name) }
  }

  private func copy(upTo goal: Int) {
    archive.withUnsafeBufferPointer { archive in
      let rest = archive[packed].dropFirst(passed + count).prefix(goal - count)
      (memory + count).update(
        from: UnsafeBufferPointer(rebasing: rest).baseAddress ?? UnsafePointer(memory), count: rest.count)
      count += rest.count
    }
  }

  private func inflate(upTo goal: Int) throws(ArchiveFault) {
    var fault: Inflate.Fault?
    archive.withUnsafeBufferPointer { archive in
      guard let base = archive.baseAddress else { return }
      var inflation =
        inflation ?? Inflation(base + packed.lowerBound, count: packed.count, memory, size: Int(part.size))
      // It is told each time where the packed bytes stand: an array does not promise that.
      inflation.source = base + packed.lowerBound
      do throws(Inflate.Fault) { try inflation.run(upTo: goal) } catch { fault = error }
      count = inflation.written
      self.inflation = inflation
    }
    if let fault { throw .damaged(part: part.name, reason: fault.reason) }
  }

  private func grow(to capacity: Int) {
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: memory, count: count)
    memory.deallocate()
    memory = grown
    self.capacity = capacity
    inflation?.move(to: memory, passing: 0)
  }

  /// How many bytes of the window before a position are passed at once; none until they are many.
  package func passable(before position: Int) -> Int {
    let passing = position - Inflation.reach
    return passing >= step ? passing : 0
  }

  /// Gives up so many bytes of the window; the others move to its front.
  package func pass(_ passing: Int) {
    guard passing > 0 else { return }
    memory.update(from: memory + passing, count: count - passing)
    count -= passing
    passed += passing
    inflation?.move(to: memory, passing: passing)
  }

  /// Unpacks what is left, of which only the checksum is wanted.
  package func finish() throws(ArchiveFault) {
    while !isComplete {
      pass(passable(before: count))
      try readOn()
    }
  }
}

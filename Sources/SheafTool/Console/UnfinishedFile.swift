import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is being written and is to be removed when the tool is interrupted.
///
/// A signal's handler may call very little, so it reads plain memory: a table of paths as C strings. A path leaves the
/// table before its memory is given back.
struct UnfinishedFile {
  let path: String
  private let slot: Int?

  private static let capacity = 64
  private nonisolated(unsafe) static let slots = {
    let slots = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
    slots.initialize(repeating: nil, count: capacity)
    return slots
  }()
  /// Held while the table changes: runs of the tool in one process, as tests make them, share it.
  private static let changing = Mutex(())

  /// Enters a path, whose file need not be there yet.
  init(_ path: String) {
    self.path = path
    slot = Self.changing.withLock { _ in
      let free = (0..<Self.capacity).first { Self.slots[$0] == nil }
      if let free { Self.slots[free] = strdup(path) }
      return free
    }
  }

  /// Takes the path out, when the file is in its place or removed.
  func forget() {
    guard let slot else { return }
    Self.changing.withLock { _ in
      let old = Self.slots[slot]
      Self.slots[slot] = nil
      free(old)
    }
  }

  /// Makes the table, so that a handler need not.
  static func prepare() { _ = slots }

  /// Removes the files of all paths; called by the handler of a signal.
  static func removeAll() {
    for slot in 0..<capacity {
      if let path = slots[slot] { unlink(path) }
    }
  }
}

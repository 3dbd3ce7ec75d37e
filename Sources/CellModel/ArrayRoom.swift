import Mathematics

extension CellArray {
  /// Arrays with fewer elements take so little memory that nobody asks for it.
  private static let smallCount = 1 << 18

  /// Whether there are addresses for so many elements, as many again for what is made of them.
  ///
  /// Where `ulimit` sets a limit, an array beyond it would end the process. The addresses are only asked for, not used.
  package static func hasRoom(for count: Int) -> Bool {
    guard count >= smallCount else { return true }
    let size = 2 * count * MemoryLayout<CellValue>.stride
    let room = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard room != MAP_FAILED, let room else { return false }
    munmap(room, size)
    return true
  }

  /// The error of an array for which there are none.
  package static func roomError(rows: Int, columns: Int) -> CellError {
    .number("There is too little memory for an array of \(rows) × \(columns).")
  }
}

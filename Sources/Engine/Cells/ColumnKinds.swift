import CellModel

/// The kinds of the numbers in one column, block by block, beside the values themselves.
///
/// A column of plain numbers has none of it, so that a number costs its 8 bytes and no loop looks here. A block whose
/// numbers are all of one kind has that kind and nothing else; only a block of several kinds has a *plane*, a byte for each
/// row. What is said of a row that holds no number means nothing.
///
/// The memory goes with the column, which cannot be copied.
struct ColumnKinds: ~Copyable {
  private struct Block {
    var kind = NumberKind.plain
    var plane: UnsafeMutablePointer<NumberKind>?
  }

  private var blocks: UnsafeMutablePointer<Block>?
  private var count = 0

  init() {}

  deinit {
    for index in 0..<count { blocks.unsafelyUnwrapped[index].plane?.deallocate() }
    blocks?.deallocate()
  }

  /// Whether every number is a plain one.
  @inline(__always) var isPlain: Bool { blocks == nil }

  /// The memory that it takes.
  var byteCount: Int {
    var bytes = count * MemoryLayout<Block>.stride
    for index in 0..<count where blocks.unsafelyUnwrapped[index].plane != nil { bytes += ColumnStore.blockRows }
    return bytes
  }

  @inline(__always)
  subscript(row: Int) -> NumberKind {
    guard let blocks else { return .plain }
    let index = row >> ColumnStore.blockShift
    guard index < count else { return .plain }
    guard let plane = blocks[index].plane else { return blocks[index].kind }
    return plane[row & ColumnStore.blockMask]
  }

  /// The one kind of the numbers of some rows; `nil` when there are several.
  func common(_ rows: Range<Int>) -> NumberKind? {
    guard let blocks, let first = rows.first else { return .plain }
    let kind = self[first]
    var row = first
    while row < rows.upperBound {
      let index = row >> ColumnStore.blockShift
      let next = min((index + 1) << ColumnStore.blockShift, rows.upperBound)
      if index >= count {
        guard kind == .plain else { return nil }
      } else if let plane = blocks[index].plane {
        for each in row..<next where plane[each & ColumnStore.blockMask] != kind { return nil }
      } else if blocks[index].kind != kind {
        return nil
      }
      row = next
    }
    return kind
  }

  /// Says of which kind the number of a row is.
  ///
  /// - Parameter isAlone: Whether no other row of its block holds a number; asked only where that matters.
  mutating func set(_ kind: NumberKind, _ row: Int, isAlone: () -> Bool) {
    let index = row >> ColumnStore.blockShift
    if index >= count {
      if kind == .plain { return }
      grow(to: max(index + 1, min(count * 2, 1_024)))
    }
    guard let blocks else { return }
    if let plane = blocks[index].plane {
      plane[row & ColumnStore.blockMask] = kind
    } else if blocks[index].kind != kind {
      if isAlone() {
        blocks[index].kind = kind
      } else {
        let plane = UnsafeMutablePointer<NumberKind>.allocate(capacity: ColumnStore.blockRows)
        plane.initialize(repeating: blocks[index].kind, count: ColumnStore.blockRows)
        plane[row & ColumnStore.blockMask] = kind
        blocks[index].plane = plane
      }
    }
  }

  private mutating func grow(to newCount: Int) {
    let grown = UnsafeMutablePointer<Block>.allocate(capacity: newCount)
    grown.initialize(repeating: Block(), count: newCount)
    if let blocks {
      grown.update(from: blocks, count: count)
      blocks.deallocate()
    }
    blocks = grown
    count = newCount
  }
}

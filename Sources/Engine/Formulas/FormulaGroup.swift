import CellModel
import Propagation

/// Where the references of a group stand in the list of all.
struct ReferenceRange: Equatable {
  private let start: Int32
  private let length: UInt16

  init(from start: Int, count: Int) {
    self.start = Int32(start)
    length = UInt16(clamping: count)
  }

  @inline(__always) var first: Int { Int(start) }
  @inline(__always) var count: Int { Int(length) }
  @inline(__always) var indices: Range<Int> { first..<first + count }
}

/// One formula in a run of rows of one column: a template and the references that fill it.
///
/// What stands below the references belongs to the ``DependencyGraph``; it stands here because its inner loops read it
/// together with the rest.
struct FormulaGroup {
  let template: TemplateID
  let grid: GridID
  let column: Int32
  private(set) var first: Int32
  private(set) var last: Int32
  let references: ReferenceRange
  private var marks: Marks = []
  private var nodeNumber: Int32 = -1

  /// What is true of it, in one byte: a group of one formula is as large as half a line of the processor's cache.
  private struct Marks: OptionSet {
    let rawValue: UInt8
    static let isDead = Marks(rawValue: 1)
    static let isRegistered = Marks(rawValue: 2)
    static let isAllDirty = Marks(rawValue: 4)
    static let hasDirtyRows = Marks(rawValue: 8)

    @inline(__always)
    subscript(mark: Marks) -> Bool {
      get { rawValue & mark.rawValue != 0 }
      set { self = Marks(rawValue: newValue ? rawValue | mark.rawValue : rawValue & ~mark.rawValue) }
    }
  }

  init(template: TemplateID, over run: Area, references: ReferenceRange, isDirty: Bool) {
    self.template = template
    grid = run.grid
    column = run.left
    first = run.top
    last = run.bottom
    self.references = references
    isAllDirty = isDirty
  }

  /// Whether its cells have no formula any more.
  var isDead: Bool {
    @inline(__always) get { marks[.isDead] }
    @inline(__always) set { marks[.isDead] = newValue }
  }

  /// Whether its readers' entries stand in the indexes.
  var isRegistered: Bool {
    @inline(__always) get { marks[.isRegistered] }
    @inline(__always) set { marks[.isRegistered] = newValue }
  }

  var isAllDirty: Bool {
    @inline(__always) get { marks[.isAllDirty] }
    @inline(__always) set { marks[.isAllDirty] = newValue }
  }

  /// Whether it has rows of its own among the dirty rows.
  var hasDirtyRows: Bool {
    @inline(__always) get { marks[.hasDirtyRows] }
    @inline(__always) set { marks[.hasDirtyRows] = newValue }
  }

  /// The node of the graph that it belongs to; `nil` before it has one.
  var node: NodeID? {
    @inline(__always) get { nodeNumber < 0 ? nil : NodeID(Int(nodeNumber)) }
    set { nodeNumber = newValue?.rawValue ?? -1 }
  }

  @inline(__always) var firstRow: Int { Int(first) }
  @inline(__always) var lastRow: Int { Int(last) }
  @inline(__always) var rows: RowRange { Int(first)...Int(last) }
  @inline(__always) var count: Int { Int(last) - Int(first) + 1 }
  @inline(__always) var isSingle: Bool { first == last }
  @inline(__always) var isDirty: Bool { isAllDirty || hasDirtyRows }
  var area: Area { Area(grid: grid, column: Int(column), rows: rows) }

  func address(at row: Int) -> CellAddress { CellAddress(grid: grid, row: row, column: Int(column)) }

  /// Lets it go on over the rows below it.
  mutating func extend(to row: Int32) { last = row }
}

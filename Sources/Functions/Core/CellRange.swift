import CellModel

/// The cells of an argument that is not lifted: a reference read lazily, an array, or one value as 1 × 1.
///
/// `rows` and `columns` are the size as written, so a whole column has 1,048,576 rows; loops go over ``used`` instead.
public struct CellRange {
  public enum Storage {
    case area(Area)
    case array(CellArray)
  }

  public let storage: Storage
  /// Whether it was given as one value, neither as a reference nor as an array.
  public let isScalar: Bool
  /// Who evaluates the call that the range was given to, and not for longer.
  public unowned(unsafe) let context: any EvaluationContext

  public init(_ operand: Operand, in context: any EvaluationContext) throws(CellError) {
    self.context = context
    storage = try Self.storage(of: operand, in: context)
    isScalar = Self.isScalar(operand)
  }

  private static func isScalar(_ operand: Operand) -> Bool {
    switch operand {
    case .reference, .value(.array): false
    case .value, .omitted: true
    case .deferred(let deferred): isScalar(deferred.operand)
    }
  }

  private static func storage(of operand: Operand, in context: any EvaluationContext) throws(CellError) -> Storage {
    switch operand {
    case .reference(let reference):
      guard reference.isSingleArea else { throw .value("A union of references stands where one range is wanted.") }
      let area = reference.first
      if area.isSingleCell, let array = context.array(heldAt: area.topLeft) { return .array(array) }
      return .area(area)
    case .value(.array(let array)): return .array(array)
    case .value(let value): return .array(CellArray(rows: 1, columns: 1, [value]))
    case .omitted: return .array(CellArray(rows: 1, columns: 1, [.blank]))
    case .deferred(let deferred): return try storage(of: deferred.operand, in: context)
    }
  }

  public init(_ array: CellArray, in context: any EvaluationContext) {
    storage = .array(array)
    isScalar = false
    self.context = context
  }

  public var area: Area? { if case .area(let area) = storage { area } else { nil } }

  @inlinable public var rows: Int {
    switch storage {
    case .area(let area): area.rows
    case .array(let array): array.rows
    }
  }

  @inlinable public var columns: Int {
    switch storage {
    case .area(let area): area.columns
    case .array(let array): array.columns
    }
  }

  @inlinable public var count: Int { rows * columns }
  /// Whether reading it clips it to what is used.
  package var isClipped: Bool { area?.isClippedWhenRead ?? false }

  /// Whether it was given as whole columns.
  package var isWholeColumns: Bool { area?.isWholeColumns ?? false }

  /// Whether it was given as whole rows.
  package var isWholeRows: Bool { area?.isWholeRows ?? false }
  public var isVector: Bool { rows == 1 || columns == 1 }

  /// The rows and columns, counted from the range's own corner, outside of which every cell is blank.
  public var usedSize: (rows: Int, columns: Int) {
    switch storage {
    case .array(let array): return (array.rows, array.columns)
    case .area(let area):
      let used = context.used(area)
      return used.isEmpty ? (0, 0) : (Int(used.bottom - area.top) + 1, Int(used.right - area.left) + 1)
    }
  }

  /// The rows and columns that an array of the range has: of whole columns and rows, as far as the formula reads those.
  package var readSize: (rows: Int, columns: Int) {
    guard case .area(let area) = storage, area.isClippedWhenRead else { return (rows, columns) }
    let part = context.readPart(of: area)
    return part.isEmpty ? (0, 0) : (part.rows, part.columns)
  }

  @inlinable public subscript(row: Int, column: Int) -> CellValue {
    switch storage {
    case .array(let array): array[row, column]
    case .area(let area):
      context.value(at: CellAddress(grid: area.grid, row: Int(area.top) + row, column: Int(area.left) + column))
    }
  }

  /// The element at a position counted along a vector, or row by row.
  @inlinable public subscript(index: Int) -> CellValue { self[index / columns, index % columns] }

  /// Ranges whose sizes can be compared: whole columns and rows beside arrays are read as arrays, which all end together.
  package static func alike(_ ranges: [CellRange]) throws(CellError) -> [CellRange] {
    guard ranges.contains(where: { $0.isClipped }), !ranges.allSatisfy({ $0.isClipped }) else { return ranges }
    var result = ranges
    for index in ranges.indices where ranges[index].isClipped {
      result[index] = CellRange(try ranges[index].array(), in: ranges[index].context)
    }
    return result
  }

  /// The same of two ranges.
  package static func alike(_ one: CellRange, _ other: CellRange) throws(CellError) -> (CellRange, CellRange) {
    guard one.isClipped != other.isClipped else { return (one, other) }
    let alike = try alike([one, other])
    return (alike[0], alike[1])
  }

  /// All values at once; whole columns and rows are clipped to what is used.
  public func array() throws(CellError) -> CellArray {
    switch storage {
    case .array(let array): array
    case .area(let area): try context.array(of: area)
    }
  }

  /// A part of the range, as a reference when the range is one.
  public func part(top: Int, left: Int, rows: Int, columns: Int) -> Operand {
    switch storage {
    case .area(let area):
      return .reference(
        Reference(
          Area(
            grid: area.grid, top: Int(area.top) + top, left: Int(area.left) + left,
            bottom: Int(area.top) + top + rows - 1, right: Int(area.left) + left + columns - 1)))
    case .array(let array):
      if rows == 1, columns == 1 { return .value(array[top, left]) }
      // Whoever knows an array by where it stands, as an index of it does, knows it again.
      if rows == array.rows, columns == array.columns { return .value(.array(array)) }
      var elements: [CellValue] = []
      elements.reserveCapacity(rows * columns)
      for row in top..<top + rows { for column in left..<left + columns { elements.append(array[row, column]) } }
      return .value(.array(CellArray(rows: rows, columns: columns, elements)))
    }
  }
}

import CellModel

/// Elements of an array while they come, kept as boxes as long as they have some.
struct ElementList {
  private let count: Int
  private var boxes: [BoxedValue] = []
  private var table = SlotTable()
  private var values: [CellValue] = []

  init(count: Int) {
    self.count = count
    boxes.reserveCapacity(count)
  }

  @inline(__always)
  mutating func append(number: Double) {
    if values.isEmpty { boxes.append(BoxedValue(number)) } else { values.append(.number(number)) }
  }

  /// Appends as many numbers as the body makes, which gets room for some hundred of them at most.
  ///
  /// - Returns: How many they were.
  @inline(__always)
  mutating func append(atMost count: Int, _ make: (UnsafeMutableBufferPointer<BoxedValue>) -> Int) -> Int {
    withUnsafeTemporaryAllocation(of: BoxedValue.self, capacity: count) { made in
      let made = UnsafeMutableBufferPointer(rebasing: made[..<make(made)])
      if values.isEmpty {
        boxes.append(contentsOf: made)
      } else {
        for box in made { values.append(.number(box.number)) }
      }
      return made.count
    }
  }

  @inline(__always)
  mutating func append(logical: Bool) {
    if values.isEmpty { boxes.append(BoxedValue(logical)) } else { values.append(.logical(logical)) }
  }

  mutating func append(_ value: CellValue) {
    if values.isEmpty {
      if let box = table.box(of: value) { return boxes.append(box) }
      values.reserveCapacity(count)
      values += BoxedElements(boxes, others: table.others).values
      boxes = []
    }
    values.append(value)
  }

  /// Appends a box that ``box(of:)`` gave; `false` where values are kept by now.
  @inline(__always)
  mutating func append(_ box: BoxedValue) -> Bool {
    guard values.isEmpty else { return false }
    boxes.append(box)
    return true
  }

  /// The box by which a value is kept; `nil` where values are kept.
  mutating func box(of value: CellValue) -> BoxedValue? { values.isEmpty ? table.box(of: value) : nil }

  func array(rows: Int, columns: Int) -> CellArray {
    values.isEmpty
      ? CellArray(rows: rows, columns: columns, BoxedElements(boxes, others: table.others))
      : CellArray(rows: rows, columns: columns, values)
  }
}

/// The elements of an array as boxes of 8 bytes: plain numbers, logicals, blanks, and a few different errors and texts.
///
/// The slot of an error or a text is its place among ``others``. Arrays, records and LAMBDAs have no box here: a slot of theirs
/// would mean something to an engine only.
@usableFromInline package struct BoxedElements: Sendable {
  /// The most errors and texts that differ; whoever would have more keeps values.
  package static let mostOthers = 16

  @usableFromInline package let boxes: [BoxedValue]
  /// The errors and texts, none of them twice.
  @usableFromInline package let others: [CellValue]

  package init(_ boxes: [BoxedValue], others: [CellValue] = []) {
    self.boxes = boxes
    self.others = others
  }

  /// Values as boxes, whatever their numbers stand for unless they all must be plain; `nil` when one of them has no box.
  package init?(_ values: [CellValue], onlyPlain: Bool = false) {
    var table = SlotTable()
    var isBoxed = true
    let boxes = [BoxedValue](unsafeUninitializedCapacity: values.count) { boxes, count in
      for value in values {
        guard let box = table.box(of: value, onlyPlain: onlyPlain) else {
          isBoxed = false
          return
        }
        boxes[count] = box
        count += 1
      }
    }
    guard isBoxed else { return nil }
    self.init(boxes, others: table.others)
  }

  /// The value at a place.
  package subscript(place: Int) -> CellValue { value(of: boxes[place]) }

  /// What a box of these stands for.
  @inlinable @inline(__always)
  package func value(of box: BoxedValue) -> CellValue {
    if box.isNumber { return .number(box.number) }
    if box.hasSlot { return others[Int(box.slot)] }
    return box.isBlank ? .blank : .logical(box.logical)
  }

  /// The error that a box of these stands for.
  @inlinable @inline(__always)
  package func error(of box: BoxedValue) -> CellError? {
    guard box.kind == .error, case .error(let error) = others[Int(box.slot)] else { return nil }
    return error
  }

  package var values: [CellValue] { boxes.map { value(of: $0) } }

  func transposed(rows: Int, columns: Int) -> BoxedElements {
    guard rows > 1, columns > 1 else { return self }
    let turned = [BoxedValue](unsafeUninitializedCapacity: boxes.count) { turned, count in
      for column in 0..<columns {
        for row in 0..<rows {
          turned[count] = boxes[row * columns + column]
          count += 1
        }
      }
    }
    return BoxedElements(turned, others: others)
  }
}

/// The errors and texts of some boxes while they are made.
package struct SlotTable {
  package private(set) var others: [CellValue] = []

  package init() {}

  /// A box for a value; `nil` for one that has none, or when too many errors and texts differ.
  @inline(__always)
  package mutating func box(of value: CellValue, onlyPlain: Bool = true) -> BoxedValue? {
    switch value {
    case .number(let number, let kind): onlyPlain && kind != .plain ? nil : BoxedValue(number)
    case .logical(let logical): BoxedValue(logical)
    case .blank: .blank
    case .error, .text: slotted(value)
    default: nil
    }
  }

  private mutating func slotted(_ value: CellValue) -> BoxedValue? {
    let kind: BoxedValue.Kind = if case .text = value { .text } else { .error }
    // Those that differ are few, and the same comes many times.
    if let slot = others.firstIndex(where: { Self.areSame($0, value) }) { return BoxedValue(kind, slot: UInt32(slot)) }
    guard others.count < BoxedElements.mostOthers else { return nil }
    others.append(value)
    return BoxedValue(kind, slot: UInt32(others.count - 1))
  }

  /// Whether nobody can tell one value from another: texts by their characters, errors by their words, too.
  private static func areSame(_ a: CellValue, _ b: CellValue) -> Bool {
    switch (a, b) {
    case (.error(let x), .error(let y)): x.detail === y.detail
    // Texts that are equal may be made of other characters.
    case (.text(let x), .text(let y)): x.utf8.count == y.utf8.count && x.utf8.elementsEqual(y.utf8)
    default: false
    }
  }
}

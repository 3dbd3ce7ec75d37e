/// The elements of an array as boxes of 8 bytes: plain numbers, logicals, blanks, and some thousand different errors and texts.
///
/// The slot of an error or a text is its place among ``others``. Arrays, records and LAMBDAs have no box here: a slot of theirs
/// would mean something to an engine only.
@usableFromInline package struct BoxedElements: Sendable {
  /// The most errors and texts that differ; whoever would have more keeps values.
  package static let mostOthers = 4096
  /// The most of them when values are made boxes for one operation, which must not take longer than the operation.
  private static let mostOthersOfValues = 16

  @usableFromInline package let boxes: [BoxedValue]
  /// The errors and texts that boxes may stand for; not each of them need have one.
  @usableFromInline package let others: [CellValue]

  package init(_ boxes: [BoxedValue], others: [CellValue] = []) {
    self.boxes = boxes
    self.others = others
  }

  /// Values as boxes, whatever their numbers stand for unless they all must be plain; `nil` when one of them has no box.
  package init?(_ values: [CellValue], onlyPlain: Bool = false) {
    var table = SlotTable(atMost: Self.mostOthersOfValues)
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

  /// Calls the body with each number, until there is an error.
  @inlinable @inline(__always)
  package func forEachNumber(_ body: (Double) -> Void) throws(CellError) {
    for box in boxes {
      if box.isNumber {
        body(box.number)
      } else if box.hasSlot, let error = error(of: box) {
        throw error
      }
    }
  }

  /// How large a number is at most, whatever its sign; `nil` where not all are numbers.
  var reach: Double? {
    boxes.withUnsafeBufferPointer { boxes in
      // Each of four is compared with numbers of its own: one alone would wait for itself. What is no number equals nothing.
      var found = SIMD4<Double>.zero
      var isNone = SIMD4(repeating: 0.0) .!= 0
      @inline(__always)
      func take(_ numbers: SIMD4<Double>) {
        isNone .|= numbers .!= numbers
        found.replace(with: numbers, where: numbers .> found)
        found.replace(with: -numbers, where: -numbers .> found)
      }
      let fours = boxes.count & ~3
      for place in stride(from: 0, to: fours, by: 4) {
        take(
          SIMD4(boxes[place].number, boxes[place + 1].number, boxes[place + 2].number, boxes[place + 3].number))
      }
      for place in fours..<boxes.count { take(SIMD4(repeating: boxes[place].number)) }
      return any(isNone) ? nil : found.max()
    }
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

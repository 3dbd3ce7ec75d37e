import CellModel

extension EvaluationContext {
  /// An operand as a value: a reference to one cell gives that cell, to more cells an array; omitted is `nil`.
  public func givenValue(of operand: Operand) throws(CellError) -> CellValue? {
    switch operand {
    case .value(let value): return value
    case .omitted: return nil
    case .deferred(let deferred): return try givenValue(of: deferred.operand)
    case .reference(let reference): return try value(of: reference)
    }
  }

  /// The value of a reference: a cell's for one cell, an array for more, clipped to what is used for whole columns.
  public func value(of reference: Reference) throws(CellError) -> CellValue {
    if reference.isArray { return .array(firstValues(of: reference)) }
    guard reference.isSingleArea else { throw .value("A union of references has no single value.") }
    let area = reference.first
    if area.isSingleCell { return value(at: area.topLeft) }
    return .array(try array(of: area))
  }

  /// What stands in the first cell of each element of an array of references.
  private func firstValues(of reference: Reference) -> CellArray {
    let values = reference.areas.map { value(at: $0.topLeft) }
    let columns = Int(reference.arrayColumns)
    return CellArray(rows: values.count / columns, columns: columns, values)
  }

  /// The values of an area as an array; whole columns and rows are clipped to what is used.
  public func array(of area: Area) throws(CellError) -> CellArray { arrayOfPart(try partOfArray(area)) }

  /// The part of an area whose values are read as an array, for which there is room.
  package func partOfArray(_ area: Area) throws(CellError) -> Area {
    var area = area
    if area.isEmpty || area.isClippedWhenRead {
      let used = readPart(of: area)
      if used.isEmpty {
        if area.isEmpty { throw .noCells }
        area.bottom = area.top
        area.right = area.left
      } else {
        area.bottom = used.bottom
        area.right = used.right
      }
    }
    try CellArray.check(rows: area.rows, columns: area.columns)
    if area.rows * area.columns >= CellArray.elementsPerStep {
      try takeSteps(area.rows * area.columns / CellArray.elementsPerStep)
    }
    return area
  }

  public func arrayOfPart(_ area: Area) -> CellArray { readArray(ofPart: area) }

  /// The values of an area that needs no more clipping, as they stand in the cells now.
  package func readArray(ofPart area: Area) -> CellArray {
    if let boxed = boxedElements(of: area) { return CellArray(rows: area.rows, columns: area.columns, boxed) }
    let columns = area.columns
    var values = Array(repeating: CellValue.blank, count: area.rows * columns)
    forEachRun(in: area) { row, column, run in
      var place = (row - Int(area.top)) * columns + column - Int(area.left)
      for box in run {
        if !box.isBlank { values[place] = unboxed(box) }
        place += columns
      }
    }
    forEachKind(in: area) { row, column, kind in
      let place = (row - Int(area.top)) * columns + column - Int(area.left)
      values[place] = values[place].withKind(kind)
    }
    return CellArray(rows: area.rows, columns: columns, values)
  }

  /// The values of an area as boxes; `nil` when one of them has no box of its own, or a number is not plain.
  private func boxedElements(of area: Area) -> BoxedElements? {
    let columns = area.columns
    var table = SlotTable()
    var isBoxed = true
    let boxes = [BoxedValue](unsafeUninitializedCapacity: area.rows * columns) { boxes, count in
      boxes.initialize(repeating: .blank)
      count = boxes.count
      forEachRun(in: area) { row, column, run in
        guard isBoxed else { return }
        var place = (row - Int(area.top)) * columns + column - Int(area.left)
        for box in run {
          if !box.hasSlot {
            boxes[place] = box
          } else if let own = table.box(of: unboxed(box)) {
            boxes[place] = own
          } else {
            isBoxed = false
            return
          }
          place += columns
        }
      }
    }
    guard isBoxed else { return nil }
    if !hasOnlyPlainNumbers { forEachKind(in: area) { _, _, _ in isBoxed = false } }
    return isBoxed ? BoxedElements(boxes, others: table.others) : nil
  }
}

extension Area {
  /// Whether it is so large that reading it stops where nothing more is used: whole columns, whole rows, whole sheets.
  package var isClippedWhenRead: Bool { isWholeColumns || isWholeRows || rows * columns > CellArray.limit }
}

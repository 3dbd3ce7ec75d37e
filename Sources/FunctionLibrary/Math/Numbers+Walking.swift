import CellModel
import Functions

extension Numbers {
  /// Calls the body with each number, as ``forEach(_:)`` does, but inlined into the caller's loop over a run.
  ///
  /// Errors and arrays held by cells are rare: a run only notes that there are some, and they are looked for afterwards.
  /// Where the order does not matter, areas are walked by columns, as they are stored.
  ///
  /// - Parameter passesOverZeros: Whether a 0 more or less makes no difference.
  @inline(__always)
  func visit(
    after count: Int = 0, byRows: Bool = false, passingOverZeros passesOverZeros: Bool = false, _ body: (Double) -> Void
  ) throws(CellError) {
    for place in count..<max(count, operands.count) {
      let operand = operands[place]
      if case .value(.number(let number, _)) = operand {
        body(number)
      } else if case .value(.array(let array)) = operand, let few = array.few,
        try few.forEachNumber(passingOverZeros: passesOverZeros, body)
      {
        continue
      } else if case .value(.array(let array)) = operand, let lazy = array.lazy {
        lazy.forEach(body)
      } else if case .value(.array(let array)) = operand, let boxed = array.boxed {
        try boxed.forEachNumber(body)
      } else if case .reference(let reference) = operand {
        for index in 0..<reference.areaCount {
          let area = reference.area(index)
          if byRows, area.columns > 1, area.rows > 1 {
            try forEachByRows(in: area, body)
            continue
          }
          var isPlain = true
          context.forEachRun(in: area) { _, _, run in
            for box in run {
              if box.isNumber {
                body(box.number)
              } else if box.hasSlot, box.kind != .text {
                isPlain = false
              }
            }
          }
          if !isPlain { for number in try numbersInArrays(of: area) { body(number) } }
        }
      } else {
        for number in try Numbers(operands: [operand], in: context).values() { body(number) }
      }
    }
  }

  /// The numbers in arrays that cells of an area hold; the first error of the area ends the call.
  func numbersInArrays(of area: Area) throws(CellError) -> [Double] {
    var firstError: (row: Int, column: Int, error: CellError)?
    var held: [CellArray] = []
    context.forEachRun(in: area) { row, column, run in
      for (index, box) in run.enumerated() where box.hasSlot {
        switch box.kind {
        case .error:
          guard case .error(let error) = context.unboxed(box) else { continue }
          if let found = firstError, (found.row, found.column) <= (row + index, column) { continue }
          firstError = (row + index, column, error)
        case .array:
          if case .array(let array) = context.unboxed(box) { held.append(array) }
        default: break
        }
      }
    }
    if let firstError { throw firstError.error }
    return try Numbers(operands: held.map { .value(.array($0)) }, in: context).values()
  }

  /// What all the numbers come to, in their order.
  @inline(__always)
  func folded<Fold: NumberFold>(_: Fold.Type = Fold.self) throws(CellError) -> Fold {
    try folded(Fold()) { ColumnFold.of($0, in: self) }
  }

  /// What all the numbers come to, in their order, added to what there is before them.
  ///
  /// - Parameter way: What tells apart all that may be there.
  func folded<Fold: NumberFold>(addedTo start: Fold, by way: some Hashable) throws(CellError) -> Fold {
    try folded(start) { ColumnFold.of($0, addedTo: start, by: way, in: self) }
  }

  @inline(__always)
  private func folded<Fold: NumberFold>(
    _ start: Fold, _ known: (Area) -> ColumnFold<Fold>?
  ) throws(CellError) -> Fold {
    var fold = start
    var taken = 0
    if case .reference(let reference)? = operands.first, reference.isSingleArea, let known = known(reference.first) {
      if let error = known.error { throw error }
      (fold, taken) = (known.fold, 1)
    }
    try visit(after: taken, byRows: Fold.goesByRows, passingOverZeros: Fold.passesOverZeros) { fold.add($0) }
    return fold
  }

  /// The sum of the numbers.
  func sum() throws(CellError) -> Double {
    if let total = onlyParted?.total { return total }
    return try folded(Total.self).value
  }

  /// The elements of the one operand, where a part of an order is one thing in it and the rest another.
  private var onlyParted: PartedElements? { onlyArray?.parted }

  private var onlyArray: CellArray? {
    guard operands.count == 1, case .value(.array(let array)) = operands[0] else { return nil }
    return array
  }

  /// The count and the sum of the numbers.
  func countAndSum() throws(CellError) -> (count: Int, sum: Double) {
    if let parted = onlyParted, let sum = parted.total { return (parted.count(where: \.isNumber), sum) }
    let fold = try folded(CountedSum.self)
    return (fold.count, fold.sum.value)
  }

  /// The mean; `#DIV/0!` when there is no number.
  func mean() throws(CellError) -> Double {
    let (count, sum) = try countAndSum()
    guard count > 0 else { throw .divisionByZero("There is no number to average.") }
    return sum / Double(count)
  }

  func largest() throws(CellError) -> Double? {
    if let lazy = onlyArray?.lazy { return lazy.largest }
    return try folded(Largest.self).number
  }

  func smallest() throws(CellError) -> Double? {
    if let lazy = onlyArray?.lazy { return lazy.smallest }
    return try folded(Smallest.self).number
  }

  /// The count and the product of the numbers; unlike in a sum, an argument that is blank is left out.
  func product() throws(CellError) -> (count: Int, product: Double) {
    let factors = operands.filter { operand in
      switch operand {
      case .omitted, .value(.blank): false
      default: true
      }
    }
    let fold = try Numbers(operands: factors, in: context).folded(CountedProduct.self)
    return (fold.count, fold.product)
  }
}

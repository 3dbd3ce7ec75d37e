import CellModel
import Functions

/// The products of the elements of arrays of one shape, kept column by column.
enum ElementProducts {
  /// The most elements that are multiplied in one call; a sparse sheet could ask for billions.
  static let limit = 20_000_000

  /// The sum of the products of all arrays.
  static func sum(_ operands: [Operand], in context: any EvaluationContext) throws(CellError) -> Double {
    if let sum = try ColumnProducts.sum(of: operands, in: context) { return sum }
    if let sum = sumOfSmallAreas(operands, in: context) { return sum }
    var ranges: [CellRange] = []
    for operand in operands {
      if operand.isNoCells { return 0 }
      if case .value(.error(let error)) = operand { throw error }
      ranges.append(try CellRange(operand, in: context))
    }
    ranges = try CellRange.alike(ranges)
    guard let first = ranges.first else { return 0 }
    for range in ranges where range.isScalar {
      switch range[0, 0] {
      case .blank, .text: throw .value("A single value is no number.")
      default: break
      }
    }
    var (rows, columns) = (Int.max, Int.max)
    for range in ranges {
      guard range.rows == first.rows, range.columns == first.columns else {
        throw .value("The arrays differ in size.")
      }
      let used = range.usedSize
      rows = min(rows, used.rows)
      columns = min(columns, used.columns)
    }
    // Beyond the smallest used part a factor is 0, but an error there still counts.
    let errors = ranges.contains { $0.usedSize.rows > rows || $0.usedSize.columns > columns }
    if errors { for range in ranges { try throwFirstError(in: range) } }
    guard rows > 0, columns > 0 else { return 0 }
    if let sum = try sumOfParts(ranges) { return sum }
    if let sum = try sumOfFew(ranges) { return sum }
    guard rows.multipliedReportingOverflow(by: columns).partialValue <= limit, rows <= limit, columns <= limit else {
      throw .value("The arrays have too many cells.")
    }
    var products = [Double](repeating: 1, count: rows * columns)
    for range in ranges { try multiply(&products, by: range, rows, columns) }
    return products.withUnsafeBufferPointer { sum(of: $0, rows: rows) }
  }

  /// The sum where a part of an order is one thing in an array, beside at most one other array; nothing for anything else.
  private static func sumOfParts(_ ranges: [CellRange]) throws(CellError) -> Double? {
    guard ranges.count <= 2 else { return nil }
    var parted: (index: Int, elements: PartedElements)?
    for (index, range) in ranges.enumerated() {
      if case .array(let array) = range.storage, let elements = array.parted { parted = parted ?? (index, elements) }
    }
    guard let parted else { return nil }
    guard ranges.count == 2 else { return parted.elements.sum }
    let other = try ranges[1 - parted.index].array()
    guard other.few == nil, other.parted == nil, let boxed = other.boxed, !boxed.others.contains(where: \.isError)
    else { return nil }
    return parted.elements.sum(of: boxed)
  }

  /// The sum where nearly all elements of an array are 0 and those of at most one other are any numbers; nothing for anything else.
  ///
  /// With two such others a product might be too large before it meets the 0; conditions are 0 or 1 and make none larger.
  private static func sumOfFew(_ ranges: [CellRange]) throws(CellError) -> Double? {
    var few: FewElements?
    var others = 0
    for range in ranges {
      if case .array(let array) = range.storage, let found = array.few,
        few.map({ found.places.count < $0.places.count }) ?? true
      {
        few = found
      }
      if case .array(let array) = range.storage, array.isOfConditions { continue }
      others += 1
    }
    guard others <= 1 || ranges.count <= 2, let few, few.restIsNothing, !few.own.others.contains(where: \.isError)
    else { return nil }
    var products = [Double](repeating: 1, count: few.places.count)
    for range in ranges {
      let array = try range.array()
      guard array.count == few.count, let others = array.boxedOthers, !others.contains(where: \.isError),
        let numbers = array.numbers(at: few.places)
      else { return nil }
      for index in products.indices { products[index] *= numbers[index] }
    }
    return PlainSum.of(products)
  }

  /// The sum for small areas of one shape without errors; nothing for anything else.
  ///
  /// It needs no arrays and does not ask what is used, which would cost more than the multiplications.
  private static func sumOfSmallAreas(_ operands: [Operand], in context: any EvaluationContext) -> Double? {
    guard let last = operands.last.flatMap(smallArea) else { return nil }
    for operand in operands.dropLast() {
      guard let area = smallArea(operand), area.rows == last.rows, area.columns == last.columns else { return nil }
    }
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: last.rows * last.columns) { products in
      products.initialize(repeating: 1)
      for operand in operands {
        guard let area = smallArea(operand), multiply(products, by: area, in: context) else { return nil }
      }
      return sum(of: UnsafeBufferPointer(products), rows: last.rows)
    }
  }

  /// The sum of products that are kept column by column, taken row by row as Excel does.
  private static func sum(of products: UnsafeBufferPointer<Double>, rows: Int) -> Double {
    guard rows > 1, rows < products.count else { return PlainSum.of(products) }
    var sum = PlainSum()
    for row in 0..<rows {
      for place in stride(from: row, to: products.count, by: rows) { sum.add(products[place]) }
    }
    return sum.value
  }

  private static func smallArea(_ operand: Operand) -> Area? {
    guard case .reference(let reference) = operand, reference.isSingleArea else { return nil }
    let area = reference.first
    guard !area.isEmpty, area.rows <= 1024, area.columns <= 1024 else { return nil }
    return (2...1024).contains(area.rows * area.columns) ? area : nil
  }

  /// Multiplies products, kept column by column, by the numbers of an area, and by 0 for what is none.
  ///
  /// - Returns: Whether no cell holds an error.
  static func multiply(
    _ products: UnsafeMutableBufferPointer<Double>, by area: Area, in context: any EvaluationContext
  ) -> Bool {
    var isPlain = true
    var done = 0
    let (top, left, rows) = (Int(area.top), Int(area.left), area.rows)
    context.forEachRun(in: area) { row, column, run in
      let start = (column - left) * rows + row - top
      if done < start { products[done..<start].update(repeating: 0) }
      for index in run.indices {
        if run[index].isNumber {
          products[start + index] *= run[index].number
        } else {
          products[start + index] = 0
          if run[index].kind == .error { isPlain = false }
        }
      }
      done = start + run.count
    }
    products[done...].update(repeating: 0)
    return isPlain
  }

  /// Multiplies products, kept column by column, by the elements of a range, and by 0 for what is no number; the first error ends
  /// the call.
  private static func multiply(
    _ products: inout [Double], by range: CellRange, _ rows: Int, _ columns: Int
  ) throws(CellError) {
    switch range.storage {
    case .array(let array):
      if let lazy = array.lazy, columns == array.columns, rows == 1 || columns == 1 {
        products.withUnsafeMutableBufferPointer { products in
          var place = 0
          // swift-format-ignore: ReplaceForEachWithForLoop
          lazy.forEach { number in
            products[place] *= number
            place += 1
          }
        }
        return
      }
      if let boxed = array.boxed, columns == array.columns, rows == 1 || columns == 1 {
        products.withUnsafeMutableBufferPointer { products in
          boxed.boxes.withUnsafeBufferPointer { boxes in
            for place in products.indices { products[place] *= boxes[place].isNumber ? boxes[place].number : 0 }
          }
        }
        if boxed.others.contains(where: \.isError) { try throwFirstError(in: range) }
        return
      }
      for row in 0..<rows {
        for column in 0..<columns {
          switch array[row, column] {
          case .number(let number, _): products[column * rows + row] *= number
          case .error(let error): throw error
          default: products[column * rows + row] = 0
          }
        }
      }
    case .area(var area):
      area.bottom = area.top + Int32(rows - 1)
      area.right = area.left + Int32(columns - 1)
      let isPlain = products.withUnsafeMutableBufferPointer { multiply($0, by: area, in: range.context) }
      if !isPlain { try throwFirstError(in: range) }
    }
  }

  private static func throwFirstError(in range: CellRange) throws(CellError) {
    let operand: Operand
    switch range.storage {
    case .area(let area): operand = .reference(Reference(area))
    case .array(let array): operand = .value(.array(array))
    }
    if let error = firstError(in: operand, range.context) { throw error }
  }

  private static func firstError(in operand: Operand, _ context: any EvaluationContext) -> CellError? {
    do throws(CellError) {
      // swift-format-ignore: ReplaceForEachWithForLoop
      try Numbers(operands: [operand], in: context).forEach { _ in }
      return nil
    } catch { return error }
  }

  static func firstError(in area: Area, _ context: any EvaluationContext) -> CellError? {
    firstError(in: .reference(Reference(area)), context)
  }
}

extension CellArray {
  /// Whether it is known without a look at each element that all are between -1 and 1 where they are numbers, as conditions are.
  fileprivate var isOfConditions: Bool {
    func isSmall(_ box: BoxedValue) -> Bool { !box.isNumber || abs(box.number) <= 1 }
    if let few {
      let isRestSmall = if case .element(let box) = few.rest { isSmall(box) } else { true }
      return isRestSmall && few.own.boxes.allSatisfy(isSmall)
    }
    guard let elements = parted?.elements else { return false }
    return isSmall(elements.inside) && isSmall(elements.outside)
  }
}

import CellModel
import Functions

/// Room for the block executor, made once for each thread of an engine.
struct KernelScratch {
  /// Rows that one kernel call works on: the stack's buffers stay in the first-level cache.
  static let rows = 512
  static let depth = 16
  /// Fewer rows are evaluated one by one.
  static let leastRows = 8

  /// One for each operand that is in hand, and one for the operand of a reference that is taken beside them.
  let buffers: UnsafeMutablePointer<Double>
  let stack: UnsafeMutablePointer<Double>
  let kinds: UnsafeMutablePointer<NumberKind?>
  /// What the numbers of areas come to.
  let folds: UnsafeMutablePointer<AreaFolds>

  init() {
    let size = Self.rows * (Self.depth + 1)
    buffers = .allocate(capacity: size)
    buffers.initialize(repeating: 0, count: size)
    stack = .allocate(capacity: 256)
    stack.initialize(repeating: 0, count: 256)
    kinds = .allocate(capacity: 256)
    kinds.initialize(repeating: nil, count: 256)
    folds = .allocate(capacity: 1)
    folds.initialize(to: AreaFolds())
  }

  /// Where a chunk of rows ends that are evaluated together: at a storage block, so that results are written to one block.
  @inline(__always)
  static func end(ofChunkFrom row: Int, in rows: RowRange) -> Int {
    let blockEnd = (row >> ColumnStore.blockShift + 1) << ColumnStore.blockShift
    return min(rows.upperBound + 1, blockEnd, row + Self.rows)
  }

  func deallocate() {
    buffers.deallocate()
    stack.deallocate()
    kinds.deallocate()
    folds.pointee.deallocate()
    folds.deinitialize(count: 1)
    folds.deallocate()
  }
}

extension NumericHandle {
  /// An operand of the block executor: a number for each row, or one for all.
  private enum Lane {
    case rows(UnsafePointer<Double>)
    case one(Double)
  }

  /// Runs the program for `count` rows from `row` and writes the results to the first buffer of the scratch.
  ///
  /// One function, however long: as a type whose functions stand for the operations, a block of cheap ones took 8 % more.
  ///
  /// - Returns: The results, good until the next run; `nil` when a row of the block needs the general program, and then
  ///   nothing is said about any of them.
  func run(
    from row: Int, rows count: Int, _ references: UnsafePointer<GroupReference>, _ reader: ColumnReader,
    _ scratch: KernelScratch
  ) -> UnsafePointer<Double>? {
    guard depth <= KernelScratch.depth, count <= KernelScratch.rows else { return nil }
    var lanes: [Lane] = []
    lanes.reserveCapacity(depth)
    for index in 0..<self.count {
      let operation = operations[index]
      var operand = Lane.one(operation.constant)
      switch operation.code {
      case .loadReference, .loadResult, .addReference, .subtractReference, .multiplyReference, .divideReference:
        let target = scratch.buffers + lanes.count * KernelScratch.rows
        let reference = references[Int(operation.reference)]
        let keepsBlank = operation.code == .loadResult || reference.mayBeMissing
        guard let lane = Self.load(reference, row, count, reader, target, keepsBlank: keepsBlank) else { return nil }
        operand = lane
      case .aggregate:
        let reference = references[Int(operation.reference)]
        guard let lane = fold(operation.aggregate, reference, row, count, reader, scratch, at: lanes.count) else {
          return nil
        }
        operand = lane
      case .loadTruth:
        let target = scratch.buffers + lanes.count * KernelScratch.rows
        let reference = references[Int(operation.reference)]
        guard let lane = Self.loadTruths(reference, row, count, reader, target) else { return nil }
        operand = lane
      case .loadOwnNumber:
        let reference = references[Int(operation.reference)]
        operand = reader.numbers(reference, from: row).map { .rows($0) } ?? .one(reference.number)
      case .loadRow:
        let target = scratch.buffers + lanes.count * KernelScratch.rows
        for index in 0..<count { target[index] = Double(row + 1 + index) }
        operand = .rows(UnsafePointer(target))
      case .loadPrevious, .loadPreviousResult: return nil
      default: break
      }
      switch operation.code {
      case .loadReference, .loadResult, .loadTruth, .loadConstant, .loadOwnNumber, .loadRow, .aggregate:
        lanes.append(operand)
      case .not, .absolute, .negate, .percent, .squareRoot, .floor:
        guard let lane = lanes.popLast() else { return nil }
        let target = scratch.buffers + lanes.count * KernelScratch.rows
        guard let result = Self.map(operation.code, lane, count, into: target) else { return nil }
        lanes.append(result)
      case .call:
        let arguments = lanes.suffix(Int(operation.constant))
        lanes.removeLast(arguments.count)
        let target = scratch.buffers + lanes.count * KernelScratch.rows
        // Taken out once: two threads that count references to it row by row would wait for each other.
        let body = code.function(of: operation)
        guard Self.call(body, Array(arguments), count, scratch.stack, into: target, in: reader.dateSystem) else {
          return nil
        }
        lanes.append(.rows(UnsafePointer(target)))
      case .select:
        guard lanes.count >= 3 else { return nil }
        let third = lanes.removeLast()
        let second = lanes.removeLast()
        let condition = lanes.removeLast()
        guard Self.isFinite(condition, count) else { return nil }
        let target = scratch.buffers + lanes.count * KernelScratch.rows
        Self.select(condition, second, third, count, into: target)
        lanes.append(.rows(UnsafePointer(target)))
      case .choose:
        let choices = Int(operation.constant)
        guard lanes.count > choices else { return nil }
        let values = Array(lanes.suffix(choices))
        lanes.removeLast(choices)
        let position = lanes.removeLast()
        let target = scratch.buffers + lanes.count * KernelScratch.rows
        guard let lane = Self.choose(values, at: position, count, into: target) else { return nil }
        lanes.append(lane)
      default:
        let isFused =
          switch operation.code {
          case .addReference, .subtractReference, .multiplyReference, .divideReference, .addConstant, .subtractConstant,
            .multiplyConstant, .divideConstant:
            true
          default: false
          }
        if !isFused { operand = lanes.removeLast() }
        let left = lanes.removeLast()
        let target = scratch.buffers + lanes.count * KernelScratch.rows
        guard let result = Self.combine(operation.code, left, operand, count, into: target) else { return nil }
        lanes.append(result)
      }
    }
    guard let result = lanes.last else { return nil }
    let target = scratch.buffers
    guard Self.isFinite(result, count) else { return nil }
    switch result {
    case .rows(let rows): return rows
    case .one(let number):
      for index in 0..<count { target[index] = number }
      return UnsafePointer(target)
    }
  }

  /// Calls a function for some rows; `false` where a number is none, or the function has no result.
  private static func call(
    _ body: NumericBody, _ lanes: [Lane], _ count: Int, _ arguments: UnsafeMutablePointer<Double>,
    into target: UnsafeMutablePointer<Double>, in dateSystem: DateSystem
  ) -> Bool {
    // What is the same in each row is put in its place once.
    var rows: [(place: Int, numbers: UnsafePointer<Double>)] = []
    for (place, lane) in lanes.enumerated() {
      switch lane {
      case .rows(let numbers): rows.append((place, numbers))
      case .one(let number):
        guard number.isFinite else { return false }
        arguments[place] = number
      }
    }
    let call = NumericArguments(arguments, count: lanes.count, in: dateSystem)
    return rows.withUnsafeBufferPointer { rows in
      for row in 0..<count {
        for lane in rows {
          guard lane.numbers[row].isFinite else { return false }
          arguments[lane.place] = lane.numbers[row]
        }
        guard let result = try? body(call) else { return false }
        target[row] = result
      }
      return true
    }
  }

  /// What the numbers of an area come to in some rows, each of which may read another area.
  private func fold(
    _ aggregate: NumberAggregate, _ reference: GroupReference, _ row: Int, _ count: Int, _ reader: ColumnReader,
    _ scratch: KernelScratch, at depth: Int
  ) -> Lane? {
    if !reference.topIsRelative, !reference.bottomIsRelative {
      guard let number = scratch.folds.pointee.result(of: aggregate, reference, at: row, reader) else { return nil }
      return number.isFinite ? .one(number) : nil
    }
    let target = scratch.buffers + depth * KernelScratch.rows
    guard scratch.folds.pointee.results(of: aggregate, reference, from: row, rows: count, reader, into: target) else {
      return nil
    }
    return Self.isFinite(target, count) ? .rows(UnsafePointer(target)) : nil
  }

  /// The numbers of a reference for a run of rows: in place where they lie in one block, else copied.
  ///
  /// - Parameter keepsBlank: Whether a blank is no number.
  private static func load(
    _ reference: GroupReference, _ row: Int, _ count: Int, _ reader: ColumnReader,
    _ target: UnsafeMutablePointer<Double>, keepsBlank: Bool
  ) -> Lane? {
    let blank: Lane? = keepsBlank ? nil : .one(CellValue.blankAsNumber)
    if !reference.topIsRelative {
      let bits = reader.bits(reference, Int(reference.top))
      if bits == BoxedValue.blank.bits { return blank }
      return bits < BoxedValue.firstTagged ? .one(Double(bitPattern: bits)) : nil
    }
    let first = reference.topRow(at: row)
    guard first >= 0 else { return nil }
    let table = reader.tables[Int(reference.grid.rawValue)]
    guard Int(reference.left) < table.count else { return blank }
    let column = table.columns + Int(reference.left)
    let offset = first & ColumnStore.blockMask
    let block = first >> ColumnStore.blockShift
    if offset + count <= ColumnStore.blockRows {
      guard let source = column.pointee.block(block) else { return blank }
      guard areNumbers(source + offset, count) else { return nil }
      return .rows(UnsafeRawPointer(source + offset).assumingMemoryBound(to: Double.self))
    }
    let head = ColumnStore.blockRows - offset
    guard let one = column.pointee.block(block), let two = column.pointee.block(block + 1),
      areNumbers(one + offset, head),
      areNumbers(two, count - head)
    else { return nil }
    for index in 0..<head { target[index] = Double(bitPattern: one[offset + index]) }
    for index in head..<count { target[index] = Double(bitPattern: two[index - head]) }
    return .rows(UnsafePointer(target))
  }

  /// The truth values in some rows; `nil` when one of them has none.
  private static func loadTruths(
    _ reference: GroupReference, _ row: Int, _ count: Int, _ reader: ColumnReader,
    _ target: UnsafeMutablePointer<Double>
  ) -> Lane? {
    guard reference.topIsRelative else {
      return NumericCode.truth(reader.bits(reference, Int(reference.top))).map { .one($0) }
    }
    let first = reference.topRow(at: row)
    guard first >= 0 else { return nil }
    for index in 0..<count {
      guard let truth = NumericCode.truth(reader.bits(reference, first + index)) else { return nil }
      target[index] = truth
    }
    return .rows(UnsafePointer(target))
  }

  /// Whether no value of a run is tagged: every tagged value, and no other, is a NaN, which differs from itself.
  @inline(__always)
  static func areNumbers(_ source: UnsafePointer<UInt64>, _ count: Int) -> Bool {
    allSatisfy(UnsafeRawPointer(source), count, { $0 .== $0 }, { $0 == $0 })
  }

  /// Whether no number of a run is an infinity or a NaN, whose difference from itself is a NaN.
  @inline(__always)
  private static func isFinite(_ rows: UnsafePointer<Double>, _ count: Int) -> Bool {
    allSatisfy(UnsafeRawPointer(rows), count, { ($0 - $0) .== ($0 - $0) }, { $0 - $0 == $0 - $0 })
  }

  /// Whether no number of an operand is an infinity or a NaN: whoever makes something finite of one has to ask.
  @inline(__always)
  private static func isFinite(_ lane: Lane, _ count: Int) -> Bool {
    switch lane {
    case .rows(let rows): isFinite(rows, count)
    case .one(let number): number.isFinite
    }
  }

  /// Tests a run eight numbers at a time; the plain loop would end at the first hit, and so test them one by one.
  @inline(__always)
  private static func allSatisfy(
    _ start: UnsafeRawPointer, _ count: Int, _ eight: (SIMD8<Double>) -> SIMDMask<SIMD8<Int64>>, _ one: (Double) -> Bool
  ) -> Bool {
    var index = 0
    var holds = SIMDMask<SIMD8<Int64>>(repeating: true)
    while index + 8 <= count {
      holds .&= eight(start.loadUnaligned(fromByteOffset: index * 8, as: SIMD8<Double>.self))
      index += 8
    }
    guard all(holds) else { return false }
    while index < count {
      guard one(start.loadUnaligned(fromByteOffset: index * 8, as: Double.self)) else { return false }
      index += 1
    }
    return true
  }

  /// The last sum or difference of a formula, eight at a time; see ``CellArithmetic/finalAdd(_:_:)-(Double,Double)``.
  @inline(__always)
  private static func fillFinal(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, sign: Double, _ count: Int,
    _ target: UnsafeMutablePointer<Double>
  ) {
    var index = 0
    while index + 8 <= count {
      let left = UnsafeRawPointer(a + index).loadUnaligned(as: SIMD8<Double>.self)
      let right = UnsafeRawPointer(b + index).loadUnaligned(as: SIMD8<Double>.self)
      var sum = left + right * sign
      sum.clearRemainders(of: left)
      UnsafeMutableRawPointer(target + index).storeBytes(of: sum, as: SIMD8<Double>.self)
      index += 8
    }
    while index < count {
      target[index] = CellArithmetic.finalAdd(a[index], b[index] * sign)
      index += 1
    }
  }

  /// `DecimalRounding.floor`, eight at a time: away from whole numbers the fifteenth digit has no say.
  @inline(__always)
  private static func fillFloor(_ a: UnsafePointer<Double>, _ count: Int, _ target: UnsafeMutablePointer<Double>) {
    var index = 0
    while index + 8 <= count {
      let number = UnsafeRawPointer(a + index).loadUnaligned(as: SIMD8<Double>.self)
      let size = SIMD8<Double>(bitPatterns: number, clearing: 1 << 63)
      // Where neighbouring numbers are one apart, adding rounds to a whole number.
      var below = (number + 0x1.8p52) - 0x1.8p52
      below.replace(with: below - 1, where: below .> number)
      let fraction = number - below
      let slack = size * DecimalRounding.slack
      let isFarFromWhole = (fraction .> slack) .& ((1 - fraction) .> slack)
      let isWhole = (fraction .== 0) .& (size .> 0)  // a zero keeps its sign
      if all((isFarFromWhole .| isWhole) .& (size .< 1e15)) {
        UnsafeMutableRawPointer(target + index).storeBytes(of: below, as: SIMD8<Double>.self)
      } else {
        for each in index..<index + 8 { target[each] = DecimalRounding.floor(a[each]) }
      }
      index += 8
    }
    while index < count {
      target[index] = DecimalRounding.floor(a[index])
      index += 1
    }
  }

  @inline(__always)
  private static func fill(
    _ a: Lane, _ b: Lane, _ count: Int, _ target: UnsafeMutablePointer<Double>, _ f: (Double, Double) -> Double
  ) -> Lane {
    switch (a, b) {
    case (.rows(let a), .rows(let b)): for index in 0..<count { target[index] = f(a[index], b[index]) }
    case (.rows(let a), .one(let b)): for index in 0..<count { target[index] = f(a[index], b) }
    case (.one(let a), .rows(let b)): for index in 0..<count { target[index] = f(a, b[index]) }
    case (.one(let a), .one(let b)): return .one(f(a, b))
    }
    return .rows(UnsafePointer(target))
  }

  private static func combine(
    _ code: NumericProgram.Code, _ a: Lane, _ b: Lane, _ count: Int, into target: UnsafeMutablePointer<Double>
  ) -> Lane? {
    switch code {
    case .add, .addReference, .addConstant: return fill(a, b, count, target) { $0 + $1 }
    case .subtract, .subtractReference, .subtractConstant: return fill(a, b, count, target) { $0 - $1 }
    case .total: return fill(a, b, count, target) { NumericProgram.total($0, $1) }
    case .lastTotal: return fill(a, b, count, target) { NumericProgram.lastTotal($0, $1) }
    case .multiply, .multiplyReference, .multiplyConstant: return fill(a, b, count, target) { $0 * $1 }
    case .divide, .divideReference, .divideConstant:
      // A divisor of zero or an infinity ends the run: a quotient that is finite has a divisor that was, or was infinite.
      if case .one(0) = b { return nil }
      guard isFinite(b, count) else { return nil }
      return fill(a, b, count, target) { $0 / $1 }
    case .finalAdd, .finalSubtract:
      if case .rows(let a) = a, case .rows(let b) = b {
        fillFinal(a, b, sign: code == .finalAdd ? 1 : -1, count, target)
        return .rows(UnsafePointer(target))
      }
      return code == .finalAdd
        ? fill(a, b, count, target) { CellArithmetic.finalAdd($0, $1) }
        : fill(a, b, count, target) { CellArithmetic.finalSubtract($0, $1) }
    case .power:
      guard case .one(2) = b else { return nil }
      return fill(a, a, count, target) { $0 * $1 }
    default:
      guard isFinite(a, count), isFinite(b, count) else { return nil }
      switch code {
      case .equal: return fill(a, b, count, target) { CellComparison.order($0, $1) == 0 ? 1 : 0 }
      case .notEqual: return fill(a, b, count, target) { CellComparison.order($0, $1) != 0 ? 1 : 0 }
      case .less: return fill(a, b, count, target) { CellComparison.order($0, $1) < 0 ? 1 : 0 }
      case .lessOrEqual: return fill(a, b, count, target) { CellComparison.order($0, $1) <= 0 ? 1 : 0 }
      case .greater: return fill(a, b, count, target) { CellComparison.order($0, $1) > 0 ? 1 : 0 }
      case .greaterOrEqual: return fill(a, b, count, target) { CellComparison.order($0, $1) >= 0 ? 1 : 0 }
      case .larger: return fill(a, b, count, target) { $1 > $0 ? $1 : $0 }
      case .smaller: return fill(a, b, count, target) { $1 < $0 ? $1 : $0 }
      default: return nil
      }
    }
  }

  private static func map(
    _ code: NumericProgram.Code, _ a: Lane, _ count: Int, into target: UnsafeMutablePointer<Double>
  ) -> Lane? {
    if code != .negate, code != .absolute, !isFinite(a, count) { return nil }
    switch code {
    case .negate: return fill(a, .one(0), count, target) { a, _ in CellArithmetic.negate(a) }
    case .percent: return fill(a, .one(0), count, target) { a, _ in a / 100 }
    case .absolute: return fill(a, .one(0), count, target) { a, _ in abs(a) }
    case .not: return fill(a, .one(0), count, target) { a, _ in a == 0 ? 1 : 0 }
    // The root of a negative number is a NaN, which the test of the result finds.
    case .squareRoot: return fill(a, .one(0), count, target) { a, _ in a.squareRoot() }
    case .floor:
      guard case .rows(let rows) = a else {
        return fill(a, .one(0), count, target) { a, _ in DecimalRounding.floor(a) }
      }
      fillFloor(rows, count, target)
      return .rows(UnsafePointer(target))
    default: return nil
    }
  }

  private static func select(
    _ condition: Lane, _ a: Lane, _ b: Lane, _ count: Int, into target: UnsafeMutablePointer<Double>
  ) {
    for index in 0..<count {
      let test: Double = value(condition, index)
      target[index] = test != 0 ? value(a, index) : value(b, index)
    }
  }

  /// In each row the value at its position; `nil` where there is none.
  private static func choose(
    _ values: [Lane], at position: Lane, _ count: Int, into target: UnsafeMutablePointer<Double>
  ) -> Lane? {
    let end = Double(values.count) + 1
    if case .one(let position) = position {
      guard position >= 1, position < end else { return nil }
      guard case .rows(let rows) = values[Int(position) - 1] else { return values[Int(position) - 1] }
      // What lies in a buffer of its own may be overwritten before it is used.
      target.update(from: rows, count: count)
    } else {
      for index in 0..<count {
        let position = value(position, index)
        guard position >= 1, position < end else { return nil }
        target[index] = value(values[Int(position) - 1], index)
      }
    }
    return .rows(UnsafePointer(target))
  }

  @inline(__always)
  private static func value(_ lane: Lane, _ index: Int) -> Double {
    switch lane {
    case .rows(let rows): rows[index]
    case .one(let one): one
    }
  }
}

extension SIMD8<Double> {
  /// The numbers with some of their bits set to zero.
  @inline(__always)
  fileprivate init(bitPatterns numbers: SIMD8<Double>, clearing bits: UInt64) {
    self = unsafeBitCast(unsafeBitCast(numbers, to: SIMD8<UInt64>.self) & ~bits, to: SIMD8<Double>.self)
  }

  /// Makes 0 of each sum that is a remainder of rounding; see `CellArithmetic.isRemainder`.
  @inline(__always)
  fileprivate mutating func clearRemainders(of left: SIMD8<Double>) {
    let powers = SIMD8<Double>(bitPatterns: left, clearing: ~CellArithmetic.exponentBits)
    let rest = SIMD8<Double>(bitPatterns: self, clearing: 1 << 63)
    replace(with: 0, where: rest .< powers * CellArithmetic.eightUnits)
  }
}

import CellModel

/// A call for each element of one array, the other arguments being single values, by what runs down a column of a sheet.
///
/// It gives what a call with each element gives, and makes no operand of an element that is a plain number, a logical, a blank
/// or a text; where the body refuses one, the ordinary call says what it gives.
struct LiftedCall {
  private let declaration: SheetFunction.Declaration
  private let position: Int
  private let array: CellArray
  private let context: any EvaluationContext
  /// The elements as boxes, when they are kept so.
  private let boxed: BoxedElements?
  /// What slots of elements stand for.
  private let slotted: [CellValue]
  /// The arguments as boxes; the element of the array is put among them.
  private var arguments: [BoxedValue] = []
  /// What slots of the other arguments stand for.
  private var values: [CellValue] = []

  /// - Parameter position: The place of the array among the operands.
  /// - Returns: `nil` when the function has no such body, or another argument is more than a value.
  init?(
    _ declaration: SheetFunction.Declaration, _ operands: [Operand], _ position: Int, _ array: CellArray,
    in context: any EvaluationContext
  ) {
    guard declaration.boxedBody != nil || declaration.numericBody != nil,
      !declaration.hasRulesOfValues || declaration.asksOnlyForKinds
    else { return nil }
    self.declaration = declaration
    self.position = position
    self.array = array
    self.context = context
    boxed = array.boxed
    slotted = boxed?.others ?? array.elements
    for (place, operand) in operands.enumerated() {
      guard let box = place == position ? .blank : argument(operand) else { return nil }
      arguments.append(box)
    }
  }

  /// The box of an argument that is the same for all elements; `nil` for one that is more than a plain value.
  private mutating func argument(_ operand: Operand) -> BoxedValue? {
    switch operand {
    case .omitted: return .omitted
    case .value(.number(let number, .plain)): return BoxedValue(number)
    case .value(.logical(let logical)): return BoxedValue(logical)
    case .value(.blank): return .blank
    case .value(.text(let text)):
      values.append(.text(text))
      return BoxedValue(.text, slot: UInt32(values.count - 1))
    default: return nil
    }
  }

  /// Calls the function for each element.
  ///
  /// - Parameter ordinary: Calls it for an element in the ordinary way.
  func elements(_ ordinary: (CellValue) throws(CellError) -> CellValue) throws(CellError) -> CellArray {
    var results = ElementList(count: array.count)
    var budget = TextBudget()
    var arguments = arguments
    let count = arguments.count
    for place in 0..<array.count {
      if place & 15 == 15 { try context.takeSteps(1) }
      arguments[position] = box(at: place)
      let short = arguments.withUnsafeBufferPointer { arguments in
        slotted.withUnsafeBufferPointer { made in
          values.withUnsafeBufferPointer { cells in
            value(arguments, count, made, cells)
          }
        }
      }
      let result = if let short { short } else { try ordinary(array[place: place]) }
      results.append(budget.counted(result))
      if budget.isExceeded { throw TextBudget.error }
    }
    try context.takeSteps(budget.steps)
    return results.array(rows: array.rows, columns: array.columns)
  }

  /// The box of an element, whose slot counts as one that was made.
  @inline(__always)
  private func box(at place: Int) -> BoxedValue {
    if let boxed {
      let box = boxed.boxes[place]
      return box.hasSlot ? BoxedValue(made: box.kind == .text ? .text : .record, slot: Int(box.slot)) : box
    }
    switch slotted[place] {
    case .number(let number, .plain): return BoxedValue(number)
    case .logical(let logical): return BoxedValue(logical)
    case .blank: return .blank
    case .text: return BoxedValue(made: .text, slot: place)
    default: return BoxedValue(made: .record, slot: place)
    }
  }

  /// What a body gives; `nil` where the ordinary call says more.
  @inline(__always)
  private func value(
    _ arguments: UnsafeBufferPointer<BoxedValue>, _ count: Int, _ made: UnsafeBufferPointer<CellValue>,
    _ cells: UnsafeBufferPointer<CellValue>
  ) -> CellValue? {
    guard let start = arguments.baseAddress else { return nil }
    if let body = declaration.numericBody, arguments.allSatisfy(\.isNumber) {
      let numbers = UnsafeRawPointer(start).assumingMemoryBound(to: Double.self)
      guard let result = try? body(NumericArguments(numbers, count: count)), result.isFinite else { return nil }
      return .number(result)
    }
    guard !declaration.hasRulesOfValues, let body = declaration.boxedBody else { return nil }
    if arguments[position].isMade, arguments[position].kind == .record { return nil }
    // Where there are no slots, nobody asks for one.
    guard let made = made.baseAddress ?? cells.baseAddress ?? Self.nothing,
      let cells = cells.baseAddress ?? Self.nothing
    else { return nil }
    let value = try? body.run(BoxedArguments(start, count: count, BoxedSlots(cells: cells, made: made), in: context))
    if case .array = value { return nil }
    return value
  }

  private static var nothing: UnsafePointer<CellValue>? { UnsafePointer(bitPattern: MemoryLayout<CellValue>.alignment) }
}

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

  mutating func append(_ value: CellValue) {
    if values.isEmpty {
      if let box = table.box(of: value) { return boxes.append(box) }
      values.reserveCapacity(count)
      values += BoxedElements(boxes, others: table.others).values
      boxes = []
    }
    values.append(value)
  }

  func array(rows: Int, columns: Int) -> CellArray {
    values.isEmpty
      ? CellArray(rows: rows, columns: columns, BoxedElements(boxes, others: table.others))
      : CellArray(rows: rows, columns: columns, values)
  }
}

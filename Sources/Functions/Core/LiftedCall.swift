import CellModel

/// A call for each element of one array, the other arguments being single values, by what runs down a column of a sheet.
///
/// It gives what a call with each element gives, and makes no operand of an element that is a plain number, a logical, a blank
/// or a text; where the body refuses one, the ordinary call says what it gives.
struct LiftedCall {
  private enum Body {
    /// What a processor has an instruction for.
    case kernel(NumericKernel)
    case ofNumbers(NumericBody, ShortRules)
    case ofValues(BoxedBody, ShortRules)
    case ofKeys(KeyedBody.Answer)
  }

  private let body: Body
  private let position: Int
  private let array: CellArray
  private let context: any EvaluationContext
  /// Whether an element that is as the one before it gives what that one gave.
  private let repeats: Bool
  /// The elements as boxes, when they are kept so; else none.
  private let boxes: [BoxedValue]
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
    // What iterates counts its steps in the ordinary call.
    guard !declaration.traits.contains(.iterates) else { return nil }
    let bodies = ShortBodies(declaration)
    if let kernel = declaration.kernel, kernel.isInstruction, operands.count == 1, array.boxed != nil {
      self.body = .kernel(kernel)
    } else if let body = bodies.numeric {
      self.body = .ofNumbers(body, bodies.rules)
    } else if let answer = Self.answer(declaration, operands, position, in: context) {
      self.body = .ofKeys(answer)
    } else if let body = bodies.boxed {
      self.body = .ofValues(body, bodies.rules)
    } else {
      return nil
    }
    self.position = position
    self.array = array
    self.context = context
    repeats = !declaration.traits.contains(.volatile)
    let boxed = array.boxed
    boxes = boxed?.boxes ?? []
    slotted = boxed?.others ?? array.elements
    // What a search has made of the other arguments is all that it needs.
    if case .ofKeys = body { return }
    for (place, operand) in operands.enumerated() {
      guard let box = place == position ? .blank : argument(operand) else { return nil }
      arguments.append(box)
    }
  }

  /// The results of which none is made before somebody asks; `nil` for most functions.
  static func lazily(
    _ declaration: SheetFunction.Declaration, _ operands: [Operand], _ array: CellArray,
    in context: any EvaluationContext
  ) throws(CellError) -> CellArray? {
    guard declaration.kernel == .absolute, operands.count == 1, let numbers = LazyNumbers(magnitudesOf: array) else {
      return nil
    }
    try context.takeSteps(array.count >> 4)
    return CellArray(rows: array.rows, columns: array.columns, numbers)
  }

  /// What a search makes of all arguments but the key, where the array is the key.
  private static func answer(
    _ declaration: SheetFunction.Declaration, _ operands: [Operand], _ position: Int, in context: any EvaluationContext
  ) -> KeyedBody.Answer? {
    guard let body = declaration.keyedBody, body.givesValues, body.key == position, !declaration.rules.areSomeOfValues
    else {
      return nil
    }
    var others = operands
    others.remove(at: position)
    return others.withUnsafeBufferPointer { others in
      var call = Arguments(others, in: context)
      return try? body.begin(&call)
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
    var answers = SlotAnswers(slotCount: repeats ? slotted.count : 0, boxCount: boxes.count)
    for start in stride(from: 0, to: array.count, by: Self.stretch) {
      let places = start..<min(start + Self.stretch, array.count)
      var next = places.lowerBound
      while next < places.upperBound {
        next = appendShort(next..<places.upperBound, body, to: &results, &budget, &answers)
        guard next < places.upperBound else { break }
        let element = array[place: next]
        let result = try ordinary(element)
        if next < boxes.count { answers.note(results.box(of: result), for: boxes[next]) }
        repeat {
          results.append(budget.counted(result))
          next += 1
        } while repeats && next < places.upperBound && array[place: next].isIdentical(to: element)
      }
      if budget.isExceeded { throw TextBudget.error }
      try context.takeSteps(places.count >> 4)
    }
    try context.takeSteps(budget.steps)
    return results.array(rows: array.rows, columns: array.columns)
  }

  /// After how many elements somebody is asked whether to go on.
  private static let stretch = 256

  /// Appends what a body gives for some elements, until one is left to the ordinary call.
  ///
  /// - Returns: The place of that element, or the end.
  private func appendShort(
    _ places: Range<Int>, _ body: Body, to results: inout ElementList, _ budget: inout TextBudget,
    _ answers: inout SlotAnswers
  ) -> Int {
    withUnsafeTemporaryAllocation(of: BoxedValue.self, capacity: arguments.count) { arguments in
      _ = arguments.initialize(from: self.arguments)
      return boxes.withUnsafeBufferPointer { boxes in
        slotted.withUnsafeBufferPointer { made in
          values.withUnsafeBufferPointer { cells in
            // Where there are no slots, nobody asks for one.
            guard let cells = cells.baseAddress ?? Self.nothing, let made = made.baseAddress ?? Self.nothing else {
              return places.lowerBound
            }
            let slots = BoxedSlots(cells: cells, made: made)
            switch body {
            case .kernel(let kernel): return append(places, boxes, kernel, to: &results)
            case .ofNumbers(let body, let rules):
              return append(places, boxes, slots, arguments, body, rules, to: &results, &budget)
            case .ofValues(let body, let rules):
              return append(places, boxes, slots, arguments, body, rules, to: &results, &budget, &answers)
            case .ofKeys(let answer): return append(places, boxes, slots, answer, to: &results, &budget, &answers)
            }
          }
        }
      }
    }
  }

  // The loops read nothing but what is given to them: each look at an array or at an optional would count its owners, and two
  // threads that count the same ones wait for each other.

  private func append(
    _ places: Range<Int>, _ boxes: UnsafeBufferPointer<BoxedValue>, _ kernel: NumericKernel,
    to results: inout ElementList
  ) -> Int {
    @inline(__always)
    func append(_ isTaken: (Double) -> Bool, _ result: (Double) -> Double) -> Int {
      places.lowerBound
        + results.append(atMost: places.count) { made in
          for (index, place) in places.enumerated() {
            guard boxes[place].isNumber, isTaken(boxes[place].number) else { return index }
            made[index] = BoxedValue(result(boxes[place].number))
          }
          return places.count
        }
    }
    switch kernel {
    case .absolute: return append({ _ in true }, { $0.magnitude })
    case .squareRoot: return append({ $0 >= 0 }, { $0.squareRoot() })
    default: return places.lowerBound
    }
  }

  private func append(
    _ places: Range<Int>, _ boxes: UnsafeBufferPointer<BoxedValue>, _ slots: BoxedSlots,
    _ arguments: UnsafeMutableBufferPointer<BoxedValue>, _ body: NumericBody, _ rules: ShortRules,
    to results: inout ElementList, _ budget: inout TextBudget
  ) -> Int {
    let position = position
    guard let start = arguments.baseAddress,
      arguments.indices.allSatisfy({ $0 == position || arguments[$0].isNumber })
    else { return places.lowerBound }
    let call = NumericArguments(
      UnsafeRawPointer(start).assumingMemoryBound(to: Double.self), count: arguments.count, in: context.dateSystem)
    let repeats = repeats
    var last = (box: BoxedValue.blank, result: 0.0)
    for place in places {
      let box = boxes.isEmpty ? Self.box(of: slots.made[place], at: place) : Self.made(boxes[place])
      guard let number = rules.number(box, slots) else { return place }
      if !repeats || box != last.box {
        arguments[position] = BoxedValue(number)
        guard let result = try? body(call), result.isFinite else { return place }
        last = (box, result)
      }
      if rules.kind == .plain {
        results.append(number: last.result)
      } else {
        results.append(budget.counted(.number(last.result, rules.kind)))
      }
    }
    return places.upperBound
  }

  private func append(
    _ places: Range<Int>, _ boxes: UnsafeBufferPointer<BoxedValue>, _ slots: BoxedSlots,
    _ arguments: UnsafeMutableBufferPointer<BoxedValue>, _ body: BoxedBody, _ rules: ShortRules,
    to results: inout ElementList, _ budget: inout TextBudget, _ answers: inout SlotAnswers
  ) -> Int {
    let position = position
    guard let start = arguments.baseAddress,
      arguments.indices.allSatisfy({ $0 == position || rules.take(arguments[$0], slots) })
    else { return places.lowerBound }
    let call = BoxedArguments(start, count: arguments.count, slots, in: context)
    return Self.append(places, boxes, slots, to: &results, &budget, &answers) { box in
      guard rules.take(box, slots) else { return nil }
      arguments[position] = box
      return body.result(of: call).map(rules.withKind)
    }
  }

  private func append(
    _ places: Range<Int>, _ boxes: UnsafeBufferPointer<BoxedValue>, _ slots: BoxedSlots,
    _ answer: KeyedBody.Answer, to results: inout ElementList, _ budget: inout TextBudget,
    _ answers: inout SlotAnswers
  ) -> Int {
    Self.append(places, boxes, slots, to: &results, &budget, &answers) { box in
      if case .value(let value)? = answer(box, slots) { value } else { nil }
    }
  }

  /// Appends what is made of each element; of those that share a slot, one is asked about.
  @inline(__always)
  private static func append(
    _ places: Range<Int>, _ boxes: UnsafeBufferPointer<BoxedValue>, _ slots: BoxedSlots, to results: inout ElementList,
    _ budget: inout TextBudget, _ answers: inout SlotAnswers, _ result: (BoxedValue) -> CellValue?
  ) -> Int {
    for place in places {
      let kept = boxes.isEmpty ? .blank : boxes[place]
      if let known = answers.answer(for: kept), results.append(known) { continue }
      let box = boxes.isEmpty ? Self.box(of: slots.made[place], at: place) : Self.made(kept)
      guard !box.isMade || box.kind == .text, let value = result(box) else { return place }
      switch value {
      case .array: return place
      case .number(let number, .plain): results.append(number: number)
      case .logical(let logical): results.append(logical: logical)
      default: results.append(budget.counted(value))
      }
      answers.note(results.box(of: value), for: kept)
    }
    return places.upperBound
  }

  private static var nothing: UnsafePointer<CellValue>? { UnsafePointer(bitPattern: MemoryLayout<CellValue>.alignment) }

  /// The box of an element that is kept as one; its slot counts as one that was made.
  @inline(__always)
  private static func made(_ box: BoxedValue) -> BoxedValue {
    box.hasSlot ? BoxedValue(made: box.kind == .text ? .text : .record, slot: Int(box.slot)) : box
  }

  /// The box of an element that is kept as a value.
  @inline(__always)
  private static func box(of value: borrowing CellValue, at place: Int) -> BoxedValue {
    switch value {
    case .number(let number, .plain): BoxedValue(number)
    case .logical(let logical): BoxedValue(logical)
    case .blank: .blank
    case .text: BoxedValue(made: .text, slot: place)
    default: BoxedValue(made: .record, slot: place)
    }
  }
}

/// What a call gave for the errors and texts of an array, which many elements share: each is asked about once.
private struct SlotAnswers {
  /// For each slot the box of what it gave; what no call gives where nothing is known.
  private var boxes: [BoxedValue]

  /// - Parameter slotCount: 0 where an answer is good for one element alone.
  init(slotCount: Int, boxCount: Int) {
    boxes = slotCount * 2 <= boxCount ? Array(repeating: .omitted, count: slotCount) : []
  }

  @inline(__always)
  func answer(for box: BoxedValue) -> BoxedValue? {
    guard box.hasSlot, Int(box.slot) < boxes.count else { return nil }
    let answer = boxes[Int(box.slot)]
    return answer.isOmitted ? nil : answer
  }

  @inline(__always)
  mutating func note(_ answer: @autoclosure () -> BoxedValue?, for box: BoxedValue) {
    guard box.hasSlot, Int(box.slot) < boxes.count, let answer = answer() else { return }
    boxes[Int(box.slot)] = answer
  }
}

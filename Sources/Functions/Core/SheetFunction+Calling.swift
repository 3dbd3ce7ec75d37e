import CellModel

extension SheetFunction {
  /// Calls the function, once, or once per element when an argument that lifts is an array.
  ///
  /// An argument that lifts and is a reference to several cells counts as an array. Arrays of unequal shape are matched
  /// as Excel does: one row or column is repeated, and what lies outside an array is `#N/A`. Never throws: an error of the
  /// body is the result.
  public func callAsFunction(_ operands: [Operand], in context: any EvaluationContext) -> Operand {
    operands.withUnsafeBufferPointer { self($0, in: context) }
  }

  /// The same for operands that stand somewhere in memory, and stay there during the call.
  package func callAsFunction(
    _ operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext
  ) -> Operand {
    guard declaration.takes(operands.count) else {
      return .value(.error(.value("\(name) takes \(arityPhrase), not \(operands.count).")))
    }
    return operands.allSatisfy(\.isOneValue)
      ? callOnce(operands, in: context) : callWithMany(operands, in: context)
  }

  /// Calls the function with operands of which some are references or arrays.
  private func callWithMany(
    _ operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext
  ) -> Operand {
    if operands.contains(where: \.isArrayOfReferences) { return callEach(Array(operands), in: context) }
    guard declaration.rules.liftsSome else { return callOnce(operands, in: context) }
    var lifted: [(position: Int, array: LiftedArray)] = []
    for position in operands.indices where lifts(argument: position) {
      switch operands[position] {
      case .value(.array(let array)): lifted.append((position, .values(array)))
      case .reference(let reference):
        if reference.isSingleCell {
          if case .array(let array) = context.value(at: reference.first.topLeft) {
            lifted.append((position, .values(array)))
          }
        } else if !declaration.traits.isDisjoint(with: [.analysisToolPak, .refusesRanges]) {
          return .value(.error(.value("\(name) takes one cell or an array, not a range.")))
        } else if reference.isSingleArea {
          do throws(CellError) { lifted.append((position, .values(try context.array(of: reference.first)))) } catch {
            return .value(.error(error))
          }
        }
      default: break
      }
    }
    return lifted.isEmpty ? callOnce(operands, in: context) : callLifted(Array(operands), lifted, in: context)
  }

  /// Calls the function with arrays of references, for each of them where it takes references, else for the values there.
  private func callEach(_ operands: [Operand], in context: any EvaluationContext) -> Operand {
    var operands = operands
    var lifted: [(position: Int, array: LiftedArray)] = []
    for position in operands.indices {
      guard case .reference(let reference) = operands[position] else {
        if case .value(.array(let array)) = operands[position], lifts(argument: position) {
          lifted.append((position, .values(array)))
        }
        continue
      }
      if reference.isArray, declaration.traits.contains(.takesEachReference), !lifts(argument: position) {
        lifted.append((position, .references(reference)))
      } else if reference.isArray || lifts(argument: position), let value = try? context.value(of: reference) {
        operands[position] = .value(value)
        if lifts(argument: position), case .array(let array) = value { lifted.append((position, .values(array))) }
      }
    }
    return lifted.isEmpty ? callOnce(operands, in: context) : callLifted(operands, lifted, in: context)
  }

  @inline(__always)
  func lifts(argument position: Int) -> Bool {
    if position < declaration.rules.liftedParameters.count { return declaration.rules.liftedParameters[position] }
    return info(ofArgument: position)?.lifts ?? false
  }

  private func callOnce(_ operands: [Operand], in context: any EvaluationContext) -> Operand {
    operands.withUnsafeBufferPointer { callOnce($0, in: context) }
  }

  @inline(__always)
  private func callOnce(_ operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext) -> Operand {
    do throws(CellError) {
      if declaration.rules.areSome { return try callByRules(operands, in: context) }
      var call = Arguments(operands, in: context)
      return try declaration.body(&call)
    } catch { return .value(.error(error)) }
  }

  /// Calls a function whose declaration says more of a call than its parameters and its body do.
  private func callByRules(
    _ operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext
  ) throws(CellError) -> Operand {
    if declaration.traits.contains(.analysisToolPak), let refusal = refusal(of: operands, in: context) {
      throw firstError(upTo: refusal, of: operands, in: context)
    }
    if declaration.rules.readsWholeArrays { try countElements(of: operands, in: context) }
    var call = Arguments(operands, in: context)
    call.readsInTurn = declaration.traits.contains(.analysisToolPak)
    let result = try declaration.body(&call)
    return declaration.rules.kinds == .none
      ? result : declaration.rules.kinds.applied(to: result, of: operands, in: context)
  }

  /// Counts what it costs to read arrays; those that lift have been taken apart before.
  private func countElements(
    of operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext
  ) throws(CellError) {
    for position in operands.indices {
      guard case .value(.array(let array)) = operands[position], array.count >= CellArray.elementsPerStep else {
        continue
      }
      try context.takeSteps(array.count / CellArray.elementsPerStep)
    }
  }

  /// An argument that a function does not take.
  private struct Refusal {
    let position: Int
    let error: CellError
  }

  /// The error of a call with a refused argument: what comes before it is read first, and a text that is no number and a
  /// number that is no date count before it.
  private func firstError(
    upTo refusal: Refusal, of operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext
  ) -> CellError {
    guard refusal.position > 0 else { return refusal.error }
    var operands = Array(operands)
    operands[refusal.position] = .value(.error(refusal.error))
    return operands.withUnsafeBufferPointer { operands in
      do throws(CellError) {
        var call = Arguments(operands, in: context)
        call.readsInTurn = true
        _ = try declaration.body(&call)
        return refusal.error
      } catch { return error }
    }
  }

  /// What a function of the former Analysis ToolPak has against its arguments, the leftmost first.
  private func refusal(
    of operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext
  ) -> Refusal? {
    for (position, operand) in operands.enumerated() where lifts(argument: position) {
      guard let info = info(ofArgument: position), let error = Self.refusal(of: operand, as: info, in: context) else {
        continue
      }
      return Refusal(position: position, error: error)
    }
    return nil
  }

  private static func refusal(
    of operand: Operand, as info: ParameterInfo, in context: any EvaluationContext
  ) -> CellError? {
    let value: CellValue
    switch operand {
    case .omitted: return info.isRequired ? .notAvailable("\(info.name) is left empty.") : nil
    case .value(let given): value = given
    case .reference(let reference) where reference.isSingleCell: value = context.value(at: reference.first.topLeft)
    default: return nil
    }
    switch value {
    case .error(let error): return error
    case .logical where !info.takesLogicals: return .value("\(info.name) cannot be a logical.")
    default: return nil
    }
  }

  private func callLifted(
    _ operands: [Operand], _ lifted: [(position: Int, array: LiftedArray)], in context: any EvaluationContext
  ) -> Operand {
    let rows = lifted.map(\.array.rows).max() ?? 1
    let columns = lifted.map(\.array.columns).max() ?? 1
    do throws(CellError) {
      try CellArray.check(rows: rows, columns: columns)
      if lifted.count == 1, case .values(let array) = lifted[0].array,
        let results = try LiftedCall.lazily(declaration, operands, array, in: context)
      {
        return .value(.array(results))
      }
      if lifted.count == 1, case .values(let array) = lifted[0].array,
        let call = LiftedCall(declaration, operands, lifted[0].position, array, in: context)
      {
        return .value(.array(try elements(of: call, operands, lifted[0].position, in: context)))
      }
      return try elements(rows, columns, operands, lifted, in: context)
    } catch { return .value(.error(error)) }
  }

  /// The results of a call for each element of one array.
  private func elements(
    of call: LiftedCall, _ operands: [Operand], _ position: Int, in context: any EvaluationContext
  ) throws(CellError) -> CellArray {
    var scalars = operands
    var budget = ElementBudget()
    return try call.elements { (element) throws(CellError) in
      scalars[position] = .value(element)
      let result = callOnce(scalars, in: context)
      try budget.count(result)
      return scalar(of: result, in: context)
    }
  }

  private func elements(
    _ rows: Int, _ columns: Int, _ operands: [Operand], _ lifted: [(position: Int, array: LiftedArray)],
    in context: any EvaluationContext
  ) throws(CellError) -> Operand {
    var scalars = operands
    var budget = TextBudget()
    var results: [CellValue] = []
    results.reserveCapacity(rows * columns)
    var arrays = ElementBudget()
    var references: [Area] = []
    let mayRepeat = !declaration.traits.contains(.volatile) && operands.allSatisfy(\.givesTheSameAgain)
    /// What the call with the present scalars gave, when that is a value.
    var last: CellValue?
    let outside = Operand.value(.error(.notAvailable("The arrays differ in size.")))
    for row in 0..<rows {
      for column in 0..<columns {
        if results.count & 15 == 15 { try context.takeSteps(1) }
        for (position, array) in lifted {
          let element = array.element(row, column) ?? outside
          if last != nil, !scalars[position].isValue(identicalTo: element) { last = nil }
          scalars[position] = element
        }
        if let last {
          results.append(budget.counted(last))
        } else {
          let result = callOnce(scalars, in: context)
          try arrays.count(result)
          if case .reference(let reference) = result, reference.isSingleArea { references.append(reference.first) }
          let value = scalar(of: result, in: context)
          if mayRepeat, case .value = result { last = value }
          results.append(budget.counted(value))
        }
      }
      if budget.isExceeded { throw TextBudget.error }
    }
    try context.takeSteps(budget.steps)
    if references.count == results.count {
      return .reference(
        references.count == 1 ? Reference(references[0]) : Reference(elements: references, columns: columns))
    }
    // Ranges have no place among values; where one of them is not there, what is made of all of them is that error.
    if references.contains(where: { !$0.isSingleCell }), let error = results.first(where: \.isError) {
      return .value(error)
    }
    return .value(.array(CellArray(rows: rows, columns: columns, results)))
  }

  /// The single value that one element of a lifted call contributes: an array's first element.
  private func scalar(of operand: Operand, in context: any EvaluationContext) -> CellValue {
    switch operand {
    case .value(.array(let array)): return array.first
    case .value(let value): return value
    case .omitted: return .blank
    case .deferred(let deferred): return scalar(of: deferred.operand, in: context)
    case .reference(let reference): return context.value(at: reference.first.topLeft)
    }
  }

  /// The arity in words, such as `1 to 2 arguments`.
  public var arityPhrase: String {
    switch arity {
    case (0, 0): "no arguments"
    case (1, 1): "1 argument"
    case (let least, nil): "at least \(least) argument\(least == 1 ? "" : "s")"
    case (let least, let most?): least == most ? "\(least) arguments" : "\(least) to \(most) arguments"
    }
  }
}

/// How many elements the arrays may have that a call gives for each element of another: a small array of sizes may ask for
/// many large arrays, of which one element each is kept.
private struct ElementBudget {
  private var elements = 0

  mutating func count(_ result: Operand) throws(CellError) {
    if case .value(.array(let array)) = result { elements += array.count }
    guard elements <= CellArray.limit else { throw .value("The arrays of all elements are too large together.") }
  }
}

/// An argument that is given element by element.
private enum LiftedArray {
  case values(CellArray)
  case references(Reference)

  var columns: Int {
    switch self {
    case .values(let array): array.columns
    case .references(let reference): Int(reference.arrayColumns)
    }
  }

  var rows: Int {
    switch self {
    case .values(let array): array.rows
    case .references(let reference): (reference.others.count + 1) / columns
    }
  }

  /// The element at a place of a larger result, as ``CellArray/broadcast(_:_:)`` has it.
  func element(_ row: Int, _ column: Int) -> Operand? {
    switch self {
    case .values(let array): return array.broadcast(row, column).map { .value($0) }
    case .references(let reference):
      let row = rows == 1 ? 0 : row
      let column = columns == 1 ? 0 : column
      guard row < rows, column < columns else { return nil }
      let place = row * columns + column
      return .reference(Reference(place == 0 ? reference.first : reference.others[place - 1]))
    }
  }
}

extension Operand {
  /// Whether it stands for one value, so that nothing is lifted over it.
  @inline(__always)
  var isOneValue: Bool {
    switch self {
    case .value(.array), .reference: false
    case .value, .omitted, .deferred: true
    }
  }

  /// Whether a call that is given it twice gives the same twice: what is deferred, and a LAMBDA, may read the clock.
  fileprivate var givesTheSameAgain: Bool {
    switch self {
    case .deferred, .value(.lambda): false
    case .value, .omitted, .reference: true
    }
  }

  /// Whether both are values that nobody can tell apart.
  fileprivate func isValue(identicalTo other: Operand) -> Bool {
    if case .value(let value) = self, case .value(let other) = other { value.isIdentical(to: other) } else { false }
  }

  fileprivate var isArrayOfReferences: Bool {
    if case .reference(let reference) = self { reference.isArray } else { false }
  }
}

extension CellArray {
  /// The element at a place of a larger result: a single row or column repeats; outside there is none.
  @inlinable
  public func broadcast(_ row: Int, _ column: Int) -> CellValue? {
    let row = rows == 1 ? 0 : row
    let column = columns == 1 ? 0 : column
    return row < rows && column < columns ? self[row, column] : nil
  }
}

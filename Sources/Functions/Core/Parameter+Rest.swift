import CellModel

// Parameters that read all arguments that are left.

extension Arguments {
  /// All operands that were not read yet, deferred ones evaluated.
  package mutating func restEvaluated() -> [Operand] {
    defer { position = max(position, count) }
    if position == 0, operands.allSatisfy({ if case .deferred = $0 { false } else { true } }) { return Array(operands) }
    return operands.dropFirst(position).map { operand in
      if case .deferred(let deferred) = operand { deferred.operand } else { operand }
    }
  }
}

extension [Operand] {
  /// The operands but for arrays without elements.
  package var withCells: [Operand] { contains(where: \.isNoCells) ? filter { !$0.isNoCells } : self }
}

extension Operand {
  /// Whether it is what is made of an area without cells.
  package var isNoCells: Bool { if case .value(.error(let error)) = self { error.isNoCells } else { false } }
}

extension Parameter where Value == Numbers {
  /// The numbers of all remaining arguments: those in ranges and arrays, and direct arguments read as numbers.
  public static func numbers(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, repeats: true)) { (call) throws(CellError) in
      let numbers = Numbers(rest: &call)
      try numbers.checkDirect()
      return numbers
    }
    .reading(.numbers)
  }

  /// The numbers of one range or array.
  public static func numbersOf(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help)) { (call) throws(CellError) in
      let operands = [call.nextEvaluated()].withCells
      if case .value(.error(let error))? = operands.first { throw error }
      return Numbers(operands: operands, in: call.context)
    }
    .reading(.numbers)
  }
}

extension Parameter where Value == [Operand] {
  /// All remaining arguments as they came.
  public static func rest(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, repeats: true)) { (call) throws(CellError) in
      call.restEvaluated()
    }
    .boxed(from: { (position, arguments) in
      (position..<max(position, arguments.count)).map {
        BoxedArgument(arguments.start[$0], arguments.slots).operand
      }
    })
  }

  /// The second of a repeating pair in help; what it stands for is read by the `.rest` before it.
  public static func restPair(_ name: String, _ help: String, isRequired: Bool = false) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, repeats: true)) { (call) throws(CellError) in [] }
  }
}

/// All remaining arguments of a call, as they came or as they stand in the row of a column.
///
/// What reads them one after the other makes no list of them where they are single values of a row.
package struct RestArguments {
  /// The arguments as they came; `nil` where they are values of a row.
  package let operands: [Operand]?
  private let start: Int
  private let row: BoxedArguments?

  init(_ operands: [Operand]) {
    self.operands = operands
    start = 0
    row = nil
  }

  init(_ row: BoxedArguments, from start: Int) {
    operands = nil
    self.start = start
    self.row = row
  }

  /// The values of a row, of which each is single or was left empty; none where the arguments are operands.
  package var values: some Sequence<BoxedArgument> {
    (start..<max(start, row?.count ?? start)).lazy.map { [row] in
      BoxedArgument(row.unsafelyUnwrapped.start[$0], row.unsafelyUnwrapped.slots)
    }
  }

  /// The arguments as operands.
  package var asOperands: [Operand] { operands ?? values.map(\.operand) }
}

extension Parameter where Value == RestArguments {
  /// All remaining arguments, as they came or as they stand in a row.
  package static func restArguments(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: true, repeats: true)) { (call) throws(CellError) in
      RestArguments(call.restEvaluated())
    }
    .boxed(from: { RestArguments($1, from: $0) })
  }
}

extension Parameter where Value == [Deferred] {
  /// All remaining arguments, each evaluated only when asked for.
  public static func deferredRest(_ name: String, _ help: String, isRequired: Bool = true) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: isRequired, isDeferred: true, repeats: true)) {
      (call) throws(CellError) in
      var rest: [Deferred] = []
      while call.position < call.count {
        switch call.next() {
        case .deferred(let deferred): rest.append(deferred)
        case let operand: rest.append(Deferred(settled: operand))
        }
      }
      return rest
    }
  }
}

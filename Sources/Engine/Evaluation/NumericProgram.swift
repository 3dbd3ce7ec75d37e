import CellModel
import Formulas
import Functions

/// A formula over plain numbers, for the two fast executors.
///
/// Its operations take the top of a stack of doubles and, fused with it, a reference or a constant. It is run only
/// while everything it reads is a number (or, cell by cell, a blank); whatever else comes up, a text, an error, a
/// division by zero, makes the executor give up, and the cell is evaluated by the general ``Program``.
struct NumericProgram {
  enum Code: UInt8 {
    case loadReference, loadConstant
    /// A number of the formula's own, which stands among its references.
    case loadOwnNumber
    /// The number of the row in which the formula stands.
    case loadRow
    /// The cell one row up, or the constant in the first row.
    case loadPrevious
    /// The same two where the cell may be all of the result, which a blank one leaves blank: no number stands for it.
    case loadResult, loadPreviousResult
    /// 1 for a cell that is TRUE or a number other than zero, 0 for FALSE and zero.
    case loadTruth
    case add, subtract, multiply, divide
    case addReference, subtractReference, multiplyReference, divideReference
    case addConstant, subtractConstant, multiplyConstant, divideConstant
    case negate, percent, power
    /// The last operation of a formula, which makes a difference close to zero zero.
    case finalAdd, finalSubtract
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    /// Takes a condition and two values: the second when the condition is 0.
    case select
    /// Takes a position and as many values as the constant says: the one at the position.
    case choose
    case absolute, squareRoot, floor, not
    /// The larger, or smaller, of two numbers; the first where they are equal.
    case larger, smaller
    /// The sum of two numbers among those that a function adds up. It has a kind only where both have the same.
    case total
    /// The same of the last number.
    case lastTotal
    /// What the numbers of an area come to.
    case aggregate
    /// Takes as many numbers as the constant says, for the function of the reference's number.
    case call
  }

  struct Operation {
    var code: Code
    /// The kind of the constant.
    var kind = NumberKind.plain
    /// What the numbers of an area come to, and whether the kind that they have in common is that of the result.
    var aggregate = NumberAggregate.sum
    var keepsKind = false
    var reference: UInt16 = 0
    var constant: Double = 0
  }

  var operations: [Operation] = []
  var functions: [NumericBody] = []
  /// The kinds of the numbers that the functions give.
  var functionKinds: [NumberKind] = []
  var depth = 0
  /// Whether the result is TRUE or FALSE rather than a number.
  var givesLogical = false
  /// Whether it reads areas, of which something may be kept between two rows.
  var readsAreas = false
}

/// Compiles what is numeric throughout; `nil` for anything else.
struct NumericCompiler {
  private enum Kind { case number, logical }

  private let tree: FormulaTree
  private let bindings: NodeBindings
  private let isOnSheet: Bool
  private var program = NumericProgram()
  private var depth = 0

  /// - Parameter isOnSheet: Whether the row in which the formula stands has a number.
  static func compile(_ tree: FormulaTree, _ bindings: NodeBindings, isOnSheet: Bool) -> NumericProgram? {
    guard tree.nodes.count <= 200, !tree.nodes.isEmpty else { return nil }
    var compiler = NumericCompiler(tree, bindings, isOnSheet: isOnSheet)
    guard let kind = compiler.compile(tree.root, isRoot: true, isResult: true) else { return nil }
    compiler.program.givesLogical = kind == .logical
    return compiler.program
  }

  private init(_ tree: FormulaTree, _ bindings: NodeBindings, isOnSheet: Bool) {
    self.tree = tree
    self.bindings = bindings
    self.isOnSheet = isOnSheet
    program.operations.reserveCapacity(tree.nodes.count)
  }

  private mutating func emit(
    _ code: NumericProgram.Code, reference: Int = 0, constant: Double = 0, _ kind: NumberKind = .plain, effect: Int
  ) {
    program.operations.append(
      NumericProgram.Operation(code: code, kind: kind, reference: UInt16(clamping: reference), constant: constant))
    depth += effect
    program.depth = max(program.depth, depth)
  }

  /// The number that a node is in every formula of the template.
  private func constant(_ index: FormulaTree.Index) -> (number: Double, kind: NumberKind)? {
    switch tree[index] {
    case .number(let number, _): bindings[index] == nil ? (number, .plain) : nil
    case .date(let serial, let kind, _): (serial, kind)
    case .unary(.minus, let operand): constant(operand).map { (CellArithmetic.negate($0.number), $0.kind.negated) }
    default: nil
    }
  }

  private func cellReference(_ index: FormulaTree.Index) -> Int? {
    switch (tree[index], bindings[index]) {
    case (.call, _): nil
    case (_, .cell(let number)?): number
    default: nil
    }
  }

  private func areaReference(_ index: FormulaTree.Index) -> Int? {
    switch (tree[index], bindings[index]) {
    case (.call, _): nil
    case (_, .area(let number)?): number
    default: nil
    }
  }

  /// Compiles a node.
  ///
  /// - Parameters:
  ///   - isRoot: Whether it is the last operation of the formula.
  ///   - isResult: Whether what it gives is given on by the formula as it is.
  private mutating func compile(_ index: FormulaTree.Index, isRoot: Bool = false, isResult: Bool = false) -> Kind? {
    if let constant = constant(index) {
      emit(.loadConstant, constant: constant.number, constant.kind, effect: 1)
      return .number
    }
    if let number = cellReference(index) {
      emit(isResult ? .loadResult : .loadReference, reference: number, effect: 1)
      return .number
    }
    switch tree[index] {
    case .number:
      guard case .ownNumber(let number)? = bindings[index] else { return nil }
      emit(.loadOwnNumber, reference: number, effect: 1)
      return .number
    case .parenthesized(let operand), .unary(.plus, let operand): return compile(operand, isResult: isResult)
    case .unary(.minus, let operand):
      guard compile(operand) != nil else { return nil }
      emit(.negate, effect: 0)
      return .number
    case .unary(.percent, let operand):
      guard compile(operand) != nil else { return nil }
      emit(.percent, effect: 0)
      return .number
    case .binary(let op, let left, let right): return compile(op, left, right, isRoot: isRoot)
    case .call(_, let arguments): return compile(call: arguments, index, isResult: isResult)
    default: return nil
    }
  }

  private mutating func compile(
    _ op: BinaryOperator, _ left: FormulaTree.Index, _ right: FormulaTree.Index, isRoot: Bool
  ) -> Kind? {
    guard let leftKind = compile(left) else { return nil }
    typealias Code = NumericProgram.Code
    let fused: (reference: Code, constant: Code)? =
      switch op {
      case .add where !isRoot: (.addReference, .addConstant)
      case .subtract where !isRoot: (.subtractReference, .subtractConstant)
      case .multiply: (.multiplyReference, .multiplyConstant)
      case .divide: (.divideReference, .divideConstant)
      default: nil
      }
    if let fused {
      if let constant = constant(right), op != .divide || constant.number != 0 {
        emit(fused.constant, constant: constant.number, constant.kind, effect: 0)
        return .number
      }
      if let number = cellReference(right) {
        emit(fused.reference, reference: number, effect: 0)
        return .number
      }
    }
    guard let rightKind = compile(right) else { return nil }
    let plain: (code: Code, gives: Kind)? =
      switch op {
      case .add: (isRoot ? .finalAdd : .add, .number)
      case .subtract: (isRoot ? .finalSubtract : .subtract, .number)
      case .multiply: (.multiply, .number)
      case .divide: (.divide, .number)
      case .power: (.power, .number)
      case .equal: (.equal, .logical)
      case .notEqual: (.notEqual, .logical)
      case .less: (.less, .logical)
      case .lessOrEqual: (.lessOrEqual, .logical)
      case .greater: (.greater, .logical)
      case .greaterOrEqual: (.greaterOrEqual, .logical)
      default: nil
      }
    guard let plain, plain.gives == .number || leftKind == rightKind else { return nil }
    emit(plain.code, effect: -1)
    return plain.gives
  }

  private mutating func compile(
    call arguments: [FormulaTree.Index], _ index: FormulaTree.Index, isResult: Bool
  ) -> Kind? {
    if case .previous(let number)? = bindings[index] {
      guard arguments.count == 2, let fallback = constant(arguments[1]) else { return nil }
      emit(
        isResult ? .loadPreviousResult : .loadPrevious, reference: number, constant: fallback.number, fallback.kind,
        effect: 1)
      return .number
    }
    guard case .function(let function)? = bindings[index] else { return nil }
    if isOnSheet, arguments.isEmpty, function.traits.contains(.tellsOwnRow) {
      emit(.loadRow, effect: 1)
      return .number
    }
    if let aggregate = function.aggregate, let number = arguments.first.flatMap(areaReference) {
      return compile(aggregate, function, number, arguments.dropFirst())
    }
    switch (function.form, function.kernel, arguments.count) {
    case (.branch, _, 3):
      guard compile(arguments[0]) != nil, let first = compile(arguments[1], isResult: isResult),
        let second = compile(arguments[2], isResult: isResult), first == second
      else { return nil }
      emit(.select, effect: -2)
      return first
    case (.selection, _, 2...8):
      guard compile(arguments[0]) == .number, let first = compile(arguments[1], isResult: isResult) else { return nil }
      for argument in arguments.dropFirst(2) where compile(argument, isResult: isResult) != first { return nil }
      emit(.choose, constant: Double(arguments.count - 1), effect: 1 - arguments.count)
      return first
    // What gives no number, as an error does not, is not for this program.
    case (.rescue, _, 2): return compile(arguments[0], isResult: isResult)
    case (.call, let kernel?, 1...) where kernel.joinsTruths:
      for (place, argument) in arguments.enumerated() {
        guard compile(truth: argument) else { return nil }
        if place > 0 { emit(NumericProgram.Code(kernel), effect: -1) }
      }
      return .logical
    case (.call, let kernel?, 1...) where kernel.folds:
      for (place, argument) in arguments.enumerated() {
        // Where a blank cell is left out, no number stands for it.
        guard compile(argument, isResult: !kernel.countsBlanks) == .number else { return nil }
        let isLast = kernel == .sum && place == arguments.count - 1
        if place > 0 { emit(isLast ? .lastTotal : NumericProgram.Code(kernel), effect: -1) }
      }
      // Of one number there is nothing to fold, but a sum of the negative zero is zero.
      return arguments.count > 1 || !kernel.countsBlanks ? .number : nil
    case (.call, let kernel?, 1):
      guard compile(arguments[0]) != nil else { return nil }
      emit(NumericProgram.Code(kernel), effect: 0)
      return kernel.givesLogical ? .logical : .number
    case (.call, nil, _): return compile(function, arguments)
    default: return nil
    }
  }

  /// Compiles a truth value: a condition, or a cell that may hold one.
  private mutating func compile(truth index: FormulaTree.Index) -> Bool {
    if let number = cellReference(index) {
      emit(.loadTruth, reference: number, effect: 1)
      return true
    }
    if case .logical(let logical) = tree[index] {
      emit(.loadConstant, constant: logical ? 1 : 0, effect: 1)
      return true
    }
    return compile(index) == .logical
  }

  /// What the numbers of an area come to, and some more where the function takes two at a time.
  private mutating func compile(
    _ aggregate: NumberAggregate, _ function: SheetFunction, _ number: Int, _ others: ArraySlice<FormulaTree.Index>
  ) -> Kind? {
    let joining: NumericProgram.Code? =
      switch aggregate {
      case .product: .multiply
      case .largest: .larger
      case .smallest: .smaller
      case .sum, .startedSum: .total
      case .mean, .count: nil
      }
    let isStarted = aggregate == .sum && !others.isEmpty
    emit(.aggregate, reference: number, effect: 1)
    program.readsAreas = true
    program.operations[program.operations.count - 1].aggregate = isStarted ? .startedSum : aggregate
    program.operations[program.operations.count - 1].keepsKind = function.kindRule == .common
    for (place, other) in zip(others.indices, others) {
      // A blank cell is left out, so that no number stands for it; in a sum it is 0.
      guard let joining, compile(other, isResult: aggregate != .sum) == .number else { return nil }
      emit(isStarted && place == others.endIndex - 1 ? .lastTotal : joining, effect: -1)
    }
    return .number
  }

  /// A function that takes and gives plain numbers.
  private mutating func compile(_ function: SheetFunction, _ arguments: [FormulaTree.Index]) -> Kind? {
    guard let body = function.numericBody,
      !function.traits.contains(.volatile), let kind = function.kindRule.kindOfNumbers, let most = function.arity.max,
      (max(function.arity.min, 1)...max(most, 1)).contains(arguments.count)
    else { return nil }
    for argument in arguments {
      if case .logical(let logical) = tree[argument] {
        guard !function.traits.contains(.analysisToolPak) else { return nil }
        emit(.loadConstant, constant: logical ? 1 : 0, effect: 1)
      } else {
        guard let kind = compile(argument) else { return nil }
        if kind == .logical, function.traits.contains(.analysisToolPak) { return nil }
      }
    }
    program.functions.append(body)
    program.functionKinds.append(kind)
    emit(
      .call, reference: program.functions.count - 1, constant: Double(arguments.count), effect: 1 - arguments.count)
    return .number
  }
}

extension NumericProgram.Code {
  /// The operation of a kernel that a declaration names.
  fileprivate init(_ kernel: NumericKernel) {
    self =
      switch kernel {
      case .absolute: .absolute
      case .squareRoot: .squareRoot
      case .floor: .floor
      case .not: .not
      case .largest, .any: .larger
      case .smallest, .all: .smaller
      case .sum: .total
      }
  }
}

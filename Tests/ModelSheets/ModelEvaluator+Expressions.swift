import CellModel
import Formulas
import Functions

/// One formula while it is evaluated: its tree, the names bound in it, and the grid that addresses mean.
struct ModelFrame {
  var tree: FormulaTree
  var grid: GridID
  var scope: [String: Operand] = [:]
}

/// The body of a LAMBDA with what it captured; used by one thread at a time, as its evaluator is.
struct ModelLambda: @unchecked Sendable {
  var frame: ModelFrame
  var body: FormulaTree.Index
}

extension ModelEvaluator {
  /// What a node gives.
  func operand(_ index: FormulaTree.Index, _ frame: ModelFrame) -> Operand {
    switch frame.tree[index] {
    case .number(let number, _): return .value(.number(number))
    case .date(let number, let kind, _): return .value(.number(number, kind))
    case .text(let text): return .value(.text(text))
    case .logical(let logical): return .value(.logical(logical))
    case .error(let code): return .value(.error(CellError(code)))
    case .missing: return .omitted
    case .invalid, .unreadable: return .value(.error(.name("This formula could not be read.")))
    case .parenthesized(let inner): return operand(inner, frame)
    case .reference(let reference):
      guard let areas = model.areas(of: reference, grid: frame.grid), let first = areas.first else {
        return .value(.error(.reference))
      }
      return .reference(Reference(first, others: Array(areas.dropFirst())))
    case .name(let name, let sheet):
      return meaning(of: name, sheet, frame, isArgument: NodeUsers(in: frame.tree).isArgument(index))
    case .structured(let reference):
      return .value(.error(.name("There is no table \(reference.table ?? "here").")))
    case .subscript_: return .value(.error(.reference("There are no tables here.")))
    case .member(let base, let field): return member(field, of: value(of: operand(base, frame)))
    case .unary(let unary, let inner): return self.unary(unary, operand(inner, frame))
    case .binary: return binaryChain(index, frame)
    case .call(let name, let arguments): return call(name, arguments, index, frame)
    case .apply(let callee, let arguments):
      switch value(of: operand(callee, frame)) {
      case .lambda(let lambda): return call(lambda, arguments.map { operand($0, frame) })
      case .error(let error): return .value(.error(error))
      default: return .value(.error(.value("Only a LAMBDA can be called.")))
      }
    case .array(let rows, let columns, let elements):
      let values = elements.map { first(of: value(of: operand($0, frame))) }
      return .value(.array(CellArray(rows: rows, columns: columns, values)))
    case .record(let names, let values):
      let fields = zip(names, values).map { (name: $0, value: value(of: operand($1, frame))) }
      return .value(.record(CellRecord(fields)))
    }
  }

  /// An operand read as a value: a cell's, an array, blank for nothing.
  func value(of operand: Operand) -> CellValue {
    switch operand {
    case .value(let value): return value
    case .omitted: return .blank
    case .deferred(let deferred): return value(of: deferred.operand)
    case .reference(let reference):
      do throws(CellError) { return try (self as any EvaluationContext).value(of: reference) } catch {
        return .error(error)
      }
    }
  }

  private func first(of value: CellValue) -> CellValue {
    if case .array(let array) = value { array.first } else { value }
  }

  private func meaning(
    of name: String, _ sheet: SheetPrefix?, _ frame: ModelFrame, isArgument: Bool = false
  ) -> Operand {
    let folded = name.lowercased()
    if sheet == nil, let bound = frame.scope[folded] { return bound }
    switch model.names[folded] {
    case .area(let area): return .reference(Reference(area))
    case .formula(let tree): return operand(tree.root, ModelFrame(tree: tree, grid: frame.grid))
    case nil:
      if isArgument, sheet == nil, let function = model.catalog.function(named: name) {
        return .value(.lambda(CellLambda(parameters: [], body: function, source: function.name)))
      }
      return .value(.error(.name("There is no name \(name).")))
    }
  }

  private func member(_ field: String, of value: CellValue) -> Operand {
    switch value {
    case .blank: return .value(.blank)
    case .error: return .value(value)
    case .record(let record):
      return .value(record[field] ?? .error(.reference("The record has no field \(field).")))
    default: return .value(.error(.value("Only a record has fields.")))
    }
  }

  // MARK: Operators

  private func unary(_ unary: UnaryOperator, _ operand: Operand) -> Operand {
    switch unary {
    case .plus: return .value(value(of: operand))
    case .minus: return .value(CellArithmetic.lift(value(of: operand)) { CellArithmetic.negate(dated($0)) })
    case .percent: return .value(CellArithmetic.lift(value(of: operand)) { CellArithmetic.percent(dated($0)) })
    case .intersect: return intersected(operand)
    case .spill:
      guard case .reference(let reference) = operand, reference.isSingleCell else {
        return .value(.error(.reference("Only a cell has a spill range.")))
      }
      return spillRange(of: reference.first.topLeft)
    case .trimLeading, .trimTrailing, .trimBoth:
      guard let function = model.catalog.function(named: "TRIMRANGE") else { return .value(.error(.name)) }
      let edges = Operand.value(.number(Double(unary.trimmedEdges ?? 0)))
      return function([operand, edges, edges], in: self)
    }
  }

  /// What `A1#` means: the cells that an anchor fills, or the array of a named cell.
  private func spillRange(of anchor: CellAddress) -> Operand {
    guard case .formula = model.cells[anchor] else { return .value(.error(.reference("The cell does not spill."))) }
    switch whole(anchor) {
    case .error(let error): return .value(.error(error))
    case .array(let array) where anchor.grid == ModelSheet.namedCells: return .value(.array(array))
    case .array(let array):
      var area = Area(anchor)
      area.bottom += Int32(array.rows - 1)
      area.right += Int32(array.columns - 1)
      return .reference(Reference(area))
    default: return .reference(Reference(anchor))
    }
  }

  /// Implicit intersection: the cell of a range in the formula's own row or column, the first element of an array.
  private func intersected(_ operand: Operand) -> Operand {
    guard case .reference(let reference) = operand else { return .value(first(of: value(of: operand))) }
    guard reference.isSingleArea else { return .value(.error(.value)) }
    if reference.isSingleCell { return operand }
    guard let cell else { return .value(.error(.value)) }
    let area = reference.first
    let row = area.rows == 1 ? area.top : cell.row
    let column = area.columns == 1 ? area.left : cell.column
    guard area.top <= row, row <= area.bottom, area.left <= column, column <= area.right else {
      return .value(.error(.value("No cell of the range stands in this row or column.")))
    }
    return .reference(Reference(CellAddress(grid: area.grid, row: Int(row), column: Int(column))))
  }

  /// Evaluates a chain such as `1+1+…` from its leftmost operand on, without recursion to the left.
  private func binaryChain(_ index: FormulaTree.Index, _ frame: ModelFrame) -> Operand {
    var pending: [(BinaryOperator, FormulaTree.Index)] = []
    var next = index
    while case .binary(let binary, let left, let right) = frame.tree[next] {
      pending.append((binary, right))
      next = left
    }
    var result = operand(next, frame)
    while let (binary, right) = pending.popLast() {
      let isFinal = pending.isEmpty && index == frame.tree.root
      result = self.binary(binary, result, operand(right, frame), isFinal: isFinal)
    }
    return result
  }

  private func binary(_ binary: BinaryOperator, _ left: Operand, _ right: Operand, isFinal: Bool) -> Operand {
    switch binary {
    case .add where isFinal:
      return .value(
        CellArithmetic.lift(value(of: left), value(of: right)) { CellArithmetic.finalAdd(dated($0), dated($1)) })
    case .subtract where isFinal:
      return .value(
        CellArithmetic.lift(value(of: left), value(of: right)) { CellArithmetic.finalSubtract(dated($0), dated($1)) })
    case .range, .intersection, .union: return references(binary, left, right)
    default: return .value(CellArithmetic.lift(value(of: left), value(of: right)) { scalar(binary, $0, $1) })
    }
  }

  /// An operand of arithmetic: a text that is a date without its year is that day of the current one.
  private func dated(_ value: CellValue) -> CellValue {
    guard case .text = value, let number = try? number(value) else { return value }
    return .number(number)
  }

  private func scalar(_ binary: BinaryOperator, _ a: CellValue, _ b: CellValue) -> CellValue {
    switch binary {
    case .add: CellArithmetic.add(dated(a), dated(b))
    case .subtract: CellArithmetic.subtract(dated(a), dated(b))
    case .multiply: CellArithmetic.multiply(dated(a), dated(b))
    case .divide: CellArithmetic.divide(dated(a), dated(b))
    case .power: CellArithmetic.power(dated(a), dated(b))
    case .concatenate: CellArithmetic.concatenate(a, b)
    case .equal: CellComparison.equal(a, b)
    case .notEqual: CellComparison.notEqual(a, b)
    case .less: CellComparison.less(a, b)
    case .lessOrEqual: CellComparison.lessOrEqual(a, b)
    case .greater: CellComparison.greater(a, b)
    case .greaterOrEqual: CellComparison.greaterOrEqual(a, b)
    case .range, .intersection, .union: .error(.value)
    }
  }

  private func references(_ binary: BinaryOperator, _ left: Operand, _ right: Operand) -> Operand {
    for operand in [left, right] {
      if case .value(.error(let error)) = operand { return .value(.error(error)) }
    }
    guard case .reference(let a) = left, case .reference(let b) = right else {
      return .value(.error(.value("References were expected on both sides.")))
    }
    switch binary {
    case .union: return .reference(Reference(a.first, others: a.others + b.areas))
    case .range:
      guard a.isSingleArea, b.isSingleArea, a.first.grid == b.first.grid else { return .value(.error(.value)) }
      guard a.first == b.first || a.first.grid != ModelSheet.namedCells else { return .value(.error(.reference)) }
      return .reference(Reference(a.first.enclosing(b.first)))
    default:
      let common = a.areas.flatMap { area in b.areas.compactMap { area.intersection($0) } }
      guard let first = common.first else { return .value(.error(.null)) }
      return .reference(Reference(first, others: Array(common.dropFirst())))
    }
  }

  // MARK: Calls

  private func call(
    _ name: String, _ arguments: [FormulaTree.Index], _ index: FormulaTree.Index, _ frame: ModelFrame
  ) -> Operand {
    switch FunctionNames.plain(name) {
    case "LET": return letting(arguments, frame)
    case "LAMBDA": return lambda(arguments, index, frame)
    case "ISOMITTED":
      guard arguments.count == 1 else { return .value(.error(.value("ISOMITTED takes 1 argument."))) }
      if case .omitted = operand(arguments[0], frame) { return .value(.logical(true)) }
      return .value(.logical(false))
    case "CURRENT" where arguments.isEmpty:
      guard let before = frame.tree.resultSoFar(at: index) else { return .value(.error(.value)) }
      return operand(before, frame)
    default: break
    }
    let folded = name.lowercased()
    if frame.scope[folded] != nil || model.names[folded] != nil {
      let bound = value(of: meaning(of: name, nil, frame))
      if case .lambda(let lambda) = bound { return call(lambda, arguments.map { operand($0, frame) }) }
      // What is called by the name of a function is that function.
      if model.catalog.function(named: name) == nil {
        if case .error = bound { return .value(bound) }
        return .value(.error(.value("\(name) is no LAMBDA.")))
      }
    }
    guard let function = model.catalog.function(named: name) else {
      return .value(.error(.name("There is no function \(name).")))
    }
    let operands = arguments.enumerated().map { (position, argument) -> Operand in
      if frame.tree[argument] == .missing { return .omitted }
      guard function.isDeferred(argument: position) else { return operand(argument, frame) }
      let cell = standing
      return .deferred(
        Deferred {
          let outer = self.standing
          defer { self.standing = outer }
          self.standing = cell
          return self.operand(argument, frame)
        })
    }
    return function(operands, in: self)
  }

  private func letting(_ arguments: [FormulaTree.Index], _ frame: ModelFrame) -> Operand {
    guard arguments.count % 2 == 1, arguments.count >= 3, let last = arguments.last else {
      return .value(.error(.value("LET takes pairs of name and value, and a calculation.")))
    }
    var frame = frame
    for position in stride(from: 0, to: arguments.count - 1, by: 2) {
      guard let name = frame.tree.parameterName(arguments[position]) else {
        return .value(.error(.value("LET takes a name before each value.")))
      }
      frame.scope[name.lowercased()] = operand(arguments[position + 1], frame)
    }
    return operand(last, frame)
  }

  private func lambda(
    _ arguments: [FormulaTree.Index], _ index: FormulaTree.Index, _ frame: ModelFrame
  ) -> Operand {
    guard let body = arguments.last else { return .value(.error(.value("LAMBDA takes a calculation."))) }
    var names: [String] = []
    var optionalCount = 0
    for argument in arguments.dropLast() {
      guard let name = frame.tree.parameterName(argument) else {
        return .value(.error(.value("A parameter of LAMBDA is a name.")))
      }
      if case .structured = frame.tree[argument] { optionalCount += 1 }
      names.append(name)
    }
    let source = frame.tree.text(of: index)
    return .value(
      .lambda(
        CellLambda(
          parameters: names, optionalCount: optionalCount, body: ModelLambda(frame: frame, body: body),
          source: source))
    )
  }

  package func call(_ lambda: CellLambda, _ arguments: [Operand]) -> Operand {
    if let function = lambda.body as? SheetFunction { return function(arguments, in: self) }
    guard let model = lambda.body as? ModelLambda else { return .value(.error(.value)) }
    let required = lambda.parameters.count - lambda.optionalCount
    guard (required...lambda.parameters.count).contains(arguments.count) else {
      return .value(.error(.value("The LAMBDA takes \(lambda.parameters.count) arguments.")))
    }
    guard lambdaDepth < 128 else { return .value(.error(.number("The LAMBDA calls itself too deeply."))) }
    lambdaDepth += 1
    defer { lambdaDepth -= 1 }
    var frame = model.frame
    for (position, name) in lambda.parameters.enumerated() {
      frame.scope[name.lowercased()] = position < arguments.count ? arguments[position] : .omitted
    }
    return operand(model.body, frame)
  }

  package func value(ofFormulaAt address: CellAddress, shiftedDown rows: Int) -> CellValue? {
    guard case .formula(let tree) = model.cells[address], !isShifted else { return nil }
    let row = Int(address.row) + rows
    guard row <= Area.lastRow else { return .error(.reference) }
    isShifted = true
    defer { isShifted = false }
    let place = CellAddress(grid: address.grid, row: row, column: Int(address.column))
    return evaluate(tree.shifted(rows: rows, columns: 0), in: place)
  }

  // MARK: INDIRECT

  package func reference(from text: String, a1: Bool) throws(CellError) -> Reference {
    let formula = a1 ? Self.withoutZeros(text) : try Self.a1Text(ofR1C1: text, cell: cell)
    let parsed = FormulaParser.parse(formula, dialect: .excel)
    let grid = standing.map { $0.grid == ModelSheet.namedCells ? ModelSheet.firstSheet : $0.grid }
    let frame = ModelFrame(tree: parsed.tree, grid: grid ?? ModelSheet.firstSheet)
    guard !parsed.hasErrors, case .reference(let reference) = operand(parsed.tree.root, frame) else {
      throw .reference("The text names no cells.")
    }
    return reference
  }

  /// `A02` as `A2` and `05:$07` as `5:$7`: INDIRECT passes over zeros before a row. `total05` may be a name.
  private static func withoutZeros(_ text: String) -> String {
    let start = text.lastIndex(of: "!").map { text.index(after: $0) } ?? text.startIndex
    let corners = text[start...].split(separator: ":", omittingEmptySubsequences: false).map { corner in
      guard let parts = corner.wholeMatch(of: /(\$?[A-Za-z]{0,3}\$?)0+([1-9][0-9]*)/) else { return String(corner) }
      return "\(parts.1)\(parts.2)"
    }
    return text[..<start] + corners.joined(separator: ":")
  }

  /// `R3C2` or `R[1]C[-1]` as `B3`, with any sheet before it kept.
  private static func a1Text(ofR1C1 text: String, cell: CellAddress?) throws(CellError) -> String {
    let start = text.lastIndex(of: "!").map { text.index(after: $0) } ?? text.startIndex
    var corners: [String] = []
    for corner in text[start...].split(separator: ":", omittingEmptySubsequences: false) {
      let upper = corner.uppercased()
      guard upper.first == "R", let split = upper.firstIndex(of: "C"),
        let row = number(upper[upper.index(after: upper.startIndex)..<split], from: cell.map { Int($0.row) }),
        let column = number(upper[upper.index(after: split)...], from: cell.map { Int($0.column) }),
        (0...Area.lastRow).contains(row), (0...Area.lastColumn).contains(column)
      else { throw .reference("The text names no cells.") }
      corners.append(A1Notation.text(row: row, column: column))
    }
    return String(text[..<start]) + corners.joined(separator: ":")
  }

  /// A row or column counted from 0: absent, absolute, or in brackets an offset.
  private static func number(_ text: Substring, from own: Int?) -> Int? {
    if text.isEmpty { return own }
    if text.first == "[", text.last == "]" {
      return Int(text.dropFirst().dropLast()).flatMap { distance in own.map { $0 &+ distance } }
    }
    return Int(text).map { $0 - 1 }
  }
}

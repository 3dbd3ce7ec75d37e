import CellModel
import Formulas
import Functions

/// Compiles a resolved formula into a ``Program``.
struct ProgramCompiler {
  private let tree: FormulaTree
  private let bindings: NodeBindings
  private let isOnSheet: Bool
  private let catalog: FunctionCatalog
  /// The nodes whose logicals are counted; empty where none are.
  private let counted: [Bool]
  private var program = ProgramDraft()
  /// Whether calls may go on where rows above have come to: those in another such call do not.
  private var mayGrow: Bool
  /// The call whose arguments it compiles, if that may go on.
  private var growing: GrowingFold?
  /// The operands that a CURRENT reads, each with the local that keeps its value.
  private var kept: [FormulaTree.Index: Int] = [:]

  /// - Parameters:
  ///   - isOnSheet: Whether the row in which the formula stands has a number.
  ///   - countsLogicals: Whether TRUE and FALSE are numbers to what uses them.
  static func compile(
    _ tree: FormulaTree, _ bindings: NodeBindings, slotCount: Int, isOnSheet: Bool, countsLogicals: Bool,
    _ catalog: FunctionCatalog
  ) -> Program {
    let counted = countsLogicals ? CountedLogicals(of: tree, bindings).nodes : []
    var compiler = ProgramCompiler(tree, bindings, isOnSheet: isOnSheet, counted, mayGrow: !countsLogicals, catalog)
    compiler.program = ProgramDraft(localCount: slotCount)
    if tree.nodes.isEmpty {
      compiler.program.emit(.blank)
    } else {
      compiler.keepOperandsOfCurrent()
      compiler.compile(tree.root, asReference: false)
    }
    return Program(compiler.program)
  }

  private init(
    _ tree: FormulaTree, _ bindings: NodeBindings, isOnSheet: Bool, _ counted: [Bool], mayGrow: Bool,
    _ catalog: FunctionCatalog
  ) {
    self.counted = counted
    self.mayGrow = mayGrow
    self.tree = tree
    self.bindings = bindings
    self.isOnSheet = isOnSheet
    self.catalog = catalog
  }

  /// What is left to do for a formula: nodes to compile, and instructions to place when their operands are done.
  private enum Task {
    case node(FormulaTree.Index, asReference: Bool)
    case instruction(Program.Instruction)
    /// What is made of cells alone in a call that may go on, and where its code begins.
    case endOfSingle(start: Int)
  }

  /// Compiles a node and all below it.
  ///
  /// A long chain of operators is deep in its left operands, so nodes wait on a stack of our own. Only calls, whose
  /// nesting the parser limits, recur.
  private mutating func compile(_ index: FormulaTree.Index, asReference: Bool) {
    var stack: [Task] = [.node(index, asReference: asReference)]
    while let task = stack.popLast() {
      switch task {
      case .instruction(let instruction): program.emit(instruction)
      case .endOfSingle(let start): growing?.code.singles.append(start..<program.end)
      case .node(let index, let asReference):
        if let growing, growing.singles.contains(index) { stack.append(.endOfSingle(start: program.end)) }
        if !counted.isEmpty, counted[Int(index)] { stack.append(.instruction(.countLogical)) }
        if let slot = kept[index] {
          stack.append(.instruction(.local(slot)))
          stack.append(.instruction(.storeLocal(slot)))
        }
        if let binding = bindings[index], compile(binding, index, asReference: asReference) { continue }
        compile(node: index, asReference: asReference, &stack)
      }
    }
  }

  private mutating func compile(node index: FormulaTree.Index, asReference: Bool, _ stack: inout [Task]) {
    switch tree[index] {
    case .number(let number, _): program.emit(.number(number))
    case .date(let serial, let kind, _): program.emit(.number(serial, kind))
    case .text(let text): program.emit(.text(text))
    case .logical(let logical): program.emit(.logical(logical))
    case .error(let code): program.emit(.error(CellError(code)))
    case .missing: program.emit(.omitted)
    case .invalid: program.emit(.error(.name("The formula could not be read.")))
    case .unreadable(let reason): program.emit(.error(.name("The formula could not be read: \(reason).")))
    case .reference, .structured, .name: program.emit(.error(.name))  // all of them have a binding
    case .parenthesized(let operand): stack.append(.node(operand, asReference: asReference))
    case .unary(let op, let operand):
      if let edges = op.trimmedEdges { return compile(trimmed: operand, edges, &stack) }
      stack.append(.instruction(.unary(op)))
      stack.append(.node(operand, asReference: op == .spill || op == .intersect))
    case .binary(.concatenate, _, _):
      let operands = joinedOperands(of: index)
      stack.append(.instruction(.join(operands.count, function: nil)))
      for operand in operands.reversed() { stack.append(.node(operand, asReference: false)) }
    case .binary(let op, let left, let right):
      let wantsReferences = op.joinsReferences
      if op == .range {
        if tree.isNumber(left) || tree.isNumber(right) {
          return program.emit(.error(.name("A number is no end of a range.")))
        }
      }
      stack.append(.instruction(.binary(op, isFinal: index == tree.root)))
      stack.append(.node(right, asReference: wantsReferences))
      stack.append(.node(left, asReference: wantsReferences))
    case .subscript_(let base, let row):
      stack.append(.instruction(.tableRow))
      stack.append(.node(row, asReference: false))
      stack.append(.node(base, asReference: true))
    case .member(let base, let field):
      stack.append(.instruction(.member(program.number(of: [field]))))
      stack.append(.node(base, asReference: true))
    case .array(let rows, let columns, let elements):
      stack.append(.instruction(.array(rows: rows, columns: columns)))
      for element in elements.reversed() { stack.append(.node(element, asReference: false)) }
    case .record(let names, let values):
      stack.append(.instruction(.record(program.number(of: names))))
      for value in values.reversed() { stack.append(.node(value, asReference: false)) }
    case .call(let name, _): program.emit(.error(noFunction(name)))  // each has a binding
    case .apply(let callee, let arguments):
      stack.append(.instruction(.apply(arguments: arguments.count)))
      for argument in arguments.reversed() { stack.append(.node(argument, asReference: true)) }
      stack.append(.node(callee, asReference: false))
    }
  }

  /// The most texts that are put together at once.
  private static var mostJoined: Int { 8 }

  /// The operands of a chain of `&`, of which the first may be the beginning of the chain.
  private func joinedOperands(of index: FormulaTree.Index) -> [FormulaTree.Index] {
    var operands: [FormulaTree.Index] = []
    var next = index
    while operands.count < Self.mostJoined - 1, case .binary(.concatenate, let left, let right) = tree[next],
      next == index || kept[next] == nil
    {
      operands.append(right)
      next = left
    }
    operands.append(next)
    return operands.reversed()
  }

  /// Compiles a trimmed range as a call of TRIMRANGE.
  private mutating func compile(trimmed operand: FormulaTree.Index, _ edges: Int, _ stack: inout [Task]) {
    guard let function = catalog.function(named: "TRIMRANGE") else {
      return program.emit(.error(noFunction("TRIMRANGE")))
    }
    let constant = Task.instruction(.constant(program.number(of: .number(Double(edges)))))
    let call = Task.instruction(.call(function: program.number(of: function), arguments: 3))
    stack += [call, constant, constant, .node(operand, asReference: true)]
  }

  /// Compiles what a node is bound to; `false` when the node is compiled by its kind.
  private mutating func compile(_ binding: NodeBinding, _ index: FormulaTree.Index, asReference: Bool) -> Bool {
    switch binding {
    case .cell(let number), .area(let number):
      if case .call(_, let arguments) = tree[index] {
        // The name of a call stands for a cell that holds a LAMBDA.
        program.emit(.cell(number))
        apply(arguments)
      } else if growing != nil, case .area = binding {
        program.emit(.grownReference(number))
      } else {
        program.emit(asReference ? .reference(number) : .cell(number))
      }
    case .areas(let numbers):
      program.emit(.references(program.number(ofUnion: numbers)))
    case .local(let slot):
      program.emit(.local(slot))
      if case .call(_, let arguments) = tree[index] { apply(arguments) }
    case .declaration: program.emit(.error(.name))
    case .previous(let number):
      guard case .call(_, let arguments) = tree[index] else { return false }
      let hole = program.reserve()
      if arguments.count > 1 { compile(arguments[1], asReference: false) } else { program.emit(.blank) }
      program.fill(hole, .previous(number, target: program.end))
    case .headers(let names, let data): program.emit(.headers(program.number(of: names), data: data))
    case .function(let function):
      if case .call(_, let arguments) = tree[index] {
        compile(call: function, arguments, at: index)
      } else {
        // A lambda whose body is the function itself.
        program.emit(.lambda(CellLambda(parameters: [], body: function, source: function.name)))
      }
    case .unknownName(let name):
      program.emit(.error(isCall(index) ? noFunction(name) : .name("There is no cell named \(name).")))
    case .unknownSheet(let name): program.emit(.error(.reference("There is no sheet named \(name).")))
    case .unknownColumn(let name): program.emit(.error(.reference("There is no column named \(name).")))
    case .outsideTable: program.emit(.error(.value("The formula stands in no row of the table.")))
    case .deleted: program.emit(.error(.reference("It refers to a cell that is not there.")))
    case .ownNumber(let number): program.emit(.ownNumber(number))
    }
    return true
  }

  /// Calls the LAMBDA that was pushed last.
  private mutating func apply(_ arguments: [FormulaTree.Index]) {
    for argument in arguments { compile(argument, asReference: true) }
    program.emit(.apply(arguments: arguments.count))
  }

  private func isCall(_ index: FormulaTree.Index) -> Bool { if case .call = tree[index] { true } else { false } }

  // MARK: Calls

  /// The error of a call of nothing; for a function that is absent on purpose it says why.
  private func noFunction(_ name: String) -> CellError {
    .name(catalog.absence(of: name) ?? "There is no function named \(name).")
  }

  private mutating func compile(
    call function: SheetFunction, _ arguments: [FormulaTree.Index], at index: FormulaTree.Index
  ) {
    switch function.form {
    case .binding: compileLet(arguments)
    case .lambda: compileLambda(arguments, at: index)
    case .previous: program.emit(.error(.value("\(function.name) reads a column of its own table, one row up.")))
    case .current where arguments.isEmpty: compileCurrent(at: index)
    case .choice(comparesFirst: false) where arguments.count >= 2 && arguments.count.isMultiple(of: 2):
      compileChoice(arguments[...], of: nil, otherwise: "No condition holds.")
    case .choice(comparesFirst: true) where arguments.count >= 3: compileSwitch(arguments)
    case .branch where arguments.count == 2 || arguments.count == 3: compile(branch: function, arguments)
    case .selection where arguments.count >= 2: compile(selection: function, arguments)
    case .rescue(let onlyMissing) where arguments.count == 2 && !isLocal(arguments[1]):
      compile(rescue: function, arguments, onlyMissing: onlyMissing)
    default: compile(function, arguments)
    }
  }

  /// Finds the operands whose values a CURRENT reads, and gives each of them a local.
  private mutating func keepOperandsOfCurrent() {
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      guard case .function(let function)? = bindings[index], function.form == .current, isCall(index),
        let operand = tree.resultSoFar(at: index), kept[operand] == nil
      else { continue }
      kept[operand] = program.addLocal()
    }
  }

  private mutating func compileCurrent(at index: FormulaTree.Index) {
    if let operand = tree.resultSoFar(at: index), let slot = kept[operand] {
      program.emit(.local(slot))
    } else {
      program.emit(.error(.value("There is no operator before CURRENT with something to its left.")))
    }
  }

  /// Compiles a call that may go on where a row above has come to.
  private mutating func compile(_ fold: GrowingFold, _ function: SheetFunction, _ arguments: [FormulaTree.Index]) {
    var fold = fold
    let hole = program.reserve()
    for position in arguments.indices {
      let grows = fold.growing.contains(position)
      (mayGrow, growing) = (!grows, grows ? fold : nil)
      let start = program.end
      compile(arguments[position], asReference: !function.liftsArgument(at: position))
      if grows {
        fold.code.arguments.append(start..<program.end)
        fold.code.singles = growing?.code.singles ?? []
      } else {
        fold.code.others.append(start..<program.end)
      }
    }
    (mayGrow, growing) = (true, nil)
    program.emit(.call(function: program.number(of: function), arguments: arguments.count))
    fold.code.end = program.end
    program.fill(hole, .growing(program.number(of: fold)))
  }

  private mutating func compile(_ function: SheetFunction, _ arguments: [FormulaTree.Index]) {
    if mayGrow, kept.isEmpty, let fold = GrowingFold(function, arguments, of: tree, bindings) {
      return compile(fold, function, arguments)
    }
    if isOnSheet, arguments.isEmpty, function.traits.contains(.tellsOwnRow) { return program.emit(.ownRow) }
    if function.traits.contains(.joinsTexts), (1...Self.mostJoined).contains(arguments.count) {
      // What stands in one cell is all that there is to it.
      for argument in arguments { compile(argument, asReference: !isCell(argument)) }
      return program.emit(.join(arguments.count, function: program.number(of: function)))
    }
    for (position, argument) in arguments.enumerated() {
      if function.isDeferred(argument: position), !tree.isLiteral(argument) {
        let hole = program.reserve()
        compile(argument, asReference: true)
        program.fill(hole, .deferred(end: program.end))
      } else if function.takesManyNumbers, let cell = plainCell(argument) {
        program.emit(.numberOrReference(cell))
      } else {
        let takesValue =
          function.liftsArgument(at: position)
          || function.traits.contains(.takesCellsAsValues) && isCell(argument)
        compile(argument, asReference: !takesValue)
      }
    }
    program.emit(.call(function: program.number(of: function), arguments: arguments.count))
  }

  /// The reference of a node that is a cell and nothing else.
  private func plainCell(_ index: FormulaTree.Index) -> Int? {
    guard case .cell(let number)? = bindings[index], !isCall(index), kept[index] == nil,
      counted.isEmpty || !counted[Int(index)]
    else { return nil }
    return number
  }

  private func isCell(_ index: FormulaTree.Index) -> Bool { if case .cell? = bindings[index] { true } else { false } }

  private mutating func compile(branch function: SheetFunction, _ arguments: [FormulaTree.Index]) {
    compile(arguments[0], asReference: false)
    let hole = program.reserve()
    compile(arguments[1], asReference: true)
    let jump = program.reserve()
    let elseStart = program.end
    if arguments.count == 3 { compile(arguments[2], asReference: true) } else { program.emit(.logical(false)) }
    program.fill(
      hole,
      .branch(
        elseStart: elseStart, end: program.end, hasElse: arguments.count == 3, function: program.number(of: function)))
    program.fill(jump, .jump(program.end))
  }

  private mutating func compile(selection function: SheetFunction, _ arguments: [FormulaTree.Index]) {
    var selection = Program.Selection(function: program.number(of: function))
    compile(arguments[0], asReference: false)
    let hole = program.reserve()
    var jumps: [ProgramDraft.Hole] = []
    for argument in arguments.dropFirst() {
      if !selection.starts.isEmpty {
        jumps.append(program.reserve())
      }
      selection.starts.append(program.end)
      compile(argument, asReference: true)
    }
    selection.end = program.end
    for jump in jumps { program.fill(jump, .jump(selection.end)) }
    program.fill(hole, .select(program.number(of: selection)))
  }

  /// Whether a node is the name of a local, which may be left out.
  private func isLocal(_ index: FormulaTree.Index) -> Bool { if case .local? = bindings[index] { true } else { false } }

  private mutating func compile(rescue function: SheetFunction, _ arguments: [FormulaTree.Index], onlyMissing: Bool) {
    compile(arguments[0], asReference: false)
    let hole = program.reserve()
    if tree[arguments[1]] == .missing { program.emit(.blank) } else { compile(arguments[1], asReference: true) }
    program.fill(
      hole, .rescue(onlyMissing: onlyMissing, end: program.end, function: program.number(of: function)))
  }

  private mutating func compileSwitch(_ arguments: [FormulaTree.Index]) {
    let slot = program.addLocal()
    compile(arguments[0], asReference: false)
    program.emit(.storeLocal(slot))
    compileChoice(arguments.dropFirst(), of: slot, otherwise: "No value is equal.")
  }

  /// Compiles pairs of a condition and its result, as a chain of branches; a last one without a partner is the result
  /// of no condition.
  ///
  /// - Parameter slot: The local that each first of a pair must be equal to; `nil` when it is a condition itself.
  private mutating func compileChoice(
    _ arguments: ArraySlice<FormulaTree.Index>, of slot: Int?, otherwise message: String
  ) {
    var branches: [(hole: ProgramDraft.Hole, jump: ProgramDraft.Hole)] = []
    var rest = arguments
    while rest.count >= 2 {
      if let slot { program.emit(.local(slot)) }
      compile(rest.removeFirst(), asReference: false)
      if slot != nil { program.emit(.binary(.equal, isFinal: false)) }
      let hole = program.reserve()
      compile(rest.removeFirst(), asReference: true)
      branches.append((hole, program.reserve()))
    }
    if let last = rest.first { compile(last, asReference: true) } else { program.emit(.error(.notAvailable(message))) }
    let perElement = catalog.function(of: .branch).map { program.number(of: $0) }
    for (hole, jump) in branches {
      program.fill(hole, .branch(elseStart: jump.next, end: program.end, hasElse: true, function: perElement))
      program.fill(jump, .jump(program.end))
    }
  }

  private mutating func compileLet(_ arguments: [FormulaTree.Index]) {
    guard arguments.count >= 3, arguments.count % 2 == 1 else {
      return program.emit(.error(.value("LET takes pairs of a name and a value, and then a result.")))
    }
    for position in stride(from: 0, to: arguments.count - 1, by: 2) {
      guard case .declaration(let slot)? = bindings[arguments[position]] else {
        return program.emit(.error(noName(arguments[position], "LET wants a name as each first of its pairs")))
      }
      compile(arguments[position + 1], asReference: true)
      program.emit(.storeLocal(slot))
    }
    compile(arguments[arguments.count - 1], asReference: true)
  }

  /// Why an argument declares nothing; what looks like an address is the cell, and hardly meant to be.
  private func noName(_ argument: FormulaTree.Index, _ rule: String) -> CellError {
    guard case .reference = tree[argument] else { return .value("\(rule).") }
    return .value("\(rule), and \(tree.text(of: argument)) is a cell.")
  }

  private mutating func compileLambda(_ arguments: [FormulaTree.Index], at index: FormulaTree.Index) {
    guard let body = arguments.last else { return program.emit(.error(.value("LAMBDA wants an expression."))) }
    var form = Program.LambdaForm(parameters: [], slots: [], optionalCount: 0, start: 0, end: 0, node: index)
    for argument in arguments.dropLast() {
      guard case .declaration(let slot)? = bindings[argument], let name = tree.parameterName(argument) else {
        return program.emit(.error(noName(argument, "LAMBDA wants names as its parameters")))
      }
      if case .structured = tree[argument] { form.optionalCount += 1 }
      form.parameters.append(name.lowercased())
      form.slots.append(slot)
    }
    let hole = program.reserve()
    form.start = program.end
    compile(body, asReference: true)
    form.end = program.end
    program.fill(hole, .makeLambda(program.number(of: form), end: form.end))
  }
}

extension SheetFunction {
  /// Whether the argument at a position is read as one value, so that a cell's value serves as well as its place.
  func liftsArgument(at position: Int) -> Bool { info(ofArgument: position)?.lifts ?? false }
}

import CellModel
import Formulas
import Functions

/// A call that adds up what operators make of columns, as the program has it, so that rows which ask for more of the same may go on.
///
/// `SUMPRODUCT((A$1:A1 = "x") * B$1:B1)` filled down asks in each row for what the row above has asked, and for one element more.
struct GrowingFold {
  /// What is made of the elements.
  enum Measure {
    case numbers(NumberAggregate)
    /// Whether all are true, or any is.
    case truths(areAll: Bool)
    /// What a function makes of the numbers among them and of its other arguments.
    case gathered(SheetFunction)
    /// What a function finds at the last place of the one number among errors.
    case lastPlace(SheetFunction)

    init?(_ function: SheetFunction) {
      if let aggregate = function.aggregateOfElements {
        self = .numbers(aggregate)
      } else if function.form == .call, let kernel = function.kernel, kernel.joinsTruths {
        self = .truths(areAll: kernel == .all)
      } else if function.readsNumbersOfFirst {
        self = .gathered(function)
      } else if function.traits.contains(.findsLastOfEquals) {
        self = .lastPlace(function)
      } else {
        return nil
      }
    }
  }

  let measure: Measure
  /// Whether what comes of numbers of one kind is of that kind.
  let keepsKinds: Bool
  /// Whether the numbers of several arguments are multiplied, and what is none counts as 0.
  let multiplies: Bool
  /// Which arguments grow.
  let growing: Range<Int>
  /// Where its parts stand in the program.
  var code = Code()
  /// The areas among the references of the arguments, and the cells that stand for themselves; a cell may be wanted for its place.
  let areas: [Int]
  let cells: [(number: Int, isPlace: Bool)]
  /// What is made of cells alone, such as `MONTH(D1)`, and the code of each.
  let singles: [FormulaTree.Index]
  /// The numbers that each formula has for itself.
  let ownNumbers: [Int]

  /// The code of the parts of a call.
  struct Code {
    /// Of each argument that grows.
    var arguments: [Range<Int>] = []
    /// Of each other argument.
    var others: [Range<Int>] = []
    /// Of what is made of cells alone.
    var singles: [Range<Int>] = []
    /// Where the call ends.
    var end = 0
  }

  /// What a call with some arguments is to be compiled as; `nil` for any other call.
  init?(
    _ function: SheetFunction, _ arguments: [FormulaTree.Index], of tree: FormulaTree, _ bindings: NodeBindings
  ) {
    guard let measure = Measure(function), let growing = Self.growing(arguments.count, of: function, measure) else {
      return nil
    }
    var operands = ElementwiseOperands(tree, bindings)
    for argument in arguments[growing] {
      guard operands.takeIn(argument) else { return nil }
    }
    // Columns as they are have ways of their own.
    guard !operands.areas.isEmpty, operands.hasOperators else { return nil }
    (self.measure, self.growing) = (measure, growing)
    keepsKinds = function.kindRule == .common
    multiplies = function.addsProducts
    (areas, cells, singles) = (operands.areas, operands.cells, operands.singles)
    ownNumbers = operands.ownNumbers
  }

  /// Which of so many arguments grow; `nil` where others would be read with them.
  private static func growing(_ count: Int, of function: SheetFunction, _ measure: Measure) -> Range<Int>? {
    switch measure {
    case .lastPlace: count > 1 ? 1..<2 : nil
    case .gathered where count > 1: function.info(ofArgument: 0)?.repeats == false ? 0..<1 : nil
    default: count == 1 || function.addsProducts ? 0..<count : nil
    }
  }
}

/// What some expressions read that are made element by element.
private struct ElementwiseOperands {
  /// A node, and the place in a list of the node that it is an operand of.
  private struct Visit {
    let index: FormulaTree.Index
    let parent: Int
    let isPlace: Bool
    /// Whether it is an operator or a call.
    var isMade = false
    var readsAreas = false
    /// Whether its operands are wanted for their places.
    var asksForPlaces = false
  }

  private let tree: FormulaTree
  private let bindings: NodeBindings
  private(set) var areas: [Int] = []
  private(set) var cells: [(number: Int, isPlace: Bool)] = []
  /// The largest expressions that read no area.
  private(set) var singles: [FormulaTree.Index] = []
  private(set) var ownNumbers: [Int] = []
  /// Whether anything is made of what is read.
  private(set) var hasOperators = false

  init(_ tree: FormulaTree, _ bindings: NodeBindings) { (self.tree, self.bindings) = (tree, bindings) }

  /// Takes in an expression; `false` where an element of it may depend on more than the elements that it is made of.
  mutating func takeIn(_ index: FormulaTree.Index) -> Bool {
    // A long chain of operators is deep, so nodes wait in a list.
    var visits = [Visit(index: index, parent: -1, isPlace: false)]
    var next = 0
    while next < visits.count {
      guard let operands = operands(of: &visits[next]) else { return false }
      visits += operands.map { Visit(index: $0, parent: next, isPlace: visits[next].asksForPlaces) }
      next += 1
    }
    for place in visits.indices.reversed() where visits[place].readsAreas && visits[place].parent >= 0 {
      visits[visits[place].parent].readsAreas = true
    }
    takeIn(visits)
    return true
  }

  private mutating func takeIn(_ visits: [Visit]) {
    // What an expression without areas is made of is in its value.
    var isWithinSingle = [Bool](repeating: false, count: visits.count)
    for (place, visit) in visits.enumerated() {
      isWithinSingle[place] = visit.parent >= 0 && (isWithinSingle[visit.parent] || !visits[visit.parent].readsAreas)
      if isWithinSingle[place] { continue }
      if visit.isMade {
        hasOperators = true
        if !visit.readsAreas { singles.append(visit.index) }
      }
      switch bindings[visit.index] {
      case .cell(let number)?: cells.append((number, visit.isPlace))
      case .area(let number)?: areas.append(number)
      case .ownNumber(let number)?: ownNumbers.append(number)
      default: continue
      }
    }
  }

  /// The operands of a node; `nil` where an element may depend on more.
  private func operands(of visit: inout Visit) -> [FormulaTree.Index]? {
    if let binding = bindings[visit.index] {
      switch binding {
      case .cell, .ownNumber: return []
      case .area:
        visit.readsAreas = true
        return []
      case .function(let function):
        guard case .call(_, let arguments) = tree[visit.index], Self.isElementwise(function, arguments.count) else {
          return nil
        }
        (visit.isMade, visit.asksForPlaces) = (true, function.tellsRowsOrColumns)
        return Array(arguments)
      default: return nil
      }
    }
    switch tree[visit.index] {
    case .number, .date, .text, .logical: return []
    case .parenthesized(let operand):
      visit.asksForPlaces = visit.isPlace
      return [operand]
    case .unary(let op, let operand):
      guard [.plus, .minus, .percent].contains(op) else { return nil }
      visit.isMade = true
      return [operand]
    case .binary(let op, let left, let right):
      guard !op.joinsReferences, op != .concatenate else { return nil }
      visit.isMade = true
      return [left, right]
    default: return nil
    }
  }

  private static func isElementwise(_ function: SheetFunction, _ count: Int) -> Bool {
    switch function.form {
    case .branch: count == 2 || count == 3
    case .rescue: count == 2
    case .call: function.isElementwise || function.traits.contains(.tellsOwnRow) && count == 1
    default: false
    }
  }
}

extension Evaluator {
  /// Pushes what a call comes to that goes on where a row above has come to, where not only the ordinary call tells.
  ///
  /// Not inlined: runs are deep within each other, and what this takes of the stack each of them would.
  ///
  /// - Returns: Where the program goes on behind it.
  @inline(never)
  func pushGrown(
    _ number: Int, _ template: FormulaTemplate, _ frame: LocalFrame?, on stack: inout OperandStack
  ) -> Int? {
    let fold = template.program.folds[number]
    guard let operand = grown(fold, template, frame) else { return nil }
    stack.push(operand)
    return fold.code.end
  }

  /// What such a call comes to; `nil` where only the ordinary call tells.
  private func grown(_ fold: GrowingFold, _ template: FormulaTemplate, _ frame: LocalFrame?) -> Operand? {
    guard !reads.isReadingDynamically, windowTop == nil, let rows = grownRows(of: fold),
      let key = key(of: fold, template, frame)
    else { return nil }
    let cache = cache
    guard cache.entry(for: MetFolds.Key(), { MetFolds() }).meets(key) else { return nil }
    let grown = cache.entry(for: key, atMost: GrownFold.mostKept) {
      GrownFold(of: template, cache.entry(for: GatheredCount.Key()) { GatheredCount() })
    }
    let isTakenIn = grown.takeIn(upTo: rows, fold) { first in arrays(of: fold, from: first, template, frame) }
    guard isTakenIn else { return nil }
    switch fold.measure {
    case .numbers, .truths: return grown.result(of: fold).map { .value($0) }
    case .gathered(let function):
      return operands(of: fold, with: grown.gathered, template, frame).map { function($0, in: self) }
    case .lastPlace(let function):
      guard var operands = operands(of: fold, with: grown.lastNumber, template, frame),
        case .value(.number(let wanted, _)) = operands[0], grown.isBelow(wanted)
      else { return nil }
      if let place = grown.lastPlace, operands.count > 2 {
        guard let cell = cell(at: place, of: operands[2]) else { return nil }
        operands[2] = cell
      }
      return function(operands, in: self)
    }
  }

  /// The operands of a call: an array in place of the argument that grows, and the others as they are.
  private func operands(
    of fold: GrowingFold, with array: CellArray, _ template: FormulaTemplate, _ frame: LocalFrame?
  ) -> [Operand]? {
    var operands: [Operand] = []
    for code in fold.code.others {
      guard let operand = operand(of: code, template, frame) else { return nil }
      operands.append(operand)
    }
    operands.insert(.value(.array(array)), at: fold.growing.lowerBound)
    return operands
  }

  /// The cell of a column that is so far below its top; `nil` for anything but a column as long as that.
  private func cell(at place: Int, of operand: Operand) -> Operand? {
    guard case .reference(let reference) = operand, reference.isSingleArea, !reference.isArray,
      reference.first.columns == 1, place < reference.first.rows
    else { return nil }
    var area = reference.first
    area.top += Int32(place)
    area.bottom = area.top
    return .reference(Reference(area))
  }

  /// How many rows the columns have, which begin in a row of their own and end below the formula's, all in the same.
  private func grownRows(of fold: GrowingFold) -> Int? {
    let row = Int(origin.row)
    var rows: Int?
    for number in fold.areas {
      let reference = reference(at: number)
      guard reference.left == reference.right, !reference.topIsRelative, reference.bottomIsRelative,
        !reference.mayBeMissing, case let count = reference.bottomRow(at: row) - Int(reference.top) + 1,
        count >= GrownFold.leastRows, rows.map({ $0 == count }) ?? true
      else { return nil }
      let area = reference.area(at: row)
      // Of so many rows those are read that are used: all of them, or it is another array than the rows are many.
      let isReadWhole = !area.isClippedWhenRead || area.rows <= CellArray.limit && cells.usedArea(area) == area
      guard isReadWhole, cells.clipped(area) == area else { return nil }
      rows = count
    }
    return rows
  }

  private func key(
    of fold: GrowingFold, _ template: FormulaTemplate, _ frame: LocalFrame?
  ) -> GrownFold.Key? {
    var values: [GrownFold.Single] = []
    var places: [Area] = []
    for cell in fold.cells {
      if cell.isPlace {
        guard case .reference(let reference) = reference(cell.number), reference.isSingleCell else { return nil }
        places.append(reference.first)
      } else {
        guard case .value(let value) = self.cell(cell.number), let single = GrownFold.Single(value) else { return nil }
        values.append(single)
      }
    }
    for number in fold.ownNumbers {
      let own = reference(at: number).number(at: Int(origin.row), in: formulas.ownNumbers.base)
      values.append(.number(own.bitPattern, .plain))
    }
    for code in fold.code.singles {
      guard let single = run(code, template, frame).flatMap({ GrownFold.Single($0) }) else { return nil }
      values.append(single)
    }
    let columns = fold.areas.map { reference(at: $0).area(at: Int(origin.row)).topLeft }
    return GrownFold.Key(
      template: ObjectIdentifier(template), end: fold.code.end, scope: cells.grids[origin.grid.index].scope,
      columns: columns,
      values: values, places: places)
  }

  /// What the arguments come to from a row on.
  private func arrays(
    of fold: GrowingFold, from first: Int, _ template: FormulaTemplate, _ frame: LocalFrame?
  ) -> [CellArray]? {
    windowTop = first
    defer { windowTop = nil }
    var arrays: [CellArray] = []
    for argument in fold.code.arguments {
      guard case .array(let array)? = run(argument, template, frame) else { return nil }
      arrays.append(array)
    }
    return arrays
  }

  private func run(_ code: Range<Int>, _ template: FormulaTemplate, _ frame: LocalFrame?) -> CellValue? {
    operand(of: code, template, frame).map { taken($0) }
  }

  /// What a piece of the program comes to; `nil` where runs are too deep within one another.
  private func operand(of code: Range<Int>, _ template: FormulaTemplate, _ frame: LocalFrame?) -> Operand? {
    do throws(CellError) { try course.limits.enterRun() } catch { return nil }
    defer { course.limits.leaveRun() }
    return machine.run(template, template.program.code, code, frame, in: self)
  }

  /// A column that grows from row to row: what is asked for of it now.
  func grownReference(_ number: Int) -> Operand {
    guard let windowTop else { return reference(number) }
    var area = reference(at: number).area(at: Int(origin.row))
    area.top += Int32(windowTop)
    return .reference(Reference(area))
  }
}

import CellModel
import Formulas
import Functions

/// A call that adds up what operators make of columns, as the program has it, so that rows which ask for more of the same may go on.
///
/// `SUMPRODUCT((A$1:A1 = "x") * B$1:B1)` filled down asks in each row for what the row above has asked, and for one element more.
struct GrowingFold {
  let aggregate: NumberAggregate
  /// Whether what comes of numbers of one kind is of that kind.
  let keepsKinds: Bool
  /// Whether the numbers of several arguments are multiplied, and what is none counts as 0.
  let multiplies: Bool
  /// The code of each argument.
  var arguments: [Range<Int>] = []
  /// The areas among the references of the arguments, and their cells; a cell may be wanted for its place.
  let areas: [Int]
  let cells: [(number: Int, isPlace: Bool)]
  /// The numbers that each formula has for itself.
  let ownNumbers: [Int]
  /// Where the call ends.
  var end = 0

  /// What a call with some arguments is to be compiled as; `nil` for any other call.
  init?(
    _ function: SheetFunction, _ arguments: [FormulaTree.Index], of tree: FormulaTree, _ bindings: NodeBindings
  ) {
    guard let aggregate = function.aggregateOfElements, arguments.count == 1 || function.addsProducts else {
      return nil
    }
    var operands = ElementwiseOperands(tree, bindings)
    for argument in arguments {
      guard operands.takeIn(argument) else { return nil }
    }
    // Columns as they are have ways of their own.
    guard !operands.areas.isEmpty, operands.hasOperators else { return nil }
    self.aggregate = aggregate
    keepsKinds = function.kindRule == .common
    multiplies = function.addsProducts
    (areas, cells, ownNumbers) = (operands.areas, operands.cells, operands.ownNumbers)
  }
}

/// What some expressions read that are made element by element.
private struct ElementwiseOperands {
  private let tree: FormulaTree
  private let bindings: NodeBindings
  private(set) var areas: [Int] = []
  private(set) var cells: [(number: Int, isPlace: Bool)] = []
  private(set) var ownNumbers: [Int] = []
  /// Whether anything is made of what is read.
  private(set) var hasOperators = false

  init(_ tree: FormulaTree, _ bindings: NodeBindings) { (self.tree, self.bindings) = (tree, bindings) }

  /// Takes in an expression; `false` where an element of it may depend on more than the elements that it is made of.
  mutating func takeIn(_ index: FormulaTree.Index) -> Bool {
    // A long chain of operators is deep, so nodes wait on a stack of our own.
    var waiting = [(index: index, isPlace: false)]
    while let (index, isPlace) = waiting.popLast() {
      if let binding = bindings[index] {
        switch binding {
        case .cell(let number): cells.append((number, isPlace))
        case .area(let number): areas.append(number)
        case .ownNumber(let number): ownNumbers.append(number)
        case .function(let function):
          guard case .call(_, let arguments) = tree[index], Self.isElementwise(function, arguments.count) else {
            return false
          }
          hasOperators = true
          waiting += arguments.map { ($0, function.tellsRowsOrColumns) }
        default: return false
        }
        continue
      }
      switch tree[index] {
      case .number, .date, .text, .logical: continue
      case .parenthesized(let operand): waiting.append((operand, isPlace))
      case .unary(let op, let operand):
        guard [.plus, .minus, .percent].contains(op) else { return false }
        hasOperators = true
        waiting.append((operand, false))
      case .binary(let op, let left, let right):
        guard !op.joinsReferences, op != .concatenate else { return false }
        hasOperators = true
        waiting += [(left, false), (right, false)]
      default: return false
      }
    }
    return true
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

/// How far a growing call has come.
final class GrownFold {
  /// What the elements depend on beside those of the columns.
  struct Key: Hashable {
    let template: ObjectIdentifier
    /// Where the call ends in the program.
    let end: Int
    let scope: ScopeID
    /// The cells in which the columns begin.
    let columns: [CellAddress]
    let cells: [Single]
    let places: [Area]
  }

  /// One value, to the bit.
  enum Single: Hashable {
    case number(UInt64, NumberKind)
    /// Texts of other characters may be equal.
    case text([UInt8])
    case logical(Bool)
    case blank

    init?(_ value: CellValue) {
      switch value {
      case .number(let number, let kind): self = .number(number.bitPattern, kind)
      case .text(let text): self = .text(Array(text.utf8))
      case .logical(let logical): self = .logical(logical)
      case .blank: self = .blank
      default: return nil
      }
    }
  }

  /// A template of another formula could stand where this one did.
  private let template: FormulaTemplate
  /// How many rows have been taken in.
  private(set) var rows = 0
  /// Whether something came that only the ordinary call tells.
  private var isStopped = false
  private(set) var isGoingOn = false
  private var kinds = CommonKind()
  private var sum = CountedSum()
  private var largest = Largest()
  private var smallest = Smallest()
  private var error: CellError?

  init(of template: FormulaTemplate) { self.template = template }

  /// Takes in so many rows; `false` where only the ordinary call tells what comes of them.
  ///
  /// - Parameter arrays: What the arguments are from a row on, counted from the first of the columns, down to the last.
  func takeIn(
    upTo end: Int, _ fold: GrowingFold, _ arrays: (_ first: Int) -> [CellArray]?
  ) -> Bool {
    guard !isStopped, !isGoingOn, rows <= end else { return false }
    if error != nil || rows == end { return true }
    isGoingOn = true
    defer { isGoingOn = false }
    // A single row would be no array.
    let first = rows == 0 ? 0 : rows - 1
    guard let arrays = arrays(first), arrays.allSatisfy({ $0.rows == end - first && $0.columns == 1 }),
      fold.multiplies ? multiply(arrays, from: rows - first) : takeIn(arrays[0], from: rows - first, fold.aggregate)
    else {
      isStopped = true
      return false
    }
    rows = end
    return true
  }

  private func takeIn(_ array: CellArray, from first: Int, _ aggregate: NumberAggregate) -> Bool {
    for place in first..<array.count {
      switch array[place: place] {
      case .number(let number, let kind):
        kinds.add(kind)
        sum.add(number)
        largest.add(number)
        smallest.add(number)
      case .error(let error):
        if aggregate == .count { continue }
        self.error = error
        return true
      case .array, .record, .lambda: return false
      case .text, .logical, .blank: continue
      }
    }
    return true
  }

  private func multiply(_ arrays: [CellArray], from first: Int) -> Bool {
    for place in first..<arrays[0].count {
      var product: Double = 1
      for array in arrays {
        switch array[place: place] {
        case .number(let number, _): product *= number
        case .text, .logical, .blank: product = 0
        case .error(let error):
          // Of several arrays the error of the first one is told, wherever it stands.
          guard arrays.count == 1 else { return false }
          self.error = error
          return true
        case .array, .record, .lambda: return false
        }
      }
      sum.add(product)
    }
    return true
  }

  /// What the elements come to; `nil` where only the ordinary call tells.
  func result(of fold: GrowingFold) -> CellValue? {
    if let error { return .error(error) }
    let number: Double? =
      switch fold.aggregate {
      case .sum: sum.sum.value
      case .mean: sum.result
      case .count: Double(sum.count)
      case .largest: largest.result
      case .smallest: smallest.result
      case .product: nil
      }
    guard let number, number.isFinite else { return nil }
    return .number(number, fold.keepsKinds ? kinds.kind : .plain)
  }
}

extension Evaluator {
  /// What a call comes to that goes on where a row above has come to; `nil` where only the ordinary call tells.
  func grown(
    _ fold: GrowingFold, _ template: FormulaTemplate, _ frame: LocalFrame?
  ) -> CellValue? {
    guard !reads.isReadingDynamically, windowTop == nil, let rows = grownRows(of: fold),
      let key = key(of: fold, template)
    else { return nil }
    let grown = cache.entry(for: key, atMost: GrownFold.mostKept) { GrownFold(of: template) }
    let isTakenIn = grown.takeIn(upTo: rows, fold) { first in arrays(of: fold, from: first, template, frame) }
    return isTakenIn ? grown.result(of: fold) : nil
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
      guard !area.isClippedWhenRead, cells.clipped(area) == area else { return nil }
      rows = count
    }
    return rows
  }

  private func key(of fold: GrowingFold, _ template: FormulaTemplate) -> GrownFold.Key? {
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
    let columns = fold.areas.map { reference(at: $0).area(at: Int(origin.row)).topLeft }
    return GrownFold.Key(
      template: ObjectIdentifier(template), end: fold.end, scope: cells.grids[origin.grid.index].scope,
      columns: columns,
      cells: values, places: places)
  }

  /// What the arguments come to from a row on.
  private func arrays(
    of fold: GrowingFold, from first: Int, _ template: FormulaTemplate, _ frame: LocalFrame?
  ) -> [CellArray]? {
    do throws(CellError) { try course.limits.enterRun() } catch { return nil }
    defer { course.limits.leaveRun() }
    windowTop = first
    defer { windowTop = nil }
    var arrays: [CellArray] = []
    for argument in fold.arguments {
      let operand = machine.run(template, template.program.code, argument, frame, in: self)
      guard case .array(let array) = taken(operand) else { return nil }
      arrays.append(array)
    }
    return arrays
  }

  /// A column that grows from row to row: what is asked for of it now.
  func grownReference(_ number: Int) -> Operand {
    guard let windowTop else { return reference(number) }
    var area = reference(at: number).area(at: Int(origin.row))
    area.top += Int32(windowTop)
    return .reference(Reference(area))
  }
}

extension GrownFold {
  #if ENGINE_CHECKS
    /// As few as that, so that each sheet of a test comes this way.
    static let leastRows = 4
  #else
    /// Shorter columns are made in no time.
    static let leastRows = 64
  #endif
  /// Where each row asks for something else, what the others came to is of no use.
  static let mostKept = 1 << 12
}

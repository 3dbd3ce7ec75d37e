import CellModel
import Functions

/// The values that SUBTOTAL and AGGREGATE look at: some cells of their references left out.
struct CellSelection {
  struct Omissions: OptionSet, Hashable, Sendable {
    let rawValue: Int
    /// Cells whose formula holds a SUBTOTAL or an AGGREGATE of its own.
    static let subtotals = Omissions(rawValue: 1)
    static let hiddenRows = Omissions(rawValue: 2)
    static let errors = Omissions(rawValue: 4)
    /// Rows that a filter hides.
    static let filteredRows = Omissions(rawValue: 8)
  }

  private(set) var numbers: [Double] = []
  /// The kind of the numbers.
  private(set) var kinds = CommonKind()
  /// The count of values that are not blank.
  private(set) var filled = 0
  /// The first error that is not left out.
  private(set) var error: CellError?

  /// Looks at references and arrays; in an array there are neither subtotals nor rows, only errors can be left out.
  init(_ operands: [Operand], omitting omissions: Omissions, in context: any EvaluationContext) throws(CellError) {
    for operand in operands {
      switch operand {
      case .reference(let reference):
        for area in reference.areas { add(area, omissions, context) }
      case .value(.error(let error)): throw error
      case .value(.array(let array)): add(.array(array), omissions)
      default: throw .value("A reference is missing.")
      }
    }
  }

  private mutating func add(_ value: CellValue, _ omissions: Omissions) {
    switch value {
    case .blank: break
    case .number(let number, let kind):
      numbers.append(number)
      kinds.add(kind)
      filled += 1
    case .error(let error):
      if omissions.contains(.errors) { return }
      filled += 1
      if self.error == nil { self.error = error }
    case .array(let array): add(array, omissions)
    default: filled += 1
    }
  }

  private mutating func add(_ array: CellArray, _ omissions: Omissions) {
    if let few = array.few, few.restValue.isError, omissions.contains(.errors) {
      for box in few.own.boxes { add(few.own.value(of: box), omissions) }
      return
    }
    guard let boxed = array.boxed else {
      for element in array.elements { add(element, omissions) }
      return
    }
    let before = numbers.count
    for box in boxed.boxes {
      if box.isNumber { numbers.append(box.number) } else if !box.isBlank { add(boxed.value(of: box), omissions) }
    }
    guard numbers.count > before else { return }
    filled += numbers.count - before
    kinds.add(.plain)
  }

  private mutating func add(_ area: Area, _ omissions: Omissions, _ context: any EvaluationContext) {
    let leftOut = LeftOut(of: area, omissions, context)
    var rest: [BoxedValue] = []
    let before = numbers.count
    func take(_ box: BoxedValue) { if box.isNumber { numbers.append(box.number) } else { rest.append(box) } }
    if area.rows > 1, area.columns > 1 {
      let isWhole = leftOut.isEmpty
      context.forEachBoxByRows(in: area) { row, column, box in
        if isWhole || !leftOut.contains(row, column) { take(box) }
      }
    } else {
      context.forEachRun(in: area) { row, column, run in
        let isWhole = leftOut.passesOver(column: column)
        for index in run.indices where !run[index].isBlank {
          if isWhole || !leftOut.contains(row + index, column) { take(run[index]) }
        }
      }
    }
    filled += numbers.count - before
    var plain = numbers.count - before
    context.forEachKind(in: area) { row, column, kind in
      guard !leftOut.contains(row, column) else { return }
      kinds.add(kind)
      plain -= 1
    }
    if plain > 0 { kinds.add(.plain) }
    for box in rest { add(context.unboxed(box), omissions) }
  }

  /// The cells of an area that are left out whatever they hold.
  struct LeftOut {
    private static let subtotalFunctions: Set<String> = ["SUBTOTAL", "AGGREGATE"]

    let omissions: Omissions
    private let grid: GridID
    private let hidden: Set<Int>
    private let subtotals: [Area]

    init(of area: Area, _ omissions: Omissions, _ context: any EvaluationContext) {
      self.omissions = omissions
      grid = area.grid
      subtotals = omissions.contains(.subtotals) ? context.parts(of: area, calling: Self.subtotalFunctions) : []
      hidden =
        omissions.isDisjoint(with: [.hiddenRows, .filteredRows])
        ? [] : context.hiddenRows(in: area.grid, byFilterOnly: !omissions.contains(.hiddenRows))
    }

    var isEmpty: Bool { hidden.isEmpty && subtotals.isEmpty }

    func passesOver(column: Int) -> Bool {
      hidden.isEmpty && !subtotals.contains { $0.left <= column && column <= $0.right }
    }

    /// The parts of a column that are not left out.
    func parts(of column: Area) -> [Area] {
      guard !column.isEmpty else { return [] }
      var parts: [Area] = []
      var part = column
      for row in column.top...column.bottom {
        if contains(Int(row), Int(column.left)) {
          part.bottom = row - 1
          if !part.isEmpty { parts.append(part) }
          part.top = row + 1
        }
      }
      part.bottom = column.bottom
      if !part.isEmpty { parts.append(part) }
      return parts
    }

    func contains(_ row: Int, _ column: Int) -> Bool {
      if hidden.contains(row) { return true }
      let address = CellAddress(grid: grid, row: row, column: column)
      return subtotals.contains { $0.contains(address) }
    }
  }

  /// What one of the functions 1 to 13 makes of the values; sums, extremes and averages have their kind.
  func result(ofFunction code: Int) throws(CellError) -> CellValue {
    let keepsKind = [1, 4, 5, 9, 12, 13].contains(code)
    return CellValue(checking: try number(ofFunction: code)).withKind(keepsKind ? kinds.kind : .plain)
  }

  private func number(ofFunction code: Int) throws(CellError) -> Double {
    if code == 2 { return Double(numbers.count) }
    if code == 3 { return Double(filled) }
    if let error { throw error }
    switch code {
    case 1: return try Averages.quotient(Total.mean(numbers))
    case 4: return numbers.max() ?? 0
    case 5: return numbers.min() ?? 0
    case 6: return numbers.isEmpty ? 0 : numbers.reduce(1, *)
    case 7: return try Averages.quotient(Variance.sample.of(numbers)).squareRoot()
    case 8: return try Averages.quotient(Variance.population.of(numbers)).squareRoot()
    case 9: return Total.of(numbers)
    case 10: return try Averages.quotient(Variance.sample.of(numbers))
    case 11: return try Averages.quotient(Variance.population.of(numbers))
    case 12: return try Averages.number(OrderStatistics.median(numbers.sorted()))
    case 13:
      guard let mode = OrderStatistics.modes(numbers).first else { throw .notAvailable("No number occurs twice.") }
      return mode
    default: throw .value("There is no function of that number.")
    }
  }
}

import CellModel
import Functions
import Mathematics

/// The values of cells, and the numbers of formulas, for the fast executors.
struct ColumnReader {
  let tables: UnsafeMutablePointer<ColumnTable>
  private let numbers: UnsafePointer<Double>
  /// Whether a logical in an area is a number.
  let countsLogicals: Bool
  let dateSystem: DateSystem

  @inline(__always)
  init(_ cells: CellStore, _ formulas: FormulaStore) {
    tables = cells.tables.base
    numbers = formulas.ownNumbers.base
    countsLogicals = cells.countsLogicals
    dateSystem = cells.dateSystem
  }

  /// The block of the column that a reference reads; `nil` while it is blank throughout.
  @inline(__always)
  func block(_ reference: GroupReference, _ index: Int) -> UnsafeMutablePointer<UInt64>? {
    let table = tables[Int(reference.grid.rawValue)]
    return Int(reference.left) < table.count ? table.columns[Int(reference.left)].block(index) : nil
  }

  /// The number of a formula's own for which a reference stands.
  @inline(__always)
  func number(_ reference: UnsafePointer<GroupReference>, _ row: Int) -> Double {
    reference.pointee.number(at: row, in: numbers)
  }

  /// The numbers of a run of formulas, from the one in a row; `nil` where there is one for all.
  @inline(__always)
  func numbers(_ reference: GroupReference, from row: Int) -> UnsafePointer<Double>? {
    reference.isListed ? numbers + reference.topRow(at: row) : nil
  }

  @inline(__always)
  func bits(_ reference: GroupReference, _ row: Int) -> UInt64 {
    let column = Int(reference.left)
    let table = tables[Int(reference.grid.rawValue)]
    guard column < table.count, row >= 0 else { return BoxedValue.blank.bits }
    return table.columns[column].bits(at: row)
  }
}

/// What a numeric program gives in one row.
struct NumericResult {
  var box: BoxedValue
  var kind: NumberKind

  @inline(__always) init(_ box: BoxedValue, _ kind: NumberKind = .plain) {
    self.box = box
    self.kind = kind
  }
}

/// A numeric program in plain memory, which its template owns.
struct NumericHandle {
  let code: NumericCode
  private var functionKinds: UnsafeMutablePointer<NumberKind>?
  let depth: Int
  /// Whether it reads areas, of which something may be kept between two rows.
  let readsAreas: Bool
  /// Whether the result is a plain number, or a logical value, whatever is read.
  private(set) var givesPlain = false
  /// Whether the result is plain when all that is read is.
  private(set) var keepsPlain = false
  /// Whether there is a program at all.
  var isPresent: Bool

  init(_ program: NumericProgram?) {
    code = NumericCode(program ?? NumericProgram())
    depth = program?.depth ?? 0
    readsAreas = program?.readsAreas ?? false
    isPresent = program != nil
    if let program, !program.functionKinds.isEmpty {
      functionKinds = .allocate(capacity: program.functionKinds.count)
      for (index, kind) in program.functionKinds.enumerated() {
        (functionKinds.unsafelyUnwrapped + index).initialize(to: kind)
      }
    }
    guard program != nil else { return }
    withUnsafeTemporaryAllocation(of: NumberKind?.self, capacity: depth + 1) { stack in
      guard let start = stack.baseAddress else { return }
      stack.initialize(repeating: nil)
      givesPlain = kind(start) { _ in nil } == .plain
      keepsPlain =
        kind(start) { operation in
          // In the first row PREVIOUS gives its second argument.
          switch operation.code {
          case .loadPrevious, .loadPreviousResult: operation.kind
          default: .plain
          }
        } == .plain
    }
  }

  func deallocate() {
    code.deallocate()
    functionKinds?.deallocate()
  }

  var operations: UnsafeMutablePointer<NumericProgram.Operation> { @inline(__always) get { code.operations } }
  var count: Int { @inline(__always) get { code.count } }
  var givesLogical: Bool { @inline(__always) get { code.givesLogical } }

  /// The kind of the numbers that the function of an operation gives.
  func functionKind(_ operation: NumericProgram.Operation) -> NumberKind {
    functionKinds.unsafelyUnwrapped[Int(operation.reference)]
  }

  /// Runs the program for one row; `nil` when something came up that the general program must settle.
  @inline(__always)
  func run(
    at row: Int, _ references: UnsafePointer<GroupReference>, _ reader: ColumnReader, _ scratch: KernelScratch
  ) -> BoxedValue? {
    code.run(at: row, references, reader, scratch)
  }
}

extension UnsafeMutablePointer<NumericHandle> {
  /// The result in one row with its kind; `nil` when something came up that the general program must settle.
  ///
  /// The handle is read where it stands: each formula of a row of its own comes here, and a copy costs as much as it.
  @inline(__always)
  func result(
    at row: Int, _ references: UnsafePointer<GroupReference>, _ cells: CellStore, _ formulas: FormulaStore,
    _ workspace: Workspace
  ) -> NumericResult? {
    let reader = ColumnReader(cells, formulas)
    if pointee.code.pair != .none, pointee.keepsPlain, !cells.mayHaveKinds {
      return pointee.code.resultOfPair(at: row, references, reader).map { NumericResult($0) }
    }
    return resultInTurn(at: row, references, reader, cells, workspace.scratch)
  }

  /// The same by one operation after the other; no part of what calls it, which would have to make room for all of them.
  @inline(never)
  private func resultInTurn(
    at row: Int, _ references: UnsafePointer<GroupReference>, _ reader: ColumnReader, _ cells: CellStore,
    _ scratch: KernelScratch
  ) -> NumericResult? {
    guard let box = pointee.code.run(at: row, references, reader, scratch) else { return nil }
    if pointee.givesPlain || (pointee.keepsPlain && !cells.mayHaveKinds) { return NumericResult(box) }
    return pointee.kind(at: row, references, reader, scratch.kinds).map { NumericResult(box, $0) }
  }
}

extension NumericProgram {
  /// The result of an operation on two numbers; `nil` when it is none.
  @inline(__always)
  static func combine(_ code: Code, _ a: Double, _ b: Double) -> Double? {
    switch code {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a * b
    case .divide: return b == 0 || !b.isFinite ? nil : a / b
    case .finalAdd: return CellArithmetic.finalAdd(a, b)
    case .total: return total(a, b)
    case .lastTotal: return lastTotal(a, b)
    case .finalSubtract: return CellArithmetic.finalSubtract(a, b)
    case .power:
      guard a.isFinite, b.isFinite else { return nil }
      return power(a, b)
    case .larger, .smaller:
      guard a.isFinite, b.isFinite else { return nil }
      return (code == .larger ? b > a : b < a) ? b : a
    default:
      guard a.isFinite, b.isFinite else { return nil }
      let order = CellComparison.order(a, b)
      switch code {
      case .equal: return order == 0 ? 1 : 0
      case .notEqual: return order != 0 ? 1 : 0
      case .less: return order < 0 ? 1 : 0
      case .lessOrEqual: return order <= 0 ? 1 : 0
      case .greater: return order > 0 ? 1 : 0
      case .greaterOrEqual: return order >= 0 ? 1 : 0
      default: return nil
      }
    }
  }

  /// The sum of two numbers as ``Total`` adds them up, beginning with zero: of negative zeros it is zero.
  @inline(__always)
  static func total(_ a: Double, _ b: Double) -> Double { (0 + a) + b }

  /// The same where no other number follows.
  @inline(__always)
  static func lastTotal(_ a: Double, _ b: Double) -> Double { CellArithmetic.finalAdd(0 + a, b) }

  /// A square without a call, everything else as the general program has it.
  @inline(__always)
  private static func power(_ a: Double, _ b: Double) -> Double? {
    if b == 2 { return a * a }
    return a > 0 ? CellArithmetic.power(a, b) : nil
  }
}

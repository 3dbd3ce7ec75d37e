import CellModel

/// What a function is called with, and what it gives: a value, a reference not yet read, or nothing.
public enum Operand {
  case value(CellValue)
  case reference(Reference)
  /// An argument that was left out or left empty.
  case omitted
  /// An argument that is evaluated only when it is asked for.
  case deferred(Deferred)
}

/// An argument that is evaluated when it is asked for, at most once.
public final class Deferred {
  private var evaluation: (() -> Operand)?
  private var result: Operand = .omitted

  public init(_ evaluation: @escaping () -> Operand) { self.evaluation = evaluation }

  /// An argument that is there already.
  public init(settled operand: Operand) { result = operand }

  /// The argument's operand; the first call evaluates it.
  public var operand: Operand {
    if let evaluation {
      self.evaluation = nil
      result = evaluation()
    }
    return result
  }
}

/// What a function may ask of whoever evaluates it.
///
/// The functions read cells, the clock and chance only through this, so that an engine can record what was read and a
/// test can fix what is random. An implementation is used by one thread at a time.
public protocol EvaluationContext: AnyObject {
  /// The cell whose formula is being evaluated; `nil` for an expression that stands in no cell, or in one without a place.
  var cell: CellAddress? { get }
  /// How many rows and columns of a grid there are to count to; `nil` where cells have no neighbours, as those of names.
  func size(of grid: GridID) -> (rows: Int, columns: Int)?
  /// The value of one cell; an array held by a named cell comes as `.array`.
  func value(at address: CellAddress) -> CellValue
  /// The array that a single cell holds, as a named one may; no cell of a sheet does, and asking for it reads nothing there.
  func array(heldAt address: CellAddress) -> CellArray?
  /// The part of an area that can hold anything but blanks; it may be empty.
  func used(_ area: Area) -> Area
  /// The part of whole columns or rows that is read when an array is made of them.
  ///
  /// All of one formula end together, where the last of them does, so that `(A:A=1)*(B:B=2)` is of one size.
  func readPart(of area: Area) -> Area
  /// The part of whole columns or rows whose places are asked for, as by `ROW(A:A)`: where the formula reads other whole
  /// columns, it ends with them.
  func placePart(of area: Area) -> Area
  /// Notes that a place was asked for, counted from 1, that an array does not have; one of whole columns may go on.
  func miss(place: Int)
  /// Calls the body with runs of stored values, column by column, top to bottom, clipped to what is used.
  ///
  /// `row` and `column` are the place of the run's first value. A value with a slot is read with ``unboxed(_:)``.
  func forEachRun(in area: Area, _ body: (_ row: Int, _ column: Int, UnsafeBufferPointer<BoxedValue>) -> Void)
  /// The value a box stands for, a number as a plain one; boxes with a slot are good until the next evaluation.
  func unboxed(_ box: BoxedValue) -> CellValue
  /// Calls the body with each stored number of an area that is not plain, and its kind.
  func forEachKind(in area: Area, _ body: (_ row: Int, _ column: Int, NumberKind) -> Void)
  /// The kind that the numbers of an area have in common; `nil` when it has none.
  func commonKind(of area: Area) -> NumberKind?
  /// Whether no cell holds a number that is not plain.
  var hasOnlyPlainNumbers: Bool { get }
  /// Where somebody may have written into the column of an area; `nil` where nobody knows.
  func stamps(of area: Area) -> ColumnStamps?
  /// Calls a LAMBDA value.
  func call(_ lambda: CellLambda, _ arguments: [Operand]) -> Operand
  /// The reference that a text names, for INDIRECT.
  func reference(from text: String, a1: Bool) throws(CellError) -> Reference
  /// The text of the formula in a cell with its `=`, or `nil` if it holds none.
  func formulaText(at address: CellAddress) -> String?
  /// The value that the formula of a cell would have some rows further down, for a computed criterion of DSUM and its kin.
  ///
  /// Relative references move with it, absolute ones stay. It is `nil` when the cell holds no formula.
  func value(ofFormulaAt address: CellAddress, shiftedDown rows: Int) -> CellValue?
  /// How the text that was typed into a cell is pronounced; `nil` where nobody has said it. It need not be there any more.
  func phonetics(at address: CellAddress) -> PhoneticText?
  /// The pivot table of which some cells lie in an area; of several the one that was made last.
  func pivotReport(in area: Area) -> PivotReport?
  /// The parts of an area whose formulas call one of some functions, named in upper case.
  func parts(of area: Area, calling functions: Set<String>) -> [Area]
  /// The rows that are hidden, for SUBTOTAL and AGGREGATE; of them only those that a filter hides when that is asked.
  func hiddenRows(in grid: GridID, byFilterOnly: Bool) -> Set<Int>
  /// The name of a grid and its number, counted from 1; `nil` for a grid that is not a sheet.
  func sheet(_ grid: GridID) -> (name: String, number: Int)?
  /// The grid of a name, in any case.
  func grid(named name: String) -> GridID?
  var sheetCount: Int { get }
  /// The current date and time as a serial number.
  var now: Double { get }
  /// A number in 0 ..< 1.
  func random() -> Double
  var dateSystem: DateSystem { get }
  /// How texts that are looked for are matched; as in Excel unless the file of the cells says otherwise.
  var textMatching: TextMatching { get }
  /// A store for what functions want to keep between calls in one recalculation, such as hash indexes of ranges.
  var cache: EvaluationCache { get }
  /// Counts steps of work; loops do so as they go on.
  ///
  /// A call of a LAMBDA is a step, which it counts itself, and so is what some sixteen elements of an array cost.
  ///
  /// - Throws: When the evaluation has taken more steps than it may, or is to stop. It then ends with that error,
  ///   whatever is made of it on the way.
  func takeSteps(_ count: Int) throws(CellError)
  /// The values of an area that needs no more clipping; who is asked for the same again may have kept them.
  func arrayOfPart(_ area: Area) -> CellArray
}

extension EvaluationContext {
  public var textMatching: TextMatching { .excel }

  public func array(heldAt address: CellAddress) -> CellArray? {
    if case .array(let array) = value(at: address) { array } else { nil }
  }

  /// A value as a number; a text that is a date without its year has the current one.
  public func number(_ value: CellValue) throws(CellError) -> Double {
    if case .number(let number, _) = value { return number }
    return try value.asDateNumber(in: dateSystem, now: now)
  }

  /// The rows and columns of a sheet as Excel has it.
  public func size(of grid: GridID) -> (rows: Int, columns: Int)? { (Area.lastRow + 1, Area.lastColumn + 1) }

  // What is read of a whole column or row, where no other counts.
  public func readPart(of area: Area) -> Area { used(area) }
  public func placePart(of area: Area) -> Area { area }
  public func miss(place: Int) {}

  // Only a workbook has more than cells.
  public func phonetics(at address: CellAddress) -> PhoneticText? { nil }
  public func pivotReport(in area: Area) -> PivotReport? { nil }

  // A context whose cells hold plain numbers need not say so.
  public func forEachKind(in area: Area, _ body: (_ row: Int, _ column: Int, NumberKind) -> Void) {}
  public func commonKind(of area: Area) -> NumberKind? { .plain }

  public var hasOnlyPlainNumbers: Bool { true }

  // Without stamps an index is made anew after each change.
  public func stamps(of area: Area) -> ColumnStamps? { nil }
}

/// What a function's body may give.
public protocol FunctionResult: SendableMetatype {
  var operand: Operand { get }
  /// Whether every result is a number.
  static var isNumeric: Bool { get }
  /// The result as a number, when every result is one.
  var numericResult: Double { get }
  /// Whether every result is a value, and not a reference.
  static var isValue: Bool { get }
  /// The result as a value, when every result is one.
  var valueResult: CellValue { get }
}

extension FunctionResult {
  @inlinable public static var isNumeric: Bool { false }
  @inlinable public var numericResult: Double { .nan }
  @inlinable public static var isValue: Bool { false }
  @inlinable public var valueResult: CellValue { .blank }
}

extension Double: FunctionResult {
  @inlinable public var operand: Operand { .value(valueResult) }
  @inlinable public static var isValue: Bool { true }
  @inlinable public var valueResult: CellValue { CellValue(checking: self) }
  @inlinable public static var isNumeric: Bool { true }
  @inlinable public var numericResult: Double { self }
}
extension Int: FunctionResult {
  @inlinable public var operand: Operand { .value(valueResult) }
  @inlinable public static var isValue: Bool { true }
  @inlinable public var valueResult: CellValue { .number(Double(self)) }
  @inlinable public static var isNumeric: Bool { true }
  @inlinable public var numericResult: Double { Double(self) }
}
extension String: FunctionResult {
  @inlinable public var operand: Operand { .value(valueResult) }
  @inlinable public static var isValue: Bool { true }
  @inlinable public var valueResult: CellValue { .text(self) }
}
extension Bool: FunctionResult {
  @inlinable public var operand: Operand { .value(valueResult) }
  @inlinable public static var isValue: Bool { true }
  @inlinable public var valueResult: CellValue { .logical(self) }
}
extension CellValue: FunctionResult {
  @inlinable public var operand: Operand { .value(self) }
  @inlinable public static var isValue: Bool { true }
  @inlinable public var valueResult: CellValue { self }
}
extension CellArray: FunctionResult {
  @inlinable public var operand: Operand { count == 1 ? .value(elements[0]) : .value(.array(self)) }
}
extension Reference: FunctionResult {
  @inlinable public var operand: Operand { .reference(self) }
}
extension Operand: FunctionResult {
  @inlinable public var operand: Operand { self }
}

import CellModel
import Foundation
import FunctionLibrary
import Functions
import Hosting
import LiveSheets
import ReactiveCore

extension Property where Value == CellValue {
  /// Makes a property of a formula over other properties.
  ///
  /// ```swift
  /// let a = MutableProperty(20.0)
  /// let b = MutableProperty(10.0)
  /// let c = try Property(formula: "(A + 50) + (B - 10)", ["A": a, "B": b])     // 70
  /// ```
  ///
  /// The formula is read and compiled once. Its value follows the properties within the same instant, and changes only when
  /// it comes out different. Names are the formula's, in whatever capitals; it may call all functions of the catalog. What
  /// reads no property, such as `NOW()`, is evaluated when one of them changes. Like all derived properties it does not keep
  /// alive what it derives from.
  ///
  /// - Parameters:
  ///   - formula: What would stand right of `=` in a sheet.
  ///   - sources: What it may name: properties of ``CellValue``, or of numbers, texts and logicals.
  ///   - catalog: The functions that it may call.
  /// - Throws: ``SheetError`` with the place of each thing that is wrong, in the formula or among the names.
  public convenience init(
    formula: String, _ sources: [String: any PropertyProtocol], catalog: FunctionCatalog = .standard
  ) throws(SheetError) {
    let names = sources.keys.sorted()
    var values: [Property<CellValue>] = []
    for name in names {
      guard let source = sources[name], let value = source.asCells else { throw SheetError(namingNoCell: name) }
      values.append(value)
    }
    let calculation: Calculation
    do throws(LiveSheet.FormulaFailure) {
      calculation = try Calculation(formula, names, catalog)
    } catch { throw SheetError(error.diagnostics, in: error.source) }
    let all = Property<[CellValue]>.combineLatest(values, emptySentinel: [])
    self.init(capturing: all.map { calculation($0) }.skipRepeats())
  }
}

extension Property where Value: CellRepresentable {
  /// Makes a property of a formula over other properties, whose values are of a Swift type.
  ///
  /// What the formula gives of another kind, an error for instance, becomes what ``CellRepresentable/init(standingFor:)``
  /// says: not a number, for `Double`.
  ///
  /// - Throws: ``SheetError`` with the place of each thing that is wrong, in the formula or among the names.
  public convenience init(
    formula: String, _ sources: [String: any PropertyProtocol], as type: Value.Type,
    catalog: FunctionCatalog = .standard
  ) throws(SheetError) {
    let cells = try Property<CellValue>(formula: formula, sources, catalog: catalog)
    self.init(capturing: cells.map { Value(standingFor: $0) })
  }
}

/// A compiled formula, which one thread at a time evaluates.
private final class Calculation: @unchecked Sendable {
  private let formula: FormulaOfValues
  private let lock = NSLock()

  init(_ text: String, _ names: [String], _ catalog: FunctionCatalog) throws(LiveSheet.FormulaFailure) {
    let clock = SheetClock(QueueScheduler.main)
    let environment = LiveSheet.Environment(
      catalog: catalog, now: { clock.serial(in: .autoupdatingCurrent) }, seed: .random(in: 0...UInt64.max))
    formula = try FormulaOfValues(text, over: names, environment: environment)
  }

  func callAsFunction(_ values: [CellValue]) -> CellValue { lock.withLock { formula(values) } }
}

extension PropertyProtocol {
  /// The values as cells hold them; `nil` when they are of a type that no cell holds.
  fileprivate var asCells: Property<CellValue>? {
    if let cells = self as? any PropertyProtocol<CellValue> { return cells.map { $0 } }
    guard let type = Value.self as? any CellRepresentable.Type else { return nil }
    return cells(of: type)
  }

  private func cells<Held: CellRepresentable>(of type: Held.Type) -> Property<CellValue>? {
    (self as? any PropertyProtocol<Held>)?.map { $0.cellValue }
  }
}

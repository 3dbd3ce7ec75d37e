import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms

/// An expression of a statement about time: a condition, a new value, a function over payloads.
///
/// It is placed in its unit when it is read and compiled when it is first evaluated. In a table of sheets one expression
/// serves all rows.
final class TimeExpression {
  let tree: FormulaTree
  /// The place in the text of its unit.
  let span: SourceSpan
  let unit: SheetUnit
  /// Where it is compiled: the place of its section, or one in the first row of a table.
  let origin: CellAddress
  @exclusivity(unchecked) private var compiled: CompiledExpression? {
    didSet { uncounted = compiled.map(Unmanaged.passUnretained) }
  }
  /// The same, to be used without counting a reference; nobody compiles it anew while it is evaluated.
  @exclusivity(unchecked) private var uncounted: Unmanaged<CompiledExpression>?
  /// The engine that it is compiled for; a sheet that gets another one reads its expressions anew. No weak reference,
  /// because one would make each retain and release of the engine slower.
  @exclusivity(unchecked) private var engine: ObjectIdentifier?

  init(_ tree: FormulaTree, span: SourceSpan, unit: SheetUnit, origin: CellAddress) {
    self.tree = tree
    self.span = span
    self.unit = unit
    self.origin = origin
  }

  /// The value for a row, or for the sheet itself when there is none.
  func value(in engine: Engine, row: Int?) -> CellValue {
    var address = origin
    if let row { address.row = Int32(row) }
    guard let uncounted, self.engine == ObjectIdentifier(engine) else {
      return engine.expressions.value(of: expression(in: engine), at: address)
    }
    return uncounted.use { engine.expressions.value(of: $0, at: address) }
  }

  /// The areas that it names for a row, and whether its value depends on more.
  func reads(in engine: Engine, row: Int?) -> (areas: [Area], more: Bool) {
    var address = origin
    if let row { address.row = Int32(row) }
    let expression = expression(in: engine)
    return (engine.expressions.areas(of: expression, at: address), expression.readsMoreThanItNames)
  }

  private func expression(in engine: Engine) -> CompiledExpression {
    if let compiled, self.engine == ObjectIdentifier(engine) { return compiled }
    let made = engine.expressions.compile(tree, at: origin)
    compiled = made
    self.engine = ObjectIdentifier(engine)
    return made
  }
}

import CellModel
import Formulas

/// An expression that is compiled once and evaluated as often as it is asked for, without standing in a cell.
package final class CompiledExpression {
  let template: FormulaTemplate
  let references: [GroupReference]
  /// The plain program for numbers with the references that it reads, where there is one: in plain memory, as it is run
  /// for many events.
  let numeric: UnsafeMutablePointer<NumericHandle>?
  let operands: UnsafeMutablePointer<GroupReference>

  init(_ template: FormulaTemplate, _ references: [GroupReference]) {
    self.template = template
    self.references = references
    operands = .allocate(capacity: max(references.count, 1))
    _ = UnsafeMutableBufferPointer(start: operands, count: references.count).initialize(from: references)
    numeric = template.handle.isPresent && !references.isEmpty ? .allocate(capacity: 1) : nil
    numeric?.initialize(to: template.handle)
  }

  deinit {
    operands.deallocate()
    // What it points to is the template's.
    numeric?.deallocate()
  }

  /// Whether its value may be another although no cell that it names has changed.
  package var readsMoreThanItNames: Bool { template.isVolatile || template.readsDynamically }
}

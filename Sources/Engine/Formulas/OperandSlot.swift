import CellModel
import Formulas
import Functions

/// How the operands of a formula that has a pattern become one of its references.
struct OperandSlot {
  enum Kind {
    /// A cell, or a name that stands for a named cell.
    case one
    /// The corners of a rectangle, the left one first, or the right one: formulas of either have templates of their own.
    case corners, swappedCorners
    /// A number, which becomes a reference where the template is shared.
    case number
    /// Whole columns, which no operand says; they are the same ones in every row.
    case columns(GroupReference)
  }

  let kind: Kind
  /// The name of the sheet that is written before the address, in lower case.
  var sheet: String?

  /// How a formula's references are made of its operands; `nil` when more of it depends on what they are.
  static func slots(of formula: EnteredFormula) -> [OperandSlot]? {
    guard formula.resolved.unknownNames.isEmpty else { return nil }
    for (_, binding) in formula.resolved.bindings {
      switch binding {
      case .cell, .area: continue
      // What some functions make of a reference depends on what stands there.
      case .function(let function)
      where !function.form.bindsNames && function.form != .previous
        && function.traits.isDisjoint(with: [.ignoresValues, .readsDynamically, .resizesThird]):
        continue
      default: return nil
      }
    }
    var slots: [OperandSlot] = []
    for (index, node) in formula.tree.nodes.enumerated() {
      switch node {
      case .name: slots.append(OperandSlot(kind: .one))
      case .number(_, let text): if WrittenNumber(text) != nil { slots.append(OperandSlot(kind: .number)) }
      case .reference(let reference):
        guard let slot = slot(of: reference, FormulaTree.Index(index), in: formula) else { return nil }
        slots.append(slot)
      case .unary(.intersect, _), .binary(.range, _, _): return nil
      default: continue
      }
    }
    return slots
  }

  private static func slot(
    of reference: GridReference, _ node: FormulaTree.Index, in formula: EnteredFormula
  ) -> OperandSlot? {
    let sheet = reference.sheet
    if let sheet, sheet.last != nil || sheet.saysWorkbook || sheet == .ofUser { return nil }
    let kind: Kind
    switch reference.shape {
    case .cell: kind = .one
    case .area(_, let left, _, let right): kind = left.value <= right.value ? .corners : .swappedCorners
    case .columns:
      guard let number = formula.resolved.bindings[node]?.reference else { return nil }
      kind = .columns(formula.references[number])
    case .rows, .deleted: return nil
    }
    return OperandSlot(kind: kind, sheet: sheet?.first.lowercased())
  }
}

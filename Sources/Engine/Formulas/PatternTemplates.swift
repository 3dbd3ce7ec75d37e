import CellModel
import Formulas
import Functions

/// The templates of formulas that are known by their patterns, so that they are resolved without trees.
///
/// The first formula of a pattern is resolved as any other. Where its operands decide its references and nothing else,
/// those after it have its template, and references that are made of their own operands. What a pattern comes to among
/// named cells it need not come to on a sheet, so the two are told apart.
struct PatternTemplates {
  /// How the operands of a formula become one reference.
  private enum Slot: UInt8 {
    /// A cell, or a name that stands for a named cell.
    case one
    /// The corners of a rectangle, the left one first, or the right one: formulas of either have templates of their own.
    case corners, swappedCorners
  }

  private enum Finding {
    case template(TemplateID, [Slot])
    /// Each formula of the pattern has to be resolved by itself.
    case none
  }

  private struct Key: Hashable {
    let pattern: ObjectIdentifier
    let isOnSheet: Bool
  }

  private var findings: [Key: Finding] = [:]
  /// The patterns of the findings, kept so that their identities stay theirs.
  private var patterns: [FormulaPattern] = []
  /// The references that were made last.
  private(set) var references: [GroupReference] = []

  /// What is known of a pattern.
  enum Answer {
    /// The template of the formula, whose references have been made.
    case template(TemplateID)
    /// The formula has to be resolved.
    case unknown
    /// As ``unknown``, and what it is resolved to says something about the formulas after it.
    case first
  }

  mutating func answer(
    _ pattern: FormulaPattern, _ operands: [FormulaOperand], at address: CellAddress, in names: NameTable
  ) -> Answer {
    let isOnSheet = names.isSheet(address.grid)
    guard let finding = findings[Key(pattern: ObjectIdentifier(pattern), isOnSheet: isOnSheet)] else { return .first }
    guard case .template(let template, let slots) = finding, makeReferences(slots, operands, at: address, in: names)
    else { return .unknown }
    return .template(template)
  }

  /// Notes what the first formula of a pattern was resolved to.
  mutating func learn(
    _ pattern: FormulaPattern, _ operands: [FormulaOperand], at address: CellAddress, _ formula: EnteredFormula,
    _ template: TemplateID, in names: NameTable
  ) {
    let key = Key(pattern: ObjectIdentifier(pattern), isOnSheet: names.isSheet(address.grid))
    patterns.append(pattern)
    guard let slots = Self.slots(of: formula), makeReferences(slots, operands, at: address, in: names),
      references == formula.references
    else {
      findings[key] = Finding.none
      return
    }
    findings[key] = .template(template, slots)
  }

  /// How a formula's references are made of its operands; `nil` when more of it depends on what they are.
  private static func slots(of formula: EnteredFormula) -> [Slot]? {
    guard formula.resolved.unknownNames.isEmpty else { return nil }
    for (_, binding) in formula.resolved.bindings {
      switch binding {
      case .cell, .area: continue
      // What some functions make of a reference depends on what stands there.
      case .function(let function)
      where !function.form.bindsNames && function.form != .previous
        && function.traits.isDisjoint(with: [.ignoresValues, .readsDynamically]):
        continue
      default: return nil
      }
    }
    var slots: [Slot] = []
    for node in formula.tree.nodes {
      switch node {
      case .name: slots.append(.one)
      case .reference(let reference):
        switch reference.shape {
        case .cell: slots.append(.one)
        case .area(_, let left, _, let right):
          slots.append(left.value <= right.value ? .corners : .swappedCorners)
        case .columns, .rows, .deleted: return nil
        }
      case .unary(.intersect, _): return nil
      default: continue
      }
    }
    return slots
  }

  /// Makes the references of a formula; `false` where an operand does not fit its slot.
  private mutating func makeReferences(
    _ slots: [Slot], _ operands: [FormulaOperand], at address: CellAddress, in names: NameTable
  ) -> Bool {
    references.removeAll(keepingCapacity: true)
    let isOnSheet = names.isSheet(address.grid)
    // An address in a named cell means the first sheet; columns of a table would come before names.
    guard let grid = isOnSheet ? address.grid : names.sheetOrder(from: address.grid).first, !names.isTable(address.grid)
    else { return false }
    let row = Int(address.row)
    var next = 0
    for slot in slots {
      guard next < operands.count else { return false }
      switch operands[next] {
      case .name(let key):
        guard slot == .one, case .cell(let cell)? = names.meaning(ofName: key, from: address.grid),
          names.isNamedCell(cell)
        else { return false }
        references.append(
          GroupReference(Area(cell), relativeTo: row, topIsRelative: false, bottomIsRelative: false, isCell: true))
      case .cell(let top, let left):
        var (bottom, right) = (top, left)
        if slot != .one {
          guard next + 1 < operands.count, case .cell(let lastRow, let lastColumn) = operands[next + 1] else {
            return false
          }
          (bottom, right) = (lastRow, lastColumn)
          guard slot == (left.value <= right.value ? .corners : .swappedCorners) else { return false }
          next += 1
        }
        let area = Area(
          grid: grid, top: Int(top.value), left: Int(min(left.value, right.value)), bottom: Int(bottom.value),
          right: Int(max(left.value, right.value)))
        references.append(
          GroupReference(
            area, relativeTo: row, topIsRelative: !top.isAbsolute, bottomIsRelative: !bottom.isAbsolute,
            isCell: slot == .one))
      }
      next += 1
    }
    return next == operands.count
  }
}

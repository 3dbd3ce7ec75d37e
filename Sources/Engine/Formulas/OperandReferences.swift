import CellModel
import Formulas

/// Makes the references of a formula of its operands; it is kept, so that its lists are made once.
struct OperandReferences {
  private(set) var references: [GroupReference] = []
  private(set) var numbers: [WrittenNumber] = []

  /// Makes the references and the numbers of a formula; `false` where an operand does not fit its slot.
  mutating func make(
    _ slots: [OperandSlot], _ operands: [FormulaOperand], at address: CellAddress, in names: NameTable
  ) -> Bool {
    references.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    let isOnSheet = names.isSheet(address.grid)
    // An address in a named cell means the first sheet; columns of a table would come before names.
    guard let own = isOnSheet ? address.grid : names.sheetOrder(from: address.grid).first, !names.isTable(address.grid)
    else { return false }
    var next = 0
    for slot in slots {
      guard let grid = slot.sheet.map({ names.sheet(ofName: $0, from: address.grid) }) ?? own else { return false }
      switch slot.kind {
      case .columns(let reference):
        guard reference.grid == grid else { return false }
        references.append(reference)
      case .number:
        guard next < operands.count, case .number(let number) = operands[next] else { return false }
        numbers.append(number)
        next += 1
      case .one:
        guard next < operands.count, let reference = cell(operands[next], on: grid, at: address, in: names) else {
          return false
        }
        references.append(reference)
        next += 1
      case .corners, .swappedCorners:
        let isSwapped = if case .swappedCorners = slot.kind { true } else { false }
        guard next + 1 < operands.count,
          let reference = Self.rectangle(operands[next], operands[next + 1], on: grid, isSwapped, at: address)
        else { return false }
        references.append(reference)
        next += 2
      }
    }
    return next == operands.count
  }

  /// Puts the numbers behind the references, for a template that takes them from there.
  mutating func appendNumbers() {
    for number in numbers { references.append(GroupReference(ownNumber: number)) }
  }

  private func cell(
    _ operand: FormulaOperand, on grid: GridID, at address: CellAddress, in names: NameTable
  ) -> GroupReference? {
    let row = Int(address.row)
    switch operand {
    case .name(let key):
      guard case .cell(let cell)? = names.meaning(ofName: key, from: address.grid), names.isNamedCell(cell)
      else { return nil }
      return GroupReference(
        Area(cell), relativeTo: row, topIsRelative: false, bottomIsRelative: false, isCell: true)
    case .cell(let cellRow, let column):
      let cell = CellAddress(grid: grid, row: Int(cellRow.value), column: Int(column.value))
      let isRelative = !cellRow.isAbsolute
      return GroupReference(
        Area(cell), relativeTo: row, topIsRelative: isRelative, bottomIsRelative: isRelative, isCell: true)
    case .number: return nil
    }
  }

  /// The rectangle between two corners, the left one first unless they are swapped.
  private static func rectangle(
    _ first: FormulaOperand, _ last: FormulaOperand, on grid: GridID, _ isSwapped: Bool, at address: CellAddress
  ) -> GroupReference? {
    guard case .cell(let top, let left) = first, case .cell(let bottom, let right) = last,
      isSwapped == (left.value > right.value)
    else { return nil }
    let area = Area(
      grid: grid, top: Int(top.value), left: Int(min(left.value, right.value)), bottom: Int(bottom.value),
      right: Int(max(left.value, right.value)))
    return GroupReference(
      area, relativeTo: Int(address.row), topIsRelative: !top.isAbsolute, bottomIsRelative: !bottom.isAbsolute,
      isCell: false)
  }
}

import CellModel
import Formulas
import Functions

extension Evaluator {
  func unary(_ op: UnaryOperator, _ operand: Operand) -> Operand {
    switch op {
    // What it gives is no reference any more, so that `EDATE(+A1:A3, 1)` is given an array.
    case .plus: return .value(value(of: operand))
    case .minus: return .value(result(of: op, value(of: operand), negated))
    case .percent:
      return .value(
        result(of: op, value(of: operand)) { CellArithmetic.lift($0) { CellArithmetic.percent(dated($0)) } })
    case .intersect: return ReferenceOperators.implicitIntersection(operand, at: cell)
    case .spill: return spillRange(operand)
    case .trimLeading, .trimTrailing, .trimBoth: preconditionFailure("a trimmed range is compiled as a call")
    }
  }

  /// What an operator makes of a value, which may be what it made of the same large array before.
  private func result(of op: UnaryOperator, _ value: CellValue, _ make: (CellValue) -> CellValue) -> CellValue {
    guard case .array(let array) = value, array.count >= KeptArrays.leastElements else { return make(value) }
    return memory.arrays.result(of: op, value, under: conditions) { make(value) }
  }

  /// What operators ask of a workbook beside their operands.
  private var conditions: KeptArrays.Conditions {
    // Where it helps, all of them are those of one pass, and nobody may ask for the time.
    KeptArrays.Conditions(
      dateSystem: dateSystem, comparesCase: textMatching.comparesCase,
      day: !memory.isHelping ? Int(exactly: now.rounded(.down)) ?? 0 : 0)
  }

  private func negated(_ value: CellValue) -> CellValue {
    if case .array(let array) = value {
      let negated = PartedOperation.negated(array) ?? FewOperation.negated(array) ?? BoxedOperation.negated(array)
      if let negated { return .array(negated) }
    }
    return CellArithmetic.lift(value) { CellArithmetic.negate(dated($0)) }
  }

  private var references: ReferenceOperators { ReferenceOperators(grids: cells.grids) }

  func binary(_ op: BinaryOperator, _ left: consuming Operand, _ right: consuming Operand, isFinal: Bool) -> Operand {
    switch op {
    case .range: return references.range(left, right)
    case .union: return references.union(left, right)
    case .intersection: return references.intersection(left, right)
    default:
      let a = taken(left)
      let b = taken(right)
      switch (a, b) {
      case (.array(let array), _), (_, .array(let array)): return lifted(op, a, b, isFinal, elementCount: array.count)
      default: return .value(datedScalar(op, a, b, isFinal: isFinal))
      }
    }
  }

  /// An operator on two values of which at least one is an array.
  private func lifted(
    _ op: BinaryOperator, _ a: CellValue, _ b: CellValue, _ isFinal: Bool, elementCount: Int
  ) -> Operand {
    func make() throws(CellError) -> (value: CellValue, steps: Int) {
      guard op == .concatenate else {
        let lifted = LiftedOperator(op: op, isFinal: isFinal, comparesCase: textMatching.comparesCase)
        let array =
          PartedOperation(lifted: lifted).result(a, b, memory.arrays.places(in:))
          ?? FewOperation(lifted: lifted).result(a, b, memory.arrays.places(in:)) ?? LazyOperation(lifted: lifted)
          .result(a, b)
          ?? lifted.array(a, b)
        if let array { return (.array(array), 0) }
        return (CellArithmetic.lift(a, b) { datedScalar(op, $0, $1, isFinal: isFinal) }, 0)
      }
      let (value, budget) = try CellArithmetic.liftedConcatenation(a, b)
      return (value, budget.steps)
    }
    do throws(CellError) {
      guard elementCount >= KeptArrays.leastElements else { return try counted(make()) }
      return try counted(memory.arrays.result(of: op, a, b, isFinal: isFinal, under: conditions, make))
    } catch { return .value(.error(error)) }
  }

  /// A value, when there are the steps that it takes; texts cost what they are long.
  private func counted(_ made: (value: CellValue, steps: Int)) throws(CellError) -> Operand {
    if made.steps > 0 { try takeSteps(made.steps) }
    return .value(made.value)
  }

  /// An operator on single values, for which a text may be a date of either system, and one without its year has the current one.
  @inline(__always)
  func datedScalar(_ op: BinaryOperator, _ a: CellValue, _ b: CellValue, isFinal: Bool) -> CellValue {
    if case .text(let x) = a, case .text(let y) = b, textMatching.comparesCase,
      let result = op.tellingCase(x, y)
    {
      return .logical(result)
    }
    if dateSystem != .from1904 || !op.isArithmetic {
      let result = op.result(of: a, and: b, isFinal: isFinal)
      guard case .error = result, op.isArithmetic else { return result }
    }
    return op.result(of: dated(a), and: dated(b), isFinal: isFinal)
  }

  /// A value, or the number of a text that is one, as a date is.
  private func dated(_ value: CellValue) -> CellValue {
    guard case .text = value else { return value }
    do throws(CellError) {
      return .number(try value.asDateNumber(in: dateSystem, now: now))
    } catch { return .error(error) }
  }

  /// `A1#`: the spill range of an anchor, or the array that a named cell holds.
  ///
  /// The range of a formula that gives one value is its cell: what FILTER leaves may be one row.
  private func spillRange(_ operand: Operand) -> Operand {
    guard case .reference(let reference) = operand, reference.isSingleCell else {
      return .value(.error(.reference("# stands behind a cell.")))
    }
    let anchor = reference.first.topLeft
    if let area = cells.spills.area(of: anchor), !cells.spills.circular.contains(anchor) {
      return .reference(Reference(area))
    }
    let value = value(at: anchor)
    if case .array = value { return .value(value) }
    if formulas.group(at: anchor) != nil {
      if case .error = value { return .value(value) }
      return .reference(reference)
    }
    return .value(.error(.reference("\(formulas.names.name(of: anchor)) does not spill.")))
  }

  // MARK: Records and tables

  func member(_ field: String, of operand: Operand) -> Operand {
    guard case .reference(let reference) = operand, case let rows = reference.first,
      let found = tableColumn(field, of: rows)
    else { return .value(value(of: operand).field(field)) }
    guard let column = found.number else {
      // One cell may hold a record, and no row of several is one.
      return .value(
        rows.left < rows.right
          ? .error(.reference("The table has no column \(field).")) : value(of: operand).field(field))
    }
    var area = rows
    area.left = Int32(column)
    area.right = Int32(column)
    return .reference(Reference(area))
  }

  /// Where the column of a name is in a table, if it has one.
  private struct TableColumn {
    let number: Int?
  }

  /// Where the column of a name is in the table of which an area is some rows; `nil` for an area that is none.
  private func tableColumn(_ field: String, of rows: Area) -> TableColumn? {
    let grid = rows.grid.index
    if cells.grids[grid].isTable { return TableColumn(number: cells.grids[grid].columnIndex(named: field)) }
    // A table that lies on a sheet.
    guard let table = formulas.names.sheetTable(at: rows.topLeft), case let data = table.data, data.top <= rows.top,
      rows.bottom <= data.bottom, data.left == rows.left, data.right == rows.right
    else { return nil }
    let number = table.columns.firstIndex { $0.lowercased() == field.lowercased() }
    return TableColumn(number: number.map { Int(data.left) + $0 })
  }
}

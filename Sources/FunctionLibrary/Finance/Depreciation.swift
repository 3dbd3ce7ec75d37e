import CellModel
import Functions

/// What something loses in value from period to period.
enum Depreciation: FunctionFamily {
  static let title = "Depreciation"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "SLN", "Gives the loss per period in equal parts.",
      .number("cost", "the value at the start"), .number("salvage", "the value at the end"),
      .number("life", "the count of periods"),
      examples: [
        "SLN(30000, 7500, 10)" => 2250, "SLN(100, 100, 5)" => 0, "SLN({10,20}, 0, 5)" => [[2, 4]],
        "SLN(1, 0, 0)" => .divisionByZero,
      ]
    ) { (cost, salvage, life) throws(CellError) in
      guard life != 0 else { throw .divisionByZero("There are no periods.") }
      return (cost - salvage) / life
    },

    SheetFunction(
      "SYD", "Gives the loss in one period by the sum of the years' digits.",
      .number("cost", "the value at the start"), .number("salvage", "the value at the end"),
      .number("life", "the count of periods"),
      .number("per", "the period, counted from 1"),
      examples: [
        "ROUND(SYD(30000, 7500, 10, 1), 2)" => 4090.91, "SYD(60, 0, 3, 3)" => 10, "SYD(60, 0, 3, {1,2})" => [[30, 20]],
        "SYD(60, 0, 3, 4)" => .number,
      ]
    ) { (cost, salvage, life, period) throws(CellError) in
      guard life > 0, period > 0, period <= life, salvage >= 0 else { throw .number("An argument is out of range.") }
      return (cost - salvage) * (life - period + 1) * 2 / (life * (life + 1))
    },

    SheetFunction(
      "DB", "Gives the loss in one period by the fixed-declining method.",
      .number("cost", "the value at the start"), .number("salvage", "the value at the end"),
      .number("life", "the count of periods"),
      .number("period", "the period, counted from 1; a period before the first is the first"),
      .integer("month", "the months of the first year", whenAbsent: 12),
      examples: [
        "ROUND(DB(1000000, 100000, 6, 1, 7), 2)" => 186083.33, "ROUND(DB(1000000, 100000, 6, 7, 7), 2)" => 15845.1,
        "ROUND(DB(1000, 100, 5, {1,2}), 2)" => [[369, 232.84]], "DB(1000, 100, 5, 6)" => .number,
        "ROUND(DB(12000, 15000, 5, 2, 1), 3)" => -554.116, "DB(1000, 100, 5, 1, )" => .number,
        "DB(12000, 2000, 5, 0.5, 1)" => 301, "ROUND(DB(12000, 2000, 5, 2.5, 1), 3)" => 3521.399,
        "DB(1000, 100, 5, 0)" => .number,
      ]
    ) { (cost, salvage, life, period, month) throws(CellError) in
      let whole = max(1, period.rounded(.down))
      guard cost >= 0, salvage >= 0, life > 0, period > 0, (1...12).contains(month),
        whole <= life + (month < 12 ? 1 : 0)
      else { throw .number("An argument is out of range.") }
      return DepreciationSchedules.fixedDeclining(
        cost: cost, salvage: salvage, life: life, period: whole, firstMonths: Double(month))
    },

    SheetFunction(
      "DDB", "Gives the loss in one period by the declining method with a factor, by default double.",
      .number("cost", "the value at the start"), .number("salvage", "the value at the end"),
      .number("life", "the count of periods"),
      .number(
        "period", "the period, counted from 1; a period before the first is the first"),
      .number("factor", "the speed of the decline", whenAbsent: 2),
      examples: [
        "ROUND(DDB(2400, 300, 3650, 1), 2)" => 1.32, "DDB(2400, 300, 10, 0.3)" => 480,
        "ROUND(DDB(100, 10, 40, 13, 3), 6)" => 2.942809,
        "DDB(2400, 300, 10, {1,2})" => [[480, 384]], "ROUND(DDB(100, 10.233, 4.2312, 3.2, 1.5), 6)" => 13.532736,
        "DDB(2400, 300, 10, 11)" => .number, "DDB(2400, 300, 10, 1, )" => .number,
      ]
    ) { (cost, salvage, life, period, factor) throws(CellError) in
      guard cost >= 0, salvage >= 0, life > 0, period > 0, factor > 0 else {
        throw .number("An argument is out of range.")
      }
      let period = max(1, period)
      guard period <= max(1, life) else { throw .number("The period is after the last.") }
      return DepreciationSchedules.declining(cost: cost, salvage: salvage, life: life, period: period, factor: factor)
    },

    SheetFunction(
      "VDB",
      "Gives the loss between two times by the declining method, going over to equal parts once they are larger.",
      .number("cost", "the value at the start"), .number("salvage", "the value at the end"),
      .number("life", "the count of periods"),
      .number("start_period", "the time from which"), .number("end_period", "the time up to which"),
      .number("factor", "the speed of the decline", whenAbsent: 2),
      .logical("no_switch", "TRUE never goes over to equal parts", default: false), .context,
      examples: [
        "ROUND(VDB(2400, 300, 10, 0, 1), 2)" => 480, "ROUND(VDB(2400, 300, 3650, 0, 1), 2)" => 1.32,
        "ROUND(VDB(2400, 300, 10, 0, 0.875, 1.5), 2)" => 315,
        "ROUND(VDB(100, 10, 13, 0, 1, 1) - VDB(100, 10, 13, 0, 0.5, 1) - VDB(100, 10, 13, 0.5, 1, 1), 4)" => 0.1479,
        "ROUND(VDB(100, 0, 4, {0,3}, 4), 2)" => [[100, 12.5]],
        "VDB(80, 0, 8, 0, 1, )" => 10, "VDB(100, 300, 8, 0, 1)" => -200, "VDB(1, 0, 0, 0, 0)" => .divisionByZero,
        "VDB(1, 0, 1, 2, 1)" => .number,
      ]
    ) { (cost, salvage, life, start, end, factor, staysDeclining, context) throws(CellError) in
      guard cost >= 0, salvage >= 0, life >= 0, start >= 0, end >= start, end <= life, factor >= 0 else {
        throw .number("An argument is out of range.")
      }
      guard life > 0 else { throw .divisionByZero("There are no periods.") }
      if life <= DepreciationSchedules.longestLife { try context.takeSteps(Int(end) >> 5) }
      return DepreciationSchedules.variable(
        cost: cost, salvage: salvage, life: life, start: start, end: end, factor: factor, switches: !staysDeclining)
    },
  ]
}

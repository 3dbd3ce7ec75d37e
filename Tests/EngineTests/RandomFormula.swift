import CellModel
import TestSupport

/// Texts of random formulas over a small grid, a second sheet and a few names.
struct RandomFormula {
  static let columns = 6
  static let rows = 8
  static let names = ["alpha", "beta", "gamma"]

  var random: SeededGenerator
  let hasInputs: Bool

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    hasInputs = random.happens(25)
  }

  // MARK: Places

  mutating func cell(_ text: (row: Int, column: Int)? = nil) -> String {
    let row = text?.row ?? random.number(0...Self.rows - 1)
    let column = text?.column ?? random.number(0...Self.columns - 1)
    return dollar() + A1Notation.letters(ofColumn: column) + dollar() + String(row + 1)
  }

  private mutating func dollar() -> String { random.happens(15) ? "$" : "" }

  private mutating func sheet() -> String { hasInputs && random.happens(20) ? "Inputs!" : "" }

  /// One cell: an address or a name.
  mutating func single() -> String { random.happens(12) ? random.one(of: Self.names) : sheet() + cell() }

  /// A range: part of a column mostly, a block, a whole column, a name.
  mutating func range() -> String {
    let sheet = sheet()
    switch random.number(0...19) {
    case 0: return "block"
    case 1, 2:
      let letters = A1Notation.letters(ofColumn: random.number(0...Self.columns - 1))
      return sheet + letters + ":" + letters
    case 3: return sheet + "3:4"
    case 4...7: return sheet + cell() + ":" + cell()
    default: return sheet + part(of: random.number(0...Self.columns - 1))
    }
  }

  private mutating func part(of column: Int) -> String {
    let row = random.number(0...Self.rows - 1)
    return cell((row, column)) + ":" + cell((min(row + random.number(0...4), Self.rows), column))
  }

  /// A range that is small, to be read as an array.
  mutating func array() -> String {
    random.happens(15) ? "{1,2;3,4}" : sheet() + part(of: random.number(0...Self.columns - 1))
  }

  // MARK: Expressions

  mutating func constant() -> String {
    random.one(of: ["0", "1", "2", "3", "10", "0.5", "-1", "\"a\"", "\"b\"", "\"3\"", "\"\"", "TRUE", "FALSE"])
  }

  /// An expression that gives one value.
  mutating func expression(_ depth: Int) -> String {
    guard depth > 0 else { return random.happens(70) ? single() : constant() }
    let next = depth - 1
    switch random.number(0...31) {
    case 0...4: return single()
    case 5: return constant()
    case 6...11: return expression(next) + random.one(of: ["+", "-", "*", "/", "+"]) + expression(next)
    case 12: return expression(next) + random.one(of: ["=", "<>", "<", "<=", ">", ">="]) + expression(next)
    case 13: return expression(next) + " & " + expression(next)
    case 14, 15: return "IF(\(expression(next)), \(expression(next)), \(expression(next)))"
    case 16...19: return "\(random.one(of: ["SUM", "SUM", "COUNT", "COUNTA", "AVERAGE", "MAX", "MIN"]))(\(range()))"
    case 20: return "IFERROR(\(expression(next)), \(expression(next)))"
    case 21: return lookup(next)
    case 22: return random.one(of: ["ROW()", "COLUMN()", "ROW(\(cell()))", "ROWS(\(range()))", "COLUMNS(block)"])
    case 23:
      return "\(random.one(of: ["LEN", "UPPER", "ISBLANK", "ISNUMBER", "ISERROR", "T", "N"]))(\(expression(next)))"
    case 24: return "\(random.one(of: ["ABS", "INT", "SQRT", "NOT", "-", "+"]))(\(expression(next)))"
    case 25: return "\(random.one(of: ["AND", "OR"]))(\(expression(next)), \(expression(next)))"
    case 26: return "(\(expression(next)))" + random.one(of: ["%", "^2", ""])
    case 27: return criterion(next)
    case 28: return local(next)
    case 29: return random.happens(40) ? dynamic() : "ROUND(\(expression(next)), 1)"
    case 30: return random.happens(50) ? "SUM(\(cell())#)" : "@\(range())"
    default: return "SUM(\(array()) * \(random.happens(50) ? single() : array()))"
    }
  }

  private mutating func lookup(_ depth: Int) -> String {
    switch random.number(0...3) {
    case 0: "INDEX(\(array()), \(random.number(1...3)))"
    case 1: "VLOOKUP(\(expression(depth)), \(sheet())A1:\(cell((7, 3))), \(random.number(1...3)), FALSE)"
    case 2: "MATCH(\(expression(depth)), \(array()), \(random.number(0...1)))"
    default: "XLOOKUP(\(expression(depth)), A1:A8, B1:B8, \"none\")"
    }
  }

  private mutating func criterion(_ depth: Int) -> String {
    switch random.number(0...2) {
    case 0: "SUMIF(\(range()), \">1\")"
    case 1: "COUNTIF(\(range()), \(expression(depth)))"
    default: "SUMIFS(B1:B8, A1:A8, \"<>\" & \(expression(depth)))"
    }
  }

  private mutating func local(_ depth: Int) -> String {
    switch random.number(0...4) {
    case 0: "LET(x, \(expression(depth)), x + \(expression(depth)))"
    case 1: "LAMBDA(x, x & \"!\")(\(expression(depth)))"
    case 2: "SUM(MAP(\(array()), LAMBDA(v, v * 2)))"
    case 3: "REDUCE(0, \(array()), LAMBDA(s, v, s + \(single())))"
    default: "twice(\(expression(depth)))"
    }
  }

  private mutating func dynamic() -> String {
    switch random.number(0...3) {
    case 0: "OFFSET(\(cell()), \(random.number(0...2)), \(random.number(0...1)))"
    case 1: "SUM(OFFSET(\(cell()), 0, 0, \(random.number(1...3)), 1))"
    case 2: "INDIRECT(\"B\" & \(random.number(1...4)))"
    default: "SUM(INDIRECT(\"A1:A\" & \(single())))"
    }
  }

  /// An expression that gives an array.
  mutating func spilling() -> String {
    switch random.number(0...11) {
    case 0, 1: "SEQUENCE(\(random.happens(50) ? cell() : String(random.number(1...4))))"
    case 2: "SEQUENCE(2, \(random.number(1...3)))"
    case 3: "SORT(\(array()))"
    case 4: "FILTER(\(array()), \(array()) > \(random.number(0...3)))"
    case 5: "UNIQUE(\(array()))"
    case 6: "TRANSPOSE(\(array()))"
    case 7: "MAP(\(array()), LAMBDA(v, v & \"x\"))"
    case 10: "SEQUENCE(2) + \(single())"
    case 11: "SEQUENCE(2, 1, \(expression(2)))"
    case 8: "IF(\(array()) > 1, \(cell()), \(expression(1)))"
    default: "\(array()) * 2"
    }
  }

  /// A formula to be filled down from a cell.
  mutating func filling(row: Int, column: Int) -> String {
    let own = A1Notation.letters(ofColumn: column)
    switch random.number(0...9) {
    case 0 where row > 0: return "\(own)\(row) + \(expression(1))"
    case 1 where row > 0: return "SUM(\(own)$1:\(own)\(row)) + 1"
    case 2: return "\(own)\(row + 2) + \(expression(0))"
    case 3 where row > 0 && column > 0:
      return "\(A1Notation.letters(ofColumn: column - 1))\(row) + 1"
    case 4 where row > 0: return "\(A1Notation.letters(ofColumn: column + 1))\(row) * 2"
    case 5: return "\(cell((row, max(column - 1, 0)))) * 2 + \(cell((row, column + 1)))"
    case 6: return "\(cell((row, max(column - 1, 0)))) > \(random.number(0...5))"
    case 7: return "SUM(\(own)\(row + 2):\(own)\(row + 4))"
    case 8: return aggregate(row: row, column: column)
    default: return expression(2)
    }
  }

  /// The formulas of some columns of a row that read the row above it, and in their own row the columns before them; one
  /// now and then reads a column behind it.
  mutating func schedule(row: Int, column: Int, width: Int) -> [String] {
    (0..<width).map { place in
      let terms = (0..<random.number(1...2)).map { _ in
        term(row: row, columns: column..<column + width, place: column + place)
      }
      return terms.joined(separator: random.happens(50) ? " + " : " - ")
    }
  }

  private mutating func term(row: Int, columns: Range<Int>, place: Int) -> String {
    let any = A1Notation.letters(ofColumn: random.number(columns.lowerBound...columns.upperBound - 1))
    let before = A1Notation.letters(ofColumn: random.number(max(columns.lowerBound - 1, 0)...max(place - 1, 0)))
    switch random.number(0...9) {
    case 0...2: return "\(any)\(row)"
    case 3, 4: return "\(before)\(row + 1) * 0.5"
    case 5: return "SUM(\(any)$1:\(any)\(row))"
    case 6: return "IF(\(any)\(row) > \(random.number(0...3)), \(before)\(row + 1), 1)"
    case 7: return "IFERROR(LEN(\(any)\(row) & \"x\"), \(before)\(row + 1))"
    case 8 where random.happens(20): return "\(any)\(row + 1)"
    case 8: return "\(any)\(max(row - 2, 1))"
    default: return "\(random.number(0...9))"
    }
  }

  /// What some cells beside or above come to: of a prefix, a window, a row, or an area that stays where it is.
  private mutating func aggregate(row: Int, column: Int) -> String {
    let first = A1Notation.letters(ofColumn: max(column - random.number(0...2), 0))
    let last = A1Notation.letters(ofColumn: random.happens(60) ? max(column - 1, 0) : column + 1)
    let area =
      switch random.number(0...5) {
      case 0, 1: "\(last)$\(random.number(1...3)):\(last)\(row + 1)"
      case 2: "\(last)\(row + 1):\(last)\(row + random.number(1...5))"
      case 3: "\(first)\(row + 1):\(last)\(row + random.number(1...2))"
      case 4: "\(first)$1:\(last)\(row + 1)"
      default: "\(last)\(random.happens(50) ? "$" : "")\(row + 1):\(last)$\(random.number(1...20))"
      }
    let call = random.one(of: ["SUM", "AVERAGE", "COUNT", "MAX", "MIN", "PRODUCT"]) + "(\(area)"
    return call + random.one(of: [")", ")", ") * 2 - \(single())", ", \(single()))"])
  }

  /// What is made element by element of columns that begin in a row of their own and end in the formula's, and what is asked in
  /// each row of the same columns.
  mutating func growing(row: Int, column: Int) -> String {
    let top = random.number(1...2)
    func letters() -> String {
      A1Notation.letters(ofColumn: (column + random.number(1...Self.columns - 1)) % Self.columns)
    }
    let (a, b, own) = (letters(), letters(), letters())
    let (x, y) = ("\(a)$\(top):\(a)\(row + 1)", "\(b)$\(top):\(b)\(row + 1)")
    let (allX, allY) = ("\(a)$1:\(a)$8", "\(b)$1:\(b)$8")
    let wanted = random.one(of: ["\(own)\(row + 1)", "\(own)\(row + 1)", "1", "\"a\"", "$A$1"])
    let holds = "\(x) \(random.one(of: ["=", "=", "<>", ">", "<="])) \(wanted)"
    return random.one(of: [
      "SUM(IF(\(holds), \(y)))", "SUMPRODUCT((\(holds)) * \(y))", "SUMPRODUCT(--(\(holds)), \(y))",
      "COUNT(1 / (\(holds)))", "MAX(IF(\(holds), \(y), \(wanted)))", "AVERAGE(IF(\(holds), -\(y) * 2))",
      "SUM(IFERROR(\(y) / \(x), 1))", "SUM(ROW(\(x)) * (\(holds)))", "MIN(IF(ISNUMBER(\(y)), \(y)))",
      "SUMPRODUCT(\(x) * \(y))", "SUMPRODUCT(\(x) + 1, \(y))", "SUM(ROUND(\(x) / 3, 1))", "SUM(COUNTIF(\(x), \(y)))",
      "SUM(FREQUENCY(\(x), \(y)))", "COUNTIFS(\(allX), \"<>a\", \(allY), \">=\" & \(wanted))",
      "SUMIFS(\(allY), \(allX), \"<>\" & \(wanted), \(allY), \"<5\")",
      "IFERROR(SMALL(IF(\(allX) = $A$1, ROW(\(allX))), ROW()), 0)",
      "IFERROR(AGGREGATE(15, 6, \(allY) / (\(allX) = \(wanted)), ROW()), 0)",
      "SMALL(IF(\(holds), \(y)), 1)", "LARGE(IF(\(holds), \(y), \"\"), {1,2})", "MEDIAN(IF(\(holds), \(y)))",
      "STDEV(IF(\(holds), -\(y)))", "PERCENTILE(\(y) * 2, COUNT(\(x)) / 9)", "FREQUENCY(\(y) + 1, \(x))",
      "LOOKUP(2, 1 / (\(holds)), \(y))", "LOOKUP(\(wanted), 1 / (\(holds)), \(allY))", "LOOKUP(2, 0 / (\(holds)))",
      "LOOKUP(2, \(x) / (\(holds)), \(y))",
    ])
  }

  mutating func value() -> CellValue {
    switch random.number(0...15) {
    case 0, 1: .blank
    case 2: .text("")
    case 3: .text(random.one(of: ["a", "b", "B", "3", "x1"]))
    case 4: .logical(random.happens(50))
    case 5: .error(CellError(random.one(of: [.notAvailable, .divisionByZero])))
    case 6: .number(Double(random.number(-20...20)) / 4)
    case 7: .number(Double(random.number(0...9)), random.one(of: NumberKind.allCases))
    default: .number(Double(random.number(0...9)))
    }
  }
}

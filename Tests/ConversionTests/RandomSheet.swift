import TestSupport

/// A small sheet of names, a table and a grid of constants, with a dozen random formulas far enough from each other for
/// what they spill.
struct RandomSheet {
  private(set) var text = ""
  private var random: SeededGenerator
  /// Names of LET and LAMBDA that stand where an expression is written.
  private var locals: [String] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    addNames()
    for row in 1...8 { for column in ["A", "B", "C", "D", "E"] { addConstant(at: column, row) } }
    line("table led {\n  | k | amount | unit price |\n  | a | 10 | 2.5 |\n  | b | 20 | |")
    line("  | \"c;\" | -5 | 2026-01-01 |\n  s = amount * 2\n}")
    for place in 0..<12 {
      let depth = pick(1, 2, 2, 3, 3, 4)
      line(pick("G", "R", "AC") + "\(20 + 14 * place) = " + formula(depth))
    }
  }

  private mutating func addNames() {
    line("n = " + pick("3", "-2", "0", "2.5"))
    line("m = n * 2\np = 19%\nd = 2026-01-31\nt = " + quoted())
    line("u = t & \"z\"\nGrün = \"grün\"\ns_1 = \"Q\"\nb = " + pick("TRUE", "FALSE"))
    line("c = n > 1\nvec = {1; 2; 3}")
  }

  private mutating func addConstant(at column: String, _ row: Int) {
    let value: String
    switch random.number(0...99) {
    case ..<45: value = literal()
    case ..<60: value = quoted()
    case ..<67: value = pick("TRUE", "FALSE")
    case ..<72: value = pick("1/0", "NA()", "#VALUE!", "2026-03-01", "14:30")
    case ..<80: value = column == "A" ? "B\(row)" : "A\(row)"
    default: return
    }
    line("\(column)\(row) = \(value)")
  }

  private mutating func line(_ line: String) { text += line + "\n" }
  private mutating func pick<Choice>(_ choices: Choice...) -> Choice { random.one(of: choices) }

  // MARK: Literals and places

  private mutating func literal() -> String {
    pick("0", "1", "2", "3", "-1", "0.5", "10", "1e3", "1.5E-2", "19%", "2026-01-31", "100", "0.1", "12345.678", "-0")
  }

  private mutating func quoted() -> String {
    pick(
      "\"a\"", "\"abc\"", "\"\"", "\"12\"", "\"x \"\"q\"\" y\"", "\"ß\"", "\"TRUE\"", "\"1/2\"", "\"😀b\"", "\" \"",
      "\"10%\"", "\"a;b,c\"", "\"é\"", "\"{x}\"", "\"//no\"")
  }

  private mutating func cell() -> String {
    pick("", "", "$") + pick("A", "B", "C", "D", "E") + pick("", "", "$") + String(random.number(1...8))
  }

  private mutating func range() -> String {
    let columns = [pick("A", "B", "C", "D", "E"), pick("A", "B", "C", "D", "E")].sorted()
    let rows = [random.number(1...8), random.number(1...8)].sorted()
    let dollar = pick("", "", "", "$")
    return "\(dollar)\(columns[0])\(dollar)\(rows[0]):\(dollar)\(columns[1])\(dollar)\(rows[1])"
  }

  private mutating func written() -> String {
    guard random.happens(50) else { return "{" + element() + ", " + element() + ", " + pick("TRUE", "#N/A", "4") + "}" }
    return "{" + element() + ", " + element() + "; " + element() + ", " + element() + "}"
  }

  private mutating func element() -> String { pick("1", "2", "-3", "0.5", "\"b\"") }

  // MARK: Expressions

  private mutating func formula(_ depth: Int) -> String {
    switch random.number(0...9) {
    case ..<5: number(depth)
    case 5, 6: words(depth)
    case 7: condition(depth)
    default: array(min(depth, 2))
    }
  }

  /// What several values stand in: a range, a column, an array.
  private mutating func several(_ depth: Int) -> String {
    switch random.number(0...9) {
    case ..<5: range()
    case 5: pick("led[amount]", "led[s]", "led[[amount]:[s]]", "led[unit price]", "led[[#Data],[amount]]", "led")
    case 6: written()
    case 7: "SEQUENCE(\(random.number(1...4)), \(random.number(1...3)))"
    case 8 where depth > 0: several(depth - 1) + pick("*", "+", "/", "-", "^", "&") + number(depth - 1)
    default: pick("vec", "led[amount]", "A1:A8")
    }
  }

  private mutating func condition(_ depth: Int) -> String {
    guard depth > 0 else { return pick("TRUE", "FALSE", "b", "c", "A3") }
    let next = depth - 1
    switch random.number(0...8) {
    case ..<4: return number(next) + pick(" = ", " <> ", " < ", " > ", " <= ", ">=") + number(next)
    case 4: return words(next) + pick("=", "<>", "<") + words(next)
    case 5: return pick("AND", "OR", "XOR") + "(" + condition(next) + ", " + condition(next) + ")"
    case 6: return "NOT(" + condition(next) + ")"
    case 7:
      let question = pick("NUMBER", "TEXT", "BLANK", "ERROR", "LOGICAL", "REF", "FORMULA", "NA")
      return "IS\(question)(" + (random.happens(40) ? cell() : number(next)) + ")"
    default: return "((" + condition(next) + "))"
    }
  }

  private mutating func number(_ depth: Int) -> String {
    if random.happens(25), !locals.isEmpty { return random.one(of: locals) }
    guard depth > 0 else {
      return random.happens(70)
        ? pick(literal(), cell()) : pick("n", "m", "p", "d", "led[2].amount", "led[3].[unit price]")
    }
    let next = depth - 1
    switch random.number(0...26) {
    case ..<6: return number(next) + pick("+", " - ", " * ", "/", "^") + number(next)
    case 6: return "-" + number(next)
    case 7: return "(" + number(next) + ")" + pick("", "%")
    case 8: return number(next) + "%"
    case 9:
      let name = pick("SUM", "AVERAGE", "MAX", "MIN", "COUNT", "COUNTA", "PRODUCT", "STDEV", "MEDIAN", "VAR.P")
      return name + "(" + several(next) + ")"
    case 10: return "IF(" + condition(next) + ", " + number(next) + ", " + number(next) + ")"
    case 11:
      let name = pick("ROUND", "ROUNDUP", "MOD", "POWER", "QUOTIENT", "CEILING", "TRUNC")
      return name + "(" + number(next) + ", " + number(next) + ")"
    case 12: return pick("ABS", "INT", "SQRT", "EXP", "LN", "EVEN", "FACT", "N", "VALUE") + "(" + number(next) + ")"
    case 13: return pick("LEN", "CODE", "VALUE", "NUMBERVALUE") + "(" + words(next) + ")"
    case 14: return pick("SUMIF", "COUNTIF", "AVERAGEIF") + "(" + range() + ", " + criterion(next) + ")"
    case 15: return "IFERROR(" + number(next) + ", " + number(next) + ")"
    case 16: return "LET(q, " + number(next) + ", " + within("q") { $0.number(next) } + ")"
    case 17: return "LAMBDA(w, " + within("w") { $0.number(next) } + ")(" + number(next) + ")"
    case 18: return "INDEX(" + several(next) + ", \(random.number(1...3)), \(random.number(1...2)))"
    case 19: return pick("MATCH", "XMATCH") + "(" + number(next) + ", " + pick("A1:A8", "vec", "led[amount]") + ", 0)"
    case 20: return "SUMPRODUCT(" + several(next) + ", " + several(next) + ")"
    case 21: return "CHOOSE(\(random.number(1...2)), " + number(next) + ", " + number(next) + ")"
    case 22: return pick("YEAR", "MONTH", "DAY", "WEEKDAY", "HOUR") + "(" + number(next) + ")"
    case 23: return pick("ROW", "COLUMN", "ROWS", "COLUMNS") + "(" + range() + ")"
    case 24: return "SUM(OFFSET(" + cell() + ", \(random.number(0...2)), \(random.number(0...2)), 2, 2))"
    case 25: return "SUM(INDIRECT(\"" + pick("A", "B", "C") + "\(random.number(1...8))\"))"
    default:
      return random.happens(50) ? "@" + range() : "REDUCE(0, " + several(next) + ", LAMBDA(a_, b_, a_ + LEN(b_)))"
    }
  }

  private mutating func criterion(_ depth: Int) -> String {
    random.happens(50) ? pick("\">1\"", "\"a*\"", "\"<>\"", "\"\"") : pick(number(depth), words(depth))
  }

  private mutating func words(_ depth: Int) -> String {
    guard depth > 0 else { return random.happens(50) ? quoted() : pick(cell(), "t", "u", "Grün", "s_1", "led[1].k") }
    let next = depth - 1
    switch random.number(0...11) {
    case ..<3: return words(next) + pick(" & ", "&") + (random.happens(50) ? words(next) : number(next))
    case 3: return pick("UPPER", "LOWER", "PROPER", "TRIM", "T", "CLEAN") + "(" + words(next) + ")"
    case 4: return pick("LEFT", "RIGHT") + "(" + words(next) + ", " + pick("1", "2", number(next)) + ")"
    case 5: return "MID(" + words(next) + ", \(random.number(1...3)), \(random.number(0...4)))"
    case 6: return "TEXT(" + number(next) + ", " + pick("\"0.00\"", "\"yyyy-mm-dd\"", "\"#,##0\"", "\"General\"") + ")"
    case 7: return "SUBSTITUTE(" + words(next) + ", " + words(next) + ", " + words(next) + ")"
    case 8: return "IF(" + condition(next) + ", " + words(next) + ", " + words(next) + ")"
    case 9: return "TEXTJOIN(" + quoted() + ", " + condition(0) + ", " + several(next) + ")"
    case 10: return "(" + words(next) + ")"
    default: return "CONCAT(" + several(next) + ", " + words(next) + ")"
    }
  }

  /// A formula that spills.
  private mutating func array(_ depth: Int) -> String {
    let next = max(depth - 1, 0)
    switch random.number(0...12) {
    case 0: return "SORT(" + several(depth) + ")"
    case 1: return "UNIQUE(" + several(depth) + ")"
    case 2: return "TRANSPOSE(" + several(depth) + ")"
    case 3:
      let rows = several(depth)
      return "FILTER(\(rows), INDEX(\(rows), 0, 1) > 1, " + quoted() + ")"
    case 4: return "MAP(" + several(next) + ", LAMBDA(x_, " + within("x_") { $0.number(next) } + "))"
    case 5: return "BYROW(" + several(next) + ", LAMBDA(r_, SUM(r_)))"
    case 6: return pick("VSTACK", "HSTACK") + "(" + several(next) + ", " + several(next) + ")"
    case 7: return "TAKE(" + several(depth) + ", " + pick("1", "-2", "2") + ")"
    case 8: return "IF(" + range() + " > " + number(next) + ", " + number(next) + ", " + words(next) + ")"
    case 9: return range() + pick(" * ", " = ", " & ", " + ") + several(next)
    case 10: return "SCAN(0, " + several(next) + ", LAMBDA(a_, b_, a_ * 2 + N(b_)))"
    case 11: return "TOCOL(" + several(depth) + ", 1)"
    default: return "LET(arr, " + several(next) + ", SORTBY(arr, INDEX(arr, 0, 1), -1))"
    }
  }

  private mutating func within(_ name: String, _ write: (inout Self) -> String) -> String {
    locals.append(name)
    defer { locals.removeLast() }
    return write(&self)
  }
}

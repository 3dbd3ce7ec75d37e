import CellModel
import Formulas
import FunctionLibrary
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Functions

/// Rows of a column that run together give what each of them gives by itself.
@Suite("Rows that run together")
struct BlockRunTests {
  private static let formulas = [
    "A1", "LEFT(A1,2)", "UPPER(LEFT(A1,4))&\"-\"&ROW()", "LEN(A1)+LEN(B1)", "A1&B1&C1", "-C1", "C1%", "A1=\"a\"",
    "A1<B1", "B1-C1", "B1*C1+D1", "IF(LEFT(A1,1)=\"w\",\"yes\",B1)", "IF(A1>B1,A1)", "IF(B1,IF(C1,\"x\",D1),A1&\"!\")",
    "IFS(B1>3,\"big\",C1>3,A1,TRUE,D1)", "IFS(B1>3,1,C1>30,2)", "SWITCH(B1,1,\"one\",2,A1,\"more\")",
    "LET(x,B1+C1,y,x*2,x&\"/\"&y)", "LET(t,UPPER(A1),IF(LEN(t)>3,t,t&t))", "MID(A1,2,)", "LEFT(A1)", "FIND(\"w\",A1)",
    "SUBSTITUTE(A1,\"a\",B1)", "EXACT(A1,D1)", "ISTEXT(A1)", "ISNUMBER(B1)", "ISBLANK(C1)", "ISERROR(D1)",
    "YEAR(45000+B1)", "DATE(2020,B1,C1)", "TEXT(B1,\"0.00\")", "VALUE(A1)", "ROUND(B1,1)&A1", "SQRT(B1)&\"\"",
    "IFERROR(B1/C1,\"none\")", "IFERROR(B1/C1,0)+1", "IFNA(B1/C1,1)", "IFERROR(B1,C1)", "CHOOSE(2,\"a\",5)",
    "IFERROR(A1*2,)", "IFNA(D1,A1)", "IFERROR(D1,B1:C1)", "SUM(B1,7)", "SUM(B1:D1,A1)",
    "CONCAT(A1,B1)", "MAX(B1:D1)", "A1&\"-\"&B1&C1&D1", "(A1&B1)&(C1&D1)", "CONCAT(A1,\"x\",B1:C1)",
    "CONCATENATE(A1,B1,C1,TRUE)", "CONCAT(REPT(A1,200),B1)", "A1&B1:C1&D1", "A1&B1&C1&D1&A1&B1&C1&D1&A1&B1",
    "CONCAT(,A1)",
    "A1&12.5&-3&1E+20", "ROW()*2-B1", "IF(ROW()>9,ROW()/3,B1)", "CONCAT(OFFSET(A1,0,1),A1)", "CONCAT(A:A)",
    "INDEX(B$1:B$300,3)", "INDEX(A$1:D$300,ROW(),2)", "MATCH(B1,C$1:C$300,0)",
    "VLOOKUP(B1,B$1:D$300,2,FALSE)", "XLOOKUP(B1,C$1:C$300,A$1:A$300,\"no\")", "COUNTIF(A$1:A$300,A1)",
    "SUMIFS(B$1:B$300,A$1:A$300,A1)", "AND(ISTEXT(A1),B1>2)", "OR(A1=\"a\",B1=1)", "NOT(B1)", "T(A1)", "N(A1)",
    "CHOOSE(2,A1,B1,C1)", "CODE(A1)", "CHAR(B1+60)", "REPT(A1,3)", "REPT(A1,200)", "TRIM(A1)", "PROPER(A1)",
    "TYPE(A1)", "ROW()", "COLUMN()", "ROW(A1)", "@A1:A300", "A1:A300", "SORT(B$1:B$300)", "B1:D1*2",
    "INDEX(B1:D1*2,2)", "SUM(B$1:B$300*2)", "SUM(B:B*1)", "A0", "B1+#N/A", "1/0", "\"\"", "MAP(B1,LAMBDA(v,v+1))",
    "SUM(--ISNUMBER(A$1:A$300))", "SUM(--ISTEXT(A1:D1))+B1", "SUM(N({1,2}))+B1", "MOD(B1,3)=1", "B1^2",
    "XLOOKUP(B1,C$1:C$300,A$1:A$300)", "XLOOKUP(B1,C$1:C$300,A$1:B$300)", "XLOOKUP(A1,A$1:A$300,D$1:D$300,,2)",
    "XMATCH(A1,A$1:A$300,2)", "XMATCH(B1,B$1:B$300,-1)", "XMATCH(B1,B$1:B$300,,-1)", "MATCH(B1,B$1:B$300)",
    "MATCH(A1,A$1:A$300,-1)", "MATCH(B1,A$1:B$300,0)", "MATCH(B1,{1,2,3},0)", "MATCH(B1,C$1:C$300,{0,1})",
    "MATCH(A1:B1,C$1:C$300,0)", "HLOOKUP(B1,A$1:D$300,2,FALSE)", "LOOKUP(B1,B$1:B$300,A$1:A$300)",
    "LOOKUP(A1,A$1:D$300)",
    "VLOOKUP(A1,A$1:D$300,B1,FALSE)", "VLOOKUP(B1,A$1:A$5,2)", "VLOOKUP(C1,C$1:D$300,2)",
    "IFERROR(VLOOKUP(B1,B$1:D$300,3,FALSE),\"none\")", "INDEX(A$1:A$300,B1)", "INDEX(A$1:D$300,3,B1)",
    "INDEX(A$1:D$300,C1,2)&\"x\"", "SUM(INDEX(A$1:D$300,B1,0))", "ROW(INDEX(A$1:A$300,B1))",
    "INDEX((A$1:A$5,B$1:B$5),B1,1,2)", "INDEX(A$1:A$300,MATCH(B1,C$1:C$300,0))", "INDEX(Z$1:Z$300,B1)",
    "CHOOSE(B1,A1,C1,D1)", "CHOOSE(MOD(ROW(),4),B1,C1,B1+C1)", "CHOOSE(MOD(ROW(),3)+1,ROW(),ROW()*2,-ROW())",
    "CHOOSE(B$3,B1,C1,D1)", "CHOOSE(A1,1,2)", "SUM(CHOOSE(MOD(ROW(),2)+1,A1:A3,B1:B3))", "CHOOSE({1,2},A1,B1)",
    "CHOOSE(A1:B1,1,2)", "CHOOSE(1.9999999999999998,B1,C1)", "CHOOSE(2.9,B1,C1)", "CHOOSE(,1,2)",
    "IFERROR(CHOOSE(B1,C1,D1),0)", "CHOOSE(IF(B1>3,2,1),CHOOSE(C1,1,A1,3),D1&\"x\")", "CHOOSE(2,1/0,B1)",
    "CHOOSE(MOD(B1,3)+1,B1,C1*2,B1-C1)*2+1", "B1*CHOOSE(MOD(ROW(),2)+1,B1+1,C1+B1*2)-C1",
    "CHOOSE(2,B1,B1*2+C1)*(C1+B1*3)",
    "PMT(0.1,12,B1)", "TEXTJOIN(\",\",TRUE,A1:D1)", "OFFSET(A1,1,0)", "INDIRECT(\"A1\")",
    // What refuses some values, or gives dates.
    "EDATE(45000+B1,C1)", "EDATE(D1,C1)", "EOMONTH(A1,1)", "EDATE(B1,1)+EDATE(C1,1)", "EDATE(45000,B1)-45000",
    "EDATE(45000,B1)&\"\"", "IF(EDATE(45000,B1)>45100,EDATE(45000,C1),A1)", "DATE(2000+B1,C1,D1)", "TIME(B1,C1,D1)",
    "DATEVALUE(A1)", "TIMEVALUE(A1)", "YEARFRAC(45000,45000+B1*10,C1)", "WEEKNUM(D1,B1)", "NETWORKDAYS(45000,45000+B1)",
    "NETWORKDAYS(45000,C1,B1)", "NETWORKDAYS.INTL(45000,45100,B1)", "WORKDAY(45000,B1)", "WORKDAY(45000,B1,C1)",
    "WORKDAY.INTL(D1,B1,11)", "PRICE(45000+B1,47000+C1,0.05,0.06,100,2,D1)", "YIELD(D1,47000,0.05,95,100,B1)",
    "DURATION(45000,45000+B1*30,0.05,0.06,2)", "ACCRINTM(45000,45000+B1,C1)", "TBILLPRICE(45000,45000+B1,0.05)",
    "COUPNUM(45000,46000+B1,2,C1)", "CONVERT(B1,\"m\",A1)", "CONVERT(B1,\"m\",\"ft\")", "DEC2HEX(B1,C1)", "HEX2DEC(A1)",
    "COMPLEX(B1,C1,A1)", "COMPLEX(B1,C1)", "IMSUM(A1,B1)", "IMABS(COMPLEX(B1,D1))", "BESSELJ(B1,C1)", "DELTA(B1,D1)",
    "CUMIPMT(0.01,12,B1+100,1,C1,0)",
    // What is the same in each row.
    "SUM(B$1:B$300)+B1", "MEDIAN(B$1:B$40)&A1", "SUMPRODUCT(B$1:B$40,C$1:C$40)", "IRR(B$1:B$40)", "PMT(0.1,B$3,100)",
    "SORT(B$1:B$3)&A1", "LEN(A$2)+B1", "SUM(B:B)+B1", "IF(B1>2,AVERAGE(B$1:B$9),STDEV(C$1:C$9))", "SUM(A$1:D$300)",
    // What takes any number of values.
    "TEXTJOIN(\"-\",TRUE,A1,B1,D1)", "TEXTJOIN(A1,B1,C1,,D1)", "TEXTJOIN({\"-\",\"+\"},TRUE,A1,B1,A1:D1)",
    "TEXTJOIN(A1,D1,REPT(A1,200),REPT(A1,200))", "IMSUM(COMPLEX(B1,2),\"1+i\")", "IMPRODUCT(C1&\"i\",D1)",
    "TEXTJOIN(\"-\",FALSE,A1,,B1,C1,\"é\")", "TEXTJOIN(D1,TRUE,A1&\"\",B1+1)", "TEXTJOIN(\"\",TRUE,\"\",\"\")",
    "TEXTJOIN(\"é\",TRUE,A1,REPT(A1,60))", "TEXTJOIN(\"-\",TRUE,A1,B1=2,#N/A,D1)", "TEXTJOIN(,TRUE,A1,B1/7)",
    "IMSUM(C1&\"i\",B1+1,\"\",D1&\"\")", "IMSUM(\"\",\"\")", "IMPRODUCT(,C1&\"j\",B1&\"i\")",
    "IMEXP(COMPLEX(B1/7,C1/7))",
    // Texts of ASCII, and those of other characters.
    "TEXTAFTER(A1&\"\",\"a\")", "TEXTBEFORE(A1&\"éa\",\"a\",B1)", "TEXTBEFORE(A1&\"\",B1&\"\",-1,,1,\"none\")",
    "TEXTAFTER(A1&\"\",D1&\"é\",1,0,1)", "TEXTAFTER(A1&\"\",\"\",C1)", "PROPER(A1&\"éb c\")", "LOWER(A1&\"É\")",
    "UPPER(A1&\"é\")",
    "ROT13(A1&B1)", "ROT13(A1&\"é\")", "REPT(A1&\"\",B1)", "REPT(A1&\"é\",B1)",
    // Operators on the cells that a look-up refers to, and on dates.
    "XLOOKUP(B1,C$1:C$300,D$1:D$300)+B1", "C1*XLOOKUP(B1,C$1:C$300,A$1:A$300)",
    "INDEX(A$1:A$300,B1)&INDEX(D$1:D$300,C1)",
    "INDEX(A$1:A$300,B1)=A1", "INDEX(D$1:D$300,B1)<INDEX(D$1:D$300,C1)", "INDEX(A$1:D$300,B1,C1)^2",
    "SUM(INDEX(B$1:B$300,2):INDEX(B$1:B$300,B1))", "INDEX(A$1:D$300,B1,0)+1", "-INDEX(D$1:D$300,C1)+D1",
    "INDEX(Z$1:Z$300,B1)+1", "DATE(2000,B1,C1)+D1", "A1-DATE(2000,B1,C1)", "DATE(2000,B1,C1)-DATE(2000,C1,B1)",
    "DATE(2000,B1,1)>DATE(2000,C1,1)", "TIME(B1,0,0)&A1", "TIME(B1,0,0)*C1", "DATEDIF(45000,45000+B1*30,A1)",
    "DATEDIF(45000,45000+C1*30,\"m\")", "CONVERT(B1,\"m\",\"kft\")", "CONVERT(B1,A1,\"dam\")",
    // What takes any number of numbers.
    "SUMSQ(B1,C1,D1)", "PRODUCT(B1,C1,D1)", "PRODUCT(A1,B1)", "PRODUCT(B1:C1,D1)", "AVERAGE(B1,C1)", "AVERAGE(A1,B1,1)",
    "AVERAGE(B$1:B$40,C1)", "GCD(B1,C1)", "LCM(A1,B1)", "PRODUCT(Z1,C1)", "AVERAGE(PRODUCT(B1,C1),D1)",
  ]

  @Test("Formulas of texts, choices, lookups and arrays", arguments: [100, 95, 40])
  func formulas(plainness: Int) {
    let book = Book(seed: UInt64(plainness), plainness: plainness)
    var together = 0
    for formula in Self.formulas {
      let (difference, count) = book.difference(formula)
      if let difference { Issue.record("=\(formula) among \(plainness) %: \(difference)") }
      together += count
    }
    #expect(together > Self.formulas.count * Book.rows / 2)
  }

  @Test("Each function that answers to one key after the other", arguments: 0..<TestLength.count(1, of: 8))
  func keyedFunctions(shard: Int) {
    let functions = FunctionCatalog.standard.functions.compactMap { function in
      FunctionCall(function).keyedBody.map { (function, $0.key) }
    }
    #expect(functions.count >= 7)
    let books = [100, 60].map { Book(seed: UInt64($0 + shard), plainness: $0) }
    var random = SeededGenerator(seed: UInt64(shard))
    let ranges = ["A$1:A$300", "B$1:B$300", "B$1:D$300", "A$1:D$5", "A:A", "Y$1:Y$9", "{1,2,3}", "B1:D1", "A1"]
    for (function, key) in functions {
      for book in books {
        for _ in 0..<TestLength.count(2, of: 60) {
          let count = random.number(max(function.arity.min, 2)...(function.arity.max ?? 4))
          let arguments = (0..<count).map { position in
            if position == key { return random.one(of: ["A1", "B1", "C1", "D1", "B1+1", "2", "\"a*\"", "", "A1:B1"]) }
            let takesRange = function.info(ofArgument: position).map { !$0.lifts } ?? false
            return random.one(of: takesRange ? ranges : ["0", "1", "2", "-1", "TRUE", "", "B1", "{0,1}"])
          }
          let formula = "\(function.name)(\(arguments.joined(separator: ",")))"
          if let difference = book.difference(formula).first { Issue.record("=\(formula): \(difference)") }
        }
      }
    }
  }

  @Test("Each function that has a body for values of columns", arguments: 0..<TestLength.count(1, of: 8))
  func functions(shard: Int) {
    let functions = FunctionCatalog.standard.functions.filter { FunctionCall($0).boxedBody != nil }
    #expect(functions.count > 60)
    let books = [100, 60].map { Book(seed: UInt64($0 + shard), plainness: $0) }
    var random = SeededGenerator(seed: UInt64(shard))
    for function in functions {
      let most = function.arity.max ?? function.arity.min + 2
      for book in books {
        let count = random.number(max(function.arity.min, 1)...max(most, 1))
        let arguments = (0..<count).map { _ in
          random.one(of: ["A1", "A1", "B1", "C1", "D1", "\"a\"", "2", "", "A$1:A$5", "B1:D1", "{1,2}"])
        }
        let formula = "\(function.name)(\(arguments.joined(separator: ",")))"
        if let difference = book.difference(formula).first { Issue.record("=\(formula): \(difference)") }
      }
    }
  }

  @Test("What is the same in each row is asked for once, and each row counts its steps")
  func sameOperands() {
    let calls = Atomic(0)
    let asked = SheetFunction(
      "ASKED", "Gives the number of rows.", .range("range", "the range"), .context, examples: []
    ) { (range, context) throws(CellError) in
      calls.add(1, ordering: .relaxed)
      try context.takeSteps(70)
      return range.rows
    }
    let book = Book(seed: 1, plainness: 100, catalog: .standard.adding(title: "Asked", [asked]))
    func difference(_ formula: String, together: Int) -> Int {
      calls.store(0, ordering: .relaxed)
      let difference = book.difference(formula)
      #expect(difference.first == nil)
      #expect(difference.together == together)
      return calls.load(ordering: .relaxed)
    }
    // The engine and the test each run them together, and then the test each row by itself.
    #expect(difference("ASKED(B$1:B$9)+B1", together: Book.rows) < Book.rows + 10)
    #expect(difference("ASKED(B1:B3)", together: Book.rows) >= 3 * Book.rows)
    book.engine.settings.stepLimit = 100
    #expect(difference("ASKED(B$1:B$9)+ASKED(B$2:B$9)", together: 0) > Book.rows)
  }

  @Test("Rows that come to arrays stand out, and few of them leave the others together")
  func standingOut() {
    let book = Book(seed: 1, plainness: 100)
    func blocks(_ formula: String) -> (together: Int, stayTogether: Bool) {
      let (difference, count) = book.difference(formula)
      #expect(difference == nil)
      return (count, book.template.runsInBlocks)
    }
    #expect(blocks("IF(ROW()=5,A1:A3,A1)") == (Book.rows - 1, true))
    #expect(blocks("B1:D1*2") == (0, false))
    #expect(blocks("INDEX(B$1:B$300*2,ROW())") == (0, false))
  }
}

/// Four columns of values, and a fifth for the formulas.
private struct Book {
  static let rows = 300
  private static let column = 5
  let engine: Engine
  private let sheet: GridID

  /// - Parameter plainness: How many of a hundred values are such as the column mostly has.
  init(seed: UInt64, plainness: Int, catalog: FunctionCatalog = .standard) {
    engine = Engine(catalog: catalog)
    var random = SeededGenerator(seed: seed)
    sheet = engine.names.addSheet(named: "Sheet1", in: engine.names.addScope())
    let texts = ["", "a", "Ab c", "w12", "12", "1/2", "TRUE", "2026-03-01", "héllo wörld, a longer one", "😀x", "~*?"]
    let numbers = [0, 1, 2, 3, 7, 12.5, -1, -3.25, 0.1, 1e10, 45_000, 45_000.75]
    for row in 0..<Self.rows {
      for column in 0..<4 {
        var value: CellValue = column == 0 ? .text(random.one(of: texts)) : .number(random.one(of: numbers))
        if !random.happens(plainness) {
          value = random.one(of: [
            .blank, .logical(true), .logical(false), .text(random.one(of: texts)), .number(random.one(of: numbers)),
            .number(0.25, .percent), .number(45_000, .date), .error(.notAvailable), .error(.divisionByZero),
          ])
        }
        engine.setConstant(value, at: CellAddress(grid: sheet, row: row, column: column))
      }
    }
  }

  private var group: GroupID {
    guard let id = engine.formulaStore.group(at: CellAddress(grid: sheet, row: 0, column: Self.column)) else {
      preconditionFailure("the column was filled")
    }
    return id
  }

  var template: FormulaTemplate { engine.formulaStore.template(of: group) }

  /// Where a formula down a column gives something else together than alone, and how many rows ran together.
  func difference(_ formula: String) -> (first: String?, together: Int) {
    let area = Area(grid: sheet, top: 0, left: Self.column, bottom: Self.rows - 1, right: Self.column)
    // What spilled into the columns beside it.
    engine.clear(Area(grid: sheet, top: 0, left: Self.column, bottom: 999, right: Self.column + 9))
    engine.setFormula(FormulaParser.parse(formula).tree, over: area)
    engine.recalculate()
    let evaluator = Evaluator(engine.graph, engine.settings, EvaluationMemory(EvaluationCache(), KeptArrays()))
    let id = group
    var first: String?
    var together = 0
    for start in stride(from: 0, to: Self.rows, by: BoxTable.rows) {
      let end = min(start + BoxTable.rows, Self.rows)
      guard let block = evaluator.run(id, in: start...end - 1) else { continue }
      let results = (start..<end).map { block.result($0 - start) }
      for (row, result) in zip(start..<end, results) {
        guard let result else { continue }
        together += 1
        let alone = evaluator.evaluate(id, at: row)
        if !isSame(result, alone) { first = first ?? "row \(row + 1): \(result) together, \(alone) alone" }
        let cell = engine.value(at: CellAddress(grid: sheet, row: row, column: Self.column))
        if !isSame(cell, alone) { first = first ?? "row \(row + 1): \(cell) in the cell, \(alone) alone" }
      }
    }
    return (first, together)
  }

  private func isSame(_ a: CellValue, _ b: CellValue) -> Bool {
    if case .error(let x) = a, case .error(let y) = b, x.message != y.message || x.origin != y.origin { return false }
    return a.isIdentical(to: b)
  }
}

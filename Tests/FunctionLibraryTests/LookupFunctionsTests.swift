import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

@Suite("Lookup functions")
struct LookupFunctionsTests {
  @Test func tables() {
    check("VLOOKUP(\"cid\", A1:C4, 3, FALSE)", 20)
    check("VLOOKUP(\"CID\", A:C, 3, )", 20)
    check("VLOOKUP(\"zoe\", A1:C4, 3, FALSE)", .error(.notAvailable))
    check("VLOOKUP(\"zoe\", A2:C4, 3)", 20)
    check("VLOOKUP(\"bo\", A2:C4, 3)", 30)
    check("VLOOKUP(\"?ob\", A1:C4, 2, FALSE)", "B")
    check("VLOOKUP(1/0, A1:C4, 2, FALSE)", .error(.divisionByZero))
    check("VLOOKUP(\"Ann\", A1:C4, 1E+300)", .error(.reference))
    check("VLOOKUP(\"nobody\", A1:C4, 9, FALSE)", .error(.notAvailable))
    check("VLOOKUP(\"nobody\", A1:C4, 0, FALSE)", .error(.notAvailable))
    check("HLOOKUP(\"nobody\", A1:C4, 9, FALSE)", .error(.notAvailable))
    check("HLOOKUP(9, {1,2;3,4}, 0, FALSE)", .error(.notAvailable))
    check("HLOOKUP(1, {1,2;3,4}, 0, FALSE)", .error(.value))
    check("INDEX({10;20;30}, -0.5)", .error(.value))
    check("VLOOKUP(\"Ann\", A1:C4, \"x\", FALSE)", .error(.reference))
    check("VLOOKUP(\"Ann\", A1:C4, 1/0, NA())", .error(.divisionByZero))
    check("HLOOKUP(\"age\", A1:C4, 1/0, FALSE)", .error(.divisionByZero))
    check("INDEX(A1:C4, 2)", .error(.reference))
    check("INDEX(A1:C4, -1)", .error(.value))
    check("COUNTA(INDEX(A1:C4, 2, ))", 3)
    check("INDEX(A1:C1, 2, )", .error(.reference))
    check("HLOOKUP(\"age\", A1:C4, 3, FALSE)", 25)
    check("HLOOKUP(\"a*\", 1:4, 2, FALSE)", 30)
    check("LOOKUP(9E+307, C:C)", 20)
    check("LOOKUP(2, 1/(A2:A4<>\"\"), C2:C4)", 20)
    check("LOOKUP(\"bob\", A2:C4)", 25)
  }

  @Test func matches() {
    check("MATCH(25, C1:C4, 0)", 3)
    check("MATCH(25, C:C, 0)", 3)
    check("MATCH(\"age\", 1:1, 0)", 3)
    check("MATCH(Z1, C1:C4, 0)", .error(.notAvailable))
    check("XMATCH(Z1, C1:C6)", 5)
    check("XMATCH(26, C2:C4, -1)", 2)
    check("XMATCH(26, D7:D9, 1, 2)", 1)
    check("XMATCH(26, D7:D9, 1)", .error(.notAvailable))
    check("XMATCH(26, D7:D9, 0, 2)", .error(.notAvailable))
    // Halving looks at what is in the middle, whatever its kind is; MATCH passes over other kinds.
    check("XMATCH(4.1, {\"\",\"a\",1.1,4.1}, 0, 2)", .error(.notAvailable))
    check("XMATCH(FALSE, {\"a\",4.1,3,2.1,2,TRUE,\"b\"}, -1, 2)", 5)
    check("XMATCH(1, {1,7,2.1,3,4.1}, 1, -2)", 5)
    check("MATCH(4.1, {\"\",\"a\",1.1,4.1})", 4)
    check("MATCH(26, {10,20,30}, 0.5)", 2)
    // In no order, as a workbook has it.
    check("MATCH(33, {33,33,33,33,33,33,5,33,100,33})", 6)
    check("MATCH(26, {30,20,10}, -0.5)", 1)
    check("LOOKUP(20, {10,20,30}, )", .error(.value))
    check("XMATCH(26, C2:C4, 1)", 1)
    check("XMATCH(31, C2:C4, 1)", .error(.notAvailable))
    check("XMATCH(\"B*\", A2:A4, 2)", 2)
    check("XMATCH(\"B*\", A2:A4)", .error(.notAvailable))
    check("XMATCH(\"b$\", A2:A4, 3)", 2)
    check("XMATCH(\"(\", A2:A4, 3)", .error(.value))
    check("XMATCH(\"a\", A2:A4, 2, 2)", .error(.value))
    check("MATCH(\"bild\", {\"Äpfel\",\"Birnen\",\"Öl\",\"Zimt\"})", 1)
    check("MATCH(\"öl\", {\"Äpfel\",\"Birnen\",\"Öl\",\"Zimt\"})", 3)
    check("MATCH(\"ol\", {\"Äpfel\",\"Birnen\",\"Öl\",\"Zimt\"}, 0)", .error(.notAvailable))
    check("MATCH(\"öse\", {\"Zimt\",\"Ostern\",\"Äpfel\"}, -1)", 2)
    check("XMATCH(\"co-op\", {\"con\",\"coop\",\"co-op\",\"coos\"}, 0, 2)", 3)
    check("XMATCH(\"énorme\", {\"Zimt\",\"Öl\",\"Äpfel\"}, 1)", 2)
    check("LOOKUP(\"straße\", {\"Straft\",\"Strasse\",\"Strasst\"}, {1,2,3})", 2)
    check("COUNTIF(A2:A4, \">bö\")", 2)
    check("\"zebra\">\"Ärger\"", true)
    check("XLOOKUP(\"bob\", A2:A4, B2:C4)", .array(CellArray(row: ["B", 25])))
    check("XLOOKUP(\"age\", A1:C1, A2:C4)", .array(CellArray(column: [30, 25, 20])))
    check("XLOOKUP(\"zoe\", A2:A4, C2:C4, 1/0)", .error(.divisionByZero))
    check("XLOOKUP(\"bob\", A2:A4, C2:C4, 1/0)", 25)
    check("SUM(XLOOKUP(\"Ann\", A2:A4, C2:C4):XLOOKUP(\"Cid\", A2:A4, C2:C4))", 75)
    check("XLOOKUP({\"Ann\";\"x\"}, A2:A4, C2:C4, 0)", .array(CellArray(column: [30, 0])))
    check("XLOOKUP(\"Ann\", A2:A4, C2:C3)", .error(.value))
    check("XLOOKUP(\"Age\", C1, C2:C4)", .array(CellArray(column: [30, 25, 20])))
    check("XLOOKUP(\"Age\", C1, A2:C2)", .array(CellArray(row: ["Ann", "A", 30])))
    check("XLOOKUP(\"Ann\", A1:B4, C1:C4)", .error(.value))
  }

  @Test func references() {
    check("INDEX(A1:C4, 2, 3)", 30)
    check("SUM(INDEX(A1:C4, 0, 3))", 75)
    check("SUM(C2:INDEX(C:C, 3))", 55)
    check("INDEX((A1:A2,C1:C4), 3, 1, 2)", 25)
    check("INDEX((A1:A2,C1:C4), 1, 1, 3)", .error(.reference))
    check("INDEX(A1:C4, 5, 1)", .error(.reference))
    check("INDEX(A1:C4, 1E+18, 1)", .error(.reference))
    check("COLUMNS(INDEX(A1:C4, 2, ))", 3)
    check("SUM(OFFSET(C1, 1, 0, 3))", 75)
    check("SUM(OFFSET(C4, 0, 0, -2, 1))", 45)
    check("OFFSET(C1, -1, 0)", .error(.reference))
    check("OFFSET(C1, 1E+18, 0)", .error(.reference))
    check("SUM(INDIRECT(\"C2:C\"&4))", 75)
    check("INDIRECT(\"C\"&ROWS(A1:A3))", 25)
    check("ROWS(TRIMRANGE(A:C))", 4)
    check("ROWS(A:.C)", 4)
    check("COLUMNS(A1.:.F9)", 6)
    check("ROW(A1.:A3)", .array(CellArray(column: [1, 2, 3])))
    check("K1:.L9", .error(.reference))
    check("ROW(TRIMRANGE(A1:F9))", .array(CellArray(column: [1, 2, 3, 4])))
    check("AREAS((A1,B2:B3))", 2)
    check("ROW()", .error(.value))
  }

  @Test func databases() {
    check("DSUM(A1:C4, \"Age\", E1:E2)", 45)
    check("DSUM(A:C, 3, E1:E2)", 45)
    check("DCOUNT(A1:C4, , E1:E2)", 2)
    check("DGET(A1:C4, \"Name\", G1:H2)", "Ann")
    check("DGET(A1:C4, \"Name\", E1:E2)", .error(.number))
    check("DAVERAGE(A1:C4, \"Age\", A6:A7)", 25)
    check("DMAX(A1:C4, \"Age\", F1:F2)", 0)
    // A field with nothing in it is passed over.
    let gaps = "{\"One\",\"Two\";\"a\",1;\"a\",2;\"b\",3}"
    check("DGET(IF({1,1;1,0;1,1;1,0}, \(gaps), IF(1, Z1)), \"Two\", {\"One\";\"a\"})", 2)
    check("DGET(IF({1,1;1,1;1,1;1,0}, \(gaps), IF(1, Z1)), \"Two\", {\"One\";\"b\"})", .error(.value))
  }

  @Test("Records of cells are found as those of an array, in which each is looked at")
  func recordsOfCells() {
    let pool: [CellValue] = [
      1, 2, 3, 4, 5, 0.1, -7, "a", "ab", "B", "", "3", true, .blank, .blank, .error(.notAvailable),
    ]
    let criteria: [CellValue] = [
      1, "a", "=a", "<>a", "<>", "=", ">2", "<=3", "*b", ">a", true, .blank, .error(.notAvailable), "<>1",
    ]
    var random = SeededGenerator(seed: 11)
    for turn in 0..<TestLength.count(60, of: 2_000) {
      var sheet = ModelSheet()
      for (cell, name) in [("A1", "Key"), ("B1", "Sort"), ("C1", "Weight"), ("E1", "Key"), ("F1", "Sort")] {
        sheet.set(cell, .text(name))
      }
      for row in 2...random.one(of: [3, 20, 90]) {
        sheet.set("A\(row)", random.one(of: pool))
        sheet.set("B\(row)", random.one(of: pool))
        if random.happens(90) { sheet.set("C\(row)", random.one(of: Array(pool.dropLast()))) }
      }
      for cell in ["E2", "F2", "E3", "F3"] { sheet.set(cell, random.one(of: criteria)) }
      let evaluator = ModelEvaluator(sheet)
      for call in ["DSUM(#, 3, E1:F3)", "DCOUNTA(#, \"Weight\", E1:F2)", "DCOUNT(#, , E1:F3)", "DGET(#, 1, E1:E2)"] {
        let cells = evaluator.evaluate(call.replacing("#", with: "A1:C100"))
        let array = evaluator.evaluate(call.replacing("#", with: "CHOOSECOLS(A1:C100, 1, 2, 3)"))
        #expect(cells == array, "turn \(turn): \(call)")
      }
    }
  }

  @Test("A criterion that reads as a logical, a number or an error is that value; another is how texts begin")
  func criteriaOfDatabases() {
    func check(_ criterion: CellValue, _ expected: CellValue, at location: SourceLocation = #_sourceLocation) {
      var sheet = ModelSheet()
      let rows: [CellValue] = [true, false, "TRUE", "true or not", 7, "7", .error(.notAvailable)]
      sheet.set("A1", "Key")
      sheet.set("B1", "Weight")
      for (row, key) in rows.enumerated() {
        sheet.set("A\(row + 2)", key)
        sheet.set("B\(row + 2)", .number(Double(1 << row)))
      }
      sheet.set("D1", "Key")
      sheet.set("D2", criterion)
      let sum = ModelEvaluator(sheet).evaluate("DSUM(A1:B8, 2, D1:D2)")
      #expect(sum == expected, "\(criterion)", sourceLocation: location)
    }
    check(true, 1)
    check("true", 1)
    check("=TRUE", 1)
    check("FALSE", 2)
    check("<>true", 126)
    check("tru", 12)
    check("7", 48)
    check("#N/A", 64)
    check("", 44)
    check("tru~", 0)
  }

  @Test("A formula below a header that names no field is asked of each record")
  func computedCriteria() {
    func check(_ formula: String, _ criterion: String, _ expected: CellValue, at l: SourceLocation = #_sourceLocation) {
      var sheet = people
      sheet.set("J2", formula: criterion)
      #expect(ModelEvaluator(sheet).evaluate(formula) == expected, "\(criterion)", sourceLocation: l)
    }
    check("DSUM(A1:C4, \"Age\", J1:J2)", "C2>=25", 55)
    check("DSUM(A1:C4, \"Age\", J1:J2)", "C2>AVERAGE($C$2:$C$4)", 30)
    check("DCOUNT(A1:C4, , J1:J2)", "C2<$C$2", 2)
    check("DGET(A1:C4, \"Name\", J1:J2)", "AND(B2=\"A\", LEN(A2)+C2<30)", "Cid")
    check("DCOUNTA(A1:C4, 1, J1:J2)", "C3<C2", 3)
    check("DSUM(A1:C4, 3, J1:J2)", "TRUE", 75)
    check("DSUM(A1:C4, 3, J1:J2)", "1/(C2-25)>0", .error(.divisionByZero))
    // Beside a condition on a field both hold.
    check("DSUM(A1:C4, 3, H1:J2)", "B2=\"A\"", 30)
    // An array has no formulas, so the criterion is the same for all.
    check("DSUM({\"Age\";1;2}, 1, J1:J2)", "C2>29", 3)
  }

  @Test("Nothing that is passed to these functions stops the program")
  func robustness() {
    let evaluator = ModelEvaluator(people)
    var chance = SeededGenerator(seed: 42)
    let titles: Set<String> = [
      "Table lookup", "Matching", "Computed references", "Places", "Addresses and links", "Database",
      "Selecting rows and columns", "Sorting", "Shaping arrays", "Applying functions", "Grouping",
    ]
    let families = FunctionCatalog.standard.families.filter { titles.contains($0.title) }
    #expect(families.count == titles.count)
    for function in families.flatMap(\.functions) {
      for _ in 0..<100 {
        let most = min(function.arity.max ?? 5, 11)
        let count = Int.random(in: function.arity.min...max(function.arity.min, most), using: &chance)
        let operands: [Operand] = (0..<count).map { _ in operand(&chance) }
        _ = function(operands, in: evaluator)
      }
    }
  }

  private func operand(_ chance: inout SeededGenerator) -> Operand {
    let numbers: [Double] = [0, 1, -1, 2, 3, 1.5, 1e6, -1e6, 1e10, 9e18, -9e18, 1e300]
    func area(_ top: Int, _ left: Int, _ bottom: Int, _ right: Int) -> Area {
      Area(grid: ModelSheet.firstSheet, top: top, left: left, bottom: bottom, right: right)
    }
    let areas: [Area] = [
      area(0, 0, 3, 2), area(0, 0, 0, 2), area(1, 2, 3, 2), area(0, 0, Area.lastRow, 2), area(2, 1, 2, 1),
      area(5, 5, 4, 5), area(0, 0, 3, Area.lastColumn),
      area(Area.lastRow, Area.lastColumn, Area.lastRow, Area.lastColumn),
    ]
    switch Int.random(in: 0..<14, using: &chance) {
    case 0: return .omitted
    case 1: return .value(.blank)
    case 2: return .value(.text(["", "Ann", "b*", "~", "1", "(", "A1", "TRUE"].randomElement(using: &chance) ?? ""))
    case 3: return .value(.logical(Bool.random(using: &chance)))
    case 4: return .value(.error(.divisionByZero))
    case 5, 6: return .reference(Reference(areas.randomElement(using: &chance) ?? areas[0]))
    case 7: return .reference(Reference(areas[0], others: [areas[1]]))
    case 8, 9:
      let rows = Int.random(in: 1...4, using: &chance)
      let columns = Int.random(in: 1...4, using: &chance)
      let elements: [CellValue] = (0..<rows * columns).map { _ in
        .number(numbers.randomElement(using: &chance) ?? 0)
      }
      return .value(.array(CellArray(rows: rows, columns: columns, elements)))
    case 10:
      return .value(ModelEvaluator().evaluate(Bool.random(using: &chance) ? "LAMBDA(x, x)" : "LAMBDA(a, b, a)"))
    default: return .value(.number(numbers.randomElement(using: &chance) ?? 0))
    }
  }
}

/// Three people with their group and age, and tables of criteria beside them.
private var people: ModelSheet {
  var sheet = ModelSheet()
  let rows: [[CellValue]] = [
    ["Name", "Group", "Age", .blank, "Age", "Size", "Name", "Age"],
    ["Ann", "A", 30, .blank, "<30", "x", "A", ">=30"],
    ["Bob", "B", 25],
    ["Cid", "A", 20],
  ]
  for (row, values) in rows.enumerated() {
    for (column, value) in values.enumerated() { sheet.set(A1Notation.text(row: row, column: column), value) }
  }
  return sheet
}

private func check(_ formula: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation) {
  let result = ModelEvaluator(people).evaluate(formula)
  #expect(result == expected, "=\(formula)", sourceLocation: location)
}

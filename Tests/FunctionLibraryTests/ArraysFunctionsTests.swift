import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

@Suite("Functions on arrays")
struct ArraysFunctionsTests {
  @Test func filter() {
    check("FILTER(A1:B4, A1:A4>1)", "{2,\"b\";3,\"C\"}")
    check("FILTER(A:B, A:A>1)", "{2,\"b\";3,\"C\"}")
    check("FILTER(A1:B4, {1,0})", "{1;2;3;blank}")
    check("FILTER(A1:B4, A1:A4>9)", "#CALC!")
    check("FILTER(A1:B4, A1:A4>9, \"none\")", "\"none\"")
    check("FILTER(A1:B4, A1:A4>9, 1/0)", "#DIV/0!")
    check("FILTER(A1:B4, A1:A4>1, 1/0)", "{2,\"b\";3,\"C\"}")
    check("FILTER(A1:A3, {TRUE;#N/A;TRUE})", "#N/A")
  }

  @Test func sorting() {
    check("SORT(A1:B4, 1, -1)", "{3,\"C\";2,\"b\";1,\"a\";blank,\"d\"}")
    check("SORT(B1:B4, , -1)", "{\"d\";\"C\";\"b\";\"a\"}")
    check("SORT(A1:B4, 3)", "#VALUE!")
    check(
      "SORT({\"zebra\";\"Ärger\";\"co-op\";\"coop\";\"arger\"})",
      "{\"arger\";\"Ärger\";\"coop\";\"co-op\";\"zebra\"}")
    check("SORT({\"a1\";\"_a\";\"1a\";\"é\"}, , -1)", "{\"é\";\"a1\";\"1a\";\"_a\"}")
    check("SORTBY({1;2;3}, {\"über\";\"uber\";\"ubers\"})", "{2;1;3}")
    check("GROUPBY({\"z\";\"ä\";\"b\"}, {1;2;3}, LAMBDA(v, SUM(v)), , 0)", "{\"ä\",2;\"b\",3;\"z\",1}")
    check("ROWS(UNIQUE({\"coop\";\"co-op\";\"Coop\";\"coöp\"}))", "3")
    check("SORT({2;#N/A;1;TRUE;\"x\"})", "{1;2;\"x\";TRUE;#N/A}")
    check("SORT({#CALC!;#FIELD!;#SPILL!;#GETTING_DATA})", "{#GETTING_DATA;#SPILL!;#FIELD!;#CALC!}")
    check("ERROR.TYPE({#CONNECT!,#BLOCKED!,#UNKNOWN!,#FIELD!,#CALC!})", "{10,11,12,13,14}")
    check("SORTBY(B1:B3, -A1:A3)", "{\"C\";\"b\";\"a\"}")
    check("SORTBY(B1:B3, A1:A3, -1)", "{\"C\";\"b\";\"a\"}")
    check("SORTBY(B1:B3, A1:C1)", "#VALUE!")
    check("UNIQUE({1,2;2,1;1,2})", "{1,2;2,1}")
    check("UNIQUE({\"a\",\"B\",\"A\",\"b\"}, TRUE)", "{\"a\",\"B\"}")
    check("UNIQUE({1;\"1\";TRUE})", "{1;\"1\";TRUE}")
    check("ROWS(UNIQUE({1;1;1}))", "1")
  }

  @Test func parts() {
    check("TAKE(A1:B4, 2, -1)", "{\"a\";\"b\"}")
    check("TAKE(A1:B4, , 0)", "#CALC!")
    check("DROP(A1:B4, 3)", "{blank,\"d\"}")
    check("DROP(A1:B4, -4)", "#CALC!")
    check("DROP(A1:B4, 1E+300)", "#NUM!")
    check("SUM(TAKE(A:A, 2))", "3")
    check("CHOOSECOLS(A1:B2, 2, -2, 1)", "{\"a\",1,1;\"b\",2,2}")
    check("CHOOSEROWS(A1:B3, {-1,1})", "{3,\"C\";1,\"a\"}")
    check("CHOOSEROWS(A1:B3, 1.9)", "{1,\"a\"}")
    check("CHOOSECOLS(A1:B2, \"x\")", "#VALUE!")
  }

  @Test func shapes() {
    check("HSTACK(A1:A2, {7;8;9})", "{1,7;2,8;#N/A,9}")
    check("VSTACK(A1:B1, 5)", "{1,\"a\";5,#N/A}")
    check("TOCOL(A1:B4, 1)", "{1;\"a\";2;\"b\";3;\"C\";\"d\"}")
    check("TOROW(A1:B2, 0, TRUE)", "{1,2,\"a\",\"b\"}")
    check("WRAPROWS({1,2,3,4,5}, 3, \"\")", "{1,2,3;4,5,\"\"}")
    check("WRAPCOLS({1,2,3,4,5}, 3)", "{1,4;2,5;3,#N/A}")
    check("EXPAND({1,2}, , 3, 0)", "{1,2,0}")
    check("TRANSPOSE(A1:B2)", "{1,2;\"a\",\"b\"}")
  }

  @Test func functions() {
    check("MAP(A1:A3, LAMBDA(x, x*2))", "{2;4;6}")
    check("MAP({1,2,3}, {10,20}, LAMBDA(a, b, a+b))", "{11,22,#N/A}")
    check("MAP(A1:A3, LAMBDA(x, ROW(x)))", "{1;2;3}")
    check("MAP(A1:A2, 5)", "#VALUE!")
    check("BYROW(A1:A3, LAMBDA(r, SUM(r)))", "{1;2;3}")
    check("BYCOL(A1:B3, LAMBDA(c, ROWS(c)))", "{3,3}")
    check("BYROW(A:A, LAMBDA(r, SUM(r)*10))", "{10;20;30}")
    check("REDUCE(100, A1:A3, LAMBDA(a, x, a-x))", "94")
    check("SCAN(0, A1:A3, LAMBDA(a, x, a+x))", "{1;3;6}")
    check("SCAN(0, {1,0,2}, LAMBDA(a, x, a+1/x))", "{1,#DIV/0!,#DIV/0!}")
    check("MAKEARRAY(2, 2, LAMBDA(r, c, r&c))", "{\"11\",\"12\";\"21\",\"22\"}")
    check("MAKEARRAY(2, 2, LAMBDA(r, c, {1,2}))", "{#CALC!,#CALC!;#CALC!,#CALC!}")
    check("LET(f, LAMBDA(x, x+1), MAP({1,2}, f))", "{2,3}")
    check("SEQUENCE(2, 2, 0, 0.5)", "{0,0.5;1,1.5}")
    check("SEQUENCE(1E+9, 1E+9)", "#VALUE!")
  }

  @Test func groups() {
    check(
      "GROUPBY({\"k\";\"b\";\"a\";\"b\"}, {\"v\";1;2;3}, LAMBDA(v, SUM(v)), 3)",
      "{\"k\",\"v\";\"a\",2;\"b\",4;\"Total\",6}")
    check(
      "GROUPBY({\"k\";\"b\";\"a\";\"b\"}, {\"v\";1;2;3}, LAMBDA(v, SUM(v)))", "{\"a\",2;\"b\",4;\"Total\",6}")
    check(
      "GROUPBY({\"b\";\"a\";\"b\"}, {1;2;3}, LAMBDA(v, w, SUM(v)/SUM(w)), 0, -1)",
      "{\"Total\",1;\"a\",0.3333333333333333;\"b\",0.6666666666666666}")
    check(
      "GROUPBY({\"b\";\"a\";\"b\"}, {1,10;2,20;3,30}, LAMBDA(v, MAX(v)), 0, 0)", "{\"a\",2,20;\"b\",3,30}")
    check(
      "GROUPBY({\"b\";\"a\";\"B\"}, {1;2;3}, LAMBDA(v, COUNT(v)), 0, 0, , {1;1;0})", "{\"a\",1;\"b\",1}")
    check(
      "GROUPBY({\"y\",1;\"x\",1;\"x\",2}, {9;1;2}, LAMBDA(v, SUM(v)), 0, 0, -3)",
      "{\"y\",1,9;\"x\",2,2;\"x\",1,1}")
    check(
      "GROUPBY({\"b\";\"a\";\"b\"}, {1;2;3}, LAMBDA(v, REDUCE(\"\", v, LAMBDA(a, x, a&x))))",
      "{\"a\",\"2\";\"b\",\"13\";\"Total\",\"123\"}")
    check("GROUPBY({\"b\"}, {1}, 5)", "#VALUE!")
    check(
      "PIVOTBY({\"a\";\"b\"}, {\"x\";\"y\"}, {1,2;3,4}, LAMBDA(v, SUM(v)), 2, 0, , 0)",
      "{\"\",\"Column Field 1\",\"\",\"\",\"\";\"\",\"x\",\"x\",\"y\",\"y\";"
        + "\"Row Field 1\",\"Value 1\",\"Value 2\",\"Value 1\",\"Value 2\";\"a\",1,2,\"\",\"\";\"b\",\"\",\"\",3,4}")
    check(
      "PIVOTBY({\"a\";\"a\"}, {\"x\";\"y\"}, {1;3}, LAMBDA(v, w, SUM(v)/SUM(w)), 0, 0, , 0, , , 1)",
      "{\"\",\"x\",\"y\";\"a\",0.25,0.75}")
  }

  @Test("A row of functions gives columns, a column of them rows, each with its name")
  func functionVectors() {
    let keys = "{\"b\";\"a\";\"b\"}"
    check(
      "GROUPBY(\(keys), {1;2;3}, HSTACK(SUM, AVERAGE))",
      "{\"\",\"SUM\",\"AVERAGE\";\"a\",2,2;\"b\",4,2;\"Total\",6,2}")
    check("GROUPBY(\(keys), {1;2;3}, HSTACK(SUM))", "{\"a\",2;\"b\",4;\"Total\",6}")
    check(
      "GROUPBY(\(keys), {1;2;3}, VSTACK(SUM, PERCENTOF), 0, -1)",
      "{\"Total\",\"SUM\",6;\"Total\",\"PERCENTOF\",1;\"a\",\"SUM\",2;\"a\",\"PERCENTOF\",0.3333333333333333;"
        + "\"b\",\"SUM\",4;\"b\",\"PERCENTOF\",0.6666666666666666}")
    // As many functions as columns of values: the first with the first, the second with the second.
    check(
      "GROUPBY(\(keys), {1,10;2,20;3,30}, HSTACK(SUM, LAMBDA(v, MAX(v))), 2, 0)",
      "{\"\",\"SUM\",\"CUSTOM\";\"Row Field 1\",\"Value 1\",\"Value 2\";\"a\",2,20;\"b\",4,30}")
    check(
      "GROUPBY(\(keys), {1,10;2,20;3,30}, VSTACK(SUM, MAX), 2, 0)",
      "{\"Row Field 1\",\"\",\"\",\"\";\"a\",\"SUM\",\"Value 1\",2;\"a\",\"MAX\",\"Value 2\",20;"
        + "\"b\",\"SUM\",\"Value 1\",4;\"b\",\"MAX\",\"Value 2\",30}")
    check(
      "GROUPBY({\"k\";\"b\"}, {\"v\";1}, VSTACK(SUM, MAX), 3, 0)",
      "{\"k\",\"\",\"v\";\"b\",\"SUM\",1;\"b\",\"MAX\",1}")
    check(
      "GROUPBY({\"k\";\"b\"}, {\"v\";1}, HSTACK(SUM, MAX), , 0)", "{\"\",\"SUM\",\"MAX\";\"k\",\"v\",\"v\";\"b\",1,1}")
    check("GROUPBY(\(keys), {1,2,3;1,2,3;1,2,3}, HSTACK(SUM, MAX))", "#VALUE!")
    check("GROUPBY(\(keys), {1;2;3}, HSTACK(SUM, 1))", "#VALUE!")
    check("GROUPBY(\(keys), {1;2;3}, HSTACK(SUM, MAX), 0, 0, -3)", "{\"\",\"SUM\",\"MAX\";\"b\",4,3;\"a\",2,2}")
  }

  @Test("Functions get the names that stand beside them")
  func namedFunctions() {
    let named = "{\"\",\"Sum\",\"Top\";\"a\",5,4}"
    check("GROUPBY({\"a\";\"a\"}, {1;4}, VSTACK(HSTACK(SUM, MAX), {\"Sum\",\"Top\"}), , 0)", named)
    check("GROUPBY({\"a\";\"a\"}, {1;4}, VSTACK({\"Sum\",\"Top\"}, HSTACK(SUM, MAX)), , 0)", named)
    check(
      "GROUPBY({\"a\";\"a\"}, {1;4}, HSTACK({\"Sum\";\"Top\"}, VSTACK(SUM, MAX)), , 0)",
      "{\"a\",\"Sum\",5;\"a\",\"Top\",4}")
  }

  @Test func pivotsOfSeveralFunctions() {
    check(
      "PIVOTBY({\"a\";\"b\"}, {\"x\";\"y\"}, {1;3}, HSTACK(SUM, COUNT), 0, 0)",
      "{\"\",\"x\",\"x\",\"y\",\"y\",\"Total\",\"Total\";\"\",\"SUM\",\"COUNT\",\"SUM\",\"COUNT\",\"SUM\",\"COUNT\";"
        + "\"a\",1,1,\"\",\"\",1,1;\"b\",\"\",\"\",3,1,3,1}")
    check(
      "PIVOTBY({\"a\";\"b\"}, {\"x\";\"y\"}, {1;3}, VSTACK(SUM, COUNT), 0, 0)",
      "{\"\",\"\",\"x\",\"y\",\"Total\";\"a\",\"SUM\",1,\"\",1;\"a\",\"COUNT\",1,\"\",1;"
        + "\"b\",\"SUM\",\"\",3,3;\"b\",\"COUNT\",\"\",1,1}")
    check(
      "PIVOTBY({\"k\";\"a\"}, {\"c\";\"x\"}, {\"v\";1}, VSTACK(SUM, COUNT), 3, 0, , 0)",
      "{\"\",\"\",\"c\";\"\",\"\",\"x\";\"k\",\"\",\"v\";\"a\",\"SUM\",1;\"a\",\"COUNT\",1}")
    check(
      "PIVOTBY({\"a\";\"a\"}, {\"x\";\"x\"}, {1,2;3,4}, VSTACK(SUM, MAX), 2, 0, , 0)",
      "{\"\",\"\",\"\",\"Column Field 1\";\"Row Field 1\",\"\",\"\",\"x\";"
        + "\"a\",\"SUM\",\"Value 1\",4;\"a\",\"MAX\",\"Value 2\",4}")
  }

  @Test("A function is passed by its name as a lambda whose body it is")
  func byName() throws {
    let sum = try #require(FunctionCatalog.standard.function(named: "SUM"))
    let byRow = try #require(FunctionCatalog.standard.function(named: "BYROW"))
    let lambda = CellLambda(parameters: [], body: sum, source: "SUM")
    let array = CellArray([[1, 2], [3, 4]])
    guard case .value(let result) = byRow([.value(.array(array)), .value(.lambda(lambda))], in: ModelEvaluator()) else {
      Issue.record("BYROW gave no value")
      return
    }
    #expect(text(result) == "{3;7}")
  }

  @Test("A lifted call whose result would be too large is an error at once")
  func tooLarge() {
    check("ADDRESS(ROW(A:A), COLUMN(1:1))", "#VALUE!")
    check("SUM(SORT(A1:ALL60000))", "6")
  }
}

private func check(_ formula: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
  var sheet = ModelSheet()
  for (row, values) in [(1, "a"), (2, "b"), (3, "C")] as [(Int, String)] {
    sheet.set("A\(row)", .number(Double(row)))
    sheet.set("B\(row)", .text(values))
  }
  sheet.set("B4", "d")
  #expect(text(ModelEvaluator(sheet).evaluate(formula)) == expected, "=\(formula)", sourceLocation: location)
}

/// A value as a formula would write it.
private func text(_ value: CellValue) -> String {
  switch value {
  case .blank: "blank"
  case .number(let number, _): NumberText.roundTrip(number)
  case .text(let text): "\"\(text)\""
  case .logical(let logical): logical ? "TRUE" : "FALSE"
  case .error(let error): error.code.text
  case .array(let array):
    "{" + (0..<array.rows).map { array.row($0).map { text($0) }.joined(separator: ",") }.joined(separator: ";") + "}"
  case .record, .lambda: "?"
  }
}

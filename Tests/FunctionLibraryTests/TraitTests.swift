import FunctionLibrary
import Functions
import Testing

@Suite("Traits")
struct TraitTests {
  private func check(
    _ traits: SheetFunction.Traits, _ names: String, at location: SourceLocation = #_sourceLocation
  ) {
    let having = FunctionCatalog.standard.functions.filter { !$0.traits.isDisjoint(with: traits) }.map(\.name).sorted()
    #expect(having == names.split(separator: " ").map(String.init).sorted(), sourceLocation: location)
  }

  @Test("What a function tells of where it stands, or of where its argument is")
  func places() {
    check(.tellsOwnRow, "ROW")
    check(.tellsOwnColumn, "COLUMN")
    check(.tellsOwnSheet, "SHEET SHEETS")
    check(.countsRows, "ROWS")
    check(.countsColumns, "COLUMNS")
    check(.findsPosition, "MATCH XMATCH")
    check([.givesReferences], "INDEX INDIRECT OFFSET TRIMRANGE XLOOKUP")
    check(.givesPartOfFirst, "INDEX")
    check(.beginsAtFirst, "OFFSET")
  }

  @Test("What a function reads beside the values of its arguments")
  func besides() {
    check(.readsReferenceTexts, "INDIRECT")
    check(.readsPivots, "GETPIVOTDATA")
    check(.readsPronunciations, "PHONETIC")
    check(.readsFormulas, "FORMULATEXT ISFORMULA")
    check(.tellsFactsOfCells, "CELL")
    check(.tellsFactsOfProgram, "INFO")
    check(.leavesOutSubtotals, "AGGREGATE SUBTOTAL")
  }

  @Test("What is another value tomorrow")
  func unsteady() {
    let names = FunctionCatalog.standard.functions.filter(\.isUnsteady).map(\.name).sorted()
    #expect(names == ["CELL", "INFO", "NOW", "RAND", "RANDARRAY", "RANDBETWEEN", "TODAY"])
  }

  @Test("What is computed in these is an array, also before arrays spilled")
  func arrays() {
    check(.computesArrayOfFirst, "INDEX")
    check(.computesArraysBehindFirst, "LOOKUP FORECAST.LINEAR AGGREGATE XLOOKUP XMATCH")
    check(
      .computesArrays,
      """
      SUMPRODUCT MMULT MDETERM MINVERSE TRANSPOSE FREQUENCY MODE.MULT MODE.SNGL CORREL COVARIANCE.P COVARIANCE.S RSQ \
      SLOPE INTERCEPT STEYX SUMX2MY2 SUMX2PY2 SUMXMY2 PROB T.TEST F.TEST CHISQ.TEST LINEST LOGEST TREND GROWTH FILTER \
      SORT SORTBY UNIQUE TAKE DROP CHOOSEROWS CHOOSECOLS VSTACK HSTACK TOROW TOCOL WRAPROWS WRAPCOLS EXPAND
      """)
    check(.givesMatrices, "MMULT MINVERSE")
    check(.takesFirstCells, "N T")
  }

  @Test("What stops when its number is near enough")
  func stopping() { check(.stopsWhenNear, "IRR MIRR ODDFYIELD ODDLYIELD RATE XIRR YIELD") }
}

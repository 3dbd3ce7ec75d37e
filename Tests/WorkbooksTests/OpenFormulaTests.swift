import Testing

@testable import Workbooks

/// OpenDocument 1.3 part 4, §5 tells how formulas are written; LibreOffice shows the same ones in Excel's form.
@Suite("OpenFormula")
struct OpenFormulaTests {
  @Test("References lose their brackets")
  func references() {
    check("of:=[.A1]+[.$B$2]", "A1+$B$2")
    check("of:=SUM([.A1:.B2])", "SUM(A1:B2)")
    // The same name has one more argument where it is another function.
    check("of:=HYPGEOMDIST(1;2;3;4)", "HYPGEOMDIST(1,2,3,4)")
    check("of:=HYPGEOMDIST(1;2;3;4;TRUE())", "HYPGEOM.DIST(1,2,3,4,TRUE())")
    check("of:=LOGNORMDIST(1;{2;3};LEN(\"a;(\"))", "LOGNORMDIST(1,{2,3},LEN(\"a;(\"))")
    check("of:=LOGNORMDIST(1;SUM(2;3);3;TRUE())", "LOGNORM.DIST(1,SUM(2,3),3,TRUE())")
    check("of:=[$Sheet2.A1]", "'Sheet2'!A1")
    check("of:=SUM([$'My sheet'.$A$1:.$B$9])", "SUM('My sheet'!$A$1:$B$9)")
    check("of:=['It''s'.A1]", "'It''s'!A1")
    check("of:=SUM([Sheet1.A1:Sheet3.B2])", "SUM('Sheet1:Sheet3'!A1:B2)")
    check("of:=[.#REF!]", "#REF!")
    check("of:=[$Sheet1.#REF!]", "#REF!")
    check("of:=[.A:.A]", "A:A")
    check("of:=['file:///tmp/x.ods'#$Sheet1.A1]", "'[file:///tmp/x.ods]Sheet1'!A1")
  }

  @Test("Separators and operators are Excel's")
  func separators() {
    check("of:=IF([.A1]>0;\"a;b\";{1;2|3;4})", "IF(A1>0,\"a;b\",{1,2;3,4})")
    check("of:=SUM([.A1:.B2]![.B1:.C2])", "SUM(A1:B2 B1:C2)")
    check("of:=AREAS(([.A1]~[.B2]))", "AREAS((A1,B2))")
    check("of:=[.B1]+$$OneRange", "B1+OneRange")
    check("of:=1.5E+3*2", "1.5E+3*2")
    check("of:=Table1[[#All];[x y]]", "Table1[[#All],[x y]]")
    check("of:=#REF!+#DIV/0!", "#REF!+#DIV/0!")
    check("of:=IF(ISNA(#N/A);#VALUE!;#NAME?)", "IF(ISNA(#N/A),#VALUE!,#NAME?)")
    check("of:#N/A", "#N/A")
    check("of:=tax1*$Plan.net2+SUM(Q1;rate1)+$$dat1", "_tax1*'Plan'!_net2+SUM(_Q1,rate1)+_dat1")
    check("of:=$'My sheet'.rate*$Plan.x", "'My sheet'!rate*'Plan'!x")
  }

  @Test("Functions have Excel's names")
  func functions() {
    check("of:=COM.MICROSOFT.CONCAT([.A1];1)", "CONCAT(A1,1)")
    check("of:=LEGACY.FDIST(1;2;3)", "FDIST(1,2,3)")
    check("of:=FDIST(1;2;3;1)", "F.DIST(1,2,3,1)")
    check("msoxl:=SUM(A1:A3)", "SUM(A1:A3)")
    check("=ERRORTYPE([.A1])", "ERROR.TYPE(A1)")
  }

  private func check(_ formula: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    #expect(OpenFormula.excel(formula) == expected, sourceLocation: location)
  }
}

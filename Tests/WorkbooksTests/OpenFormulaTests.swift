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
    check("of:=[$Sheet1.$D$#REF!]+[$#REF!.$C$17]", "#REF!+#REF!")
    check("of:=SUM([.A1:.$#REF!$2])", "SUM(#REF!)")
    check("of:=[.XFD1]+[.$A$1048576]+[.B$2:.XFC7]+[.b2:C3]", "XFD1+$A$1048576+B$2:XFC7+b2:C3")
    check("of:=[.A:.A]", "A:A")
    check("of:=SUM([.A$1:.$B$1048576];[$Data.$3:.$4];[.A2:.XFD2];[.$A$1:.$XFD9])", "SUM(A:$B,'Data'!$3:$4,2:2,$1:9)")
    check(
      "of:=SUM([.A1:.A1048575];[.A2:.A1048576];[.A1:.XFC1];[.A1:.C1])", "SUM(A1:A1048575,A2:A1048576,A1:XFC1,A1:C1)")
    check("of:=['file:///tmp/x.ods'#$Sheet1.A1]", "'[file:///tmp/x.ods]Sheet1'!A1")
  }

  @Test("Separators and operators are Excel's")
  func separators() {
    check("of:=([.A2]=[.E2])AND([.B2]=[.F2])", "AND((A2=E2),(B2=F2))")
    check("of:=[.A1]>0 OR [.B1]>0 and NOT([.C1])", "OR(A1>0,AND(B1>0,NOT(C1)))")
    check("of:=IF([.A1]OR[.B1];AND([.A1];(1)OR(2));\"a)AND(b\")", "IF(OR(A1,B1),AND(A1,OR((1),(2))),\"a)AND(b\")")
    check("of:=HYPGEOMDIST(1;2;3;4;(1)AND(1))", "HYPGEOM.DIST(1,2,3,4,AND((1),(1)))")
    check("of:=AND(1)+OR(0)&ORDER&AND", "AND(1)+OR(0)&ORDER&AND")
    check("of:=({\"}\";\"x)AND(y\"}=1)OR([.A1])", "OR(({\"}\",\"x)AND(y\"}=1),(A1))")
    check("of:=IF([.A1]>0;\"a;b\";{1;2|3;4})", "IF(A1>0,\"a;b\",{1,2;3,4})")
    check("of:=SUM([.A1:.B2]![.B1:.C2])", "SUM(A1:B2 B1:C2)")
    check("of:=AREAS(([.A1]~[.B2]))", "AREAS((A1,B2))")
    check("of:=AREAS([.A1]~[.B2])", "AREAS((A1,B2))")
    check("of:=INDEX( [.A1]~[.B2] ;1;1;SUM([.C1]~[.C2]~[.C3]))", "INDEX(( A1,B2 ),1,1,SUM((C1,C2,C3)))")
    check("of:=[.A1]~[.B2]", "A1,B2")
    check("msoxl:SUM(A1,B2)", "SUM(A1,B2)")
    check("msoxl:=SUM(A1,B2)", "SUM(A1,B2)")
    check("of:=[.B1]+$$OneRange", "B1+OneRange")
    check("of:=1.5E+3*2", "1.5E+3*2")
    check("of:==SUM([.A1] ; 2)", "SUM(A1 , 2)")
    check("of:=Table1[[#All];[x y]]", "Table1[[#All],[x y]]")
    check("of:=#REF!+#DIV/0!", "#REF!+#DIV/0!")
    check("of:=IF(ISNA(#N/A);#VALUE!;#NAME?)", "IF(ISNA(#N/A),#VALUE!,#NAME?)")
    check("of:#N/A", "#N/A")
    // The errors of LibreOffice's own, also in the language of who saved the file.
    check("of:Err:502", "#VALUE!")
    check("of:Chyba:503", "#NUM!")
    check("of:TRUE()", "TRUE()")
    check("of:=tax1*$Plan.net2+SUM(Q1;rate1)+$$dat1", "_tax1*'Plan'!_net2+SUM(_Q1,rate1)+_dat1")
    check("of:=$'My sheet'.rate*$Plan.x", "'My sheet'!rate*'Plan'!x")
  }

  @Test("Functions have Excel's names")
  func functions() {
    check("of:=COM.MICROSOFT.CONCAT([.A1];1)", "CONCAT(A1,1)")
    check("of:=LEGACY.FDIST(1;2;3)", "FDIST(1,2,3)")
    check("of:=FDIST(1;2;3;1)", "F.DIST(1,2,3,1)")
    // OpenDocument 1.3 part 4, §6.17: away from or towards zero, by a mode, as Excel's younger functions; Excel's old ones
    // are those of Microsoft.
    check("of:=CEILING([.A1];-2;1)+FLOOR([.A1];[.B1])", "CEILING.MATH(A1,-2,1)+FLOOR.MATH(A1,B1)")
    check("of:=COM.MICROSOFT.CEILING([.A1];-2)", "CEILING(A1,-2)")
    check("of:=COM.MICROSOFT.FLOOR.MATH([.A1];-2)", "FLOOR.MATH(A1,-2)")
    // §6.18: whether a distribution is cumulative comes last and may be left out.
    check("of:=BETADIST([.A1]; 5;SUM(3;4);-2;4;FALSE())", "BETA.DIST(A1, 5,SUM(3,4),FALSE(),-2,4)")
    check("of:=BETADIST([.A1];5;3)", "BETADIST(A1,5,3)")
    check("of:=2*CHISQDIST(3;[$'a;b'.A1])+1", "2*CHISQ.DIST(3,'a;b'!A1,TRUE)+1")
    check("of:=FDIST(1;2;{3;4})+POISSON(1;FDIST(1;2;3))", "F.DIST(1,2,{3,4},TRUE)+POISSON(1,F.DIST(1,2,3,TRUE),TRUE)")
    check(
      "of:=NORMDIST(1)+NORMDIST(1;2;3)+NORMDIST(1;2;3;0)",
      "NORMDIST(1,0,1,TRUE)+NORMDIST(1,2,3,TRUE)+NORMDIST(1,2,3,0)")
    check(
      "of:=LOGNORMDIST(2)+WEIBULL(1;2;3)+EXPONDIST(1;2)+GAMMADIST(1;2;3)+BINOMDIST(1;2;0.5)",
      "LOGNORMDIST(2,0,1)+WEIBULL(1,2,3,TRUE)+EXPONDIST(1,2,TRUE)+GAMMADIST(1,2,3,TRUE)+BINOMDIST(1,2,0.5,TRUE)")
    check("of:=POISSON(1;", "POISSON(1,")
    // However deep they stand in each other.
    let deep = String(repeating: "POISSON(1;", count: 9_000) + "1" + String(repeating: ")", count: 9_000)
    #expect(OpenFormula.excel("of:=" + deep).hasPrefix("POISSON(1,POISSON(1,"))
    check("of:=ORG.LIBREOFFICE.COLOR([.A1];2;3)&\"x\"", "((A1)*65536+(2)*256+(3))&\"x\"")
    check(
      "of:=NETWORKDAYS([.A1];[.B1];;{1;0;0;0;0;0;1})",
      "NETWORKDAYS.INTL(A1,B1,MID(REPT(CONCAT(INDEX(--({1,0,0,0,0,0,1}<>0),0)),2),2,7),)")
    check("msoxl:=SUM(A1:A3)", "SUM(A1:A3)")
    check("=ERRORTYPE([.A1])", "ERROR.TYPE(A1)")
    check("=ORG.OPENOFFICE.ERRORTYPE([.A1])", "CHOOSE(ERROR.TYPE(A1),524,532,519,524,525,503,32767)")
  }

  private func check(_ formula: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    #expect(OpenFormula.excel(formula) == expected, sourceLocation: location)
  }
}

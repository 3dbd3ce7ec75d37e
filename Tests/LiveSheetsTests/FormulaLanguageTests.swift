import Functions
import LiveSheets
import Testing

@Suite("Formulas in other languages")
struct FormulaLanguageTests {
  /// A formula of a sheet and the same in German, French and Spanish.
  private static let rows = [
    ("SUM(A1, 1.5)", "SUMME(A1; 1,5)", "SOMME(A1; 1,5)", "SUMA(A1; 1,5)"),
    ("=IF(A1>=.5,TRUE,#N/A)", "=WENN(A1>=,5;WAHR;#NV)", "=SI(A1>=,5;VRAI;#N/A)", "=SI(A1>=,5;VERDADERO;#N/D)"),
    ("{1.5,2;-3,4E-2}", "{1,5.2;-3.4E-2}", "{1,5.2;-3.4E-2}", "{1,5\\2;-3\\4E-2}"),
    ("{TRUE,\"a;b\"}", "{WAHR.\"a;b\"}", "{VRAI.\"a;b\"}", "{VERDADERO\\\"a;b\"}"),
    (
      "NORM.S.DIST('a,b'!B2,FALSE)", "NORM.S.VERT('a,b'!B2;FALSCH)", "LOI.NORMALE.STANDARD.N('a,b'!B2;FAUX)",
      "DISTR.NORM.ESTAND.N('a,b'!B2;FALSO)"
    ),
    (
      "SUM(t[[#Headers],[a, b]])", "SUMME(t[[#Kopfzeilen];[a, b]])", "SOMME(t[[#En-têtes];[a, b]])",
      "SUMA(t[[#Encabezados];[a, b]])"
    ),
    (
      "XLOOKUP(x, ids, t[Price])", "XVERWEIS(x; ids; t[Price])", "RECHERCHEX(x; ids; t[Price])",
      "BUSCARX(x; ids; t[Price])"
    ),
    (
      "tax(1, {rate: 0.5, a: 2})", "tax(1; {rate: 0,5; a: 2})", "tax(1; {rate: 0,5; a: 2})", "tax(1; {rate: 0,5; a: 2})"
    ),
    (
      "\"TRUE, \"\"1.5\"\"\" & A1 // a, b", "\"TRUE, \"\"1.5\"\"\" & A1 // a, b", "\"TRUE, \"\"1.5\"\"\" & A1 // a, b",
      "\"TRUE, \"\"1.5\"\"\" & A1 // a, b"
    ),
    (
      "SUM(A1:B2,(C1,D1),$E$3)%", "SUMME(A1:B2;(C1;D1);$E$3)%", "SOMME(A1:B2;(C1;D1);$E$3)%",
      "SUMA(A1:B2;(C1;D1);$E$3)%"
    ),
    ("sum + TRUE()", "sum + WAHR()", "sum + VRAI()", "sum + VERDADERO()"),
    ("", "", "", ""), ("\"open, 1.5", "\"open, 1.5", "\"open, 1.5", "\"open, 1.5"), ("a[1,", "a[1,", "a[1,", "a[1,"),
  ]

  @Test("A formula is written in each language, and read from it")
  func translation() {
    for (formula, german, french, spanish) in Self.rows {
      for (language, text) in zip(FormulaLanguage.allCases, [german, french, spanish]) {
        #expect(language.localized(formula) == text)
        #expect(language.canonical(text) == formula, "\(text)")
      }
    }
  }

  @Test("Names are read in any case, and English ones as they are")
  func reading() {
    #expect(FormulaLanguage.german.canonical("summe(a1;2)+ROUND(1,5;0)") == "SUM(a1,2)+ROUND(1.5,0)")
    #expect(FormulaLanguage.german.canonical("_xlfn.XVERWEIS(1;a;b)") == "_xlfn.XVERWEIS(1,a,b)")
    #expect(FormulaLanguage.french.canonical("#valeur!") == "#VALUE!")
  }
}

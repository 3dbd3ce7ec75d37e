import Functions
import Testing

@Suite("Names in other spellings")
struct FunctionNamesTests {
  @Test("Prefixes of files and OpenFormula's names lead to Excel's function")
  func prefixes() {
    let rows = [
      ("_xlfn.xlookup", "XLOOKUP"), ("_xlfn._xlws.sort", "SORT"), ("_xludf.CONCAT", "CONCAT"),
      ("COM.MICROSOFT.TEXTJOIN", "TEXTJOIN"), ("ORG.OPENOFFICE.WEEKS", "WEEKS"), ("com.microsoft.ceiling", "CEILING"),
      ("LEGACY.NORMSDIST", "NORMSDIST"), ("CHISQDIST", "CHISQ.DIST"), ("FORMULA", "FORMULATEXT"), ("SKEWP", "SKEW.P"),
      ("ORG.LIBREOFFICE.RAND.NV", "RAND"), ("SUM", "SUM"), ("com.microsoft.", "COM.MICROSOFT."), ("", ""),
      // What has the same capital letters and other small ones is another name.
      ("ſum", "ſum"), ("Maß", "maß"), ("ıf", "ıf"), ("größer", "größer"), ("Ärger", "ÄRGER"),
      ("com.sun.star.sheet.addin.Analysis.getEomonth", "EOMONTH"),
      ("COM.SUN.STAR.SHEET.ADDIN.DATEFUNCTIONS.GETDIFFWEEKS", "WEEKS"),
    ]
    for (written, plain) in rows { #expect(FunctionNames.plain(written) == plain) }
  }

  @Test("Functions have the names of Excel in German, French and Spanish")
  func languages() {
    let rows = [
      ("SUM", "SUMME", "SOMME", "SUMA"), ("XLOOKUP", "XVERWEIS", "RECHERCHEX", "BUSCARX"),
      ("NORM.S.DIST", "NORM.S.VERT", "LOI.NORMALE.STANDARD.N", "DISTR.NORM.ESTAND.N"),
      ("COUNTIFS", "ZÄHLENWENNS", "NB.SI.ENS", "CONTAR.SI.CONJUNTO"), ("YEAR", "JAHR", "ANNEE", "AÑO"),
      ("TEXTSPLIT", "TEXTTEILEN", "FRACTIONNER.TEXTE", "DIVIDIRTEXTO"), ("ABS", "ABS", "ABS", "ABS"),
      ("OFFSET", "BEREICH.VERSCHIEBEN", "DECALER", "DESREF"), ("LET", "LET", "LET", "LET"),
    ]
    for (english, german, french, spanish) in rows {
      for (language, name) in zip(FormulaLanguage.allCases, [german, french, spanish]) {
        #expect(language.functionName(for: english) == name)
        let expected = name == english ? nil : english
        #expect(language.canonicalName(of: name.lowercased()) == expected, "\(name)")
      }
    }
  }

  @Test("A name that means one thing in English and another in a language is read as the language has it")
  func falseFriends() {
    #expect(FormulaLanguage.spanish.canonicalName(of: "DECIMAL") == "FIXED")
    #expect(FormulaLanguage.french.canonicalName(of: "TRIM") == "MIRR")
    #expect(FormulaLanguage.french.canonicalName(of: "VAR.P") == "VARP")
  }

  @Test("LibreOffice's names are read where Excel has no other function of that name")
  func secondNames() {
    #expect(FormulaLanguage.german.canonicalName(of: "VERSCHIEBUNG") == "OFFSET")
    #expect(FormulaLanguage.french.canonicalName(of: "LOI.NORMALE") == "NORMDIST")
  }

  @Test("A name tells in which languages it is one")
  func meanings() {
    #expect(FunctionNames.meanings(of: "summe").map(\.name) == ["SUM"])
    #expect(FunctionNames.meanings(of: "SI").map(\.language) == [.french, .spanish])
    #expect(FunctionNames.meanings(of: "SUM") == [])
  }
}

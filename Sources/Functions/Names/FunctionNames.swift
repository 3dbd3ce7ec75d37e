/// Other spellings of the names of functions.
public enum FunctionNames {
  /// What a name means in one of the other languages.
  public struct Meaning: Sendable, Hashable {
    public let language: FormulaLanguage
    /// The English name.
    public let name: String
  }

  /// The name in capital letters, without the prefixes that workbooks and OpenFormula put before it.
  ///
  /// `_xlfn.` and its kin stand in Excel's files before names that are younger than the format (MS-XLSX, §2.3.3);
  /// `COM.MICROSOFT.` and others say whose function it is (OpenFormula §5.6 and its list of portable extensions).
  public static func plain(_ name: String) -> String {
    var rest = Substring(capitals(name))
    while let prefix = prefixes.first(where: { rest.hasPrefix($0) && rest.utf8.count > $0.utf8.count }) {
      rest.removeFirst(prefix.count)
    }
    return openFormulaNames[String(rest)] ?? String(rest)
  }

  /// The name in capital letters; in small ones where its capitals are those of another name, too: `ſum` and `ıf` are not
  /// `SUM` and `IF`, and `maß` is not `mass`.
  static func capitals(_ name: String) -> String {
    let capitals = name.uppercased()
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return capitals }
    let small = name.lowercased()
    return capitals.lowercased() == small ? capitals : small
  }

  /// The languages in which a name is that of a function, leaving out those where it is the English one.
  public static func meanings(of name: String) -> [Meaning] {
    FormulaLanguage.allCases.compactMap { language in
      language.canonicalName(of: name).map { Meaning(language: language, name: $0) }
    }
  }

  private static let prefixes = [
    "_XLFN.", "_XLWS.", "_XLUDF.", "_XLPM.", "COM.MICROSOFT.", "ORG.OPENOFFICE.", "ORG.LIBREOFFICE.",
    // The functions that come with LibreOffice and OpenOffice as add-ins.
    "COM.SUN.STAR.SHEET.ADDIN.ANALYSIS.GET", "COM.SUN.STAR.SHEET.ADDIN.DATEFUNCTIONS.GET",
  ]

  /// The functions that OpenFormula, or LibreOffice beside it, calls by another name than Excel.
  private static let openFormulaNames = [
    "B": "BINOM.DIST.RANGE", "CEILING.XCL": "CEILING", "FLOOR.XCL": "FLOOR", "CHISQDIST": "CHISQ.DIST",
    "CHISQINV": "CHISQ.INV",
    "FORMULA": "FORMULATEXT", "LEGACY.CHIDIST": "CHIDIST", "LEGACY.CHIINV": "CHIINV", "LEGACY.CHITEST": "CHITEST",
    "LEGACY.FDIST": "FDIST", "LEGACY.FINV": "FINV", "LEGACY.NORMSDIST": "NORMSDIST", "LEGACY.NORMSINV": "NORMSINV",
    "LEGACY.TDIST": "TDIST", "SKEWP": "SKEW.P", "RAND.NV": "RAND", "RANDBETWEEN.NV": "RANDBETWEEN",
    "NETWORKDAYS_EXCEL2003": "NETWORKDAYS", "WEEKNUM_EXCEL2003": "WEEKNUM", "GCD_EXCEL2003": "GCD",
    "LCM_EXCEL2003": "LCM", "ISEVEN_ADD": "ISEVEN", "ISODD_ADD": "ISODD", "EFFECT_ADD": "EFFECT",
    "NOMINAL_ADD": "NOMINAL", "CUMIPMT_ADD": "CUMIPMT", "CUMPRINC_ADD": "CUMPRINC", "CONVERT_OOO": "EUROCONVERT",
    "DIFFWEEKS": "WEEKS", "DIFFMONTHS": "MONTHS", "DIFFYEARS": "YEARS",
  ]
}

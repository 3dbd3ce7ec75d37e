/// The names of functions in OpenFormula, where they are others than Excel's.
package enum OpenFormulaNames {
  private static let spaces = ["COM.MICROSOFT.", "ORG.LIBREOFFICE.", "ORG.OPENOFFICE.", "LEGACY."]

  /// By their names in OpenFormula.
  private static let renamed = [
    "ERRORTYPE": "ERROR.TYPE", "SKEWP": "SKEW.P", "B": "BINOM.DIST.RANGE", "FDIST": "F.DIST", "FINV": "F.INV",
    "CHISQDIST": "CHISQ.DIST", "CHISQINV": "CHISQ.INV", "LOGNORMDIST": "LOGNORM.DIST", "HYPGEOMDIST": "HYPGEOM.DIST",
    "FORMULA": "FORMULATEXT", "CEILING": "CEILING.MATH", "FLOOR": "FLOOR.MATH",
  ]

  /// Calls for which it is not enough to name the function otherwise, by name and count of arguments (OpenDocument 1.3
  /// part 4, §6.18): the functions that Excel gave another order, and arguments that it wants.
  private static let rewritten: [String: [Int: String]] = [
    // LibreOffice's own numbers of errors; that of a wrong argument, 502, cannot be told from 503.
    "ORG.OPENOFFICE.ERRORTYPE": [1: "CHOOSE(ERROR.TYPE(#1),524,532,519,524,525,503,32767)"],
    "COLOR": colour, "ORG.LIBREOFFICE.COLOR": colour,
    "BETADIST": [6: "BETA.DIST(#1,#2,#3,#6,#4,#5)"],
    "BINOMDIST": [3: "BINOMDIST(#1,#2,#3,TRUE)"],
    "CHISQDIST": [2: "CHISQ.DIST(#1,#2,TRUE)"],
    "EXPONDIST": [2: "EXPONDIST(#1,#2,TRUE)"],
    "FDIST": [3: "F.DIST(#1,#2,#3,TRUE)"],
    "GAMMADIST": [3: "GAMMADIST(#1,#2,#3,TRUE)"],
    // The days of the week that are free, from Sunday on; INDEX makes an array of them in any formula.
    "NETWORKDAYS": [4: "NETWORKDAYS.INTL(#1,#2,MID(REPT(CONCAT(INDEX(--(#4<>0),0)),2),2,7),#3)"],
    // A currency of the euro in place of a unit, without rounding.
    "ORG.OPENOFFICE.CONVERT": [3: "EUROCONVERT(#1,#2,#3,TRUE)"],
    "ISOWEEKNUM": weekOfMode, "WEEKNUM_OOO": weekOfMode, "ORG.LIBREOFFICE.WEEKNUM_OOO": weekOfMode,
    "LOGNORMDIST": [1: "LOGNORMDIST(#1,0,1)", 2: "LOGNORMDIST(#1,#2,1)"],
    "NORMDIST": [1: "NORMDIST(#1,0,1,TRUE)", 2: "NORMDIST(#1,#2,1,TRUE)", 3: "NORMDIST(#1,#2,#3,TRUE)"],
    "POISSON": [2: "POISSON(#1,#2,TRUE)"],
    "WEIBULL": [3: "WEIBULL(#1,#2,#3,TRUE)"],
  ]

  /// Red, green, blue and how little of them is seen, each from 0 to 255.
  private static let colour = [
    3: "((#1)*65536+(#2)*256+(#3))", 4: "((#4)*16777216+(#1)*65536+(#2)*256+(#3))",
  ]

  /// The week of the year as WEEKNUM of OpenOffice had it: from Sunday on in mode 1, else from Monday on; the first has four days.
  private static let weekOfMode = [
    2: "(INT((#1-WEEKDAY(#1,#2)+4-DATE(YEAR(#1-WEEKDAY(#1,#2)+4),1,1))/7)+1)"
  ]

  /// Whether the count of a call's arguments decides what Excel has for it.
  static func isByCount(_ name: String) -> Bool {
    let upper = name.uppercased()
    return rewritten[upper] != nil || oldCounts[upper] != nil
  }

  /// The call that Excel has for a function that is called with so many arguments, of which `#1` is the first; `nil` when its
  /// name is all that differs.
  static func excelCall(of name: String, arguments: Int) -> String? { rewritten[name.uppercased()]?[arguments] }

  /// Those of ``renamed`` that have as many arguments as Excel's old function of that name, and then are it.
  private static let oldCounts = ["LOGNORMDIST": 3, "HYPGEOMDIST": 4]

  /// The name that Excel has for a function that is called with so many arguments.
  static func excelName(of name: String, arguments: Int) -> String {
    let upper = name.uppercased()
    if oldCounts[upper] == arguments { return upper }
    if let renamed = byOpenName[upper] { return renamed }
    for space in spaces where upper.hasPrefix(space) { return String(upper.dropFirst(space.count)) }
    return renamed[upper] ?? name
  }

  private static let byOpenName = Dictionary(
    legacy.map { ("LEGACY." + $0, $0) }, uniquingKeysWith: { first, _ in first })

  /// The name that OpenFormula has for a function of Excel.
  package static func name(of function: String) -> String {
    let upper = function.uppercased()
    if legacy.contains(upper) { return "LEGACY." + upper }
    if ofMicrosoft.contains(upper) { return "COM.MICROSOFT." + upper }
    if ofOpenOffice.contains(upper) { return "ORG.OPENOFFICE." + upper }
    if ofLibreOffice.contains(upper) { return "ORG.LIBREOFFICE." + upper }
    return byExcelName[upper] ?? upper
  }

  /// The arguments that a function needs in OpenDocument and may be called without here, as they are meant.
  package static func neededArguments(of function: String, count: Int) -> [String] {
    count == 2 && ["MONTHS", "WEEKS", "YEARS"].contains(function.uppercased()) ? ["0"] : []
  }

  private static let byExcelName = [
    "SKEW.P": "SKEWP", "BINOM.DIST.RANGE": "B", "FORMULATEXT": "FORMULA", "USDOLLAR": "DOLLAR", "F.DIST": "FDIST",
    "F.INV": "FINV",
  ]

  /// Those that OpenFormula has under the same name with another meaning (OpenDocument 1.3 part 4, §6).
  private static let legacy: Set<String> = [
    "CHIDIST", "CHIINV", "CHITEST", "FDIST", "FINV", "NORMSDIST", "NORMSINV", "TDIST",
  ]

  /// Those that OpenFormula does not have, or has with other arguments.
  private static let ofMicrosoft: Set<String> = Set(
    """
    AGGREGATE BAHTTEXT BETA.DIST BETA.INV BINOM.DIST BINOM.INV CEILING CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT \
    CHISQ.INV CHISQ.INV.RT CHISQ.TEST CONCAT CONFIDENCE.NORM CONFIDENCE.T COVARIANCE.P COVARIANCE.S \
    ENCODEURL ERF.PRECISE ERFC.PRECISE EXPON.DIST F.DIST.RT F.INV.RT F.TEST FILTER FILTERXML FLOOR \
    FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.CONFINT \
    FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR GAMMA.DIST GAMMA.INV GAMMALN.PRECISE HYPGEOM.DIST IFS \
    ISO.CEILING LET LOGNORM.DIST LOGNORM.INV MAXIFS MINIFS MODE.MULT MODE.SNGL NEGBINOM.DIST NETWORKDAYS.INTL NORM.DIST \
    NORM.INV NORM.S.DIST NORM.S.INV PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PHONETIC POISSON.DIST \
    QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ SEQUENCE SORT SORTBY STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T \
    T.DIST.RT T.INV T.INV.2T T.TEST TEXTJOIN UNIQUE VAR.P VAR.S WEBSERVICE WEIBULL.DIST WORKDAY.INTL XLOOKUP XMATCH Z.TEST
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  /// Whether LibreOffice has a function and Excel does not.
  package static func isOnlyLibreOffices(_ function: String) -> Bool {
    ofOpenOffice.contains(function) || ofLibreOffice.contains(function)
  }

  /// Those that LibreOffice has beside OpenFormula, from OpenOffice and of its own.
  private static let ofOpenOffice: Set<String> = [
    "CURRENT", "DAYSINMONTH", "DAYSINYEAR", "EASTERSUNDAY", "ISLEAPYEAR", "MONTHS", "ROT13", "WEEKS", "WEEKSINYEAR",
    "YEARS",
  ]
  private static let ofLibreOffice: Set<String> = ["FOURIER", "RAWSUBTRACT", "REGEX", "ROUNDSIG"]
}

/// Where the meaning of the language's own functions is laid down.
///
/// A declaration may name its source with `source:`. For the others it is the section of OpenFormula (OASIS Open Document
/// Format for Office Applications, part 4: recalculated formula format) that has the function, and for the functions
/// that Excel alone has, the page of Microsoft's support about it. Where the two differ, Excel is followed.
enum FunctionSources {
  /// The source of a function that its declaration does not name.
  static func source(of name: String) -> String {
    section[name].map { "OpenFormula §6.\($0)" } ?? "Microsoft Support, \(name) function"
  }

  private static let section: [String: Int] = Dictionary(
    uniqueKeysWithValues: sections.flatMap { section in
      section.names.split(whereSeparator: \.isWhitespace).map { (String($0), section.number) }
    })

  /// The sections of OpenFormula's chapter 6 with the functions that they have.
  private static let sections: [(number: Int, names: String)] = [
    // Matrices
    (
      5,
      """
      FREQUENCY GROWTH LINEST LOGEST MDETERM MINVERSE MMULT MUNIT SUMPRODUCT SUMX2MY2 SUMX2PY2 SUMXMY2 TRANSPOSE
      TREND
      """
    ),
    // Bits
    (
      6,
      """
      BITAND BITLSHIFT BITOR BITRSHIFT BITXOR
      """
    ),
    // Texts by bytes
    (
      7,
      """
      FINDB LEFTB LENB MIDB REPLACEB RIGHTB SEARCHB
      """
    ),
    // Complex numbers
    (
      8,
      """
      COMPLEX IMABS IMAGINARY IMARGUMENT IMCONJUGATE IMCOS IMCOT IMCSC IMCSCH IMDIV IMEXP IMLN IMLOG10 IMLOG2
      IMPOWER IMPRODUCT IMREAL IMSEC IMSECH IMSIN IMSQRT IMSUB IMSUM IMTAN
      """
    ),
    // Databases
    (
      9,
      """
      DAVERAGE DCOUNT DCOUNTA DGET DMAX DMIN DPRODUCT DSTDEV DSTDEVP DSUM DVAR DVARP
      """
    ),
    // Date and time
    (
      10,
      """
      DATE DATEDIF DATEVALUE DAY DAYS DAYS360 EDATE EOMONTH HOUR ISOWEEKNUM MINUTE MONTH NETWORKDAYS NOW SECOND
      TIME TIMEVALUE TODAY WEEKDAY WEEKNUM WORKDAY YEAR YEARFRAC
      """
    ),
    // External access
    (
      11,
      """
      HYPERLINK
      """
    ),
    // Finance
    (
      12,
      """
      ACCRINT ACCRINTM AMORLINC COUPDAYBS COUPDAYS COUPDAYSNC COUPNCD COUPNUM COUPPCD CUMIPMT CUMPRINC DB DDB DISC
      DOLLARDE DOLLARFR DURATION EFFECT FV FVSCHEDULE INTRATE IPMT IRR ISPMT MDURATION MIRR NOMINAL NPER NPV
      ODDFPRICE ODDFYIELD ODDLPRICE ODDLYIELD PDURATION PMT PPMT PRICE PRICEDISC PRICEMAT PV RATE RECEIVED RRI SLN
      SYD TBILLEQ TBILLPRICE TBILLYIELD VDB XIRR XNPV YIELD YIELDDISC YIELDMAT
      """
    ),
    // Information
    (
      13,
      """
      AREAS COLUMN COLUMNS COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS ERROR.TYPE FORMULA INFO ISBLANK ISERR ISERROR
      ISEVEN ISFORMULA ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISREF ISTEXT N NA NUMBERVALUE ROW ROWS SHEET SHEETS
      TYPE VALUE
      """
    ),
    // Lookup
    (
      14,
      """
      ADDRESS CHOOSE GETPIVOTDATA HLOOKUP INDEX INDIRECT LOOKUP MATCH OFFSET VLOOKUP
      """
    ),
    // Logic
    (
      15,
      """
      AND FALSE IF IFERROR IFNA NOT OR TRUE XOR
      """
    ),
    // Mathematics
    (
      16,
      """
      ABS ACOS ACOSH ACOT ACOTH ASIN ASINH ATAN ATAN2 ATANH BESSELI BESSELJ BESSELK BESSELY COMBIN COMBINA CONVERT
      COS COSH COT COTH CSC CSCH DEGREES DELTA ERF ERFC EUROCONVERT EVEN EXP FACT FACTDOUBLE GAMMA GAMMALN GCD
      GESTEP LCM LN LOG LOG10 MOD MULTINOMIAL ODD PI POWER PRODUCT QUOTIENT RADIANS RAND RANDBETWEEN SEC SECH
      SERIESSUM SIGN SIN SINH SQRT SQRTPI SUBTOTAL SUM SUMIF SUMIFS SUMSQ TAN TANH
      """
    ),
    // Rounding
    (
      17,
      """
      CEILING FLOOR INT MROUND ROUND ROUNDDOWN ROUNDUP TRUNC
      """
    ),
    // Statistics
    (
      18,
      """
      AVEDEV AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS BETADIST BETAINV BINOM.DIST.RANGE BINOMDIST CHISQDIST CHISQINV
      CONFIDENCE CORREL COVAR CRITBINOM DEVSQ EXPONDIST FDIST FINV FISHER FISHERINV FORECAST FTEST GAMMADIST
      GAMMAINV GAUSS GEOMEAN HARMEAN HYPGEOMDIST INTERCEPT KURT LARGE LEGACY.CHIDIST LEGACY.CHIINV LEGACY.CHITEST
      LEGACY.FDIST LEGACY.FINV LEGACY.NORMSDIST LEGACY.NORMSINV LEGACY.TDIST LOGINV LOGNORMDIST MAX MAXA MEDIAN
      MIN MINA MODE NEGBINOMDIST NORMDIST NORMINV PEARSON PERCENTILE PERCENTRANK PERMUT PERMUTATIONA PHI POISSON
      PROB QUARTILE RANK RSQ SKEW SKEWP SLOPE SMALL STANDARDIZE STDEV STDEVA STDEVP STDEVPA STEYX TINV TRIMMEAN
      TTEST VAR VARA VARP VARPA WEIBULL ZTEST
      """
    ),
    // Number representation
    (
      19,
      """
      ARABIC BASE BIN2DEC BIN2HEX BIN2OCT DEC2BIN DEC2HEX DEC2OCT DECIMAL HEX2BIN HEX2DEC HEX2OCT OCT2BIN OCT2DEC
      OCT2HEX ROMAN
      """
    ),
    // Text
    (
      20,
      """
      ASC CHAR CLEAN CODE CONCATENATE EXACT FIND FIXED JIS LEFT LEN LOWER MID PROPER REPLACE REPT RIGHT SEARCH
      SUBSTITUTE T TEXT TRIM UNICHAR UNICODE UPPER
      """
    ),
  ]
}

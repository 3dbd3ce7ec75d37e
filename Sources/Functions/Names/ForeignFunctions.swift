/// Functions that other programs and languages have, by the names that people know from there.
package enum ForeignFunctions {
  /// The function of the catalog that does the same.
  package static func equivalent(of name: String) -> String? { equivalents[name.uppercased()] }

  /// What does the same in another way, in the words of a help line.
  package static func advice(for name: String) -> String? { advice[name.uppercased()] }

  private static let equivalents: [String: String] = [
    "AVG": "AVERAGE", "MEAN": "AVERAGE", "CEIL": "CEILING", "DATEDIFF": "DATEDIF", "IIF": "IF",
    "IFNULL": "IFERROR", "ISNULL": "ISBLANK", "JOIN": "TEXTJOIN", "LCASE": "LOWER", "LENGTH": "LEN", "POW": "POWER",
    "REGEXMATCH": "REGEXTEST", "SPLIT": "TEXTSPLIT", "STD": "STDEV", "STRLEN": "LEN", "SUBSTR": "MID",
    "SUBSTRING": "MID", "TOLOWER": "LOWER", "TOUPPER": "UPPER", "TRUNCATE": "TRUNC", "UCASE": "UPPER",
    "VARIANCE": "VAR",
  ]

  private static let advice: [String: String] = [
    "ARRAYFORMULA": "leave it out: every formula here gives an array where its arguments are arrays",
    "COUNTUNIQUE": "write COUNTA(UNIQUE(…))",
    "GOOGLEFINANCE": "prices come through a service: fetch price = quote(\"ABC\") with service quote(s) = HTTP.GET(…)",
    "GOOGLETRANSLATE": "call a service of your own: fetch text = translate(A1)",
    "IMPORTDATA": "read a file beside the sheet: table data from \"data.csv\"",
    "IMPORTFEED": "ask a service: fetch feed = news() with service news() = HTTP.GET(…)",
    "IMPORTHTML": "ask a service: fetch page = ask() with service ask() = HTTP.GET(…)",
    "IMPORTRANGE": "use another sheet, use \"Other.sheet\" as other, or read a file: table t from \"other.csv\"",
    "IMPORTXML": "ask a service and read its answer with FILTERXML",
    "QUERY": "write it with FILTER, SORT, CHOOSECOLS, GROUPBY or PIVOTBY",
    "PRINT": "leave it out: what a formula gives is shown",
  ]
}

import CellModel
import Functions

/// The currencies that the euro replaced.
enum EuroConversion: FunctionFamily {
  static let title = "Currencies of the euro"

  /// What a euro is in a currency, and the decimal places of its smallest unit.
  ///
  /// The rates are fixed by law: Council Regulation (EC) 2866/98 and those for the countries that came later.
  private static let currencies: [String: (rate: Double, places: Int)] = [
    "EUR": (1, 2), "ATS": (13.7603, 2), "BEF": (40.3399, 0), "CYP": (0.585274, 2), "DEM": (1.95583, 2),
    "EEK": (15.6466, 2), "ESP": (166.386, 0), "FIM": (5.94573, 2), "FRF": (6.55957, 2), "GRD": (340.75, 0),
    "HRK": (7.5345, 2), "IEP": (0.787564, 2), "ITL": (1936.27, 0), "LTL": (3.4528, 2), "LUF": (40.3399, 0),
    "LVL": (0.702804, 2), "MTL": (0.4293, 2), "NLG": (2.20371, 2), "PTE": (200.482, 0), "SIT": (239.64, 2),
    "SKK": (30.126, 2),
  ]

  private static func currency(_ code: String) throws(CellError) -> (rate: Double, places: Int) {
    guard let currency = currencies[code.uppercased()] else {
      throw .value("“\(code.prefix(40))” is no currency of the euro.")
    }
    return currency
  }

  static let functions: [SheetFunction] = [
    SheetFunction(
      "EUROCONVERT", "Converts money between the euro and the currencies that it replaced, by way of the euro.",
      .number("number", "the money to convert"), .text("source", "the code of its currency, such as \"DEM\""),
      .text("target", "the code of the currency wanted"),
      .logical("full_precision", "FALSE rounds the result to the units of the currency", default: false),
      .optionalInteger(
        "triangulation_precision", "the decimal places that the value in euros is rounded to, at least 3"),
      examples: [
        "EUROCONVERT(1.47, \"EUR\", \"DEM\")" => 2.88, "EUROCONVERT(1.47, \"FRF\", \"FRF\", TRUE)" => 1.47,
        "EUROCONVERT(100, \"FRF\", \"EUR\", {FALSE,TRUE}, 3)" => [[15.25, 15.245]],
        "ROUND(EUROCONVERT(1, \"FRF\", \"DEM\", TRUE, 3), 8)" => 0.29728616,
        "EUROCONVERT(1, \"FRF\", \"USD\")" => .value,
      ]
    ) { (number, source, target, isExact, precision) throws(CellError) in
      let from = try currency(source)
      let to = try currency(target)
      if let precision, precision < 3 { throw .value("The precision is less than 3.") }
      if source.uppercased() == target.uppercased() { return number }
      var euros = number / from.rate
      if let precision, from.rate != 1 { euros = DecimalRounding.round(euros, places: min(precision, 300)) }
      let result = euros * to.rate
      return isExact ? result : DecimalRounding.round(result, places: to.places)
    }
  ]
}

import Markup

/// The number formats of a workbook's styles.
enum ExcelFormats {
  /// The formats that every workbook has (ECMA-376 part 1, §18.8.30), as Excel for the United States shows them.
  private static let builtIn: [Int: String] = [
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "\"$\"#,##0_);(\"$\"#,##0)",
    6: "\"$\"#,##0_);[Red](\"$\"#,##0)", 7: "\"$\"#,##0.00_);(\"$\"#,##0.00)",
    8: "\"$\"#,##0.00_);[Red](\"$\"#,##0.00)", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
    21: "h:mm:ss", 22: "m/d/yyyy h:mm", 37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)",
    39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)",
    41: "_(* #,##0_);_(* \\(#,##0\\);_(* \"-\"_);_(@_)",
    42: "_(\"$\"* #,##0_);_(\"$\"* \\(#,##0\\);_(\"$\"* \"-\"_);_(@_)",
    43: "_(* #,##0.00_);_(* \\(#,##0.00\\);_(* \"-\"??_);_(@_)",
    44: "_(\"$\"* #,##0.00_);_(\"$\"* \\(#,##0.00\\);_(\"$\"* \"-\"??_);_(@_)", 45: "mm:ss", 46: "[h]:mm:ss",
    47: "mmss.0", 48: "##0.0E+0", 49: "@",
  ]

  /// Reads the formats of all styles in their order, and whether some of them have another look than the first.
  static func read(
    _ part: String, of package: ExcelPackage
  ) throws(WorkbookFault) -> (formats: [String], hasLooks: Bool) {
    var own: [Int: String] = [:]
    var styles: [Int] = []
    var looks: Set<[Int?]> = []
    try package.scan(part) { (scanner) throws(XMLFault) in
      var isInCells = false
      while true {
        switch try scanner.next() {
        case .finish: return
        case .start:
          if scanner.isNamed("numFmt"), let id = scanner.integer("numFmtId"), !isInCells {
            // A style of conditional formatting may use a number again.
            if own[id] == nil { own[id] = try scanner.string("formatCode") ?? "General" }
          } else if scanner.isNamed("cellXfs") {
            isInCells = true
          } else if isInCells, scanner.isNamed("xf") {
            styles.append(scanner.integer("numFmtId") ?? 0)
            looks.insert(["fontId", "fillId", "borderId"].map { scanner.integer($0) })
          }
        case .end: if scanner.isNamed("cellXfs") { isInCells = false }
        default: break
        }
      }
    }
    return (styles.map { own[$0] ?? builtIn[$0] ?? "General" }, looks.count > 1)
  }
}

import Markup

/// The part with the styles of a workbook: one for each number format, and nothing else.
struct ExcelStyleTable {
  /// The formats whose numbers all versions and countries of Excel agree on, and those that follow the country.
  private static let known: [String: Int] = [
    "General": 0, "0": 1, "0.00": 2, "#,##0": 3, "#,##0.00": 4, "0%": 9, "0.00%": 10, "0.00E+00": 11, "# ?/?": 12,
    "# ??/??": 13, "m/d/yyyy": 14, "d-mmm-yy": 15, "d-mmm": 16, "mmm-yy": 17, "h:mm AM/PM": 18, "h:mm:ss AM/PM": 19,
    "h:mm": 20, "h:mm:ss": 21, "m/d/yyyy h:mm": 22, "mm:ss": 45, "[h]:mm:ss": 46, "mmss.0": 47, "##0.0E+0": 48,
    "@": 49,
  ]
  /// Where the numbers of a workbook's own formats begin.
  private static let firstOwn = 164

  let part: [UInt8]
  /// How many styles there are; a cell has none beyond.
  let count: Int

  init(_ formats: [String]) {
    let formats = formats.isEmpty ? ["General"] : formats
    count = formats.count
    var own: [String: Int] = [:]
    var ownInOrder: [String] = []
    for format in formats where Self.known[format] == nil && own[format] == nil {
      own[format] = Self.firstOwn + ownInOrder.count
      ownInOrder.append(format)
    }
    var xml = XMLWriter.document()
    xml.start("styleSheet", [("xmlns", ExcelNames.main)])
    if !ownInOrder.isEmpty {
      xml.start("numFmts", [("count", "\(ownInOrder.count)")])
      for (place, format) in ownInOrder.enumerated() {
        xml.empty(
          "numFmt",
          [("numFmtId", "\(Self.firstOwn + place)"), ("formatCode", ExcelText.escaped(format, inAttribute: true))])
      }
      xml.end()
    }
    xml.raw(
      """
      <fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>\
      <fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
      <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
      <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
      """)
    xml.start("cellXfs", [("count", "\(formats.count)")])
    for format in formats {
      let number = Self.known[format] ?? own[format] ?? 0
      xml.empty(
        "xf",
        [
          ("numFmtId", "\(number)"), ("fontId", "0"), ("fillId", "0"), ("borderId", "0"), ("xfId", "0"),
          ("applyNumberFormat", number == 0 ? nil : "1"),
        ])
    }
    xml.end()
    xml.raw("<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>")
    xml.endAll()
    part = xml.bytes
  }
}

import Markup

/// The texts of a workbook's constants, each once.
struct ExcelStringTable {
  private var numbers: [String: Int] = [:]
  private var texts: [String] = []
  private var uses = 0

  var isEmpty: Bool { texts.isEmpty }

  /// The number by which a cell names a text.
  mutating func number(of text: String) -> Int {
    uses += 1
    if let known = numbers[text] { return known }
    numbers[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }

  var part: [UInt8] {
    var xml = XMLWriter.document()
    xml.start(
      "sst", [("xmlns", ExcelNames.main), ("count", "\(uses)"), ("uniqueCount", "\(texts.count)")])
    for text in texts {
      xml.raw("<si>")
      ExcelText.write(text, to: &xml)
      xml.raw("</si>")
    }
    xml.endAll()
    return xml.bytes
  }
}

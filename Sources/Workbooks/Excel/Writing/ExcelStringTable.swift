import CellModel
import Markup

/// The texts of a workbook's constants, each once.
struct ExcelStringTable {
  /// The numbers of the texts that are equal as Unicode sees it; their bytes may differ.
  private var numbers: [String: [Int]] = [:]
  private var texts: [String] = []
  private var uses = 0

  var isEmpty: Bool { texts.isEmpty }

  /// The number by which a cell names a text.
  mutating func number(of text: String) -> Int {
    uses += 1
    if let known = numbers[text]?.first(where: { texts[$0].hasSameBytes(as: text) }) { return known }
    numbers[text, default: []].append(texts.count)
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

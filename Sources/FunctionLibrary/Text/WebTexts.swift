import CellModel
import Functions
import Markup

/// Functions for texts of the web: addresses and XML.
enum WebTexts: FunctionFamily {
  static let title = "Texts of the web"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "ENCODEURL", "Writes a text so that it may stand in a URL.", .text("text", "the text"),
      examples: [
        "ENCODEURL(\"a b/c\")" => "a%20b%2Fc", "ENCODEURL(\"é\")" => "%C3%A9", "ENCODEURL(\"a-b_c.d~\")" => "a-b_c.d~",
        "ENCODEURL({\"&\",\"a\"})" => [["%26", "a"]], "ENCODEURL(NA())" => .notAvailable,
      ]
    ) { (text) throws(CellError) in
      let hex = Array("0123456789ABCDEF".utf8)
      var result: [UInt8] = []
      for byte in text.utf8 {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
          result.append(byte)
        default: result += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
        }
      }
      return try TextParts.limited(String(decoding: result, as: UTF8.self))
    },

    SheetFunction(
      "FILTERXML", "Gives what an XPath query finds in an XML text, as a column; texts of digits become numbers.",
      .text("xml", "the text of a well-formed XML document"),
      .text("xpath", "the query, such as \"//item[@id='2']/name\""), .context,
      traits: .spills,
      examples: [
        "FILTERXML(\"<a><b>x</b><b>y</b></a>\", \"//b\")" => [["x"], ["y"]],
        "FILTERXML(\"<a><b>x</b><b>y</b></a>\", \"/a/b[2]\")" => "y",
        "FILTERXML(\"<a><b id='1'>x</b><b id='2'>7</b></a>\", \"//b[@id='2']\")" => 7,
        "FILTERXML(\"<a><b>x</b><b>y</b></a>\", \"//b[last()]\")" => "y",
        "FILTERXML(\"<a><b>\" & SUBSTITUTE(\"p;q;r\", \";\", \"</b><b>\") & \"</b></a>\", \"//b\")"
          => [["p"], ["q"], ["r"]],
        "FILTERXML({\"<a>1</a>\",\"<a>2</a>\"}, \"/a\")" => [[1, 2]],
        "FILTERXML(\"<a><b>x</b></a>\", \"//c\")" => .value, "FILTERXML(\"<a><b>x</a>\", \"//b\")" => .value,
      ]
    ) { (xml, query, context) throws(CellError) -> CellArray in
      let tree = try tree(of: xml, in: context)
      let value: XPathValue = try reporting { () throws(XMLFault) in
        try tree.value(of: query)
      }
      switch value {
      case .nodes(let nodes):
        guard !nodes.isEmpty else { throw .value("The query finds nothing.") }
        return CellArray(column: try nodes.map { (node) throws(CellError) in try cell(tree.stringValue(of: node)) })
      case .number(let number): return CellArray(row: [CellValue(checking: number)])
      case .text(let text): return CellArray(row: [try cell(text)])
      case .logical(let logical): return CellArray(row: [.logical(logical)])
      }
    },
  ]

  /// The value of a text found: a number when it is one written plainly.
  private static func cell(_ text: String) throws(CellError) -> CellValue {
    // Digits that typing keeps as they stand are a number here, as in Excel.
    var isNumber = TypedText.losesDigits(typed: text)
    if case .number(_, .plain) = TypedText.value(typed: text) { isNumber = true }
    if isNumber, let number = TypedText.number(text) { return .number(number) }
    return .text(try TextParts.limited(text))
  }

  /// The tree of a document, kept for the next call of this recalculation.
  private static func tree(of xml: String, in context: any EvaluationContext) throws(CellError) -> XMLTree {
    let key = DocumentKey(xml: xml)
    if let found = context.cache.value(XMLTree.self, for: key) { return found }
    let tree = try reporting { () throws(XMLFault) in try XMLReader.tree(of: xml) }
    context.cache.keep(tree, for: key)
    return tree
  }

  private struct DocumentKey: Hashable { let xml: String }

  private static func reporting<Value>(_ body: () throws(XMLFault) -> Value) throws(CellError) -> Value {
    do throws(XMLFault) { return try body() } catch { throw .value(error.message) }
  }
}

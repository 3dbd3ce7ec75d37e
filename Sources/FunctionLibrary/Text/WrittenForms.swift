import CellModel
import Functions

/// Functions for the scripts of East Asia.
enum WrittenForms: FunctionFamily {
  static let title = "East Asian texts"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "ASC", "Turns full-width letters and katakana into half-width ones.", .text("text", "the text"),
      examples: [
        "ASC(\"ＡＢＣ　１\")" => "ABC 1", "ASC(\"ガ\")" => "ｶﾞ", "ASC({\"Ａ\",\"b\"})" => [["A", "b"]],
        "ASC(NA())" => .notAvailable,
      ]
    ) { CharacterWidths.narrowed($0) },

    SheetFunction(
      "DBCS", "Turns half-width letters and katakana into full-width ones.", .text("text", "the text"),
      aliases: ["JIS"],
      examples: [
        "DBCS(\"ABC 1\")" => "ＡＢＣ　１", "JIS(\"ｶﾞ\")" => "ガ", "DBCS({\"A\",\"ｱ\"})" => [["Ａ", "ア"]],
        "DBCS(NA())" => .notAvailable,
      ]
    ) { CharacterWidths.widened($0) },

    SheetFunction(
      "BAHTTEXT", "Writes an amount in Thai words, with baht and satang.", .number("number", "the amount"),
      examples: [
        "BAHTTEXT(0)" => "ศูนย์บาทถ้วน", "BAHTTEXT(1.1)" => "หนึ่งบาทสิบสตางค์", "BAHTTEXT(11)" => "สิบเอ็ดบาทถ้วน",
        "BAHTTEXT({1,2})" => [["หนึ่งบาทถ้วน", "สองบาทถ้วน"]], "BAHTTEXT(\"x\")" => .value,
      ]
    ) { (number) throws(CellError) in try TextParts.limited(ThaiNumerals.baht(number)) },
  ]
}

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

    SheetFunction(
      "PHONETIC",
      """
      Gives how a Japanese text is pronounced, as it was typed into a workbook's cell; without that the text itself. Of a range \
      it joins those of all texts, while numbers and results of formulas are passed over.
      """,
      .operand("reference", "a cell or a range, or a text"), .context,
      traits: [.takesEachReference, .readsPronunciations],
      examples: [
        "PHONETIC(\"東京\")" => "東京", "PHONETIC(A1)" => "", "PHONETIC(A1:B2)" => "", "PHONETIC((A1,B2))" => .notAvailable,
        "PHONETIC(1)" => .value, "PHONETIC(NA())" => .notAvailable,
      ]
    ) { (operand, context) throws(CellError) in
      switch operand {
      case .value(.text(let text)): return text
      case .value(.error(let error)): throw error
      case .reference(let reference):
        guard reference.isSingleArea else { throw .notAvailable("The cells do not lie together.") }
        return try pronunciation(of: reference.first, in: context)
      default: throw .value("A number is pronounced as it is.")
      }
    },
  ]

  private static func pronunciation(
    of area: Area, in context: any EvaluationContext
  ) throws(CellError) -> String {
    var result = ""
    context.forEachBoxByRows(in: area) { row, column, box in
      let address = CellAddress(grid: area.grid, row: row, column: column)
      guard result.utf8.count <= 4 * TextLimit.length, case .text(let text) = context.unboxed(box),
        context.formulaText(at: address) == nil
      else { return }
      let phonetics = context.phonetics(at: address)
      // What was typed since has none.
      result += phonetics.map { $0.written == text ? KanaScripts.shown($0) : text } ?? text
    }
    return try TextParts.limited(result)
  }
}

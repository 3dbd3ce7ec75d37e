import CellModel
import Functions

/// The numbers of arguments as the functions see them that came to Excel with its Analysis ToolPak.
///
/// Those skip blanks and empty texts, but nothing else; an argument left empty is 0: any other text in a range is read as a
/// number or is `#VALUE!`, and so is a logical anywhere. An empty text with no number beside it is `#VALUE!`, too, and so is a
/// single blank cell where texts are read.
struct StrictNumbers {
  private(set) var values: [Double] = []

  /// - Parameter readsTexts: Whether a text in a range or an array may be read as a number.
  init(_ operands: [Operand], readsTexts: Bool = true, in context: any EvaluationContext) throws(CellError) {
    var hasEmptyText = false
    var hasBlankCell = false
    for operand in operands {
      if case .omitted = operand {
        values.append(0)
        continue
      }
      let range = try CellRange(operand, in: context)
      if range.area == nil, range.count == 1, range[0, 0].isBlank { values.append(0) }
      if readsTexts, range.area != nil, range.count == 1, range[0, 0].isBlank { hasBlankCell = true }
      for element in try range.array().elements where !element.isBlank {
        switch element {
        case .text("") where readsTexts: hasEmptyText = true
        case .text where !readsTexts && range.count > 1: throw .value("A text stands where a number is wanted.")
        default: values.append(try Self.number(element))
        }
      }
    }
    guard values.isEmpty else { return }
    if hasEmptyText { throw .value("An empty text is no number.") }
    if hasBlankCell { throw .value("A blank cell is no number.") }
  }

  static func number(_ value: CellValue) throws(CellError) -> Double {
    if case .logical = value { throw .value("A logical stands where a number is wanted.") }
    return try value.asNumber()
  }
}

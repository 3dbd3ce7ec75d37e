import CellModel
import SheetText

extension TableCell {
  /// What a written cell gives an input: what it says, or its letters for an input that takes a text.
  package func value(for type: ValueType?, in document: SheetDocument) -> CellValue {
    guard type == .text, !value.isBlank, !isQuoted else { return value }
    return if case .text = value { value } else { .text(String(document.source[span])) }
  }
}

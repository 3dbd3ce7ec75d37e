import CellModel
import Diagnostics

/// Reads bindings.
enum BindingReader {
  /// Reads `input <~ expression` or `input <~> input`.
  static func read(_ reader: inout SheetReader) -> BindingDefinition? {
    let start = reader.cursor
    guard let target = reader.path("a bound input") else { return nil }
    guard reader.nextByte() == Ascii.less, reader.cursor + 1 < reader.limit,
      reader.bytes[reader.cursor + 1] == Ascii.tilde
    else {
      reader.report(PieceFinding.missingArrow(at: reader.nextPlace()))
      return nil
    }
    reader.cursor += 2
    let isTwoWay = reader.cursor < reader.limit && reader.bytes[reader.cursor] == Ascii.greater
    if isTwoWay { reader.cursor += 1 }
    guard let value = isTwoWay ? reader.path("the other input") : reader.expression([], "the bound value") else {
      return nil
    }
    return BindingDefinition(
      target: target, isTwoWay: isTwoWay, value: value, span: SourceSpan(start, value.span.upper))
  }
}

import CellModel

/// Reads `always "…" : condition` and its contrary.
enum CheckReader {
  static func read(_ reader: inout SheetReader, isAlways: Bool) -> Statement.Kind? {
    guard let label = reader.label(of: isAlways ? "always" : "never") else { return nil }
    guard reader.take(Ascii.colon) else {
      reader.report(PieceFinding.missingColon(before: "the condition", at: reader.nextPlace()))
      return nil
    }
    guard let condition = reader.expression([], "a condition") else { return nil }
    return .check(CheckDefinition(isAlways: isAlways, label: label, condition: condition))
  }
}

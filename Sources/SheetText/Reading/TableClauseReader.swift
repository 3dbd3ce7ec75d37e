import CellModel
import Diagnostics
import Formulas

/// Reads how a table changes at an event.
enum TableClauseReader {
  /// Reads `on S where condition : change`.
  static func read(_ reader: inout SheetReader, _ item: SheetItem) -> TableClause? {
    guard let head = ClauseReader.head(&reader) else { return nil }
    let change: TableClause.Change
    if reader.take("insert") {
      guard let position = RowPositionReader.read(&reader), let values = reader.arguments() else { return nil }
      change = .insert(position, values)
    } else if reader.take("delete") {
      var condition: SheetFormula?
      if reader.take("where") {
        condition = reader.expression([], "a condition")
        if condition == nil { return nil }
      } else if reader.cursor < reader.limit, reader.nextByte() != 0 {
        reader.report(ClauseFinding.badTableChange(at: reader.nextPlace(), meant: "delete where …"))
        return nil
      }
      change = .delete(condition: condition?.ofRows)
    } else if reader.take("update") {
      guard let column = column(&reader) else { return nil }
      let start = reader.cursor
      let (_, comma) = reader.scanner.expressionEnd(from: start, limit: reader.limit, stops: [.where, .comma])
      if comma < reader.limit, reader.bytes[comma] == Ascii.comma {
        reader.report(ClauseFinding.severalColumns(at: SourceSpan(comma, comma + 1)))
        return nil
      }
      guard let value = reader.expression(.where, "the new value") else { return nil }
      var condition: SheetFormula?
      if reader.take("where") {
        condition = reader.expression([], "a condition")
        if condition == nil { return nil }
      }
      change = .update(column: column, value: value.ofRows, condition: condition?.ofRows)
    } else {
      reader.report(ClauseFinding.badTableChange(at: reader.nextPlace(), meant: changeMeant(&reader)))
      return nil
    }
    return TableClause(event: head.event, condition: head.condition, change: change, span: item.span)
  }

  /// Reads `column =` behind `update`.
  private static func column(_ reader: inout SheetReader) -> WrittenText? {
    guard let column = TableReader.columnName(&reader) else {
      reader.report(ClauseFinding.badTableChange(at: reader.nextPlace()))
      return nil
    }
    if reader.take(Ascii.equals) { return column }
    // `update ledger.rate = 2` names the table once more, and `update unit price = 2` has a name with a blank in it.
    let place = reader.nextPlace()
    var meant = column.text
    if reader.take(Ascii.dot), let name = reader.name() {
      meant = name.text
    } else if let equals = reader.source[reader.rest].firstIndex(where: { "=;\n\r".contains($0) }),
      reader.source[reader.rest][equals] == "=", !reader.isNext("where")
    {
      meant += " " + reader.source[reader.rest][..<equals]
    }
    reader.report(ClauseFinding.badTableChange(at: place, meant: "update \(FieldName.text(String(meant.trimmed))) = …"))
    return nil
  }

  /// The change that somebody meant who wrote a word of another language for it, or none at all.
  private static func changeMeant(_ reader: inout SheetReader) -> String? {
    let start = reader.cursor
    defer { reader.cursor = start }
    guard let word = reader.name() else { return nil }
    if reader.nextByte() == Ascii.equals { return "update \(word.text) = …" }
    return switch word.key {
    case "remove", "drop", "erase", "clear": "delete where …"
    case "add", "append", "push": "insert last (…)"
    case "prepend": "insert first (…)"
    case "set", "change", "let": "update column = …"
    default: nil
    }
  }
}

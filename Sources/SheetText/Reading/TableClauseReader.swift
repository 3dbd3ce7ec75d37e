import CellModel

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
      }
      change = .delete(condition: condition?.ofRows)
    } else if reader.take("update") {
      guard let column = reader.name(), reader.take(Ascii.equals) else {
        reader.report(.badTableChange(at: reader.nextPlace()))
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
      reader.report(.badTableChange(at: reader.nextPlace()))
      return nil
    }
    return TableClause(event: head.event, condition: head.condition, change: change, span: item.span)
  }
}

/// What stands along one side of a pivot table: the fields, and for each row or column the items that it is about.
package struct PivotAxis: Sendable, Hashable {
  /// A row, or a column, of the report's data.
  package struct Line: Sendable, Hashable {
    /// The items of the outermost fields, by their positions among those of their field.
    package var items: [Int]
    /// Whether it is a total of what lies deeper than its items.
    package var isTotal: Bool
    /// The data field of a total.
    package var data: Int

    package init(_ items: [Int] = [], isTotal: Bool = false, data: Int = 0) {
      self.items = items
      self.isTotal = isTotal
      self.data = data
    }
  }

  /// From the outermost to the innermost; `nil` is where the data fields are told apart.
  package var fields: [Int?]
  /// `nil` for one that shows nothing.
  package var lines: [Line?]

  package init(fields: [Int?] = [], lines: [Line?] = [Line()]) {
    self.fields = fields
    self.lines = lines
  }

  /// Lines, by position, that have to do with some items.
  struct Found {
    /// About just these items.
    var sure: [Int] = []
    /// About just these items, where the label may be that above the lines of an inner field and need not show anything.
    var maybe: [Int] = []
    /// About these items and others, and no totals.
    var closer: [Int] = []
  }

  /// The lines about some items, by position of their field.
  func lines(about wanted: [Int: Int], data: Int) -> Found {
    var found = Found()
    for (position, line) in lines.enumerated() {
      guard let line, let others = others(of: line, beside: wanted, data) else { continue }
      let isWhole = line.items.count == fields.count
      if others > 0 {
        if isWhole, !line.isTotal { found.closer.append(position) }
      } else if isWhole || line.isTotal {
        found.sure.append(position)
      } else {
        found.maybe.append(position)
      }
    }
    return found
  }

  /// How many items a line is about beside those that are wanted; `nil` where it is not about these, or about other data.
  private func others(of line: Line, beside wanted: [Int: Int], _ data: Int) -> Int? {
    var met = 0
    var others = 0
    var shown: Int? = line.isTotal ? line.data : nil
    for (field, item) in zip(fields, line.items) {
      switch field {
      case nil: shown = item
      case let field? where wanted[field] == item: met += 1
      case let field?:
        if wanted[field] != nil { return nil }
        others += 1
      }
    }
    guard met == wanted.count, shown == data || !fields.contains(nil) else { return nil }
    return others
  }
}

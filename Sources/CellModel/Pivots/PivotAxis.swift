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

  /// The lines about just these items, by position of their field.
  ///
  /// A line that is no total may be the label above those of an inner field, which need not show anything: `maybe` has these.
  func lines(about wanted: [Int: Int], data: Int) -> (sure: [Int], maybe: [Int]) {
    var sure: [Int] = []
    var maybe: [Int] = []
    for (position, line) in lines.enumerated() {
      guard let line, shows(line, wanted, data) else { continue }
      if line.isTotal || line.items.count == fields.count { sure.append(position) } else { maybe.append(position) }
    }
    return (sure, maybe)
  }

  private func shows(_ line: Line, _ wanted: [Int: Int], _ data: Int) -> Bool {
    var met = 0
    var shown: Int? = line.isTotal || !fields.contains(nil) ? line.data : nil
    for (field, item) in zip(fields, line.items) {
      if let field {
        guard wanted[field] == item else { return false }
        met += 1
      } else {
        shown = item
      }
    }
    return met == wanted.count && (shown == data || !fields.contains(nil))
  }
}

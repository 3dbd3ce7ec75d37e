import CellModel

/// Finds what the rows and columns of a pivot table are about by the labels that stand beside them, where a file does not say it.
///
/// Each field has a column of labels of its own, or above the data a row. A label that is not repeated holds on.
struct PivotLabels {
  private(set) var fields: [PivotField]
  private let data: [PivotReport.Data]
  /// Whether the file may leave out items of the fields, which are then those of the labels.
  private let addsItems: Bool

  init(_ fields: [PivotField], _ data: [PivotReport.Data], addsItems: Bool = false) {
    self.fields = fields
    self.data = data
    self.addsItems = addsItems
  }

  /// The lines of an axis.
  ///
  /// - Parameters:
  ///   - axisFields: The fields from the outermost on; `nil` where data fields are told apart.
  ///   - count: How many lines there are.
  ///   - label: The label of a line for the field at a depth.
  mutating func lines(
    _ axisFields: [Int?], count: Int, label: (_ line: Int, _ depth: Int) -> CellValue
  ) -> [PivotAxis.Line?] {
    if axisFields.isEmpty { return [PivotAxis.Line()] }
    var lines: [PivotAxis.Line?] = []
    var last: [Int] = []
    for line in 0..<count {
      guard let depth = axisFields.indices.first(where: { !label(line, $0).isBlank }) else {
        lines.append(nil)
        continue
      }
      var items = Array(last.prefix(depth))
      if items.count == depth {
        for deeper in depth..<axisFields.count {
          // The last lines are about all, and say so with a word of their own.
          if addsItems, deeper > 0 || line < count - data.count {
            addItem(label(line, deeper), to: axisFields[deeper], behind: deeper < last.count ? last[deeper] : nil)
          }
          guard let item = item(label(line, deeper), of: axisFields[deeper]) else { break }
          items.append(item)
        }
      }
      if items.count > depth {
        // Where the rest of its labels are blank it stands above the lines of an inner field.
        lines.append(PivotAxis.Line(items))
        last = items
      } else {
        lines.append(total(label(line, depth), depth: depth, of: axisFields, behind: last))
      }
    }
    return lines
  }

  /// The position of the item, or of the data field, that a label names.
  private func item(_ label: CellValue, of field: Int?) -> Int? {
    if label.isBlank { return nil }
    guard let field else {
      return label.text.flatMap { text in data.firstIndex { CaseFolding.areEqual($0.name, text) } }
    }
    return fields.indices.contains(field) ? fields[field].item(label) : nil
  }

  /// Adds the item of a label to a field that has it not, unless it says that it is a total of the item before it.
  private mutating func addItem(_ label: CellValue, to field: Int?, behind last: Int?) {
    guard let field, fields.indices.contains(field), let text = label.text, fields[field].item(label) == nil else {
      return
    }
    if let last, isTotal(text, ofItem: last, field) { return }
    fields[field].items.append(PivotItem(label))
  }

  private func isTotal(_ text: String, ofItem item: Int, _ field: Int) -> Bool {
    guard let item = fields[field].items[item] else { return false }
    guard let name = item.caption ?? item.value.text else { return false }
    return text.hasPrefix(name + " ")
  }

  /// A line whose label names no item: a total of the item before it when it begins with that, else of all that is as deep.
  private func total(_ label: CellValue, depth: Int, of axisFields: [Int?], behind last: [Int]) -> PivotAxis.Line? {
    guard let text = label.text, last.count >= depth else { return nil }
    var items = Array(last.prefix(depth))
    if depth < last.count, let field = axisFields[depth], isTotal(text, ofItem: last[depth], field) {
      items.append(last[depth])
    }
    let named = data.firstIndex { text.hasSuffix(" " + $0.name) }
    return PivotAxis.Line(items, isTotal: true, data: named ?? 0)
  }
}

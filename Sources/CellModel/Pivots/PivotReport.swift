/// A pivot table as it is shown on a sheet: it tells which of its cells shows which data about which items.
///
/// The values themselves are those of the cells. A report splits its data by the *items* of its *fields*, which stand along its
/// rows, along its columns, or above it as a choice for all of it, its *pages*.
public struct PivotReport: Sendable, Hashable {
  /// Something that is counted or summed up.
  package struct Data: Sendable, Hashable {
    /// What the report calls it, such as `Sum of Sales`.
    package var name: String
    /// The field whose values it sums up.
    package var field: Int

    package init(name: String, field: Int) {
      self.name = name
      self.field = field
    }
  }

  /// A field above the report, with the item that is chosen; `nil` when all are, or several.
  package struct Page: Sendable, Hashable {
    package var field: Int
    package var item: Int?

    package init(field: Int, item: Int?) {
      self.field = field
      self.item = item
    }
  }

  /// A cell of the report that may show what is asked for.
  package struct Cell: Sendable, Hashable {
    package var row: Int
    package var column: Int
    /// Whether it shows it also when it is blank.
    package var isSure: Bool
  }

  /// A rectangle of cells, counted from 0, to whose ends it reaches.
  package struct Block: Sendable, Hashable {
    let rows: ClosedRange<Int>
    let columns: ClosedRange<Int>

    package init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
      self.rows = rows
      self.columns = columns
    }

    func meets(_ area: Area) -> Bool {
      Int(area.top) <= rows.upperBound && Int(area.bottom) >= rows.lowerBound
        && Int(area.left) <= columns.upperBound && Int(area.right) >= columns.lowerBound
    }
  }

  private let blocks: [Block]
  private let firstRow: Int
  private let firstColumn: Int
  package let fields: [PivotField]
  package let data: [Data]
  private let rows: PivotAxis
  private let columns: PivotAxis
  private let pages: [Page]

  /// - Parameters:
  ///   - blocks: The cells that belong to it.
  ///   - origin: The cell of its first row and its first column of data.
  package init(
    blocks: [Block], origin: (row: Int, column: Int), fields: [PivotField], data: [Data], rows: PivotAxis,
    columns: PivotAxis, pages: [Page] = []
  ) {
    self.blocks = blocks
    (firstRow, firstColumn) = origin
    self.fields = fields
    self.data = data
    self.rows = rows
    self.columns = columns
    self.pages = pages
  }

  /// Whether some of its cells lie in an area of its sheet.
  package func meets(_ area: Area) -> Bool { blocks.contains { $0.meets(area) } }

  /// The position of a data field, by the name that the report has for it or by that of the field whose values it sums up.
  package func data(named name: String) -> Int? {
    // A name that is given may differ by a blank from that of the field.
    let plain = Self.withoutSpaces(name)
    return data.firstIndex { CaseFolding.areEqual($0.name, name) }
      ?? data.firstIndex { CaseFolding.areEqual(Self.withoutSpaces($0.name), plain) }
      ?? data.firstIndex { fields.indices.contains($0.field) && fields[$0.field].isNamed(name) }
  }

  private static func withoutSpaces(_ text: String) -> String {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return String(text.drop { $0 == " " })
  }

  /// The cells that may show a data field about some items, the likeliest first; none when there is none or the question
  /// names what the report does not have.
  package func cells(showing data: Int, about pairs: [(field: String, item: CellValue)]) -> [Cell] {
    var wanted: [Int: Int] = [:]
    for pair in pairs {
      guard let (field, item) = place(of: pair.item, inFieldNamed: pair.field) else { return [] }
      guard wanted.updateValue(item, forKey: field) ?? item == item else { return [] }
    }
    for page in pages {
      guard let item = wanted.removeValue(forKey: page.field) else { continue }
      guard item == page.item else { return [] }
    }
    let alongRows = wanted.filter { rows.fields.contains($0.key) }
    let alongColumns = wanted.filter { columns.fields.contains($0.key) }
    guard alongRows.count + alongColumns.count == wanted.count else { return [] }
    return cells(rows.lines(about: alongRows, data: data), columns.lines(about: alongColumns, data: data))
  }

  private func cells(_ rows: PivotAxis.Found, _ columns: PivotAxis.Found) -> [Cell] {
    func cells(_ rows: [Int], _ columns: [Int], isSure: Bool) -> [Cell] {
      rows.flatMap { row in
        columns.map { Cell(row: firstRow + row, column: firstColumn + $0, isSure: isSure) }
      }
    }
    // Items that are not named are no question where only one cell is left.
    let narrowed = cells(
      rows.sure.isEmpty ? rows.closer : rows.sure, columns.sure.isEmpty ? columns.closer : columns.sure, isSure: true)
    return cells(rows.sure, columns.sure, isSure: true) + cells(rows.maybe, columns.sure + columns.maybe, isSure: false)
      + cells(rows.sure, columns.maybe, isSure: false) + (narrowed.count == 1 ? narrowed : [])
  }

  /// The field of a name that has an item; several fields may have one name.
  private func place(of item: CellValue, inFieldNamed name: String) -> (field: Int, item: Int)? {
    for field in fields.indices where fields[field].isNamed(name) && isShown(field) {
      if let item = fields[field].item(item) { return (field, item) }
    }
    return nil
  }

  /// Whether a field stands along a side or above the report.
  private func isShown(_ field: Int) -> Bool {
    rows.fields.contains(field) || columns.fields.contains(field) || pages.contains { $0.field == field }
  }

  /// The fields that stand along a side or above the report.
  var shownFields: [PivotField] { fields.indices.filter(isShown).map { fields[$0] } }
}

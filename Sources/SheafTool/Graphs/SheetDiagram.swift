import CellModel
import Drawing
import LiveSheets

extension Diagram {
  /// How many nodes are drawn where nobody asks for all.
  static let mostDrawn = 50
}

/// The relations of a sheet as a diagram.
extension Diagram {
  /// - Parameter value: The value of a cell in a few words, where values stand below the names.
  init(_ relations: SheetRelations, titled title: String, value: ((CellInfo) -> String)?) {
    self.init(title)
    for item in relations.items {
      var node = Node(PlainText.oneLine(item.name), kind: item.kind.rawValue, shape: item.kind.shape)
      node.isDoubled = item.isOutput
      node.isMarked = item.isOnCycle
      node.group = item.group.map { group(named: $0) }
      let formula = item.formula.map { "= \(PlainText.oneLine($0))" }
      let notes = [formula, item.documentation].compactMap(\.self)
      if !notes.isEmpty { node.note = notes.joined(separator: "\n") }
      if let value, let cell = item.cell { node.detail = value(cell) }
      nodes.append(node)
    }
    edges = relations.relations.map {
      Edge(from: $0.from, to: $0.to, isDashed: $0.isEvent, isMarked: $0.isOnCycle)
    }
  }
}

extension LiveSheet {
  /// A value in a few words: of many cells how many there are.
  func fewWords(on cell: CellInfo) -> String {
    let cell = definedCells.present(cell)
    return cell.area.map(\.extentInWords) ?? PlainText.inWords(summary(of: value(of: cell), format: cell.format))
  }
}

extension WorkbookReadings {
  /// A value in a few words: of many cells how many there are.
  func fewWords(on cell: CellInfo) -> String {
    cell.area.map(\.extentInWords)
      ?? PlainText.oneLine(display(value(of: Area(cell.address)), format: shownFormat(at: cell.address)))
  }
}

extension Area {
  fileprivate var extentInWords: String {
    if isEmpty { return "empty" }
    return columns == 1 ? "\(rows) row\(rows == 1 ? "" : "s")" : "\(rows) × \(columns)"
  }
}

extension SheetRelations.Kind {
  fileprivate var shape: Diagram.Shape {
    switch self {
    case .input: .box
    case .constant, .formula, .column: .rounded
    case .state: .pill
    case .event: .slanted
    case .action, .service: .hexagon
    case .fetch: .pill
    case .table: .cylinder
    }
  }
}

/// What a file has and a workbook that is read has not.
package struct LeftOut: Sendable, Hashable {
  /// Something that stands beside cells.
  package enum Part: Sendable, Hashable {
    case chart, conditionalFormat, embeddedObject, filter, frozenPanes, grouping, link, macros, otherWorkbook,
      pageLayout
    case picture, pivotTable, prompt, protection, rowHeight, scenario, shape, slicer, sparkline

    /// Words for one of it.
    var words: String {
      switch self {
      case .chart: "chart"
      case .conditionalFormat: "conditional format"
      case .embeddedObject: "embedded object"
      case .filter: "filter"
      case .frozenPanes: "frozen panes"
      case .grouping: "row or column of an outline"
      case .link: "link"
      case .macros: "macros"
      case .otherWorkbook: "other workbook of which nothing can be read"
      case .pageLayout: "layout of printed pages"
      case .picture: "picture"
      case .pivotTable: "pivot table, whose cells keep their values"
      case .prompt: "message that is shown before typing"
      case .protection: "protection of a sheet"
      case .rowHeight: "height of a row"
      case .scenario: "scenario"
      case .shape: "shape or text box"
      case .slicer: "slicer"
      case .sparkline: "sparkline"
      }
    }
  }

  /// How many cells with something in them lie beyond the last row or column.
  package var cellsBeyondEnd = 0
  /// Whether cells have fonts, colours or borders of their own.
  package var hasLooks = false
  /// What stands beside the cells, with how often.
  package private(set) var parts: [Part: Int] = [:]

  package init() {}

  /// What is wrong with the file where cells lie beyond the end of a sheet; `nil` where none do.
  package var wordsOnCellsBeyondEnd: String? {
    switch cellsBeyondEnd {
    case 0: nil
    case 1: "a cell lies beyond XFD1048576, where a sheet ends, and is left out"
    default: "\(cellsBeyondEnd) cells lie beyond XFD1048576, where a sheet ends, and are left out"
    }
  }

  package mutating func note(_ part: Part) { parts[part, default: 0] += 1 }

  /// What is not read, in words for one of it, with how often.
  package var omissions: [String: Int] {
    var omissions = Dictionary(uniqueKeysWithValues: parts.map { ($0.words, $1) })
    if hasLooks { omissions["fonts, colours and borders of cells"] = 1 }
    return omissions
  }

  package mutating func formUnion(_ other: LeftOut) {
    cellsBeyondEnd += other.cellsBeyondEnd
    hasLooks = hasLooks || other.hasLooks
    parts.merge(other.parts, uniquingKeysWith: +)
  }
}

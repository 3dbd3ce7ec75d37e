import Archives
import Markup

/// Finds what of a workbook of OpenDocument is not read.
extension LeftOut {
  /// Notes an element of a sheet that has just begun, and is passed over or read on.
  mutating func note(openElement scanner: borrowing XMLScanner) {
    if scanner.isNamed("conditional-format") {
      note(.conditionalFormat)
    } else if scanner.isNamed("scenario") {
      note(.scenario)
    } else if scanner.isNamed("table-row-group") || scanner.isNamed("table-column-group") {
      note(.grouping)
    }
  }

  /// Notes a setting whose element has just begun: that a sheet has panes which stay where they are.
  mutating func note(setting name: String, _ value: String) {
    // Files say it of rows and columns, and of each sheet; once is enough.
    let isFrozen = value == "2" && (name == "HorizontalSplitMode" || name == "VerticalSplitMode")
    if isFrozen, parts[.frozenPanes] == nil { note(.frozenPanes) }
  }

  /// Whether the element that has just begun is drawn, be it in a cell or beside all of them.
  static func isDrawing(_ scanner: borrowing XMLScanner) -> Bool {
    scanner.isNamed("frame") || scanner.isNamed("g") || scanner.isNamed("control") || isShape(scanner)
  }

  /// Whether the element that has just begun is a shape or a text box (OpenDocument 1.3 part 3, §10.3).
  private static func isShape(_ scanner: borrowing XMLScanner) -> Bool {
    scanner.isNamed("custom-shape") || scanner.isNamed("line") || scanner.isNamed("rect") || scanner.isNamed("ellipse")
      || scanner.isNamed("circle") || scanner.isNamed("polyline") || scanner.isNamed("polygon")
      || scanner.isNamed("regular-polygon") || scanner.isNamed("path") || scanner.isNamed("connector")
      || scanner.isNamed("measure") || scanner.isNamed("caption") || scanner.isNamed("text-box")
  }

  /// Notes what is drawn in an element that has just begun, or by itself, and passes over it.
  mutating func noteDrawings(in scanner: inout XMLScanner) throws(XMLFault) {
    let outer = scanner.depth - 1
    var isObject = false
    if Self.isShape(scanner) { note(.shape) }
    if scanner.isNamed("control") { note(.embeddedObject) }
    while true {
      switch try scanner.next() {
      case .start:
        if Self.isShape(scanner) {
          note(.shape)
        } else if scanner.isNamed("control") {
          note(.embeddedObject)
        } else if scanner.isNamed("object") || scanner.isNamed("object-ole") {
          note(.chart)
          isObject = true
        } else if scanner.isNamed("image") {
          // What stands for an object where that is not shown is no picture of its own.
          if !isObject { note(.picture) }
        } else if scanner.isNamed("frame") {
          isObject = false
        }
      case .end: if scanner.depth <= outer { return }
      case .finish: return
      default: break
      }
    }
  }

  /// Notes the macros of an archive.
  mutating func note(partsOf archive: ZipArchive) {
    let index: Set = ["script-lc.xml", "script-lb.xml"]
    let hasMacros = archive.parts.contains { part in
      part.name.hasPrefix("Basic/") && !index.contains { part.name.hasSuffix("/\($0)") } && part.name.hasSuffix(".xml")
    }
    if hasMacros { note(.macros) }
  }
}

import Markup

/// Finds what of a workbook of Office Open XML is not read.
extension LeftOut {
  /// Notes the element of a worksheet that has just begun, where it is none that is read.
  mutating func note(excelElement scanner: borrowing XMLScanner) {
    if scanner.isNamed("conditionalFormatting") {
      note(.conditionalFormat)
    } else if scanner.isNamed("hyperlink") {
      note(.link)
    } else if scanner.isNamed("sheetProtection") {
      note(.protection)
    } else if scanner.isNamed("sparkline") {
      note(.sparkline)
    } else if scanner.isNamed("scenario") {
      note(.scenario)
    } else if scanner.isNamed("pane") {
      if scanner.attribute("state").map({ scanner.isPiece($0, "split") }) == false { note(.frozenPanes) }
    } else if scanner.isNamed("oddHeader") || scanner.isNamed("oddFooter") || scanner.isNamed("brk") {
      note(.pageLayout)
    }
  }

  /// Notes what of a row or of columns whose element has just begun is no width and no cell.
  mutating func note(excelLine scanner: borrowing XMLScanner) {
    if scanner.flag("customHeight") { note(.rowHeight) }
    if scanner.integer("outlineLevel") ?? 0 > 0 { note(.grouping) }
  }

  /// Notes the charts, pictures and pivot tables of a worksheet.
  mutating func note(related: [ExcelPackage.Relation], of package: ExcelPackage) {
    for relation in related where !relation.isExternal {
      switch relation.kind {
      case "pivotTable": note(.pivotTable)
      case "oleObject", "control", "ctrlProp": note(.embeddedObject)
      case "drawing":
        for part in (try? package.relations(of: relation.target)) ?? [] {
          switch part.kind {
          case "chart", "chartEx": note(.chart)
          case "image": note(.picture)
          case "diagramData": note(.shape)
          default: break
          }
        }
        noteShapes(in: relation.target, of: package)
      case "slicer", "timeline": note(.slicer)
      default: break
      }
    }
  }

  /// Notes the shapes, texts and lines of a drawing.
  private mutating func noteShapes(in part: String, of package: ExcelPackage) {
    var count = 0
    _ = try? package.scan(part) { (scanner) throws(XMLFault) in
      while case let event = try scanner.next(), event != .finish {
        guard event == .start else { continue }
        if scanner.isNamed("sp") || scanner.isNamed("cxnSp") { count += 1 }
        // What a program shows that does not know the drawing beside it.
        if scanner.isNamed("Fallback") { try scanner.skipElement() }
      }
    }
    for _ in 0..<count { note(.shape) }
  }

  /// Notes the macros of a workbook.
  mutating func note(relatedToWorkbook related: [ExcelPackage.Relation]) {
    if related.contains(where: { $0.kind == "vbaProject" }) { note(.macros) }
  }
}

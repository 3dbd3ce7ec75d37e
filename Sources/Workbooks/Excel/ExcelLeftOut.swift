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
    }
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
          default: break
          }
        }
      default: break
      }
    }
  }

  /// Notes the macros of a workbook.
  mutating func note(relatedToWorkbook related: [ExcelPackage.Relation]) {
    if related.contains(where: { $0.kind == "vbaProject" }) { note(.macros) }
  }
}

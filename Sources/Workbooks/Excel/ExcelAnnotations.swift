import CellModel
import Markup

/// Reads what stands on a worksheet beside its values.
enum ExcelAnnotations {
  /// The most columns that one element gives a width: more are a sheet's own width, not that of columns.
  private static let mostColumns = 256

  /// Notes how wide the columns of a `col` element that has just begun are, and whether they are hidden.
  static func readColumns(_ scanner: borrowing XMLScanner, into annotations: inout SheetAnnotations) {
    guard let first = scanner.integer("min"), let last = scanner.integer("max"), first > 0, first <= last,
      last <= Area.lastColumn + 1, last - first < mostColumns
    else { return }
    if scanner.flag("hidden") { annotations.hiddenColumns.formUnion(first - 1..<last) }
    guard let width = (try? scanner.string("width")).flatMap(DecimalNumber.number), width > 0, width <= 255 else {
      return
    }
    for column in first...last { annotations.columnWidths[column - 1] = width }
    let isChosen = scanner.flag("customWidth") && !scanner.flag("bestFit")
    if !isChosen { annotations.fittedColumns.formUnion(first - 1..<last) }
  }

  /// Reads the extensions of a sheet whose element has just begun: Excel keeps rules there that name cells of other
  /// sheets.
  static func readExtensions(
    _ scanner: inout XMLScanner, into annotations: inout SheetAnnotations, leftOut: inout LeftOut
  ) throws(XMLFault) {
    let outer = scanner.depth - 1
    while true {
      let event = try scanner.next()
      if event == .finish || event == .end && scanner.depth <= outer { return }
      guard event == .start else { continue }
      if scanner.isNamed("dataValidation") {
        try readValidation(&scanner, into: &annotations, leftOut: &leftOut)
      } else if scanner.isNamed("conditionalFormatting") {
        // Most say more of a format that the sheet has, too.
        if leftOut.parts[.conditionalFormat] == nil { leftOut.note(excelElement: scanner) }
      } else if scanner.isNamed("sparkline") {
        leftOut.note(excelElement: scanner)
      }
    }
  }

  /// Reads the rule for what may be typed whose element has just begun.
  static func readValidation(
    _ scanner: inout XMLScanner, into annotations: inout SheetAnnotations, leftOut: inout LeftOut
  ) throws(XMLFault) {
    if scanner.flag("showInputMessage"), scanner.attribute("prompt") != nil { leftOut.note(.prompt) }
    let kind = try scanner.string("type") ?? "none"
    let comparison = try scanner.string("operator") ?? ""
    var cells = try scanner.string("sqref") ?? ""
    var formulas = ["", ""]
    let allowsBlank = scanner.flag("allowBlank")
    var alert: CellValidation.Alert?
    if scanner.flag("showErrorMessage") {
      alert = CellValidation.Alert()
      alert?.isStop = try ["stop", nil].contains(scanner.string("errorStyle"))
      alert?.title = ExcelText.unescaped(try scanner.string("errorTitle") ?? "")
      alert?.message = ExcelText.unescaped(try scanner.string("error") ?? "")
    }
    let outer = scanner.depth - 1
    while true {
      let event = try scanner.next()
      if event == .finish { return }
      if event == .end, scanner.depth <= outer { break }
      guard event == .start else { continue }
      if scanner.isNamed("formula1") {
        formulas[0] = ExcelText.unescaped(try scanner.elementText())
      } else if scanner.isNamed("formula2") {
        formulas[1] = ExcelText.unescaped(try scanner.elementText())
      } else if scanner.isNamed("sqref") {
        cells = try scanner.elementText()
      } else {
        try scanner.skipElement()
      }
    }
    let blocks = cells.split(separator: " ").compactMap { CellBlock($0) }
    guard kind != "none", !blocks.isEmpty, !formulas[0].isEmpty else { return }
    var rule = CellValidation(
      blocks: blocks, kind: kind, comparison: comparison, formula: formulas[0], second: formulas[1])
    rule.allowsBlank = allowsBlank
    rule.alert = alert
    annotations.validations.append(rule)
  }

  /// The comments of a part, in its order.
  static func comments(of part: String, _ package: ExcelPackage) throws(WorkbookFault) -> [CellComment] {
    var comments: [CellComment] = []
    try package.scan(part) { (scanner) throws(XMLFault) in
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start, scanner.isNamed("comment") else { continue }
        let place = try scanner.string("ref").flatMap { A1Notation.cell($0) }
        let text = try ExcelRichText(&scanner).text
        guard let place, !text.isEmpty else { continue }
        comments.append(CellComment(row: place.row, column: place.column, text: Self.words(of: text)))
      }
    }
    return comments
  }

  /// What somebody wrote: a thread of comments has words before it for programs that know none.
  private static func words(of text: String) -> String {
    guard text.hasPrefix("[Threaded comment]"), let range = text.firstRange(of: "\nComment:\n") else { return text }
    return text[range.upperBound...].split(separator: "\n").map { line in
      String(line.drop { $0 == " " })
    }.joined(separator: "\n")
  }
}

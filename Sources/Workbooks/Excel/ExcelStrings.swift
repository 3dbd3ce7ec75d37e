import CellModel
import Markup

/// Texts with their runs of formatting.
enum ExcelStrings {
  /// Reads the strings that cells refer to by their numbers.
  static func read(_ part: String, of package: ExcelPackage) throws(WorkbookFault) -> [CellValue] {
    var strings: [CellValue] = []
    try package.scan(part) { (scanner) throws(XMLFault) in
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        if event == .start, scanner.isNamed("si") { strings.append(.text(try richText(&scanner))) }
      }
    }
    return strings
  }

  /// The text of the element that has just begun: that of its runs, without phonetic hints.
  static func richText(_ scanner: inout XMLScanner) throws(XMLFault) -> String {
    let outer = scanner.depth - 1
    var text = ""
    var isInText = false
    while true {
      switch try scanner.next() {
      case .start:
        if scanner.isNamed("rPh") || scanner.isNamed("rPr") {
          try scanner.skipElement()
        } else if scanner.isNamed("t") {
          isInText = true
        }
      case .text: if isInText { text += try scanner.text(of: scanner.piece) }
      case .end:
        isInText = false
        if scanner.depth <= outer { return ExcelText.unescaped(text) }
      case .finish: return ExcelText.unescaped(text)
      default: break
      }
    }
  }
}

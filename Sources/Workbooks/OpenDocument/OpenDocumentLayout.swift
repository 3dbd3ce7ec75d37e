import CellModel
import Markup

/// The styles of an OpenDocument workbook that say how wide columns are and which sheets are shown (OpenDocument 1.3 part 3,
/// §17.15 and §17.16).
struct OpenDocumentLayout {
  private var widths: [String: Double] = [:]
  /// The styles of columns that are as wide as what they hold asks for.
  private var fitted: Set<String> = []
  /// The styles of rows whose height does not follow from what is in them.
  private var highRows: Set<String> = []
  private var hiddenSheets: Set<String> = []
  /// Whether styles of cells that nobody has named say how these look.
  private(set) var hasLooks = false
  /// The style whose element has begun last.
  private var open = ""
  private var isAutomatic = false

  /// The width of columns with a style, in characters of the standard font.
  func width(ofColumnStyle name: String) -> Double? { widths[name] }

  func isFitted(columnStyle name: String) -> Bool { fitted.contains(name) }

  /// Whether the row whose element has just begun has a height that somebody has chosen.
  func hasHeight(row scanner: borrowing XMLScanner) throws(XMLFault) -> Bool {
    if highRows.isEmpty { return false }
    return try scanner.string("style-name").map { highRows.contains($0) } == true
  }

  func isHidden(sheetStyle name: String) -> Bool { hiddenSheets.contains(name) }

  /// Reads an element that has just begun; `false` for one that says nothing of columns and sheets.
  mutating func read(_ scanner: borrowing XMLScanner) throws(XMLFault) -> Bool {
    if scanner.isNamed("style") {
      let family = try scanner.string("family") ?? ""
      open = "\(family) \(try scanner.string("name") ?? "")"
      return family == "table-column" || family == "table"
    } else if scanner.isNamed("automatic-styles") {
      isAutomatic = true
    } else if scanner.isNamed("styles") {
      isAutomatic = false
    } else if scanner.isNamed("text-properties") || scanner.isNamed("table-cell-properties") {
      if isAutomatic, open.hasPrefix("table-cell "), Self.tellsLook(scanner) { hasLooks = true }
    } else if scanner.isNamed("table-column-properties") {
      if let width = try scanner.string("column-width").flatMap(Self.characters), open.hasPrefix("table-column ") {
        let name = String(open.dropFirst("table-column ".count))
        widths[name] = width
        if try scanner.string("use-optimal-column-width") == "true" { fitted.insert(name) }
      }
    } else if scanner.isNamed("table-row-properties") {
      if try scanner.string("use-optimal-row-height") == "false", open.hasPrefix("table-row ") {
        highRows.insert(String(open.dropFirst("table-row ".count)))
      }
    } else if scanner.isNamed("table-properties") {
      if try scanner.string("display") == "false" { hiddenSheets.insert(String(open.dropFirst("table ".count))) }
    } else {
      return false
    }
    return true
  }

  private static func tellsLook(_ scanner: borrowing XMLScanner) -> Bool {
    scanner.attribute("font-weight") != nil || scanner.attribute("font-style") != nil
      || scanner.attribute("font-size") != nil || scanner.attribute("font-name") != nil
      || scanner.attribute("color") != nil || scanner.attribute("background-color") != nil
      || scanner.attribute("border") != nil || scanner.attribute("border-bottom") != nil
  }

  /// A length such as `2.5cm` as a count of characters: each is seven pixels wide, with five around them.
  private static func characters(_ length: String) -> Double? {
    let digits = length.prefix { $0.isNumber || $0 == "." }
    guard let number = DecimalNumber.number(String(digits)),
      let unit = inches[length.dropFirst(digits.count).lowercased()]
    else { return nil }
    let pixels = number * unit * 96
    let width = DecimalRounding.round((pixels - 5) / 7, places: 2)
    return width > 0 && width <= 255 ? width : nil
  }

  private static let inches: [String: Double] = [
    "in": 1, "inch": 1, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72, "pc": 1 / 6, "px": 1 / 96,
  ]
}

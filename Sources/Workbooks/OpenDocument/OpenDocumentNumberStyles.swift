import CellModel
import Markup

/// How the cells of an OpenDocument workbook show numbers: its data styles as number formats of Excel.
///
/// A *data style* says how a number is written, element by element (OpenDocument 1.3 part 3, §16.29); a cell's style names one.
/// A data style that sends other numbers to other styles has a section for each.
struct OpenDocumentNumberStyles {
  private var dataStyles: [String: OpenDocumentDataStyle] = [:]
  /// The data style of each cell style, or the style that it is made after.
  private var cellStyles: [String: (data: String?, parent: String?)] = [:]
  private var known: [String: Int32?] = [:]
  /// The formats that cells have, behind those that the kind of a value alone gives.
  private(set) var formats = OpenDocumentFormat.allCases.map(\.notation)

  /// The position of the format of a cell style; `nil` for one that says nothing of numbers.
  mutating func format(ofCellStyle name: String) -> Int32? {
    if let format = known[name] { return format }
    let notation = dataStyle(ofCellStyle: name).map { self.notation(of: $0) } ?? "General"
    var format: Int32?
    if notation != "General", (try? NumberFormat(notation)) != nil {
      format = Int32(formats.firstIndex(of: notation) ?? formats.count)
      if Int(format ?? 0) == formats.count { formats.append(notation) }
    }
    known[name] = .some(format)
    return format
  }

  private func dataStyle(ofCellStyle name: String) -> OpenDocumentDataStyle? {
    var next: String? = name
    // Styles that go round in a circle say nothing.
    for _ in 0..<16 {
      guard let name = next, let style = cellStyles[name] else { return nil }
      if let data = style.data { return dataStyles[data] }
      next = style.parent
    }
    return nil
  }

  private func notation(of style: OpenDocumentDataStyle) -> String {
    func section(_ map: (condition: String, style: String)) -> String { dataStyles[map.style]?.notation ?? "" }
    switch style.maps.map(\.condition) {
    case [], ["value()>=0"], ["value()>0", "value()<0"], ["value()>0", "value()<0", "value()=0"]:
      return (style.maps.map(section) + [style.notation]).joined(separator: ";")
    default:
      let sections = style.maps.prefix(2).map { map in
        let condition = map.condition.drop { $0 != ")" }.dropFirst().filter { $0 != " " }
        return "[\(condition.replacing("!=", with: "<>"))]" + section(map)
      }
      return (sections + [style.notation]).joined(separator: ";")
    }
  }

  // MARK: Reading

  /// Reads a style whose element has just begun; `false` for any other element.
  mutating func read(_ scanner: inout XMLScanner) throws(XMLFault) -> Bool {
    if scanner.isNamed("style") {
      if let name = try scanner.string("name"), let family = try scanner.string("family"), family == "table-cell" {
        cellStyles[name] = (try scanner.string("data-style-name"), try scanner.string("parent-style-name"))
      }
      return true
    }
    let kind: OpenDocumentDataStyleReader.Kind
    if scanner.isNamed("date-style") || scanner.isNamed("time-style") {
      kind = .date
    } else if scanner.isNamed("percentage-style") {
      kind = .percentage
    } else if scanner.isNamed("number-style") || scanner.isNamed("currency-style") || scanner.isNamed("text-style") {
      kind = .other
    } else {
      return false
    }
    let name = try scanner.string("name") ?? ""
    let language = kind == .date ? try scanner.string("language") : nil
    let country = try scanner.string("country")
    var style = try OpenDocumentDataStyleReader.style(&scanner, kind)
    if let language {
      style.notation = NumberFormat.section(style.notation, inLanguage: language, ofCountry: country)
    }
    dataStyles[name] = style
    return true
  }
}

import CellModel
import Markup

/// How the cells of an OpenDocument workbook show numbers: its data styles as number formats of Excel.
///
/// A *data style* says how a number is written, element by element (OpenDocument 1.3 part 3, §16.29); a cell's style names one.
/// A data style that sends other numbers to other styles has a section for each.
struct OpenDocumentNumberStyles {
  /// What a data style writes, and where it sends numbers that meet a condition.
  private struct DataStyle {
    var notation = ""
    var maps: [(condition: String, style: String)] = []
  }

  private var dataStyles: [String: DataStyle] = [:]
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

  private func dataStyle(ofCellStyle name: String) -> DataStyle? {
    var next: String? = name
    // Styles that go round in a circle say nothing.
    for _ in 0..<16 {
      guard let name = next, let style = cellStyles[name] else { return nil }
      if let data = style.data { return dataStyles[data] }
      next = style.parent
    }
    return nil
  }

  private func notation(of style: DataStyle) -> String {
    func section(_ map: (condition: String, style: String)) -> String { dataStyles[map.style]?.notation ?? "" }
    switch style.maps.map(\.condition) {
    case ["value()>=0"]: return "\(section(style.maps[0]));\(style.notation)"
    case ["value()>0", "value()<0"]: return "\(section(style.maps[0]));\(section(style.maps[1]));\(style.notation)"
    default: return style.notation
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
    let isDate = scanner.isNamed("date-style") || scanner.isNamed("time-style")
    guard
      isDate || scanner.isNamed("number-style") || scanner.isNamed("percentage-style")
        || scanner.isNamed("currency-style") || scanner.isNamed("text-style")
    else { return false }
    let name = try scanner.string("name") ?? ""
    dataStyles[name] = try DataStyleReader.style(&scanner, isDate: isDate)
    return true
  }

  /// Reads the parts of one data style.
  private struct DataStyleReader {
    private var style = DataStyle()
    /// Whether hours go on beyond a day.
    private let isElapsed: Bool
    private var hasElapsed = false

    static func style(_ scanner: inout XMLScanner, isDate: Bool) throws(XMLFault) -> DataStyle {
      var reader = DataStyleReader(
        isElapsed: isDate ? try scanner.string("truncate-on-overflow") == "false" : false)
      let outer = scanner.depth - 1
      while true {
        switch try scanner.next() {
        case .start: try reader.readPart(&scanner, isDate: isDate)
        case .end: if scanner.depth <= outer { return reader.style }
        case .finish: return reader.style
        default: break
        }
      }
    }

    private init(isElapsed: Bool) { self.isElapsed = isElapsed }

    private mutating func readPart(_ scanner: inout XMLScanner, isDate: Bool) throws(XMLFault) {
      if scanner.isNamed("map") {
        if let condition = try scanner.string("condition"), let target = try scanner.string("apply-style-name") {
          style.maps.append((condition, target))
        }
      } else if scanner.isNamed("text") || scanner.isNamed("currency-symbol") {
        addLiteral(try scanner.elementText(), isDate: isDate)
      } else if scanner.isNamed("text-content") {
        style.notation += "@"
      } else if scanner.isNamed("number") {
        addNumber(try scanner.string("grouping") == "true", scanner)
      } else if scanner.isNamed("scientific-number") {
        addNumber(false, scanner)
        style.notation += "E+" + String(repeating: "0", count: Self.count(scanner.integer("min-exponent-digits"), 2))
      } else if scanner.isNamed("fraction") {
        let places = max(
          Self.count(scanner.integer("min-numerator-digits"), 1),
          Self.count(scanner.integer("min-denominator-digits"), 1))
        let digits = String(repeating: "?", count: places)
        style.notation +=
          scanner.attribute("min-integer-digits") == nil ? "\(digits)/\(digits)" : "# \(digits)/\(digits)"
      } else {
        try addDatePart(scanner)
      }
    }

    /// No format has more digits than a number.
    private static func count(_ given: Int?, _ otherwise: Int) -> Int { min(max(given ?? otherwise, 0), 30) }

    private mutating func addNumber(_ isGrouped: Bool, _ scanner: borrowing XMLScanner) {
      let places = scanner.integer("decimal-places")
      let whole = Self.count(scanner.integer("min-integer-digits"), 1)
      if places == nil, whole <= 1, !isGrouped {
        style.notation += "General"
        return
      }
      let digits = String(repeating: "0", count: whole)
      let needed = isGrouped && whole < 4 ? "#,##0".dropLast(max(whole, 0)) + digits : Substring(digits)
      style.notation += needed.isEmpty ? "#" : needed
      let decimals = Self.count(places, 0)
      let least = min(Self.count(scanner.integer("min-decimal-places"), decimals), decimals)
      if decimals > 0 {
        style.notation +=
          "." + String(repeating: "0", count: least) + String(repeating: "#", count: decimals - least)
      }
    }

    private mutating func addDatePart(_ scanner: borrowing XMLScanner) throws(XMLFault) {
      let isLong = try scanner.string("style") == "long"
      func elapsed(_ letter: String) -> String {
        let digits = isLong ? letter + letter : letter
        guard isElapsed, !hasElapsed else { return digits }
        hasElapsed = true
        return "[\(digits)]"
      }
      if scanner.isNamed("year") {
        style.notation += isLong ? "yyyy" : "yy"
      } else if scanner.isNamed("month") {
        let isName = try scanner.string("textual") == "true"
        style.notation += (isName ? "mm" : "") + (isLong ? "mm" : "m")
      } else if scanner.isNamed("day") {
        style.notation += isLong ? "dd" : "d"
      } else if scanner.isNamed("day-of-week") {
        style.notation += isLong ? "dddd" : "ddd"
      } else if scanner.isNamed("hours") {
        style.notation += elapsed("h")
      } else if scanner.isNamed("minutes") {
        style.notation += elapsed("m")
      } else if scanner.isNamed("seconds") {
        style.notation += elapsed("s")
        let places = Self.count(scanner.integer("decimal-places"), 0)
        if places > 0 { style.notation += "." + String(repeating: "0", count: places) }
      } else if scanner.isNamed("am-pm") {
        style.notation += "AM/PM"
      }
    }

    /// Adds what stands as it is; what would be read as part of a format, in quotation marks.
    private mutating func addLiteral(_ text: String, isDate: Bool) {
      guard !text.isEmpty else { return }
      let isPlain = text.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "-", "+", " ", "(", ")", ":", "$", "€", "£": true
        case "/", ",", ".": isDate
        case "%": !isDate
        default: false
        }
      }
      style.notation += isPlain ? text : "\"" + text.filter { $0 != "\"" } + "\""
    }
  }
}

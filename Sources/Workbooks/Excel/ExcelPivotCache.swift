import CellModel
import Markup

/// The fields of a pivot table's source with the values that they have, as a part of the package keeps them.
struct ExcelPivotCache {
  struct Field {
    var names: [String]
    var items: [PivotItem] = []
  }

  private(set) var fields: [Field] = []

  init(_ part: String, of package: ExcelPackage, _ dates: DateSystem) throws(WorkbookFault) {
    var fields: [Field] = []
    try package.scan(part) { (scanner) throws(XMLFault) in
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start else { continue }
        if scanner.isNamed("cacheField") {
          fields.append(try Self.field(&scanner, dates))
        } else if scanner.isNamed("extLst") {
          try scanner.skipElement()
        }
      }
    }
    self.fields = fields
  }

  /// The field whose element has just begun.
  private static func field(_ scanner: inout XMLScanner, _ dates: DateSystem) throws(XMLFault) -> Field {
    var names: [String] = []
    if let caption = try scanner.string("caption") { names.append(ExcelText.unescaped(caption)) }
    if let name = try scanner.string("name").map({ ExcelText.unescaped($0) }) {
      names.append(name)
      // A level of a cube is called as its hierarchy is.
      let levels = name.split(separator: "].[", omittingEmptySubsequences: false)
      if name.hasPrefix("["), levels.count > 2 { names.append(levels.dropLast().joined(separator: "].[") + "]") }
    }
    var field = Field(names: names)
    var groups: [PivotItem]?
    var numbering = Numbering.none
    let outer = scanner.depth - 1
    while true {
      let event = try scanner.next()
      if event == .finish { break }
      if event == .end, scanner.depth <= outer { break }
      guard event == .start else { continue }
      if scanner.isNamed("groupItems") {
        groups = []
      } else if scanner.isNamed("rangePr") {
        numbering = try Numbering(scanner)
      } else if scanner.isNamed("discretePr") || scanner.isNamed("extLst") {
        try scanner.skipElement()
      } else if let item = try item(scanner, dates) {
        if groups == nil {
          field.items.append(item)
        } else {
          let number = numbering.number(ofItem: groups?.count ?? 0)
          groups?.append(PivotItem(item.value, caption: item.caption, number: number))
        }
      }
    }
    if let groups { field.items = groups }
    return field
  }

  private static func item(_ scanner: borrowing XMLScanner, _ dates: DateSystem) throws(XMLFault) -> PivotItem? {
    let text = ExcelText.unescaped(try scanner.string("v") ?? "")
    let value: CellValue
    if scanner.isNamed("s") {
      value = .text(text)
    } else if scanner.isNamed("n") {
      value = DecimalNumber.number(text).map { .number($0) } ?? .text(text)
    } else if scanner.isNamed("d") {
      value = ISODate.serial(text, dates).map { .number($0) } ?? .text(text)
    } else if scanner.isNamed("b") {
      value = .logical(scanner.flag("v"))
    } else if scanner.isNamed("e") {
      value = .error(CellError(ErrorCode(text: text) ?? .value))
    } else if scanner.isNamed("m") {
      value = .blank
    } else {
      return nil
    }
    return PivotItem(value, caption: try scanner.string("c").map { ExcelText.unescaped($0) })
  }
}

/// The numbers by which formulas call the items of a group; its first item is what lies before all, its last what lies behind.
private enum Numbering {
  case none
  /// From this number on, by a step.
  case steps(first: Double, by: Double)

  init(_ scanner: borrowing XMLScanner) throws(XMLFault) {
    switch try scanner.string("groupBy") ?? "range" {
    case "months", "quarters", "days": self = .steps(first: 1, by: 1)
    case "hours", "minutes", "seconds": self = .steps(first: 0, by: 1)
    case "range":
      guard let first = try scanner.string("startNum").flatMap(DecimalNumber.number) else {
        self = .none
        return
      }
      self = .steps(first: first, by: try scanner.string("groupInterval").flatMap(DecimalNumber.number) ?? 1)
    default: self = .none
    }
  }

  func number(ofItem position: Int) -> Double? {
    guard case .steps(let first, let step) = self, position > 0 else { return nil }
    return first + Double(position - 1) * step
  }
}

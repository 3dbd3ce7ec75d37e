import Archives
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What Excel would repair in a workbook that we wrote: parts without a type, relations that lead nowhere, elements out of the
/// order of ECMA-376 part 1, counts that do not count, cells out of order.
///
/// The parts are read by Foundation's parser, not by ours.
struct PackageCheck {
  private(set) var faults: [String] = []
  private let parts: [String: Element]
  private let names: [String]

  /// An element with what is in it.
  final class Element: NSObject {
    let name: String
    let attributes: [String: String]
    var children: [Element] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name.split(separator: ":").last.map(String.init) ?? name
      self.attributes = attributes
    }

    subscript(attribute: String) -> String? { attributes[attribute] }
    func all(_ name: String) -> [Element] { children.filter { $0.name == name } }
    func first(_ name: String) -> Element? { children.first { $0.name == name } }
  }

  private final class Builder: NSObject, XMLParserDelegate {
    let root = Element("", [:])
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = Element(name, attributes)
      (open.last ?? root).children.append(element)
      open.append(element)
    }
    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }
    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
  }

  init(_ bytes: [UInt8]) throws {
    let archive = try ZipArchive(bytes)
    names = archive.parts.map(\.name)
    var parts: [String: Element] = [:]
    for part in archive.parts {
      let builder = Builder()
      // Piece by piece: given at once, libxml2 takes no more than 10 MB.
      let parser = XMLParser(stream: InputStream(data: Data(try archive.contents(of: part))))
      parser.delegate = builder
      if parser.parse(), let root = builder.root.children.first { parts[part.name] = root }
    }
    self.parts = parts
    for name in names where parts[name] == nil { faults.append("\(name) is no XML") }
    if Set(names.map { $0.lowercased() }).count != names.count { faults.append("parts have the same name") }
    checkTypes()
    checkRelations()
    checkWorkbook()
    for name in names where name.hasPrefix("xl/worksheets/sheet") { checkSheet(name) }
    checkTables()
  }

  private mutating func check(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }

  // MARK: The package

  private mutating func checkTypes() {
    guard let types = parts["[Content_Types].xml"] else { return faults.append("there are no types") }
    let defaults = Set(types.all("Default").compactMap { $0["Extension"] })
    let overrides = types.all("Override").compactMap { $0["PartName"].map { String($0.dropFirst()) } }
    for name in overrides { check(names.contains(name), "\(name) has a type and is not there") }
    for name in names where name != "[Content_Types].xml" {
      let ending = name.split(separator: ".").last.map(String.init) ?? ""
      check(overrides.contains(name) || defaults.contains(ending), "\(name) has no type")
      if ending == "xml" { check(overrides.contains(name), "\(name) has the type of XML in general") }
    }
  }

  private static func target(_ target: String, of part: String) -> String {
    var steps = target.hasPrefix("/") ? [] : part.split(separator: "/").dropLast().map(String.init)
    for step in target.split(separator: "/") {
      if step == ".." { _ = steps.popLast() } else { steps.append(String(step)) }
    }
    return steps.joined(separator: "/")
  }

  /// The relations of a part by their names.
  private func relations(of part: String) -> [String: Element] {
    var steps = part.split(separator: "/").map(String.init)
    let last = steps.popLast() ?? ""
    let relations = parts[(steps + ["_rels", last + ".rels"]).joined(separator: "/")]?.all("Relationship") ?? []
    return Dictionary(relations.map { ($0["Id"] ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func checkRelations() {
    for name in names where name.hasSuffix(".rels") {
      let relations = parts[name]?.all("Relationship") ?? []
      check(Set(relations.map { $0["Id"] }).count == relations.count, "\(name): two relations have the same name")
      var steps = name.dropLast(5).split(separator: "/").map(String.init)
      steps.removeAll { $0 == "_rels" }
      let source = steps.joined(separator: "/")
      check(source.isEmpty || names.contains(source), "\(name) belongs to no part")
      for relation in relations where relation["TargetMode"] != "External" {
        let target = Self.target(relation["Target"] ?? "", of: source)
        check(names.contains(target), "\(name): \(target) is not there")
      }
    }
  }

  private mutating func checkOrder(_ element: Element, _ order: [String], in part: String, repeating: Set<String> = [])
  {
    var last = -1
    for child in element.children {
      guard let place = order.firstIndex(of: child.name) else {
        faults.append("\(part): <\(child.name)> is not known")
        continue
      }
      check(place > last || place == last && repeating.contains(child.name), "\(part): <\(child.name)> is out of order")
      last = place
    }
  }

  private mutating func checkCount(_ element: Element?, in part: String) {
    guard let element, let count = element["count"] else { return }
    check(
      Int(count) == element.children.count, "\(part): <\(element.name)> counts \(count) of \(element.children.count)")
  }

  private mutating func checkWorkbook() {
    let part = "xl/workbook.xml"
    guard let workbook = parts[part] else { return faults.append("there is no workbook") }
    checkOrder(
      workbook,
      [
        "fileVersion", "fileSharing", "workbookPr", "workbookProtection", "bookViews", "sheets", "functionGroups",
        "externalReferences", "definedNames", "calcPr", "extLst",
      ], in: part)
    let sheets = workbook.first("sheets")?.all("sheet") ?? []
    check(!sheets.isEmpty, "\(part): there are no sheets")
    check(sheets.contains { $0["state"] == nil }, "\(part): no sheet is seen")
    let titles = sheets.compactMap { $0["name"]?.lowercased() }
    check(Set(titles).count == sheets.count, "\(part): sheets have the same name")
    for title in titles { check((1...31).contains(title.count), "\(part): “\(title)” is no name of a sheet") }
    let relations = relations(of: part)
    for sheet in sheets {
      check(relations[sheet["r:id"] ?? ""] != nil, "\(part): \(sheet["name"] ?? "") leads nowhere")
    }
    let defined = workbook.first("definedNames")?.all("definedName") ?? []
    let keys = defined.map { "\($0["localSheetId"] ?? "")!\($0["name"]?.lowercased() ?? "")" }
    check(Set(keys).count == keys.count, "\(part): a name is defined twice")
    if let styles = parts["xl/styles.xml"] {
      checkOrder(
        styles,
        [
          "numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs", "tableStyles",
          "colors", "extLst",
        ], in: "xl/styles.xml")
      for element in styles.children { checkCount(element, in: "xl/styles.xml") }
    } else {
      faults.append("there are no styles")
    }
    if let strings = parts["xl/sharedStrings.xml"] {
      check(strings["uniqueCount"].flatMap { Int($0) } == strings.children.count, "the shared strings are not counted")
    }
  }

  // MARK: Sheets

  private static let order = [
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr", "sheetProtection",
    "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate", "customSheetViews", "mergeCells",
    "phoneticPr", "conditionalFormatting", "dataValidations", "hyperlinks", "printOptions", "pageMargins", "pageSetup",
    "headerFooter", "rowBreaks", "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags",
    "drawing",
    "legacyDrawing", "legacyDrawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts", "extLst",
  ]

  private mutating func checkSheet(_ part: String) {
    guard let sheet = parts[part] else { return }
    checkOrder(sheet, Self.order, in: part, repeating: ["conditionalFormatting"])
    for name in ["mergeCells", "dataValidations", "tableParts"] { checkCount(sheet.first(name), in: part) }
    let relations = relations(of: part)
    for table in sheet.first("tableParts")?.children ?? [] {
      check(relations[table["r:id"] ?? ""] != nil, "\(part): a table leads nowhere")
    }
    if let drawing = sheet.first("legacyDrawing") {
      check(relations[drawing["r:id"] ?? ""] != nil, "\(part): its drawing leads nowhere")
    }
    let hasComments = relations.values.contains { $0["Type"]?.hasSuffix("/comments") == true }
    check(!hasComments || sheet.first("legacyDrawing") != nil, "\(part): comments have no drawing")
    let styles = parts["xl/styles.xml"]?.first("cellXfs")?.children.count ?? 0
    let strings = parts["xl/sharedStrings.xml"]?.children.count ?? 0
    var (lastRow, masters, shared) = (0, Set<String>(), Set<String>())
    var corners: (top: Int, left: Int, bottom: Int, right: Int)?
    for row in sheet.first("sheetData")?.children ?? [] {
      let number = Int(row["r"] ?? "") ?? 0
      check(number > lastRow, "\(part): row \(number) is out of order")
      lastRow = number
      var lastColumn = 0
      for cell in row.children {
        let place = cell["r"] ?? ""
        let column = place.prefix { $0.isLetter }.unicodeScalars.reduce(0) { $0 * 26 + Int($1.value) - 64 }
        check(place.drop { $0.isLetter } == "\(number)", "\(part): \(place) is in row \(number)")
        check(column > lastColumn, "\(part): \(place) is out of order")
        lastColumn = column
        corners =
          corners.map {
            (min($0.top, number), min($0.left, column), max($0.bottom, number), max($0.right, column))
          } ?? (number, column, number, column)
        checkOrder(cell, ["f", "v", "is"], in: "\(part) \(place)")
        check((cell["s"].flatMap { Int($0) } ?? 0) < max(styles, 1), "\(part): \(place) has no style")
        if cell["t"] == "s" {
          check((cell.first("v").flatMap { Int($0.text) } ?? .max) < strings, "\(part): \(place) has no string")
        }
        guard let formula = cell.first("f"), formula["t"] == "shared" else { continue }
        shared.insert(formula["si"] ?? "")
        if formula["ref"] != nil { masters.insert(formula["si"] ?? "") }
      }
    }
    check(shared == masters, "\(part): shared formulas \(shared.subtracting(masters)) are not told")
    if let corners {
      func letters(_ column: Int) -> String {
        var (rest, text) = (column, "")
        while rest > 0 {
          text = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + text
          rest = (rest - 1) / 26
        }
        return text
      }
      let first = "\(letters(corners.left))\(corners.top)"
      let last = "\(letters(corners.right))\(corners.bottom)"
      let expected = first == last ? first : "\(first):\(last)"
      check(sheet.first("dimension")?["ref"] == expected, "\(part): its dimension is not \(expected)")
    }
  }

  private mutating func checkTables() {
    var (ids, titles) = (Set<String>(), Set<String>())
    for name in names where name.hasPrefix("xl/tables/") {
      guard let table = parts[name] else { continue }
      check(ids.insert(table["id"] ?? "").inserted, "\(name) has the number of another table")
      check(titles.insert(table["displayName"]?.lowercased() ?? "").inserted, "\(name) has the name of another table")
      checkOrder(table, ["autoFilter", "sortState", "tableColumns", "tableStyleInfo", "extLst"], in: name)
      checkCount(table.first("tableColumns"), in: name)
      let columns = table.first("tableColumns")?.all("tableColumn").compactMap { $0["name"]?.lowercased() } ?? []
      check(Set(columns).count == columns.count, "\(name) has two columns of the same name")
    }
  }
}

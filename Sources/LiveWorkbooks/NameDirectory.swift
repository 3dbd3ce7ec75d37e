import CellModel
import Formulas
import Functions
import Workbooks

/// What the names of a workbook stand for: cells, which the engine knows as such, or formulas.
struct NameDirectory {
  enum Meaning {
    /// One reference; whether it is a single cell.
    case reference(GridReference)
    /// A function of its own, which lives in a named cell.
    case lambda(FormulaTree)
    /// Any other formula.
    case formula(FormulaTree)
    /// What cannot be read, or refers to nothing any more.
    case broken
  }

  /// By the name in lower case.
  private(set) var global: [String: Meaning] = [:]
  private(set) var local: [Int: [String: Meaning]] = [:]
  private(set) var tables: [String: WorkbookTable] = [:]
  private var sheets: [String: Int] = [:]
  /// What names of other workbooks stand for, by `[1]name` and, where one sheet has it, `[1]sheet!name` in lower case.
  private var external: [String: FormulaTree] = [:]

  init(_ workbook: Workbook, _ catalog: FunctionCatalog) {
    for (position, sheet) in workbook.sheets.enumerated() {
      sheets[sheet.name.lowercased()] = position
      for table in sheet.tables { tables[table.name.lowercased()] = table }
    }
    for name in workbook.names {
      let meaning = Self.meaning(of: name, catalog)
      // Formulas have those that Excel itself gives without the prefix that they have in the file.
      for key in [name.name, name.nameOfExcel].compactMap({ $0?.lowercased() }) {
        if let sheet = name.sheet { local[sheet, default: [:]][key] = meaning } else { global[key] = meaning }
      }
    }
    for (number, book) in workbook.externalBooks.enumerated() {
      for name in book.names {
        let parsed = FormulaParser.parse(name.formula, dialect: .excel)
        guard !parsed.hasErrors else { continue }
        let sheet = name.sheet.flatMap { book.sheets.indices.contains($0) ? book.sheets[$0].name + "!" : nil } ?? ""
        external["[\(number + 1)]\(sheet)\(name.name)".lowercased()] = parsed.tree.mappingSheets { prefix in
          SheetPrefix("[\(number + 1)]" + prefix.first, through: prefix.last)
        }
      }
    }
  }

  private static func meaning(of name: DefinedName, _ catalog: FunctionCatalog) -> Meaning {
    guard let tree = name.tree, let root = tree.nodes.last else { return .broken }
    switch root {
    case .reference(let reference) where tree.nodes.count == 1:
      // A relative address in a name moves with the cell that uses it.
      return reference.isFixed ? .reference(reference) : .formula(tree)
    default: return tree.givesLambda(catalog) ? .lambda(tree) : .formula(tree)
    }
  }

  func sheet(named name: String) -> Int? { sheets[name.lowercased()] }

  /// What a name of another workbook stands for; that of the workbook as a whole may stand behind any of its sheets.
  func definition(of name: String, inOtherWorkbook prefix: SheetPrefix) -> FormulaTree? {
    let place = prefix.first.lowercased()
    let name = name.lowercased()
    guard let end = place.firstIndex(of: "]") else { return nil }
    return external["\(place)!\(name)"] ?? external[place[...end] + name]
  }

  /// The sheet and the name of it in a text such as `Sheet2.rate`, which OpenFormula may write without a mark that tells it
  /// from a name with a point; `nil` where there is such a name, or no such sheet.
  func namedBehindPoint(_ text: String, on sheet: Int) -> (sheet: String, name: String)? {
    guard text.contains("."), meaning(of: text, on: sheet) == nil else { return nil }
    for point in text.indices where text[point] == "." {
      guard let own = self.sheet(named: String(text[..<point])) else { continue }
      let rest = String(text[text.index(after: point)...])
      // As the names themselves were read: with a line before what is an address in Excel.
      let name = A1Notation.cell(rest) == nil ? rest : "_" + rest
      if meaning(of: name, on: own) != nil { return (String(text[..<point]), name) }
    }
    return nil
  }

  /// Whether a name, or a table of that name, is known on a sheet.
  func has(_ name: String, on sheet: Int) -> Bool {
    meaning(of: name, on: sheet) != nil || tables[name.lowercased()] != nil
  }

  /// What a name means on a sheet, and the sheet for which it is defined if there is one.
  func meaning(of name: String, on sheet: Int) -> Meaning? {
    let key = name.lowercased()
    return local[sheet]?[key] ?? global[key]
  }
}

extension FormulaTree {
  /// Whether it is a LAMBDA, or a LET with one at its end.
  package func givesLambda(_ catalog: FunctionCatalog) -> Bool {
    var index = root
    while nodes.indices.contains(Int(index)), case .call(let name, let arguments) = self[index] {
      switch catalog.function(named: name)?.form {
      case .lambda: return true
      case .binding:
        guard let last = arguments.last else { return false }
        index = last
      default: return false
      }
    }
    return false
  }
}

extension GridReference {
  /// Whether it names its sheet and none of its parts moves along.
  ///
  /// Nothing can be bound to one whose cells are gone, but what uses its name is `#REF!`.
  var isFixed: Bool { sheet != nil && sheet != .ofUser && isWhollyAbsolute }

  /// Whether it is one cell.
  var isCell: Bool { if case .cell = shape, sheet?.last == nil { true } else { false } }
}

extension DefinedName {
  /// What the name stands for in A1; `nil` when it cannot be read.
  package var tree: FormulaTree? { readTree?.carried(rows: -row, columns: -column) }

  private var readTree: FormulaTree? {
    let parsed = FormulaParser.parse(formula, dialect: .excel)
    if !parsed.hasErrors { return parsed.tree }
    // Several ranges, which a formula has in parentheses.
    let union = FormulaParser.parse("(\(formula))", dialect: .excel)
    return union.hasErrors ? nil : union.tree
  }
}

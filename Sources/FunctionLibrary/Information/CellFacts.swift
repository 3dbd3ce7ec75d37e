import CellModel
import Functions

/// Functions that tell about a cell, a sheet or the program rather than about a value.
enum CellFacts: FunctionFamily {
  static let title = "Cells and sheets"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "FORMULATEXT", "Gives the formula of a cell as text.", .reference("cell", "a cell or a range"), .context,
      traits: [.ignoresValues, .readsFormulas, .takesEachReference], aliases: ["FORMULA"],
      examples: [
        "FORMULATEXT(A1)" => .notAvailable, "FORMULATEXT(1)" => .value, "IFNA(FORMULATEXT(Z9), \"none\")" => "none",
        "ISNA(FORMULATEXT(A1:B1))" => [[true, true]],
      ]
    ) { (reference, context) throws(CellError) in
      try mapCells(of: reference) { address in
        guard let text = context.formulaText(at: address) else {
          return .error(.notAvailable("The cell has no formula."))
        }
        return text.utf16.count > 8_192 ? .error(.notAvailable("The formula is too long.")) : .text(text)
      }
    },

    SheetFunction(
      "SHEET", "Gives the number of a sheet, counted from 1.",
      .operand("value", "a reference, or the name of a sheet; this sheet when left out", isRequired: false), .context,
      traits: [.ignoresValues, .takesEachReference, .tellsOwnSheet],
      examples: [
        "SHEET()" => 1, "SHEET(A1)" => 1, "SHEET(OFFSET(A1, {0;1}, 0))" => [[1], [1]],
        "SHEET(\"no such sheet\")" => .notAvailable, "SHEET(1/0)" => .divisionByZero,
      ]
    ) { (operand, context) throws(CellError) in
      switch operand {
      case .omitted:
        guard let cell = context.cell, let sheet = context.sheet(cell.grid) else { return 1 }
        return sheet.number
      case .reference(let reference):
        guard let sheet = context.sheet(reference.first.grid) else { throw .notAvailable("That is no sheet.") }
        return sheet.number
      default:
        let name = try (context.givenValue(of: operand) ?? .blank).asText()
        guard let grid = context.grid(named: name), let sheet = context.sheet(grid) else {
          throw .notAvailable("There is no sheet named “\(name.prefix(40))”.")
        }
        return sheet.number
      }
    },

    SheetFunction(
      "SHEETS", "Gives the number of sheets, of the whole file or of a reference.",
      .operand("reference", "a reference that may run through several sheets", isRequired: false), .context,
      traits: [.ignoresValues, .takesEachReference, .tellsOwnSheet],
      examples: ["SHEETS()" => 1, "SHEETS(A1)" => 1, "SHEETS(A1:B2)" => 1, "SHEETS(1)" => .notAvailable]
    ) { (operand, context) throws(CellError) in
      switch operand {
      case .omitted: return context.sheetCount
      case .reference(let reference): return Set(reference.areas.map(\.grid)).count
      case .value(.error(let error)): throw error
      default: throw .notAvailable("A value lies on no sheet.")
      }
    },

    SheetFunction(
      "CELL", "Tells one fact about a cell.",
      .text(
        "fact", "\"address\", \"col\", \"row\", \"contents\", \"type\", \"width\", \"format\", \"filename\" or another"),
      .optionalReference("cell", "a reference, of which the first cell counts; this cell when left out"), .context,
      traits: [.takesEachReference, .tellsFactsOfCells],
      examples: [
        "CELL(\"address\", B7)" => "$B$7", "CELL(\"row\", OFFSET(A1, {0;4}, 0))" => [[1], [5]],
        "CELL(\"col\", C2:D3)" => 3, "CELL(\"row\", C2)" => 2,
        "CELL(\"type\", Z99)" => "b", "CELL({\"row\",\"col\"}, C2)" => [[2, 3]], "CELL(\"nonsense\", A1)" => .value,
      ]
    ) { (fact, reference, context) throws(CellError) in
      guard let cell = reference?.first.topLeft ?? context.cell else { throw .formulaHasNoPlace }
      guard let known = CellFact(fact) else { throw .value("CELL knows nothing of “\(fact.prefix(40))”.") }
      return try value(of: known, at: cell, in: context)
    },

    SheetFunction(
      "INFO", "Tells one fact about the program.",
      .text("fact", "\"numfile\", \"recalc\", \"release\", \"system\", \"osversion\" or \"origin\""), .context,
      traits: .tellsFactsOfProgram,
      examples: [
        "INFO(\"recalc\")" => "Automatic", "INFO(\"numfile\")" => 1, "INFO(\"memavail\")" => .notAvailable,
        "INFO({\"recalc\",\"numfile\"})" => [["Automatic", 1]], "INFO(\"nonsense\")" => .value,
      ]
    ) { (fact, context) throws(CellError) -> CellValue in
      switch fact.lowercased() {
      case "numfile": return .number(Double(context.sheetCount))
      case "recalc": return "Automatic"
      case "release": return "16.0"
      case "system": return "pcdos"
      case "osversion": return "Windows (64-bit) NT 10.00"
      case "origin": return "$A:$A$1"
      case "directory", "memavail", "memused", "totmem": throw .notAvailable("A sheet is not told this.")
      default: throw .value("INFO knows nothing of “\(fact.prefix(40))”.")
      }
    },
  ]

  private static func value(
    of fact: CellFact, at cell: CellAddress, in context: any EvaluationContext
  ) throws(CellError) -> CellValue {
    var hasNoPlace: Bool { context.size(of: cell.grid) == nil }
    switch fact {
    case .address where hasNoPlace, .col where hasNoPlace, .row where hasNoPlace: throw .nameHasNoPlace
    case .address:
      let text = "$\(A1Notation.letters(ofColumn: Int(cell.column)))$\(cell.row + 1)"
      guard let here = context.cell, here.grid != cell.grid, let sheet = context.sheet(cell.grid) else {
        return .text(text)
      }
      return .text("\(quotedSheetName(sheet.name))!\(text)")
    case .col: return .number(Double(cell.column) + 1)
    case .row: return .number(Double(cell.row) + 1)
    case .contents:
      let value = context.value(at: cell)
      if case .array(let array) = value { return array[0, 0] }
      return value.isBlank ? .number(0) : value
    case .type:
      switch context.value(at: cell) {
      case .blank: return "b"
      case .text: return "l"
      default: return "v"
      }
    case .width: return .number(8)
    case .format: return "G"
    case .color, .parentheses: return .number(0)
    case .protect: return .number(1)
    case .prefix, .filename: return ""
    }
  }

  /// A sheet's name as it stands in a reference, in quotation marks when it needs them.
  private static func quotedSheetName(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
    }
    if isPlain, let first = name.utf8.first, !(48...57).contains(first) { return name }
    return A1Notation.quoted(name)
  }

  /// What a rule says of each cell of a reference: one value, or an array in the reference's shape.
  static func mapCells(of reference: Reference, _ rule: (CellAddress) -> CellValue) throws(CellError) -> CellValue {
    guard reference.isSingleArea else { throw .value("A union of references stands where one range is wanted.") }
    let area = reference.first
    if area.isSingleCell { return rule(area.topLeft) }
    guard !area.isEmpty, area.rows * area.columns <= CellArray.limit else {
      throw .value("The range is empty or too large.")
    }
    var results: [CellValue] = []
    results.reserveCapacity(area.rows * area.columns)
    for row in Int(area.top)...Int(area.bottom) {
      for column in Int(area.left)...Int(area.right) {
        results.append(rule(CellAddress(grid: area.grid, row: row, column: column)))
      }
    }
    return .array(CellArray(rows: area.rows, columns: area.columns, results))
  }
}

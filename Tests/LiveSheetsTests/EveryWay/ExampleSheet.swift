import CellModel
import FunctionLibrary
import Functions
import LiveSheets
import SheetText

/// A sheet in which the examples of one function stand in every way that a formula can stand in a sheet.
struct ExampleSheet {
  /// A way in which a formula can stand in a sheet.
  enum Way: CaseIterable {
    /// An expression at the prompt, with its arguments written or in named cells.
    case typed, typedOverNames
    /// A named cell.
    case name, nameOverNames
    /// A cell of the grid, and such a cell filled down beside columns of numbers, or of numbers and texts.
    case cell, filledOverNumbers, filledOverMixed
    /// A column of a table, whose arguments are in other columns.
    case tableColumn
    case usedSheet, usedSheetOverNames
    /// A row of a table of sheets.
    case rowOfSheets

    var isInGrid: Bool { self == .cell || self == .filledOverNumbers || self == .filledOverMixed }
  }

  let calls: [ExampleCall]
  private let sheet: LiveSheet

  /// Where formulas stand in the grid, far from the cells that examples name themselves: inputs side by side, results in
  /// one column, the ways below each other, and the examples, too.
  private enum Place {
    static let inputs = 26
    static let results = 52
    static let numbers = 20
    static let mixed = 24

    static func row(_ example: Int) -> Int { 30 + example * 28 }
  }

  init(_ function: SheetFunction) {
    calls = function.examples.map { ExampleCall($0, catalog: .standard) }
    let main = Self.main(calls)
    let used = Self.used(calls)
    sheet = LiveSheet(
      SheetDocument(name: "every way", main),
      environment: LiveSheet.Environment(catalog: .standard, readFile: { _ in Array(used.utf8) }))
  }

  // MARK: Text

  private static func cell(_ column: Int, _ example: Int, down: Int = 0) -> String {
    A1Notation.letters(ofColumn: column) + String(Place.row(example) + down)
  }

  private static func literal(_ value: CellValue) -> String {
    switch value {
    case .text(let text): "\"" + text.replacing("\"", with: "\"\"") + "\""
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .number(let number, _): NumberText.roundTrip(number)
    default: ""
    }
  }

  /// What stands in a column between the rows that are looked at.
  private static func odd(_ value: CellValue) -> CellValue { value.number == nil ? 7 : "x" }

  private static func main(_ calls: [ExampleCall]) -> String {
    var text = "use \"used.sheet\" as u\ntable k of \"used.sheet\" { 2 rows }\n"
    for (number, call) in calls.enumerated() {
      text += constants(call, number)
      text += "alone_\(number) = \(call.text)\n"
      text += "over_\(number) = \(call.text(call.literals) { "in_\(number)_\($0)" })\n"
      text += "\(cell(Place.results, number)) = \(call.text)\n"
      text += fill(call, number, call.numbers, down: Place.numbers) { .number(($0.number ?? 0) + 1) }
      text += fill(call, number, call.literals, down: Place.mixed) { odd($0) }
      text += table(call, number)
    }
    return text
  }

  private static func used(_ calls: [ExampleCall]) -> String {
    calls.enumerated().map { (number, call) in
      constants(call, number) + "alone_\(number) = \(call.text)\n"
        + "over_\(number) = \(call.text(call.literals) { "in_\(number)_\($0)" })\n"
    }.joined()
  }

  private static func constants(_ call: ExampleCall, _ number: Int) -> String {
    call.literals.enumerated().map { "in_\(number)_\($0) = \(literal($1.value))\n" }.joined()
  }

  private static func fill(
    _ call: ExampleCall, _ number: Int, _ moved: [(index: Int32, value: CellValue)], down: Int,
    between: (CellValue) -> CellValue
  ) -> String {
    guard !call.spillsDown else { return "" }
    var text = ""
    for (place, input) in moved.enumerated() {
      for (row, value) in [input.value, between(input.value), input.value].enumerated() {
        text += "\(cell(Place.inputs + place, number, down: down + row)) = \(literal(value))\n"
      }
    }
    return text
      + "\(cell(Place.results, number, down: down)):\(cell(Place.results, number, down: down + 2)) = "
      + "\(call.text(moved) { cell(Place.inputs + $0, number, down: down) })\n"
  }

  private static func table(_ call: ExampleCall, _ number: Int) -> String {
    var text = "table t_\(number) {\n"
    if call.literals.isEmpty {
      text += "  | none |\n  | 1 |\n  | 2 |\n  | 3 |\n"
    } else {
      let columns = call.literals.indices.map { "c_\($0)" }
      text += "  | \(columns.joined(separator: " | ")) |\n"
      for isOdd in [false, true, false] {
        let values = call.literals.map { literal(isOdd ? odd($0.value) : $0.value).replacing("|", with: "\\|") }
        text += "  | \(values.joined(separator: " | ")) |\n"
      }
    }
    return text + "  made = \(call.text(call.literals) { "c_\($0)" })\n}\n"
  }

  // MARK: Values

  /// What the formula of an example gives where it stands in a way, at one place or several.
  func values(of number: Int, _ way: Way) -> [CellValue] {
    let call = calls[number]
    return switch way {
    case .typed: typed(call.text, call)
    case .typedOverNames: typed(call.text(call.literals) { "in_\(number)_\($0)" }, call)
    case .name: [value("alone_\(number)")]
    case .nameOverNames: [value("over_\(number)")]
    case .cell: [area(number, call)]
    case .filledOverNumbers: filled(number, call, Place.numbers)
    case .filledOverMixed: filled(number, call, Place.mixed)
    case .tableColumn: [value("t_\(number)[1].made"), value("t_\(number)[3].made")]
    case .usedSheet: [value("u.alone_\(number)")]
    case .usedSheetOverNames: [value("u.over_\(number)")]
    case .rowOfSheets: [value("k[2].alone_\(number)"), value("k[2].over_\(number)")]
    }
  }

  /// What the prompt answers; of a formula that cannot be right it says why instead of showing its error value.
  private func typed(_ text: String, _ call: ExampleCall) -> [CellValue] {
    switch sheet.enter(text).first {
    case .value(let value, _): [value]
    case .failed where call.example.result.isError: []
    default: [.text("no value at the prompt")]
    }
  }

  private func value(_ path: String) -> CellValue {
    switch sheet.cell(path) {
    case .success(let cell): sheet.value(of: cell)
    case .failure(let failure): .text(failure.message)
    }
  }

  private func filled(_ number: Int, _ call: ExampleCall, _ down: Int) -> [CellValue] {
    call.spillsDown ? [] : [area(number, call, down: down), area(number, call, down: down + 2)]
  }

  private func area(_ number: Int, _ call: ExampleCall, down: Int = 0) -> CellValue {
    let (rows, columns) = call.example.result.array.map { ($0.rows, $0.columns) } ?? (1, 1)
    let first = Self.cell(Place.results, number, down: down)
    if rows == 1, columns == 1 { return value(first) }
    return value("\(first):\(Self.cell(Place.results + columns - 1, number, down: down + rows - 1))")
  }
}

extension ExampleCall {
  /// Whether the result has several rows, so that one below the other would have no room.
  var spillsDown: Bool { (example.result.array?.rows ?? 1) > 1 }
}

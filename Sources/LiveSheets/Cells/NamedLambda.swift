import CellModel
import Formulas
import Functions
import SheetText

/// A LAMBDA that has a name in a sheet, which formulas call like a function.
///
/// Its documentation says what it does. A line of the form `- name: help` in it explains the parameter of that name.
package struct NamedLambda: Sendable, Hashable {
  package struct Parameter: Sendable, Hashable {
    package var name: String
    package var isRequired: Bool
    package var help: String
  }

  package var name: String
  package var parameters: [Parameter]
  /// What it does, without the lines about parameters; empty without documentation.
  package var summary: String
  /// The formula that gives it, mostly the text of the LAMBDA.
  package var formula: String

  /// The signature as shown in help, such as `tax(amount, [rate])`.
  package var signature: String {
    "\(name)(\(parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }.joined(separator: ", ")))"
  }

  /// Takes a LAMBDA and the cell that has it, whose formula may be the text of the LAMBDA or give it in another way.
  init(_ lambda: CellLambda, in cell: CellInfo, _ catalog: FunctionCatalog) {
    name = cell.name
    formula = cell.formulaText ?? lambda.source
    summary = ""
    let names = Self.writtenNames(in: formula, count: lambda.parameters.count, catalog) ?? lambda.parameters
    let required = lambda.parameters.count - lambda.optionalCount
    parameters = names.enumerated().map { Parameter(name: $1, isRequired: $0 < required, help: "") }
    var lines: [Substring] = []
    for line in (cell.documentation ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if !explain(line) { lines.append(line) }
    }
    summary = lines.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Takes a line of the form `- name: help` as help of a parameter; `false` for any other line.
  private mutating func explain(_ line: Substring) -> Bool {
    let line = line.trimmed
    guard line.hasPrefix("- "), let colon = line.firstIndex(of: ":") else { return false }
    let name = line[..<colon].dropFirst(2).trimmed.lowercased()
    guard let index = parameters.firstIndex(where: { $0.name.lowercased() == name }) else { return false }
    parameters[index].help = String(line[line.index(after: colon)...].trimmed)
    return true
  }

  /// The names of the parameters as they are written; `nil` where the text is not that of the LAMBDA.
  private static func writtenNames(in formula: String, count: Int, _ catalog: FunctionCatalog) -> [String]? {
    let tree = FormulaParser.parse(formula, dialect: .sheet).tree
    guard case .call(_, let arguments)? = tree.nodes.last, tree.form(catalog) == .lambda, arguments.count == count + 1
    else { return nil }
    return arguments.dropLast().map { index in
      let text = tree.text(of: index)
      return text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    }
  }
}

extension NamedLambda {
  /// The LAMBDAs of a sheet that have a name, in the order of their definition.
  package static func all(of sheet: LiveSheet) -> [NamedLambda] {
    sheet.cells.compactMap { cell in
      guard case .lambda(let lambda) = sheet.value(of: cell) else { return nil }
      return NamedLambda(lambda, in: cell, sheet.environment.catalog)
    }
  }
}

import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// A check that does not hold.
package struct BrokenCheck: Sendable {
  package enum Kind: String, Sendable {
    case always, never, modes
  }

  package var label: String
  package var kind: Kind
  /// The place of its condition; of a check of a used sheet the place where it is used.
  package var span: SourceSpan
  /// The cells that the condition names, with what they show.
  package var values: [ValueLine]
  /// Why the condition has no value, if it is an error; of modes, what is not as it should be.
  package var reason: String?

  /// The check as a sheet writes it: `always "…"`, `never "…"`, `modes form`.
  package var title: String { kind == .modes ? "modes \(label)" : "\(kind.rawValue) \"\(label)\"" }
}

/// A cell with what it shows, and how deep below the first one it lies.
package struct ValueLine: Sendable, Hashable {
  package var name: String
  package var text: String
  package var formula: String?
  package var depth: Int
  package var reason: String?
}

extension LiveSheet {
  package var checkCount: Int { checks.count }

  /// The checks that do not hold now; a condition that is an error counts as broken.
  package var brokenChecks: [BrokenCheck] { checks.flatMap { broken($0) } }

  /// Whether every check holds; cheaper than to ask which does not.
  package var holdsAllChecks: Bool {
    checks.allSatisfy { check in
      guard let table = check.table else { return holds(check, at: check.address) }
      return (0..<engine.rowCount(of: table)).allSatisfy { holds(check, at: check.address(inRow: $0)) }
    }
  }

  private func holds(_ check: LoadedCheck, at address: CellAddress) -> Bool {
    Self.holds(engine.value(at: address), isNever: check.kind == .never)
  }

  /// Whether a check holds whose condition has a value.
  package static func holds(_ value: CellValue, isNever: Bool) -> Bool {
    switch value {
    case .logical(let holds): holds != isNever
    case .number(let number): (number != 0) != isNever
    default: false
    }
  }

  private func broken(_ check: LoadedCheck) -> [BrokenCheck] {
    guard let table = check.table else {
      return holds(check, at: check.address) ? [] : [broken(check, row: nil)]
    }
    return (0..<engine.rowCount(of: table)).filter { !holds(check, at: check.address(inRow: $0)) }
      .map { broken(check, row: $0) }
  }

  private func broken(_ check: LoadedCheck, row: Int?) -> BrokenCheck {
    let address = row.map { check.address(inRow: $0) } ?? check.address
    var reason: String?
    switch engine.value(at: address) {
    case .error(let error): reason = Self.words(for: error)
    case .logical, .number: reason = check.modes.flatMap { $0.reason(in: self, at: address) }
    case let value: reason = "the condition is \(display(value, format: nil)), neither TRUE nor FALSE"
    }
    let place = row.map { "\(self.name(ofRow: $0, in: check)): " } ?? ""
    return BrokenCheck(
      label: place + check.label, kind: check.kind, span: check.unit.useSpan ?? check.span,
      values: values(in: check.values, at: address), reason: reason)
  }

  private func name(ofRow row: Int, in check: LoadedCheck) -> String {
    let table = tableDefinitions.first { $0.grid == check.table }
    return "\(table?.name ?? "")[\(row + 1)]"
  }

  /// An error value in words: its code, where it began, and why.
  package static func words(for error: CellError) -> String {
    var words = error.code.text
    if !error.origin.isEmpty { words += " from \(error.origin)" }
    if !error.message.isEmpty { words += ": \(error.message)" }
    return words
  }
}

extension LoadedCheck {
  func address(inRow row: Int) -> CellAddress {
    CellAddress(grid: address.grid, row: row, column: Int(address.column))
  }
}

extension LoadedModes {
  /// What is not as the modes say; `nil` when all is.
  func reason(in sheet: LiveSheet, at address: CellAddress) -> String? {
    func value(_ tree: FormulaTree) -> CellValue { sheet.engine.evaluate(tree, at: address) }
    let holding = modes.filter { value($0.condition) == .logical(true) }
    guard let mode = holding.first else { return "no mode holds" }
    if holding.count > 1 { return holding.map { "“\($0.label)”" }.joined(separator: " and ") + " hold at once" }
    for (cell, expected) in zip(cells, mode.values) where value(.binary(.equal, cell, expected)) != .logical(true) {
      return
        "“\(mode.label)” holds, but \(cell.text()) is \(sheet.literal(value(cell))), not \(sheet.literal(value(expected)))"
    }
    return nil
  }
}

import CellModel
import Engine
import Formulas
import Foundation
import Functions

@testable import FunctionLibrary

/// Random calls of every function, with the values that another program gave them.
///
/// `Recording/record.py` drew the calls and asked the program. Its file begins with the program's version, then come the
/// cells that the calls refer to, a blank line, and the calls; a line holds two fields with a tab between.
struct RecordedCalls: Sendable {
  /// A value as the file writes it.
  enum Value: Sendable, Equatable {
    case number(Double)
    case text(String)
    case logical(Bool)
    /// An error value, or a code that only the other program has, such as `Err:502`.
    case error(String)

    init(_ written: some StringProtocol) {
      if written.utf8.first == UInt8(ascii: "\"") {
        // By scalars: a letter may combine with the mark before it.
        let text = String(Substring(String(written)[...].unicodeScalars.dropFirst().dropLast()))
        self = .text(text.replacing("\\n", with: "\n"))
      } else if written == "TRUE" || written == "FALSE" {
        self = .logical(written == "TRUE")
      } else if let number = Double(written) {
        self = .number(number)
      } else {
        self = .error(String(written))
      }
    }
  }

  struct Call: Sendable {
    let formula: String
    let written: String
    /// The function that the call is about: the first name, or the one within what picks an element of its result.
    let function: String

    init(formula: String, written: String) {
      (self.formula, self.written) = (formula, written)
      let names = formula.matches(of: /[A-Z][A-Z0-9.]*(?=\()/).map { String($0.output) }
      if let first = names.first, formula.hasPrefix(first) {
        function = first == "INDEX" && names.count > 1 ? names[1] : first
      } else {
        function = names.isEmpty ? "operators" : ""
      }
    }
  }

  let program: String
  let cells: [(place: String, content: String)]
  let calls: [Call]

  init(contentsOf file: URL) throws {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    program = String(lines[0].drop { "# ".contains($0) })
    func pairs(_ lines: some Sequence<Substring>) -> [(String, String)] {
      lines.filter { !$0.isEmpty }.map { line in
        let tab = line.firstIndex(of: "\t") ?? line.endIndex
        return (String(line[..<tab]), String(line[tab...].dropFirst()))
      }
    }
    let end = lines.firstIndex(of: "") ?? lines.count
    cells = pairs(lines[1..<end]).map { (place: $0.0, content: $0.1) }
    calls = pairs(lines[end...]).map { Call(formula: $0.0, written: $0.1) }
  }

  /// The values that Sheaf gives the calls, one after the other at the same place.
  func values() -> [CellValue] {
    let engine = Engine(catalog: .standard)
    let scope = engine.names.addScope()
    let sheet = engine.names.addSheet(named: "Sheet1", in: scope)
    func address(_ place: String) -> CellAddress {
      let cell = A1Notation.cell(place) ?? (row: 0, column: 0)
      return CellAddress(grid: sheet, row: cell.row, column: cell.column)
    }
    for (place, content) in cells {
      if content.hasPrefix("=") {
        engine.setFormula(FormulaParser.parse(content).tree, at: address(place))
      } else {
        engine.setConstant(Value(content).cellValue, at: address(place))
      }
    }
    engine.recalculate()
    let place = address("ZZ5000")
    return calls.map { call in
      let value = engine.expressions.value(
        of: engine.expressions.compile(FormulaParser.parse(call.formula).tree, at: place), at: place)
      guard case .array(let array) = value else { return value }
      return array[0, 0]
    }
  }
}

extension RecordedCalls.Call {
  /// Whether a value is the recorded one.
  ///
  /// LibreOffice writes a logical as 1 or 0. `Err:502`, an argument that is not allowed, is its word for what is
  /// `#NUM!` or `#VALUE!` elsewhere; its other numbers mean that arguments do not fit the function.
  func accepts(_ actual: CellValue) -> Bool {
    switch (actual, RecordedCalls.Value(written)) {
    case (.blank, .text("")), (.blank, .number(0)): return true
    case (.error(let error), .error("Err:502")): return [.number, .value].contains(error.code)
    case (.error(let error), .error(let code)) where code.hasPrefix("Err:"): return error.code == .value
    case (.error(let error), .error(let code)): return error.code.text == code
    case (.logical(let logical), .number(let number)): return number == (logical ? 1 : 0)
    case (.number(let actual, _), .number(let expected)): return Self.isClose(actual, expected)
    case (.text(let actual), .text(let expected)) where actual != expected:
      guard function.hasPrefix("IM"), let a = ComplexNumber.parsing(actual)?.number,
        let b = ComplexNumber.parsing(expected)?.number
      else { return false }
      return Self.isClose(a.real, b.real) && Self.isClose(a.imaginary, b.imaginary)
    case (let actual, let expected): return actual == expected.cellValue
    }
  }

  private static func isClose(_ actual: Double, _ expected: Double) -> Bool {
    abs(actual - expected) <= max(1e-12, 1e-9 * abs(expected))
  }
}

extension RecordedCalls.Value {
  fileprivate var cellValue: CellValue {
    switch self {
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .logical(let logical): return .logical(logical)
    case .error(let code): return .error(CellError(ErrorCode(text: code) ?? .value))
    }
  }
}

import CellModel
import Diagnostics
import Formulas
import Functions
import LiveWorkbooks
import SheetPrograms
import SheetText

/// The words of each finding.
extension LiveFinding {
  var words: DiagnosticWords {
    switch self {
    case .unknownName(
      let name, let span, let suggestion, let isFunction, let columns, let path, let joined, let cell, let mayBeInput):
      if let hidden = HiddenCharacter(in: name) {
        return DiagnosticWords(
          "there is no cell named \(name)", at: span, label: hidden.label,
          help: "write \(HiddenCharacter.cleaned(name))")
      }
      let help =
        Self.help(joined: joined, cell: cell, path: path) ?? Self.help(forWord: name, isFunction)
        ?? ProgramFinding.columns(columns)
      return DiagnosticWords(
        columns.isEmpty ? "there is no cell named \(name)" : "there is no column or cell named \(name)", at: span,
        label: columns.isEmpty ? "not defined in this sheet" : "neither in this table nor in this sheet",
        suggestion: path == nil && joined == nil && cell == nil ? suggestion : nil, help: help,
        cure: mayBeInput ? .declareInput : nil)
    case .cellOfRows(let name, let span):
      return DiagnosticWords(
        "each row has its own \(name), and this stands once for all rows", at: span,
        label: "tables and cells of a grid are the same in all rows that come and go",
        help:
          "let the rows stay as they are written, or give what reads \(name) a name of its own, which each row has for itself"
      )
    case .unseenParameter(let name, let span):
      return DiagnosticWords(
        "the parameter \(name) is not known here", at: span, label: "there are no arguments before a call",
        help: "only what stands behind = sees it, as in IF(\(name) > 0, …)")
    case .typedParameter(let name, let span):
      return DiagnosticWords(
        "a parameter of LAMBDA has no type", at: span, label: "only a name may stand here", help: "write \(name)")
    case .noResult(let name, let span):
      return DiagnosticWords(
        "there is no value that \(name) could be yet", at: span,
        label: "_ is the last value that was shown, _1 the one before")
    case .hidesFunction(let name, let span):
      return DiagnosticWords(
        "\(name) is the name of a function, and a call of it does not reach this LAMBDA", at: span,
        label: "named like \(name.uppercased())", help: "choose another name, such as my_\(name)")
    case .addressForName(let text, let span):
      return DiagnosticWords(
        "\(text) is the cell \(text.uppercased()) of the grid, not a name", at: span, label: "looks like an address",
        help: "write \(text)_ or another name if no cell of the grid is meant")
    case .addressForColumn(let name, let span):
      let letters = name.prefix { !$0.isNumber }
      return DiagnosticWords(
        "\(name) is the cell \(name.uppercased()) of the grid, not the column of this table", at: span,
        label: "looks like an address",
        help: "write [@\(name)] for the column, or $\(letters)$\(name.dropFirst(letters.count)) for the cell")
    case .emptyColumns(let span, let letters):
      let names = letters.joined(separator: " and ")
      return DiagnosticWords(
        "these are columns of the grid, and they are empty", at: span,
        label: letters.count == 1 ? "\(names) is the name of a cell, too" : "\(names) are names of cells, too",
        help: "name the cells one by one, as in SUM(\(letters.joined(separator: ", ")))")
    case .noFunction(let name, let span, let hint):
      return DiagnosticWords(
        "there is no function named \(name)", at: span, label: "not in the catalog", suggestion: hint?.suggestion,
        help: hint?.words)
    case .absentFunction(let name, let span, let reason):
      return DiagnosticWords(
        "\(name.uppercased()) is not available", at: span, label: "needs what a sheet does not have",
        help: reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    case .keptFormulas(let cell, let why, let count, let file, let span):
      let others = LiveWorkbook.KeptReason.consequence(for: count)
      return DiagnosticWords("\(cell) \(why); \(others)", at: span, label: "of \(file)")
    case .sheetTwice(let name, let file, let span):
      return DiagnosticWords(
        "\(name) is a sheet of this text and one of \(file)", at: span, label: "its sheet cannot be reached",
        help: "use it under another name")
    case .otherCalendar(let file, let span):
      return DiagnosticWords(
        "\(file) counts days from 1904, and a sheet counts them from 1900", at: span,
        label: "days are carried over; numbers that stand for days and are not shown as such are not")
    case .unknownSheet(let name, let span, let names):
      return DiagnosticWords(
        "there is no sheet named \(name)", at: span, label: "not in this file",
        suggestion: NearNames.suggestion(for: name, among: names).map(Self.written(sheet:)))
    case .unknownColumn(let name, let span, let names, let table):
      return DiagnosticWords(
        "there is no column named \(name)", at: span, label: "not in this table",
        suggestion: table == nil ? NearNames.suggestion(for: name, among: names) : nil,
        help: table.map { "the row of that number is \($0)[(\(name))]" } ?? ProgramFinding.columns(names))
    case .sharedByRows(let name, let table, let span):
      return DiagnosticWords(
        "\(name) stands once for all rows of \(table)", at: span, label: "no row has its own",
        help: "write \(table).\(name)")
    case .ownOfRows(let name, let table, let span):
      return DiagnosticWords(
        "each row of \(table) has its own \(name)", at: span, label: "the number of a row that there is goes before it",
        help: "write \(table)[1].\(name)")
    case .columnWithoutTable(let reference, let span, let tables):
      let column = reference.firstColumn.map {
        $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? $0 : "[\($0)]"
      }
      return DiagnosticWords(
        "a column stands alone only in its table", at: span, label: "this formula is not part of a table",
        help: tables.count == 1 ? column.map { "write \(tables[0])[\($0)]" } : nil)
    case .wrongArgumentCount(let function, let count, let span):
      return DiagnosticWords(
        "\(function.name) takes \(EnteredArity(of: function).phrase), not \(count)", at: span, label: "\(count) given",
        help: "write \(function.signature)")
    case .cycle(let names, let alike, let labels):
      let path = names.prefix(8) + (names.count > 8 ? ["…"] : []) + names.prefix(1)
      return DiagnosticWords(
        names.count == 1
          ? alike == 0
            ? "\(names[0]) depends on itself"
            : "\(names[0]) and \(alike) more \(alike == 1 ? "cell" : "cells") depend on themselves"
          : "\(names.count) cells depend on each other: \(path.joined(separator: " → "))", at: labels,
        help: names.count == 1
          ? "a value that goes on from itself is a state, as in state n = 0 { on tap : n + 1 }"
          : "where they are to settle, write option iterate = 100, 0.001 at the head of the file")
    case .badWait(let span): return DiagnosticWords("wait takes a number of seconds", at: span, label: "not one")
    case .refusedStep(let refusal, let span):
      return DiagnosticWords(
        refusal.message, at: span, label: "so none of the changes is made", suggestion: refusal.suggestion)
    case .refusedCell(let refusal, let span):
      return DiagnosticWords(refusal.message, at: span, label: "not what it accepts", suggestion: refusal.suggestion)
    case .badChoice(let found, let type, let span):
      return DiagnosticWords(
        "the type is \(type.rawValue), and \(found)", at: span, label: "no value could be this one")
    case .badDefault(let name, let span, let why, let near):
      return DiagnosticWords(
        "the default of \(name) is not one it accepts", at: span, label: why, suggestion: near)
    }
  }

  /// How something is written that is there under another name.
  private static func help(joined: String?, cell: String?, path: String?) -> String? {
    if let joined { return "a name has no blanks: write \(joined)" }
    if let cell { return "the cell of that row is \(cell)" }
    return path.map { "write \($0): a name with blanks or signs stands in two pairs of brackets" }
  }

  /// What somebody means whose word is that of an operator, of nothing, or of a function.
  private static func help(forWord name: String, _ isFunction: Bool) -> String? {
    if let help = OperatorWord.help(for: name) ?? helpForNothing(name) { return help }
    if name == "π" { return "write PI()" }
    if name.lowercased() == "called" { return "a call is a condition of its own: expect called f(1), not called g" }
    if let meaning = FunctionNames.meanings(of: name).first(where: { ["TRUE", "FALSE"].contains($0.name) }) {
      return "that is \(meaning.language.name) for \(meaning.name)"
    }
    return isFunction ? "\(name.uppercased()) is a function; call it with parentheses" : nil
  }

  /// What somebody means who writes the word of another language for a value that is not there.
  private static func helpForNothing(_ name: String) -> String? {
    guard ["null", "nil", "none", "undefined", "empty", "nothing"].contains(name.lowercased()) else { return nil }
    return "a blank has no name: write ISBLANK(x) to ask for one, and clear x in a test to make one"
  }

  static func article(_ noun: String) -> String { "aeio".contains(noun.first ?? "x") ? "an" : "a" }

  /// A type with its article.
  static func name(of type: ValueType) -> String {
    switch type {
    case .number: "a number"
    case .text: "a text"
    case .logical: "TRUE or FALSE"
    case .date: "a date such as 2015-04-01"
    case .record: "a record"
    case .list: "a list"
    case .any: "anything"
    }
  }

  /// The name of a sheet as a formula writes it; one of a used sheet or workbook has a dot in it that is no part of a word.
  private static func written(sheet name: String) -> String {
    let isPlain = name.split(separator: ".").allSatisfy { SheetPrefix(String($0)).text == $0 }
    return isPlain ? name : SheetPrefix(name).text
  }
}

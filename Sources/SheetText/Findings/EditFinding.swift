import Diagnostics

/// What refuses an edit that is made by name.
enum EditFinding: DiagnosticFact {
  case undefined(_ name: String)
  case columnOfFile(_ column: String, of: String)
  case columnOfSheet(_ column: String, of: String, _ sheet: String)
  /// A new name under which another place of the text would mean something else.
  case nameHidden(_ name: String)
  /// A field that is a column to be renamed if what it is read of is a row of the table.
  case fieldInDoubt(_ field: WrittenText, in: String?, of: String)
  case nameInUse(_ name: WrittenText)
  case nameOfFunction(_ name: WrittenText, at: SourceSpan)
  case notSettable(_ name: String, at: SourceSpan)

  var code: DiagnosticCode {
    switch self {
    case .undefined: .undefined
    case .columnOfFile, .columnOfSheet, .nameHidden, .fieldInDoubt, .nameInUse: .nameInUse
    case .nameOfFunction: .hidesFunction
    case .notSettable: .notSettable
    }
  }

  var words: DiagnosticWords {
    switch self {
    case .undefined(let name):
      return DiagnosticWords("nothing named \(name) is defined")
    case .columnOfFile(let column, let table):
      return DiagnosticWords(
        "\(column) has its name from the file of \(table)",
        help: "rename the column in the file, and here what reads it")
    case .columnOfSheet(let column, let table, let sheet):
      return DiagnosticWords(
        "\(column) has its name from \(sheet), which the rows of \(table) are",
        help: "rename it in \(sheet), and here what reads it")
    case .nameHidden(let name):
      return DiagnosticWords(
        "a formula would read something else if this were called \(name)",
        help: "choose a name that no formula beside it has for a column, a parameter or a cell")
    case .fieldInDoubt(let field, let name, let table):
      let place = name.map { " in \($0)" } ?? ""
      return DiagnosticWords(
        "whether .\(field.text)\(place) reads a column of \(table) is known only when it is computed", at: field.span,
        label: "read here",
        help: "write it with its row, as in \(table)[(i)].\(field.text), or as \(table)[\(field.text)]")
    case .nameInUse(let name):
      return DiagnosticWords("\(name.text) is defined already", at: name.span, label: "defined here")
    case .nameOfFunction(let name, let span):
      return DiagnosticWords(
        "\(name.text) is the name of a function, and what calls \(name.key) would call that", at: span,
        label: "called here", help: "choose another name, such as my_\(name.text)")
    case .notSettable(let name, let span):
      return DiagnosticWords("\(name) has no formula that could be replaced", at: span, label: "defined here")
    }
  }
}

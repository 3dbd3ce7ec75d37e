import CellModel
import Diagnostics
import Formulas
import Functions

/// Excel's spelling of formulas in each language, as it is set up in Germany, France and Spain.
extension FormulaLanguage {
  package var spelling: FormulaSpelling {
    var spelling = FormulaSpelling()
    spelling.list = ";"
    spelling.decimal = ","
    spelling.arrayColumn = self == .spanish ? "\\" : "."
    spelling.functionName = { functionName(for: $0) }
    spelling.canonicalName = { canonicalName(of: $0) }
    spelling.logicals = logicals
    spelling.errors.merge(errors) { $1 }
    spelling.tableParts = tableParts
    return spelling
  }

  private var logicals: [Bool: String] {
    switch self {
    case .german: [true: "WAHR", false: "FALSCH"]
    case .french: [true: "VRAI", false: "FAUX"]
    case .spanish: [true: "VERDADERO", false: "FALSO"]
    }
  }

  private var errors: [ErrorCode: String] {
    switch self {
    case .german:
      [.value: "#WERT!", .reference: "#BEZUG!", .number: "#ZAHL!", .notAvailable: "#NV", .spill: "#ÜBERLAUF!"]
    case .french:
      [
        .null: "#NUL!", .value: "#VALEUR!", .name: "#NOM?", .number: "#NOMBRE!", .spill: "#PROPAGATION!",
      ]
    case .spanish:
      [
        .null: "#¡NULO!", .divisionByZero: "#¡DIV/0!", .value: "#¡VALOR!", .reference: "#¡REF!", .name: "#¿NOMBRE?",
        .number: "#¡NUM!", .notAvailable: "#N/D", .spill: "#¡DESBORDAMIENTO!", .calculation: "#¡CALC!",
      ]
    }
  }

  private var tableParts: [String: String] {
    let names =
      switch self {
      case .german: ["#Alle", "#Daten", "#Kopfzeilen", "#Ergebnisse", "#Diese Zeile"]
      case .french: ["#Tous", "#Données", "#En-têtes", "#Totaux", "#Cette ligne"]
      case .spanish: ["#Todo", "#Datos", "#Encabezados", "#Totales", "#Esta fila"]
      }
    return Dictionary(
      uniqueKeysWithValues: zip(["#All", "#Data", "#Headers", "#Totals", "#This Row"], names).map { ($0, $1) })
  }

  /// A formula of this language as a sheet holds it.
  package func canonical(_ formula: String) -> String { spelling.translated(formula, to: .canonical) }

  /// A formula of a sheet as Excel shows it in this language.
  package func localized(_ formula: String) -> String { FormulaSpelling.canonical.translated(formula, to: spelling) }

  /// What keeps a text from being a formula in English; one that a sheet or a workbook can hold has nothing.
  package static func findings(inCanonical formula: String) -> [Diagnostic] {
    let parsed = FormulaParser.parse(formula, dialect: .sheet)
    guard parsed.hasErrors, FormulaParser.parse(formula, dialect: .excel).hasErrors else { return [] }
    return parsed.diagnostics
  }
}

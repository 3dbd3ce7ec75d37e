import Diagnostics
import SheetText
import Workbooks

/// What is wrong with the names, the used sheets and the tables of a program.
package enum ProgramFinding {
  case definedTwice(_ name: WrittenText, _ first: WrittenText)
  case optionTwice(_ name: WrittenText, _ first: WrittenText)
  case filledTwice(_ span: SourceSpan, _ first: SourceSpan)
  case fillTooLarge(_ span: SourceSpan, _ count: Int, limit: Int)
  case badRange(_ span: SourceSpan)
  case columnTwice(_ name: WrittenText)
  case unreadableFile(_ source: WrittenText, _ why: String)
  case badFile(_ source: WrittenText, CSVError)
  /// Digits of a file that stay text, because a number would lose some.
  case keptDigits(_ digits: String, column: String, _ source: WrittenText, line: Int)
  /// A field of a file that is not of the type which its column declares.
  case fieldNotOfType(_ text: String, column: WrittenText, _ type: WrittenType, _ source: WrittenText, line: Int)
  case missingColumn(_ name: WrittenText, _ source: WrittenText, _ columns: [String])
  case notAnInput(_ name: WrittenText, _ source: WrittenText, _ inputs: [String])
  case unknownUse(_ path: WrittenText, _ why: String)
  case useOfItself(_ path: WrittenText)
  case notInRows(_ what: String, _ span: SourceSpan)
}

extension ProgramFinding: DiagnosticFact {
  package var code: DiagnosticCode {
    switch self {
    case .definedTwice, .optionTwice, .filledTwice, .columnTwice: .definedTwice
    case .fillTooLarge: .fillTooLarge
    case .badRange: .badDomain
    case .unreadableFile, .unknownUse: .unreadableFile
    case .badFile(_, let error): error.fault.code
    case .keptDigits: .keptDigits
    case .fieldNotOfType: .cellType
    case .missingColumn, .notAnInput: .missingColumn
    case .useOfItself: .circularUse
    case .notInRows: .notInRows
    }
  }

  package var severity: Diagnostic.Severity { if case .keptDigits = self { .note } else { .error } }
}

extension SheetUnit {
  /// A finding about the unit's text, with why it is one wherever that is told at its place.
  func located(_ finding: ProgramFinding) -> Diagnostic {
    switch finding {
    case .unknownUse, .unreadableFile: located(finding.diagnostic, saysWhy: true)
    default: located(finding.diagnostic)
    }
  }
}

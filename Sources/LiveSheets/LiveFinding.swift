import CellModel
import Diagnostics
import Functions
import SheetPrograms
import SheetText

/// What is found when a sheet is loaded.
enum LiveFinding {
  /// A name that means nothing; in the formula of a table's column it may have meant one of `columns`.
  case unknownName(
    _ name: String, _ span: SourceSpan, candidates: [String], functions: [String], columns: [String] = [])
  /// A call of what is no function, with what may have been meant.
  case noFunction(_ name: String, _ span: SourceSpan, FunctionHint?)
  /// A call of a function that other programs have, and that is left out here.
  case absentFunction(_ name: String, _ span: SourceSpan, _ reason: String)
  case unknownSheet(_ name: String, _ span: SourceSpan, _ names: [String])
  case unknownColumn(_ name: String, _ span: SourceSpan, _ names: [String])
  case wrongArgumentCount(_ function: SheetFunction, _ count: Int, _ span: SourceSpan)
  case cycle(_ names: [String], _ labels: [Diagnostic.Label])
  case badDefault(_ name: String, _ span: SourceSpan, _ why: String)
  /// A step of a test that waits for what is no number of seconds.
  case badWait(at: SourceSpan)
  /// A step of several in one instant that was refused.
  case refusedStep(Refusal, at: SourceSpan)

  /// A call of what is no function: of one that is left out here, or of none at all.
  ///
  /// - Parameter others: Names of the sheet that can be called, too.
  static func unknownFunction(
    _ name: String, _ span: SourceSpan, _ catalog: FunctionCatalog, others: [String] = []
  ) -> LiveFinding {
    if let reason = catalog.absence(of: name) { return .absentFunction(name, span, reason) }
    return .noFunction(name, span, FunctionHint(for: name, in: catalog, others: others))
  }
}

extension LiveFinding: DiagnosticFact {
  var code: DiagnosticCode {
    switch self {
    case .unknownName: .unknownName
    case .noFunction: .unknownFunction
    case .absentFunction: .absentFunction
    case .unknownSheet: .unknownSheet
    case .unknownColumn: .unknownColumn
    case .wrongArgumentCount: .wrongArgumentCount
    case .cycle: .circularReference
    case .badDefault: .badDefault
    case .badWait: .badWait
    case .refusedStep: .refusedStep
    }
  }

}

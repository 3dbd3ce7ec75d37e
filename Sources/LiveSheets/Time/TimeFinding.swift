import CellModel
import Diagnostics
import Functions
import SheetText

/// What is wrong with statements about time.
enum TimeFinding {
  case notAStream(_ text: String, _ span: SourceSpan, kind: String)
  case unknownEvent(_ name: String, _ span: SourceSpan, _ events: [String])
  case unknownTrigger(_ name: String, _ span: SourceSpan, _ names: [String])
  case unknownServiceOfTest(_ name: String, _ span: SourceSpan, _ names: [String])
  /// `on list[1].hit`: rows come and go, and only changes of their cells are followed.
  case streamOfRow(_ field: String, row: String, table: String, _ span: SourceSpan)
  case unknownMoment(_ field: String, of: String, _ name: String, _ moments: [String], _ span: SourceSpan)
  /// A cell that is to be followed and is none.
  case notACell(_ text: String, _ span: SourceSpan, _ names: [String])
  case unknownInput(_ text: String, _ span: SourceSpan, _ names: [String])
  case unknownStreamFunction(_ name: String, _ span: SourceSpan, isFunction: Bool)
  case streamArgumentCount(_ name: String, _ count: Int, _ counts: ClosedRange<Int>, _ span: SourceSpan)
  case notPositive(_ span: SourceSpan)
  case streamCycle(_ names: [String], _ span: SourceSpan)
  case unreachableClause(_ stream: String, _ span: SourceSpan, _ first: SourceSpan)
  case startArgumentCount(_ action: String, _ count: Int, _ parameters: [String], _ span: SourceSpan)
  case serviceArgumentCount(_ service: String, _ count: Int, _ parameters: [String], _ span: SourceSpan)
  /// RETRY or TIMEOUT in a formula, which has its value at once.
  case guardedCallInFormula(_ name: String, _ span: SourceSpan)
  case guardedCallArguments(_ name: String, _ count: Int, _ counts: ClosedRange<Int>, _ span: SourceSpan)
  /// RETRY or TIMEOUT around what calls no service.
  case nothingToCall(_ name: String, _ span: SourceSpan)
  case badGuardNumber(_ name: String, _ span: SourceSpan, isCount: Bool)
  case bindingToFormula(_ name: String, _ kind: String, _ span: SourceSpan)
  /// A cell of a used workbook that cannot be set, with the words that say why.
  case unboundCell(_ why: String, _ span: SourceSpan)
  case updateOfFormula(_ column: WrittenText)
  case boundTwice(_ name: String, _ span: SourceSpan, _ first: SourceSpan)
  case tooManyValues(_ count: Int, _ most: Int, _ table: String, _ span: SourceSpan)
  case serviceInFormula(_ name: String, _ span: SourceSpan)
  case streamInFormula(_ name: String, _ span: SourceSpan)
  /// A call in a run of what is neither a service nor a function, with what may have been meant.
  case noService(_ name: String, _ span: SourceSpan, near: String?, FunctionHint?)
  case notACellButA(_ kind: String, _ name: String, _ span: SourceSpan)
  case unknownPart(_ field: String, of: String, _ kind: String, _ parts: [String], _ span: SourceSpan)
  case guardFailed(_ span: SourceSpan, _ words: String)
  /// A time or a count that is no number from 0 on; one that is computed counts as 0 then.
  case notANumber(_ span: SourceSpan, isCount: Bool, isComputed: Bool)
  case loop(_ names: [String], _ limit: Int, _ labels: [Diagnostic.Label] = [])
  case tooManyTimers(_ limit: Int, _ now: SheetTime, _ span: SourceSpan?)
  case bindingLoop(_ names: [String], _ limit: Int, _ labels: [Diagnostic.Label])
  /// A row that an event would insert has a value that its column does not accept.
  case refusedRow(_ table: String, _ span: SourceSpan, _ words: String)
  case refusedBinding(_ name: String, _ span: SourceSpan, _ words: String)

  /// A call in a run of a function that is left out here, or of what is neither a service nor a function.
  static func unknownService(
    _ name: String, _ span: SourceSpan, _ services: [String], _ catalog: FunctionCatalog
  ) -> any DiagnosticFact {
    if let reason = catalog.absence(of: name) { return LiveFinding.absentFunction(name, span, reason) }
    // Requests are often called by their method alone.
    let requests = RunReader.builtIn.sorted()
    let near =
      NearNames.suggestion(for: name, among: services) ?? requests.first { $0.hasSuffix("." + name.uppercased()) }
      ?? NearNames.suggestion(for: name, among: requests)
    return TimeFinding.noService(name, span, near: near, FunctionHint(for: name, in: catalog))
  }
}

extension TimeFinding: DiagnosticFact {
  var code: DiagnosticCode {
    switch self {
    case .notAStream, .unknownEvent, .unknownMoment, .streamOfRow, .unknownStreamFunction: .notAStream
    case .unknownTrigger, .unknownServiceOfTest, .notACell, .unknownInput, .notACellButA, .unknownPart: .unknownName
    case .streamArgumentCount, .guardedCallArguments, .startArgumentCount, .serviceArgumentCount: .wrongArgumentCount
    case .notPositive, .notANumber, .badGuardNumber: .badInterval
    case .nothingToCall: .nothingToCall
    case .streamCycle: .circularStream
    case .unreachableClause: .unreachableClause
    case .bindingToFormula, .unboundCell: .badBinding
    case .updateOfFormula: .badUpdate
    case .boundTwice: .boundTwice
    case .tooManyValues: .rowLength
    case .serviceInFormula, .guardedCallInFormula: .serviceInFormula
    case .streamInFormula: .streamInFormula
    case .noService: .unknownFunction
    case .guardFailed: .guardError
    case .loop, .tooManyTimers, .bindingLoop: .eventLoop
    case .refusedBinding, .refusedRow: .refusedBinding
    }
  }

  var severity: Diagnostic.Severity {
    switch self {
    case .guardFailed: .warning
    case .notANumber(_, _, let isComputed): isComputed ? .warning : .error
    case .refusedBinding, .refusedRow: .warning
    default: .error
    }
  }
}

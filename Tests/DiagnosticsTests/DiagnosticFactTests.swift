import Diagnostics
import Testing

private enum Slip: DiagnosticFact {
  case missing(SourceSpan)
  case unknown(String, SourceSpan, near: String?)

  var code: DiagnosticCode {
    switch self {
    case .missing: .missingName
    case .unknown: .unknownName
    }
  }

  var severity: Diagnostic.Severity { if case .missing = self { .warning } else { .error } }

  var words: DiagnosticWords {
    switch self {
    case .missing(let span): DiagnosticWords("a name is missing", at: span, label: "here", help: "write a name")
    case .unknown(let name, let span, let near):
      DiagnosticWords("there is no \(name)", at: span, suggestion: near, help: "names are listed by :names")
    }
  }
}

@Suite("Diagnostic fact")
struct DiagnosticFactTests {
  private let span = SourceSpan(3, 5)

  @Test("Code and severity follow from the fact, words and places from what is said of it")
  func diagnostic() {
    let found = Slip.missing(span).diagnostic
    #expect(
      found
        == Diagnostic(
          .warning, code: "missing-name", "a name is missing", at: span, label: "here", help: "write a name"))
    #expect(found.suggestion == nil)
  }

  @Test("A name that was probably meant is data, and the help asks for it")
  func suggestion() {
    let found = Slip.unknown("ttal", span, near: "total").diagnostic
    #expect(found.suggestion == "total")
    #expect(found.help == "did you mean total?")
    #expect(Slip.unknown("x", span, near: nil).diagnostic.help == "names are listed by :names")
  }

  @Test("Codes are in kebab case")
  func codes() {
    for code in DiagnosticCode.allCases {
      #expect(code.rawValue.wholeMatch(of: /[a-z]+(-[a-z0-9]+)*/) != nil, "\(code.rawValue)")
    }
  }
}

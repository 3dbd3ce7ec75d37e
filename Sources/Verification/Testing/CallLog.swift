import CellModel
import Diagnostics
import LiveSheets
import SheetText

/// The calls of services that were made during a test, and what is expected of them.
package struct CallLog {
  /// What a test expects of the calls of a service.
  struct Wanted {
    var service: WrittenText
    /// The arguments, of which one that is left out is blank; `nil` for a call with any.
    var arguments: [SheetFormula?]?
    var isExpected: Bool
    var span: SourceSpan
  }

  private var calls: [ServiceCall]

  package init(_ calls: [ServiceCall]) { self.calls = calls }

  package mutating func append(_ call: ServiceCall) { calls.append(call) }

  /// Why an expectation does not hold; `nil` when it does.
  func failure(of wanted: Wanted, in sheet: LiveSheet, home: String?) -> TestFailure? {
    let service = wanted.service
    guard sheet.services.names.contains(where: { $0.lowercased() == service.key }) else {
      let near = NearNames.suggestion(for: service.text, among: sheet.services.names)
      return TestFailure(
        kind: .step, span: service.span, message: "there is no service named \(service.text)",
        help: near.map(Diagnostic.didYouMean))
    }
    let made = calls.filter { $0.service.lowercased() == service.key }
    let arguments = wanted.arguments.map { arguments in
      let values = arguments.map { $0.map { sheet.evaluate($0, home: home).value } ?? .blank }
      return arguments.count == 1 && arguments[0] == nil ? [] : values
    }
    let found = arguments.map { wanted in made.filter { Self.areEqual($0.arguments, wanted) } } ?? made
    guard found.isEmpty == wanted.isExpected else { return nil }
    let others = Self.list(made, sheet)
    let text = arguments.map {
      Self.words(for: ServiceCall(number: 0, service: service.text, arguments: $0), sheet)
    }
    let message =
      wanted.isExpected
      ? "\(text ?? service.text) was not called" + (made.isEmpty ? "" : "; it was called as \(others)")
      : "\(text ?? others) \(text == nil && made.count > 1 ? "were" : "was") called"
    return TestFailure(kind: .expectation, span: wanted.span, message: message)
  }

  /// Whether arguments are the same as a formula would compare them.
  private static func areEqual(_ a: [CellValue], _ b: [CellValue]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || CellComparison.order($0, $1) == 0 }
  }

  /// The calls that nobody has answered, in words; `nil` when there are none.
  func helpForOpenCalls(of sheet: LiveSheet) -> String? {
    let open = sheet.services.openCalls
    guard let first = open.first else { return nil }
    let names = Self.list(open, sheet)
    return open.count == 1
      ? "\(names) is still open; answer it with \(first.service) replies …"
      : "\(names) are still open"
  }

  /// The first of some calls, and a sign that there are more.
  private static func list(_ calls: [ServiceCall], _ sheet: LiveSheet) -> String {
    (calls.prefix(4).map { words(for: $0, sheet) } + (calls.count > 4 ? ["…"] : [])).joined(separator: ", ")
  }

  private static func words(for call: ServiceCall, _ sheet: LiveSheet) -> String {
    "\(call.service)(\(call.arguments.map { sheet.literal($0) }.joined(separator: ", ")))"
  }
}

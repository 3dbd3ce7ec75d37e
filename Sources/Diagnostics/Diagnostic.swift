/// A finding about a text somebody wrote: a stable code, words, and the places that take part.
///
/// The words of a room's diagnostics are made in one file of that room. A message says what is wrong in lower case
/// without a full stop; a label says why at its place; the help says what to type, only when we are fairly sure.
public struct Diagnostic: Sendable, Hashable, Error {
  public enum Severity: Int, Sendable, Hashable, Comparable {
    case note, warning, error
    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  /// One place that takes part.
  public struct Label: Sendable, Hashable {
    public var span: SourceSpan
    public var text: String
    public init(_ span: SourceSpan, _ text: String = "") {
      self.span = span
      self.text = text
    }
  }

  public var severity: Severity
  /// The stable code in kebab case, such as `unknown-function`.
  public var code: String
  public var message: String
  /// The places, the one to blame first; all are offsets into the same source text.
  public var labels: [Label]
  public var help: String?

  public init(
    _ severity: Severity = .error, code: String, _ message: String, at labels: [Label] = [], help: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.labels = labels
    self.help = help
  }

  public init(
    _ severity: Severity = .error, code: String, _ message: String, at span: SourceSpan, label: String = "",
    help: String? = nil
  ) {
    self.init(severity, code: code, message, at: [Label(span, label)], help: help)
  }

  /// The same diagnostic with all places moved right by a count of bytes.
  public func shifted(by offset: Int) -> Diagnostic {
    var copy = self
    copy.labels = labels.map { Label($0.span.shifted(by: offset), $0.text) }
    return copy
  }
}

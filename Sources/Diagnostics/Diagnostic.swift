/// A finding about a text somebody wrote: a stable code, words, and the places that take part.
///
/// A room makes its diagnostics of facts, whose words stand in one file. A message says what is wrong in lower case
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
    package init(_ span: SourceSpan, _ text: String = "") {
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
  /// The name that was probably meant.
  public var suggestion: String?
  public var help: String?
  /// What cures it, where that is obvious.
  package var cure: Cure?
  /// The place in the text of another file, such as `Used.sheet:3:5`, when the labels only lead to its use.
  package var origin: String?

  /// What an edit does to cure a finding, as data; its places are those of labels.
  package enum Cure: Sendable, Hashable {
    /// What the first label marks is left out.
    case leaveOut
    /// Something else stands where the first label is; nobody has to look at it when it is safe.
    case write(String, isSafe: Bool = false)
    /// Something is put in where a label begins.
    case insert(String, atLabel: Int)
    /// The name that the first label marks is declared as an input.
    case declareInput
  }

  /// - Parameter help: What the help says; where a name is suggested, the help asks for that instead.
  package init(
    _ severity: Severity = .error, code: String, _ message: String, at labels: [Label] = [], suggestion: String? = nil,
    help: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = Self.shortened(message)
    self.labels = labels
    self.suggestion = suggestion
    self.help = (suggestion.map(Self.didYouMean) ?? help).map { Self.shortened($0) }
  }

  package init(
    _ severity: Severity = .error, code: String, _ message: String, at span: SourceSpan, label: String = "",
    help: String? = nil
  ) {
    self.init(severity, code: code, message, at: [Label(span, label)], help: help)
  }

  /// How many characters a text of a message may have.
  package static let longestText = 400

  /// A text of a message; of a long one the middle is left out, whatever it is about.
  package static func shortened(_ text: String) -> String {
    guard text.utf8.count > longestText, text.count > longestText else { return text }
    return "\(text.prefix(longestText * 3 / 4)) … \(text.suffix(longestText / 4))"
  }

  /// The words that ask for a name that was probably meant.
  package static func didYouMean(_ name: String) -> String { "did you mean \(name)?" }

  /// The same diagnostic with all places moved right by a count of bytes.
  package func shifted(by offset: Int) -> Diagnostic {
    var copy = self
    copy.labels = labels.map { Label($0.span.shifted(by: offset), $0.text) }
    return copy
  }
}

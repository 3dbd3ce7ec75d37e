import Diagnostics

/// Commands that make GitHub show messages beside the lines they are about.
struct GitHubAnnotations {
  private var errors: [String] = []
  private var others: [String] = []

  /// All of them, errors first, because only so many are shown.
  var lines: [String] { errors + others }

  mutating func add(_ severity: Diagnostic.Severity, _ place: Place, _ title: String, _ words: String) {
    switch severity {
    case .error: errors.append(Self.annotation("error", place, title, words))
    case .warning: others.append(Self.annotation("warning", place, title, words))
    case .note: others.append(Self.annotation("notice", place, title, words))
    }
  }

  private static func annotation(_ kind: String, _ place: Place, _ title: String, _ words: String) -> String {
    let end = place.endLine == place.line ? ",endColumn=\(place.endColumn)" : ""
    return "::\(kind) file=\(property(place.file)),line=\(place.line),col=\(place.column)\(end),"
      + "title=\(property(title))::\(data(words))"
  }

  /// The message of a workflow command.
  private static func data(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// A property of a workflow command, in which two more characters are special.
  private static func property(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private static func escaped(_ text: String, _ table: [Unicode.Scalar: String]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let escape = table[scalar] { result += escape } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

import Diagnostics

/// Commands that make GitHub show messages beside the lines they are about.
///
/// Of one step GitHub shows ten errors, ten warnings and ten notices. So what is said again of one file is said once with all
/// its lines, errors come first, and all that was found stands once more below, where nothing is cut.
struct GitHubAnnotations {
  /// How many of one severity are shown beside their lines.
  static let most = 10

  private struct Message: Hashable {
    let severity: Diagnostic.Severity
    let file: String
    let title: String
    let words: String
  }

  private var messages: [Message] = []
  private var places: [Message: [Place]] = [:]
  private var plain: [String] = []

  mutating func add(_ severity: Diagnostic.Severity, _ place: Place, _ title: String, _ words: String) {
    let message = Message(severity: severity, file: place.file, title: title, words: words)
    if places[message] == nil { messages.append(message) }
    places[message, default: []].append(place)
    let line = PlainText.oneLine(words.split(whereSeparator: \.isNewline).first.map(String.init) ?? words)
    plain.append("\(PlainText.oneLine(place.text)): \(severity)[\(PlainText.oneLine(title))]: \(line)")
  }

  /// The annotations, errors first, then everything as plain lines.
  var lines: [String] { commands + plain }

  /// The annotations, errors first.
  var commands: [String] {
    let severities: [(Diagnostic.Severity, kind: String)] = [
      (.error, "error"), (.warning, "warning"), (.note, "notice"),
    ]
    return severities.flatMap { severity, kind in
      messages.filter { $0.severity == severity }.prefix(Self.most).map { annotation(kind, $0) }
    }
  }

  private func annotation(_ kind: String, _ message: Message) -> String {
    let all = places[message] ?? []
    guard let place = all.first else { return "" }
    let end = place.endLine == place.line ? ",endColumn=\(place.endColumn)" : ""
    let others = all.dropFirst().map { String($0.line) }
    let also =
      others.isEmpty ? "" : "\nalso on line\(others.count == 1 ? "" : "s") \(others.joined(separator: ", "))"
    return "::\(kind) file=\(Self.property(place.file)),line=\(place.line),col=\(place.column)\(end),"
      + "title=\(Self.property(message.title))::\(Self.data(message.words + also))"
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
      if let escape = table[scalar] {
        result += escape
      } else {
        result.unicodeScalars.append(DisplayWidth.shown(scalar))
      }
    }
    return result
  }
}

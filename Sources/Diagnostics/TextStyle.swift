/// A way to set off a part of a text on a terminal; without a code the text stays as it is.
public struct TextStyle: Sendable, Hashable {
  /// The parameters of the escape sequence (ECMA-48, SGR), such as `1;31`.
  public var code: String

  public init(_ code: String = "") { self.code = code }

  public static let plain = TextStyle()

  public func callAsFunction(_ text: String) -> String {
    code.isEmpty || text.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

/// The styles of the parts of a rendered diagnostic.
public struct Palette: Sendable, Hashable {
  public var error = TextStyle.plain
  public var warning = TextStyle.plain
  public var note = TextStyle.plain
  public var message = TextStyle.plain
  public var gutter = TextStyle.plain
  public var help = TextStyle.plain

  public init() {}

  public static let plain = Palette()

  /// The sixteen colours that every terminal has.
  public static let ansi: Palette = {
    var palette = Palette()
    palette.error = TextStyle("1;31")
    palette.warning = TextStyle("1;33")
    palette.note = TextStyle("1;36")
    palette.message = TextStyle("1")
    palette.gutter = TextStyle("34")
    palette.help = TextStyle("32")
    return palette
  }()

  func style(of severity: Diagnostic.Severity) -> TextStyle {
    switch severity {
    case .error: error
    case .warning: warning
    case .note: note
    }
  }
}

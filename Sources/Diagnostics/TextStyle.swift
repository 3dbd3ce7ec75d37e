/// A way to set off a part of a text on a terminal; without a code the text stays as it is.
package struct TextStyle: Sendable, Hashable {
  /// The parameters of the escape sequence (ECMA-48, SGR), such as `1;31`.
  package var code: String

  package init(_ code: String = "") { self.code = code }

  package static let plain = TextStyle()

  package func callAsFunction(_ text: String) -> String {
    code.isEmpty || text.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

/// The styles of the parts of a rendered diagnostic.
package struct Palette: Sendable, Hashable {
  package var error = TextStyle.plain
  package var warning = TextStyle.plain
  package var note = TextStyle.plain
  package var message = TextStyle.plain
  package var gutter = TextStyle.plain
  package var help = TextStyle.plain

  package init() {}

  package static let plain = Palette()

  /// The sixteen colours that every terminal has.
  package static let ansi: Palette = {
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

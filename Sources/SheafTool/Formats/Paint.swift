import Diagnostics

/// Whether to print in colour.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The colours of the tool; without colour it gives texts back as they are, but for what a terminal would act on.
struct Paint: Sendable {
  var isOn: Bool

  func error(_ text: String) -> String { styled(text, "1;31") }
  func warning(_ text: String) -> String { styled(text, "1;33") }
  func success(_ text: String) -> String { styled(text, "32") }
  func strong(_ text: String) -> String { styled(text, "1") }
  func faint(_ text: String) -> String { styled(text, "2") }
  func name(_ text: String) -> String { styled(text, "36") }

  /// A line that a patch takes out; without colour it is what another program reads, byte for byte.
  func removal(_ line: String) -> String { isOn ? error("-" + line) : "-" + line }
  /// A line that a patch puts in.
  func addition(_ line: String) -> String { isOn ? success("+" + line) : "+" + line }
  /// A line of a patch that stays.
  func context(_ line: String) -> String { " " + (isOn ? PlainText.harmless(line) : line) }

  private func styled(_ text: String, _ code: String) -> String {
    let text = PlainText.harmless(text)
    return isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// A diagnostic with the lines it is about, ending with a line end.
  func rendered(_ diagnostic: Diagnostic, in source: SourceText) -> String {
    DiagnosticRenderer(palette: isOn ? .ansi : .plain).text(of: diagnostic, in: source)
  }
}

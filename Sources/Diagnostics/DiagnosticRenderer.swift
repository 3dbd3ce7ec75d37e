/// Writes diagnostics with the lines they are about and a caret under each place.
///
/// The first label's place is underlined with `^`, the others with `-`. Of a long line only a window around the place is
/// shown, so the cost does not grow with the line. A tab is shown as spaces to the next multiple of four.
package struct DiagnosticRenderer: Sendable {
  package var palette: Palette
  /// The widest excerpt of a line, in columns.
  package var width: Int
  /// Whether the place is named in a line of its own, as `--> file:line:col`.
  package var showsLocation: Bool

  package init(palette: Palette = .plain, width: Int = 100, showsLocation: Bool = true) {
    self.palette = palette
    self.width = max(20, width)
    self.showsLocation = showsLocation
  }

  /// The lines of a diagnostic, each with its line end.
  ///
  /// - Parameter gutter: What stands before the line instead of its number, as the address of a formula's cell.
  package func text(of diagnostic: Diagnostic, in source: SourceText, gutter: String? = nil) -> String {
    var lines = [head(of: diagnostic)]
    let places = places(of: diagnostic, in: source)
    let marginWidth = places.map { DisplayWidth.of(gutter ?? String($0.line + source.firstLine)) }.max() ?? 1
    let margin = String(repeating: " ", count: marginWidth)
    if let first = diagnostic.labels.first {
      if showsLocation {
        let (line, column) = source.location(of: min(max(first.span.lower, 0), source.bytes.count))
        lines.append(margin + palette.gutter("--> ") + "\(DisplayWidth.harmless(source.name)):\(line):\(column)")
      }
      lines.append(palette.gutter(margin + " |"))
      lines += excerpts(places, in: source, gutter: gutter, marginWidth)
    }
    if let help = diagnostic.help {
      let parts = help.split(separator: "\n", omittingEmptySubsequences: false).map {
        DisplayWidth.harmless(String($0))
      }
      lines.append(margin + " = " + palette.help("help:") + " " + (parts.first ?? ""))
      for part in parts.dropFirst() { lines.append(margin + "         " + part) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of several diagnostics, with an empty line between them.
  package func text(of diagnostics: [Diagnostic], in source: SourceText) -> String {
    diagnostics.map { text(of: $0, in: source) }.joined(separator: "\n")
  }

  private func head(of diagnostic: Diagnostic) -> String {
    let word: String
    switch diagnostic.severity {
    case .error: word = "error"
    case .warning: word = "warning"
    case .note: word = "note"
    }
    let message = palette.message(DisplayWidth.harmless(diagnostic.message))
    let code = diagnostic.code.isEmpty ? "" : " [\(diagnostic.code)]"
    return palette.style(of: diagnostic.severity)("\(word):") + " " + message + code
  }

  // MARK: Places

  private struct Place {
    var line: Int
    var span: SourceSpan
    var text: String
    var isFirst: Bool
    var severity: Diagnostic.Severity
  }

  /// The labels in the order of their lines, each cut off at the end of its first line.
  private func places(of diagnostic: Diagnostic, in source: SourceText) -> [Place] {
    var places: [Place] = []
    for (index, label) in diagnostic.labels.enumerated() {
      let lower = min(max(label.span.lower, 0), source.bytes.count)
      let line = source.lineIndex(of: lower)
      let whole = source.span(ofLine: line)
      let start = min(lower, whole.upper)
      let span = SourceSpan(start, min(max(label.span.upper, start), whole.upper))
      places.append(
        Place(line: line, span: span, text: label.text, isFirst: index == 0, severity: diagnostic.severity))
    }
    return places.sorted { ($0.line, $0.span.lower) < ($1.line, $1.span.lower) }
  }

  private func excerpts(_ places: [Place], in source: SourceText, gutter: String?, _ marginWidth: Int) -> [String] {
    var lines: [String] = []
    let margin = String(repeating: " ", count: marginWidth)
    var shown: (line: Int, window: Window)?
    for place in places {
      if shown?.line != place.line || shown?.window.contains(place.span) != true {
        if let before = shown?.line, place.line > before + 1 { lines.append(palette.gutter(margin + "…")) }
        let window = Window(around: place.span, ofLine: place.line, in: source, width: width)
        let name = gutter ?? String(place.line + source.firstLine)
        let padding = String(repeating: " ", count: max(0, marginWidth - DisplayWidth.of(name)))
        lines.append(palette.gutter(padding + name + " |") + " " + window.text)
        shown = (place.line, window)
      }
      guard let window = shown?.window else { continue }
      lines.append(palette.gutter(margin + " |") + " " + underline(place, in: window))
    }
    return lines
  }

  private func underline(_ place: Place, in window: Window) -> String {
    let (start, count) = window.columns(of: place.span)
    let marks = String(repeating: place.isFirst ? "^" : "-", count: max(1, count))
    let text = place.text.isEmpty ? "" : " " + DisplayWidth.harmless(place.text)
    let style = place.isFirst ? palette.style(of: place.severity) : palette.note
    return String(repeating: " ", count: start) + style(marks + text)
  }
}

/// The part of a line that is shown, and where its bytes stand.
struct Window {
  private(set) var text = ""
  /// The offset of the first byte shown, the offset behind the last, and for each character its offset and its column.
  private var lower: Int
  private var upper: Int
  private var stops: [(offset: Int, column: Int)] = []
  private var end = 0

  init(around span: SourceSpan, ofLine line: Int, in source: SourceText, width: Int) {
    let whole = source.span(ofLine: line)
    lower = whole.lower
    upper = whole.upper
    // A character has at most a few bytes that matter here; what lies further off is not even looked at.
    let isLong = whole.count > width
    if isLong, span.lower - whole.lower > width / 2 {
      lower = Self.boundary(max(whole.lower, span.lower - width / 2), in: source.bytes, whole)
    }
    upper = Self.boundary(min(whole.upper, max(span.lower, lower) + width * 4), in: source.bytes, whole)
    // Tabs and wide characters before the place leave room for it.
    var room = width / 2
    var start = span.lower
    for character in source[SourceSpan(lower, span.lower)].reversed() where start > lower {
      room -= character == "\t" ? 4 : DisplayWidth.of(character)
      if room < 0 { break }
      start -= character.utf8.count
    }
    if room < 0 { lower = min(max(lower, start), span.lower) }
    var column = 0
    if lower > whole.lower {
      text = "…"
      column = 1
    }
    var offset = lower
    for character in source[SourceSpan(lower, upper)] {
      let shown = Self.shown(character, at: column)
      let size = shown.reduce(0) { $0 + DisplayWidth.of($1) }
      if column + size > width, offset > span.lower {
        upper = offset
        break
      }
      stops.append((offset, column))
      text += shown
      column += size
      offset += character.utf8.count
    }
    end = column
    if upper < whole.upper { text += "…" }
  }

  /// The nearest offset from a given one on at which a character of UTF-8 begins.
  private static func boundary(_ offset: Int, in bytes: [UInt8], _ line: SourceSpan) -> Int {
    var offset = offset
    while offset < line.upper, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  private static func shown(_ character: Character, at column: Int) -> String {
    if character == "\t" { return String(repeating: " ", count: 4 - column % 4) }
    return DisplayWidth.harmless(String(character))
  }

  func contains(_ span: SourceSpan) -> Bool { lower <= span.lower && span.lower <= upper }

  /// The column at which a span begins, and how many columns of it are shown.
  func columns(of span: SourceSpan) -> (start: Int, count: Int) {
    let start = column(at: span.lower)
    return (start, max(0, column(at: span.upper) - start))
  }

  private func column(at offset: Int) -> Int {
    if let stop = stops.first(where: { $0.offset >= offset }) { return stop.column }
    return end
  }
}

import CellModel
import Diagnostics

/// An edit that cures a finding, where one is so obvious that it can be offered.
package struct ObviousEdit: Sendable, Hashable {
  /// What the edit does, in a few words.
  package var title: String
  package var edits: [TextEdit]
  /// Whether nobody has to look at it: it makes a text readable that was not, or changes only what nobody sees.
  package var isSafe: Bool

  init(_ title: String, _ edits: TextEdit..., isSafe: Bool = false) { self.init(title, edits, isSafe: isSafe) }

  init(_ title: String, _ edits: [TextEdit], isSafe: Bool = false) {
    self.title = title
    self.edits = edits
    self.isSafe = isSafe
  }
}

extension Diagnostic {
  /// The edits that cure the finding, the likeliest first; none where nothing is obvious.
  ///
  /// Places are offsets in the text of the document, as those of the finding are.
  package func obviousEdits(in document: SheetDocument) -> [ObviousEdit] {
    guard origin == nil, let label = labels.first else { return [] }
    let place = label.span
    var found: [ObviousEdit] = []
    if let suggestion {
      let isSafe = Self.safelySuggested.contains(code)
      found.append(ObviousEdit("change to \(suggestion)", TextEdit(place, suggestion), isSafe: isSafe))
    }
    if let cure { found += [edit(of: cure, in: document)].compactMap(\.self) }
    if code == "unused-allow" { found += [removal(ofCommentAround: place, in: document)].compactMap(\.self) }
    guard let code = DiagnosticCode(rawValue: code) else { return found }
    let written = document.source[place]
    switch code {
    case .unterminatedText:
      // Another mark than the first one would end nothing.
      let mark = written.hasPrefix("'") ? "'" : "\""
      found.append(ObviousEdit("add the missing quotation mark", TextEdit(SourceSpan(place.upper, place.upper), mark)))
    // Where a word follows, the text ends elsewhere.
    case .curlyQuotes where document.wordFollows(at: place.upper): break
    case .singleQuotes, .curlyQuotes:
      var inner = String(written.dropFirst().dropLast())
      if code == .singleQuotes { inner = inner.replacing("''", with: "'") }
      found.append(ObviousEdit("write it in quotation marks", TextEdit(place, inner.literal), isSafe: true))
    case .missingEquals where written == ":=" || written == "==":
      found.append(ObviousEdit("write =", TextEdit(place, "="), isSafe: true))
    case .missingEquals where written == ":": found.append(ObviousEdit("write =", TextEdit(place, " =")))
    case .missingEquals where document.lineGoesOn(at: place.lower):
      found.append(ObviousEdit("add the missing =", insertion("= ", at: place)))
    case .missingBar where document.isCell(at: place.lower):
      found.append(ObviousEdit("add the missing |", insertion("| ", at: place), isSafe: true))
    case .missingBar: found.append(ObviousEdit("add the missing |", insertion(" |", at: place), isSafe: true))
    case .missingColon where ["->", "=>", "→", "="].contains(written):
      found.append(ObviousEdit("write :", TextEdit(place, ":"), isSafe: true))
    case .missingColon: found.append(ObviousEdit("add the missing :", insertion(": ", at: place)))
    case .needlessWord:
      var upper = place.upper
      while upper < document.bytes.count, document.bytes[upper] == 0x20 { upper += 1 }
      let edit = TextEdit(SourceSpan(place.lower, upper), "")
      found.append(ObviousEdit("leave out \(written)", edit, isSafe: true))
    case .argumentSeparator:
      found += [ArgumentSeparators(around: place, in: document).edit].compactMap(\.self)
    case .unknownOperator, .emptyDomain, .badTarget:
      // The help says in full what stands here.
      if let help, help.hasPrefix("write "), !help.contains("…") {
        let text = String(help.dropFirst(6).prefix { code != .unknownOperator || $0 != " " })
        let isOperator = text.allSatisfy { !$0.isLetter }
        if code != .unknownOperator || isOperator, !text.contains("below a line") {
          found.append(ObviousEdit("write \(text)", TextEdit(place, text), isSafe: code == .unknownOperator))
        }
      }
    case .addressAsName: found.append(ObviousEdit("change to \(written)_", TextEdit(place, written + "_")))
    default: break
    }
    return found
  }

  private func edit(of cure: Cure, in document: SheetDocument) -> ObviousEdit? {
    guard let place = labels.first?.span else { return nil }
    let written = document.source[place]
    switch cure {
    case .leaveOut: return ObviousEdit("leave out \(written)", TextEdit(place, ""))
    case .write(let text, let isSafe):
      // A comment takes in the rest of the line.
      let hides = text == "//" && document.definesSomething(onLineBehind: place.upper)
      return ObviousEdit("write \(text)", TextEdit(place, text), isSafe: isSafe && !hides)
    case .insert(let text, let label):
      guard labels.indices.contains(label), !document.hasUnreadablePart(behind: labels[label].span.lower) else {
        return nil
      }
      return ObviousEdit("add the missing \(text)", insertion(text, at: labels[label].span))
    case .declareInput: return declaration(of: written, in: document)
    }
  }

  /// Findings whose suggestion is what stands there as it looks.
  private static let safelySuggested: Set = ["hidden-whitespace", "number-as-text"]

  /// Takes a comment away that names one code; with its line, if it is all of it.
  private func removal(ofCommentAround code: SourceSpan, in document: SheetDocument) -> ObviousEdit? {
    let line = document.source.span(ofLine: document.source.lineIndex(of: code.lower))
    guard let comment = document.comments.first(where: { $0.lower <= code.lower && code.upper <= $0.upper }),
      !document.source[SourceSpan(comment.lower, comment.upper)].prefix(while: { $0 != ":" }).contains(",")
    else { return nil }
    var lower = comment.lower
    while lower > line.lower, document.bytes[lower - 1].isBlank { lower -= 1 }
    var upper = comment.upper
    if lower == line.lower {
      upper = line.upper
      if upper < document.bytes.count, document.bytes[upper] == 0x0D { upper += 1 }
      if upper < document.bytes.count, document.bytes[upper] == 0x0A { upper += 1 }
    }
    return ObviousEdit("take the comment away", TextEdit(SourceSpan(lower, upper), ""), isSafe: true)
  }

  private func insertion(_ text: String, at span: SourceSpan) -> TextEdit {
    TextEdit(SourceSpan(span.lower, span.lower), text)
  }

  /// An input with the name that nobody defines, on a line above the statement that uses it.
  private func declaration(of name: String, in document: SheetDocument) -> ObviousEdit? {
    guard let place = labels.first?.span, SheetNames.finding(about: WrittenText(name, at: place)) == nil,
      let statement = document.statements.last(where: { $0.documentedSpan.lower <= place.lower })
    else { return nil }
    var start = statement.documentedSpan.lower
    while start > 0, document.bytes[start - 1] != 0x0A, document.bytes[start - 1] != 0x0D { start -= 1 }
    let line = "input \(name)\(document.lineEnd)"
    return ObviousEdit("declare input \(name)", TextEdit(SourceSpan(start, start), line))
  }
}

extension SheetDocument {
  /// Whether something stands on the line of an offset behind it that could be a value.
  fileprivate func lineGoesOn(at offset: Int) -> Bool {
    let rest = bytes[min(offset, bytes.count)...].drop(while: \.isBlank)
    return rest.first.map { !$0.isLineEnd && $0 != Ascii.semicolon } == true && !rest.starts(with: "//".utf8)
  }

  /// Whether a cell of a row may begin at an offset, rather than a row end there.
  fileprivate func isCell(at offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    let byte = bytes[offset]
    return !byte.isBlank && !byte.isLineEnd && byte != Ascii.semicolon && byte != Ascii.rightBrace
  }

  /// Whether a word or another quotation mark stands at an offset, without a blank.
  fileprivate func wordFollows(at offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    return bytes[offset].isWord
  }

  /// Whether something is said on the line of an offset behind it, in a statement of its own or behind `*/`.
  fileprivate func definesSomething(onLineBehind offset: Int) -> Bool {
    let end = source.span(ofLine: source.lineIndex(of: offset)).upper
    if source[SourceSpan(offset, end)].contains(#/\*/\s*\S/#) { return true }
    return statements.contains { statement in
      if case .invalid = statement.kind { return false }
      return offset < statement.span.lower && statement.span.lower < end
    }
  }

  /// Whether `;` stands at an offset and no statement behind it: whoever wrote it meant to part something else.
  fileprivate func hasUnreadablePart(behind offset: Int) -> Bool {
    guard offset < bytes.count, bytes[offset] == Ascii.semicolon,
      let next = statements.first(where: { $0.span.lower > offset })
    else { return false }
    if case .invalid = next.kind { return true }
    return false
  }
}

import CellModel
import Diagnostics
import SheetText

/// The findings that comments of a sheet allow, each for a reason: `// allow magic-number: statutory rate`.
///
/// Such a comment speaks of its own line and of the next line that is not only a comment. Warnings and notes can be allowed, errors
/// in cells, and what rules find; what makes a sheet mean nothing cannot.
package struct Allowances {
  /// One comment, and the codes that it names.
  private struct Allowance {
    let span: SourceSpan
    let codes: [WrittenText]
    /// Whether a colon stands behind the codes.
    let hasColon: Bool
    let hasReason: Bool
    /// The lines that it speaks of, counted from 0.
    let lines: Set<Int>
  }

  private let source: SourceText
  private let allowances: [Allowance]

  package init(_ document: SheetDocument) {
    source = document.source
    // Hardly any sheet has one, and to look for comments takes as long as to format the sheet.
    guard Self.mentionsAllow(document.bytes) else {
      allowances = []
      return
    }
    let comments = document.comments
    let commentLines = Set(
      comments.filter { Self.beginsLine($0, in: document.source) }.map { document.source.lineIndex(of: $0.lower) })
    allowances = comments.compactMap { Self.allowance($0, commentLines, in: document.source) }
  }

  private static func mentionsAllow(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while let slash = bytes[index...].firstIndex(of: Ascii.slash) {
      var next = slash
      while next < bytes.count, bytes[next] == Ascii.slash || bytes[next] == Ascii.space { next += 1 }
      if bytes[next...].starts(with: Self.word) { return true }
      index = next
      if index >= bytes.count { break }
    }
    return false
  }

  private static let word = Array("allow ".utf8)

  private static func beginsLine(_ comment: SourceSpan, in source: SourceText) -> Bool {
    let start = source.span(ofLine: source.lineIndex(of: comment.lower)).lower
    return source.bytes[start..<comment.lower].allSatisfy { $0 == Ascii.space || $0 == Ascii.tab }
  }

  private static func allowance(
    _ comment: SourceSpan, _ commentLines: Set<Int>, in source: SourceText
  ) -> Allowance? {
    let bytes = source.bytes
    var start = comment.lower
    while start < comment.upper, bytes[start] == Ascii.slash || bytes[start] == Ascii.space { start += 1 }
    guard bytes[start..<comment.upper].starts(with: word) else { return nil }
    start += word.count
    let colon = bytes[start..<comment.upper].firstIndex(of: Ascii.colon) ?? comment.upper
    var codes: [WrittenText] = []
    var index = start
    while index < colon {
      let end = bytes[index..<colon].firstIndex(of: Ascii.comma) ?? colon
      var (lower, upper) = (index, end)
      while lower < upper, bytes[lower] == Ascii.space { lower += 1 }
      while upper > lower, bytes[upper - 1] == Ascii.space { upper -= 1 }
      let span = SourceSpan(lower, upper)
      if !span.isEmpty { codes.append(WrittenText(source[span], at: span)) }
      index = end + 1
    }
    // A sentence that begins with the word is a sentence.
    guard !codes.isEmpty, codes.allSatisfy({ !$0.text.contains(" ") }) else { return nil }
    let hasReason = colon < comment.upper && bytes[(colon + 1)..<comment.upper].contains { $0 != Ascii.space }
    let line = source.lineIndex(of: comment.lower)
    var next = line + 1
    while commentLines.contains(next) { next += 1 }
    return Allowance(
      span: comment, codes: codes, hasColon: colon < comment.upper, hasReason: hasReason,
      lines: commentLines.contains(line) ? [line, next] : [line])
  }

  /// The findings that are not allowed, and what is wrong with the comments that allow.
  ///
  /// - Parameters:
  ///   - diagnostic: What a finding says.
  ///   - make: Makes a finding of what is wrong with a comment.
  ///   - pages: The pages of all findings, by their codes.
  ///   - isSelected: Whether a finding of a code would be told at all; that one is not found is then no news.
  package func applied<Finding>(
    to findings: [Finding], diagnostic: (Finding) -> Diagnostic, make: (Diagnostic) -> Finding,
    _ pages: [String: FindingPage], selected isSelected: (_ code: String) -> Bool
  ) -> [Finding] {
    guard !allowances.isEmpty else { return findings }
    var used: Set<SourceSpan> = []
    let kept = findings.filter { whole in
      let finding = diagnostic(whole)
      guard Self.canAllow(finding.code, finding.severity), let span = finding.labels.first?.span else {
        return true
      }
      let line = source.lineIndex(of: span.lower)
      let codes = allowances.filter { $0.lines.contains(line) }.flatMap(\.codes).filter { $0.text == finding.code }
      used.formUnion(codes.map(\.span))
      return codes.isEmpty
    }
    var slips: [Diagnostic] = []
    for allowance in allowances where !isSentence(allowance, pages) {
      for code in allowance.codes {
        if let slip = slip(code, pages, isUsed: used.contains(code.span), isSelected: isSelected(code.text)) {
          slips.append(slip)
        }
      }
      if !allowance.hasReason {
        slips.append(
          Self.noReason.finding(
            "no reason is given for what is allowed", at: allowance.span, label: "write : and a reason behind it"))
      }
    }
    return kept + slips.filter { isSelected($0.code) }.map(make)
  }

  /// Warnings and notes, errors in cells, and whatever a rule finds.
  private static func canAllow(_ code: String, _ severity: Diagnostic.Severity) -> Bool {
    severity < .error || code == DiagnosticCode.cellError.rawValue || LintRules.codes.contains(code)
  }

  /// Whether a comment only begins with the word: no colon stands in it, and nothing that it names is or resembles a code.
  private func isSentence(_ allowance: Allowance, _ pages: [String: FindingPage]) -> Bool {
    !allowance.hasColon
      && allowance.codes.allSatisfy { pages[$0.text] == nil && Self.suggestion(for: $0, pages) == nil }
  }

  private static func suggestion(for code: WrittenText, _ pages: [String: FindingPage]) -> String? {
    NearNames.suggestion(for: code.text, among: pages.keys.sorted())
  }

  private func slip(
    _ code: WrittenText, _ pages: [String: FindingPage], isUsed: Bool, isSelected: Bool
  ) -> Diagnostic? {
    guard let page = pages[code.text] else {
      return Diagnostic(
        Self.unknown.severity, code: Self.unknown.code, "there is no finding with the code \(code.text)",
        at: [Diagnostic.Label(code.span, "allows nothing")],
        suggestion: Self.suggestion(for: code, pages))
    }
    if !Self.canAllow(code.text, page.severity) {
      return Self.unknown.finding(
        "\(code.text) is an error and cannot be allowed", at: code.span, label: "allows nothing")
    }
    guard !isUsed, isSelected else { return nil }
    return Self.unused.finding("nothing here is \(code.text)", at: code.span, label: "take it away")
  }

  // MARK: Pages

  package static let pages = [unused, noReason, unknown]

  private static let unused = FindingPage(
    code: "unused-allow", .warning, "a comment allows a finding that is not there",
    why: "What it was written for is gone, and it would hide the next one.",
    fix: "Take the comment away.",
    example: FindingExample(
      wrong: "total = 100 // allow magic-number: agreed by contract", right: "total = 100 // agreed by contract"))

  private static let noReason = FindingPage(
    code: "allow-without-reason", .warning, "a comment allows a finding and says no reason",
    why: "Who reads it later cannot tell whether the reason still holds.",
    fix: "Write a colon and the reason behind the code.",
    example: FindingExample(
      wrong: "input due: date = 2026-03-01\ndays = due - TODAY() // allow volatile",
      right: "input due: date = 2026-03-01\ndays = due - TODAY() // allow volatile: shown on a wall"))

  private static let unknown = FindingPage(
    code: "unknown-allow", .error, "a comment allows a finding that does not exist, or that cannot be allowed",
    why:
      "It allows nothing. Warnings, notes, errors in cells and what rules find can be allowed; what makes a sheet mean nothing cannot.",
    fix: "Correct the code; sheaf explain lists all of them.",
    example: FindingExample(
      wrong: "input due: date = 2026-03-01\ndays = due - TODAY() // allow volatil: shown on a wall",
      right: "input due: date = 2026-03-01\ndays = due - TODAY() // allow volatile: shown on a wall"))
}

extension FindingPage {
  fileprivate func finding(_ message: String, at span: SourceSpan, label: String) -> Diagnostic {
    Diagnostic(severity, code: code, message, at: span, label: label)
  }
}

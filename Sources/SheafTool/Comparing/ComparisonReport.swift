import ArgumentParser
import Hosting
import Review
import SheetText

/// The formats of `sheaf diff`.
enum ComparisonFormat: String, CaseIterable, ExpressibleByArgument, Sendable, ReportFormat {
  case human, markdown, json, github

  var endings: [String] {
    switch self {
    case .human, .github: []
    case .markdown: ["md", "markdown"]
    case .json: ["json"]
    }
  }
}

/// Two versions of a sheet with what differs, as it is written.
struct ComparisonReport {
  private let comparison: SheetComparison
  /// The new version as it stands in its file.
  private let document: SheetDocument
  private let path: String

  init(_ comparison: SheetComparison, _ document: SheetDocument, of path: String) {
    self.comparison = comparison
    self.document = document
    self.path = path
  }

  func write(_ format: ComparisonFormat, to sink: TextSink, _ paint: Paint) {
    switch format {
    case .human: comparison.writeText(to: sink, paint)
    case .markdown: comparison.writeMarkdown(to: sink)
    case .json: sink.line(comparison.json.compactText)
    case .github:
      for line in annotations.commands { sink.line(line) }
      comparison.writeText(to: sink, paint)
    }
  }

  /// Beside each definition that was edited what it has moved, and beside tests and checks that fail now that they do.
  private var annotations: GitHubAnnotations {
    var annotations = GitHubAnnotations()
    for outcome in comparison.outcomes {
      let words =
        "\(outcome.title): \(SheetComparison.outcome(outcome.wasPassed)) → \(SheetComparison.outcome(outcome.isPassed))"
      let place = place(ofStatement: outcome.statement)
      annotations.add(outcome.isPassed ? .note : .error, place, "outcome", words)
    }
    for change in comparison.difference.changes {
      let moved = comparison.values.filter { $0.causes?.contains(change.name) == true }
      var words = "\(change.name) was \(change.kind.rawValue)"
      if change.kind == .changed, let old = change.excerpts.old.first {
        words += ": \(SheetComparison.oneLine(old)) before"
      }
      for value in moved.prefix(Self.mostMoved) {
        words += "\n\(value.subject) \(value.words)"
      }
      if moved.count > Self.mostMoved { words += "\n… and \(moved.count - Self.mostMoved) more values" }
      annotations.add(.note, place(ofStatement: change.places.new), change.kind.rawValue, words)
    }
    return annotations
  }

  /// How many values are told beside one definition.
  private static let mostMoved = 10

  /// A statement of the new version; what is gone stands nowhere, and is told at the head.
  private func place(ofStatement index: Int?) -> Place {
    let span = index.flatMap { document.statements.indices.contains($0) ? document.statements[$0].span : nil }
    return Place(span, in: document.source, of: path)
  }
}

extension DefinitionChange {
  /// How many lines of a long definition are shown.
  private static let mostLines = 6

  /// What is shown of the old and the new text: a definition of one line whole, of others the lines that differ.
  var excerpts: (old: [String], new: [String]) {
    let before = Self.lines(old)
    let after = Self.lines(new)
    guard max(before.count, after.count) > 1 else { return (before, after) }
    guard !before.isEmpty, !after.isEmpty else { return (Self.shortened(before), Self.shortened(after)) }
    var head = 0
    while head < min(before.count, after.count), before[head] == after[head] { head += 1 }
    var tail = 0
    while tail < min(before.count, after.count) - head, before[before.count - 1 - tail] == after[after.count - 1 - tail]
    {
      tail += 1
    }
    var gone = Array(before[head..<before.count - tail])
    var come = Array(after[head..<after.count - tail])
    // Lines that both have in between are told of neither.
    let kept = Set(gone).intersection(come)
    gone.removeAll(where: kept.contains)
    come.removeAll(where: kept.contains)
    return (Self.shortened(gone), Self.shortened(come))
  }

  private static func lines(_ text: String?) -> [String] {
    (text ?? "").split(whereSeparator: \.isNewline).map { String($0.trimmed) }
  }

  private static func shortened(_ lines: [String]) -> [String] {
    guard lines.count > mostLines else { return lines }
    return lines.prefix(mostLines) + ["… and \(lines.count - mostLines) more lines"]
  }
}

extension ValueChange {
  /// What changed, with how many cells of an area did.
  fileprivate var subject: String {
    guard let cells else { return name }
    return "\(name) (\(cells.changed) of \(cells.count) cells, first \(cells.first))"
  }

  /// What stands in a line for a blank.
  fileprivate static let blank = PlainText.formulaLiteral(.blank)

  /// What it showed and shows.
  fileprivate var words: String {
    "\(old.map(PlainText.inWords) ?? Self.blank) → \(new.map(PlainText.inWords) ?? Self.blank)"
  }

  fileprivate var causeText: String {
    let edits = causes ?? ["too many edits to tell"]
    let all = edits + (isMovedByFile ? ["a file that is read"] : [])
    return all.isEmpty ? "several edits together" : all.joined(separator: ", ")
  }
}

extension SheetComparison {
  fileprivate static func oneLine(_ text: String) -> String {
    PlainText.oneLine(text.split(whereSeparator: \.isNewline).map { String($0.trimmed) }.joined(separator: " "))
  }

  fileprivate static func outcome(_ isPassed: Bool) -> String { isPassed ? "passed" : "failed" }

  fileprivate func writeText(to sink: TextSink, _ paint: Paint) {
    for change in difference.changes {
      let title = change.formerName.map { "\($0) → \(change.name)" } ?? change.name
      sink.line("\(paint.strong(change.kind.rawValue)) \(paint.name(title))")
      guard change.kind != .moved, change.kind != .renamed || change.old != change.new else { continue }
      let (old, new) = change.excerpts
      for line in old { sink.line(paint.error("  - \(Self.oneLine(line))")) }
      for line in new { sink.line(paint.success("  + \(Self.oneLine(line))")) }
    }
    guard !values.isEmpty || !outcomes.isEmpty else { return }
    if !difference.changes.isEmpty { sink.line() }
    let width = values.map { TextWidth.of($0.subject) }.max() ?? 0
    for value in values {
      sink.line(
        "\(TextWidth.padded(value.subject, to: min(width, 40)))  \(value.words)"
          + paint.faint("  because of \(value.causeText)"))
    }
    for outcome in outcomes {
      let words = "\(Self.outcome(outcome.wasPassed)) → \(Self.outcome(outcome.isPassed))"
      sink.line("\(PlainText.oneLine(outcome.title))  \(outcome.isPassed ? paint.success(words) : paint.error(words))")
    }
  }

  fileprivate func writeMarkdown(to sink: TextSink) {
    func table(_ head: [String], _ rows: [[String]]) {
      guard !rows.isEmpty else { return }
      for line in DelimitedFormat.markdown.head(head) { sink.line(line) }
      for row in rows { sink.line(DelimitedFormat.markdown.line(row)) }
      sink.line()
    }
    table(
      ["definition", "", "before", "after"],
      difference.changes.map { change in
        [
          change.formerName.map { "\($0) → \(change.name)" } ?? change.name, change.kind.rawValue,
          change.kind == .moved ? "" : Self.oneLine(change.excerpts.old.joined(separator: "\n")),
          change.kind == .moved ? "" : Self.oneLine(change.excerpts.new.joined(separator: "\n")),
        ]
      })
    table(
      ["cell", "before", "after", "because of"],
      values.map { [$0.subject, $0.old ?? ValueChange.blank, $0.new ?? ValueChange.blank, $0.causeText] })
    table(
      ["test or check", "before", "after"],
      outcomes.map { [$0.title, Self.outcome($0.wasPassed), Self.outcome($0.isPassed)] })
    if isEmpty { sink.line("No definition, value or test differs.") }
  }

  fileprivate var json: JSONValue {
    let changes: [JSONValue] = difference.changes.map { change in
      [
        "formerName": .optional(change.formerName), "kind": .text(change.kind.rawValue), "name": .text(change.name),
        "new": .optional(change.new), "old": .optional(change.old),
      ]
    }
    let values: [JSONValue] = values.map { value in
      [
        "because": value.causes.map { .list($0.map { .text($0) }) } ?? .null,
        "becauseOfFile": .logical(value.isMovedByFile),
        "cells": value.cells.map { .integer($0.changed) } ?? 1, "name": .text(value.name),
        "new": .optional(value.new), "old": .optional(value.old),
      ]
    }
    let outcomes: [JSONValue] = outcomes.map { outcome in
      [
        "new": .text(Self.outcome(outcome.isPassed)), "old": .text(Self.outcome(outcome.wasPassed)),
        "title": .text(outcome.title),
      ]
    }
    return ["definitions": .list(changes), "outcomes": .list(outcomes), "values": .list(values), "version": 1]
  }
}

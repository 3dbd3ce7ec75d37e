import ArgumentParser
import Hosting
import Review

/// The formats of `sheaf diff`.
enum ComparisonFormat: String, CaseIterable, ExpressibleByArgument, Sendable, ReportFormat {
  case human, markdown, json

  func write(_ comparison: SheetComparison, to sink: TextSink, _ paint: Paint) {
    switch self {
    case .human: comparison.writeText(to: sink, paint)
    case .markdown: comparison.writeMarkdown(to: sink)
    case .json: sink.line(comparison.json.compactText)
    }
  }
}

extension ValueChange {
  /// What changed, with how many cells of an area did.
  fileprivate var subject: String {
    guard let cells else { return name }
    return "\(name) (\(cells.changed) of \(cells.count) cells, first \(cells.first))"
  }

  fileprivate var causeText: String { causes.map { $0.joined(separator: ", ") } ?? "too many edits to tell" }
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
      if let old = change.old { sink.line(paint.error("  - \(Self.oneLine(old))")) }
      if let new = change.new { sink.line(paint.success("  + \(Self.oneLine(new))")) }
    }
    guard !values.isEmpty || !outcomes.isEmpty else { return }
    sink.line()
    let width = values.map { TextWidth.of($0.subject) }.max() ?? 0
    for value in values {
      let words = "\(PlainText.inWords(value.old)) → \(PlainText.inWords(value.new))"
      sink.line(
        "\(TextWidth.padded(value.subject, to: min(width, 40)))  \(words)"
          + paint.faint("  because of \(value.causeText)"))
    }
    for outcome in outcomes {
      let words = "\(Self.outcome(outcome.wasPassed)) → \(Self.outcome(outcome.isPassed))"
      sink.line("\(outcome.title)  \(outcome.isPassed ? paint.success(words) : paint.error(words))")
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
          change.kind == .moved ? "" : Self.oneLine(change.old ?? ""),
          change.kind == .moved ? "" : Self.oneLine(change.new ?? ""),
        ]
      })
    table(
      ["cell", "before", "after", "because of"], values.map { [$0.subject, $0.old, $0.new, $0.causeText] })
    table(
      ["test or check", "before", "after"],
      outcomes.map { [$0.title, Self.outcome($0.wasPassed), Self.outcome($0.isPassed)] })
    if difference.changes.isEmpty { sink.line("No definition, value or test differs.") }
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
        "cells": value.cells.map { .integer($0.changed) } ?? 1, "name": .text(value.name), "new": .text(value.new),
        "old": .text(value.old),
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

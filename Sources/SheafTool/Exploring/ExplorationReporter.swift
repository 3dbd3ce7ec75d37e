import CellModel
import Diagnostics
import Hosting
import LiveSheets
import Verification

/// Shows what explorations have found.
struct ExplorationReporter {
  private let console: Console
  private let format: ExplorationFormat
  private var objects: [JSONValue] = []

  init(_ console: Console, _ format: ExplorationFormat) {
    self.console = console
    self.format = format
  }

  mutating func show(_ exploration: Exploration, in source: SourceText) {
    switch format {
    case .json: objects.append(exploration.json(path: source.name))
    case .human:
      console.output.line("\(source.name): \(Self.summary(exploration))")
      for modes in exploration.modes { show(modes, hasSeenAll: exploration.isComplete) }
      for example in exploration.counterExamples { show(example, in: source) }
      for finding in exploration.findings { show(finding, in: source) }
      show(exploration.tried)
      if !exploration.unfollowed.isEmpty { console.remark(exploration.wordsOnClock) }
      for line in exploration.wordsOnLimit { console.remark(line) }
    }
  }

  mutating func finish() {
    guard format == .json else { return }
    console.output.line(JSONValue.object(["explorations": .list(objects), "version": 1]).compactText)
  }

  static func summary(_ exploration: Exploration) -> String {
    let states = "\(exploration.stateCount) state\(exploration.stateCount == 1 ? "" : "s")"
    let steps = "\(exploration.stepCount) step\(exploration.stepCount == 1 ? "" : "s")"
    let broken = exploration.counterExamples.count
    let verdict = broken == 0 ? "no check is broken" : "\(broken) check\(broken == 1 ? " is" : "s are") broken"
    switch exploration.end {
    case .allSeen: return "\(states), \(steps), \(verdict)"
    case .stateLimit, .memoryLimit, .entryLimit, .outOfMemory, .stopped:
      return "the first \(states), \(steps), \(verdict)"
    case .walked: return "\(states) on a walk of \(steps), \(verdict)"
    }
  }

  private func show(_ tried: TriedValues) {
    for (words, paths) in [
      ("left as they are, without a domain that can be listed", tried.untouched),
      ("tried with what their domains hold at load", tried.asLoaded),
      ("tried with the whole numbers of their ranges only", tried.inWholeNumbers),
      ("of very many open calls, answered only the later ones first", tried.inLateCalls),
    ] where !paths.isEmpty {
      console.remark("\(words): \(paths.joined(separator: ", "))")
    }
  }

  // MARK: Modes

  /// - Parameter hasSeenAll: Whether what was not seen cannot happen.
  private func show(_ modes: Exploration.ModesCoverage, hasSeenAll: Bool) {
    let valid = modes.pairs.count { $0.isValid }
    let reached = modes.pairs.filter { $0.wrongSteps != nil }
    let unreachable = modes.pairs.count { !$0.isValid && $0.wrongSteps == nil }
    var line = "\(console.paint.name(modes.name)): \(modes.pairs.count) pairs, \(valid) valid, "
    line += "\(unreachable) \(hasSeenAll ? "unreachable" : "not seen")"
    if !reached.isEmpty { line += ", \(console.paint.error("\(reached.count) reached and not valid"))" }
    console.output.line(line)
    var table = AlignedTable(header: ["mode"] + modes.cells + [""])
    for pair in modes.pairs {
      let words = Self.words(for: pair, hasSeenAll: hasSeenAll)
      table.append(
        [(pair.mode, false)] + pair.values.map { (PlainText.text($0), false) } + [(words, false)])
    }
    for line in table.lines(console.paint, indent: "  ") { console.output.line(line) }
  }

  static func words(for pair: Exploration.ModesCoverage.Pair, hasSeenAll: Bool) -> String {
    guard let wrong = pair.wrongSteps else {
      guard pair.isValid else { return hasSeenAll ? "unreachable" : "not seen" }
      return pair.steps != nil ? "valid" : hasSeenAll ? "valid, never reached" : "valid, not seen"
    }
    let words = "reached by " + (wrong.isEmpty ? "loading" : wrong.joined(separator: "; "))
    return pair.steps == nil ? words : "valid elsewhere, \(words)"
  }

  // MARK: Counter-examples

  private func show(_ example: Exploration.CounterExample, in source: SourceText) {
    console.output.flush()
    console.show(example.check, in: source)
    console.errors.flush()
    for line in Self.test(example) { console.output.line(line) }
  }

  private func show(_ finding: Exploration.Finding, in source: SourceText) {
    console.output.flush()
    console.show([finding.diagnostic], in: source)
    console.errors.flush()
    guard finding.diagnostic.severity == .error else { return }
    for line in Self.test("runs into \(finding.diagnostic.code)", finding.steps) { console.output.line(line) }
  }

  /// The series of steps as a test that fails where it is pasted into the sheet.
  static func test(_ example: Exploration.CounterExample) -> [String] {
    let label = "breaks \(PlainText.oneLine(example.check.title))".split(
      separator: "\"", omittingEmptySubsequences: false
    )
    .joined(separator: "'")
    return test(label, example.steps)
  }

  private static func test(_ label: String, _ steps: [String]) -> [String] {
    ["test \"\(label)\" {"] + steps.map { "  \($0)" } + ["}"]
  }
}

extension Exploration {
  fileprivate func json(path: String) -> JSONValue {
    var object: [String: JSONValue] = [
      "file": .text(path), "states": .number(Double(stateCount)), "steps": .number(Double(stepCount)),
      "isComplete": .logical(isComplete),
      "untouched": .list(tried.untouched.map { .text($0) }),
      "triedInLateCalls": .list(tried.inLateCalls.map { .text($0) }),
      "triedInWholeNumbers": .list(tried.inWholeNumbers.map { .text($0) }),
      "unfollowed": .list(unfollowed.map { .text($0) }), "triedAsLoaded": .list(tried.asLoaded.map { .text($0) }),
    ]
    object["growing"] = .list(
      growth.map { ["name": .text($0.name), "values": .number(Double($0.valueCount))] })
    object["modes"] = .list(
      modes.map { modes in
        [
          "name": .text(modes.name), "cells": .list(modes.cells.map { .text($0) }),
          "pairs": .list(
            modes.pairs.map { pair in
              [
                "mode": .text(pair.mode), "values": .list(pair.values.map { JSONValue($0) }),
                "isValid": .logical(pair.isValid),
                "isReached": .logical(pair.steps != nil || pair.wrongSteps != nil),
                "isBroken": .logical(pair.wrongSteps != nil),
              ]
            }),
        ]
      })
    object["broken"] = .list(
      counterExamples.map { example in
        [
          "check": .text(example.check.title), "steps": .list(example.steps.map { .text($0) }),
          "test": .text(ExplorationReporter.test(example).joined(separator: "\n")),
        ]
      })
    object["findings"] = .list(
      findings.map { finding in
        [
          "code": .text(finding.diagnostic.code), "message": .text(finding.diagnostic.message),
          "severity": .text("\(finding.diagnostic.severity)"), "steps": .list(finding.steps.map { .text($0) }),
        ]
      })
    return .object(object)
  }
}

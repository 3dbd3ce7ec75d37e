import Diagnostics
import Hosting
import SheetText
import Threads
import Verification

/// What became of the mutants of one file.
struct MutationReport {
  private struct Survivor {
    var mutant: Mutant
    var changed: SheetDocument
    var missing: MissingTest
    var isReached: Bool
  }

  private let document: SheetDocument
  private var survivors: [Survivor] = []
  private(set) var noticed = 0
  private(set) var unloadable = 0
  /// Those that only change what an input refuses.
  private(set) var onlyRefuses = 0
  var survived: Int { survivors.count }
  var all: Int { noticed + survived + onlyRefuses + unloadable }

  /// - Parameter step: Called before each mutant with its number and how many there are; `false` ends the run.
  init(
    _ document: SheetDocument, _ run: MutationRun, _ workers: Workers, step: (Int, Int) -> Bool
  ) {
    self.document = document
    let mutants = run.mutants
    guard !mutants.isEmpty, step(0, mutants.count) else { return }
    workers.run(mutants.count) {
      run.fate(of: mutants[$0])
    } take: { number, fate in
      let mutant = mutants[number]
      switch fate {
      case .noticed: noticed += 1
      case .unloadable: unloadable += 1
      case .onlyRefuses: onlyRefuses += 1
      case .survived(let missing):
        let isReached = run.coverage.tests(reaching: mutant.edit.span).map { !$0.isEmpty } ?? true
        survivors.append(
          Survivor(mutant: mutant, changed: run.document(of: mutant), missing: missing, isReached: isReached))
      }
      return number + 1 == mutants.count || step(number + 1, mutants.count)
    }
  }

  /// The survivors as a diff of their lines, each with the test that would notice it.
  func lines(_ paint: Paint) -> [String] {
    var lines: [String] = []
    for survivor in survivors {
      let source = document.source
      let place = survivor.mutant.edit.span
      let (line, column) = source.location(of: place.lower)
      lines.append("\(source.name):\(line):\(column): no test notices another \(survivor.mutant.kind.rawValue)")
      let (old, new) = Self.changedLines(place, source, survivor)
      lines += old.map { paint.error("  - \($0)") } + new.map { paint.name("  + \($0)") }
      if !survivor.missing.lines.isEmpty {
        lines.append("  a test that would notice:")
        lines += survivor.missing.lines.map { "    \($0)" }
      } else if !survivor.isReached {
        lines.append("  no test reaches this place")
      } else {
        lines.append("  nothing was found in which the two sheets differ; perhaps they are the same")
      }
    }
    lines.append(
      "\(document.source.name): \(all) mutants, \(noticed) noticed, \(survived) survived"
        + (onlyRefuses == 0 ? "" : ", \(onlyRefuses) only change\(onlyRefuses == 1 ? "s" : "") what is refused")
        + (unloadable == 0 ? "" : ", \(unloadable) \(unloadable == 1 ? "does" : "do") not load"))
    return lines
  }

  /// The lines that the edit touches, before and after.
  private static func changedLines(
    _ place: SourceSpan, _ source: SourceText, _ survivor: Survivor
  ) -> (old: [String], new: [String]) {
    let (first, last) = (source.lineIndex(of: place.lower), source.lineIndex(of: place.upper))
    let old = (first...last).map { source[source.span(ofLine: $0)] }
    let new = survivor.changed.source
    let end = place.lower + survivor.mutant.edit.text.utf8.count
    let after = (first...new.lineIndex(of: min(end, new.bytes.count))).map { new[new.span(ofLine: $0)] }
    return (old, after.filter { $0.contains { !$0.isWhitespace } })
  }

  var json: JSONValue {
    let records = survivors.map { survivor -> JSONValue in
      let (line, column) = document.source.location(of: survivor.mutant.edit.span.lower)
      return [
        "column": .integer(column), "kind": .text(survivor.mutant.kind.rawValue), "line": .integer(line),
        "new": .text(survivor.mutant.edit.text), "old": .text(document.source[survivor.mutant.edit.span]),
        "reached": .logical(survivor.isReached),
        "test": survivor.missing.lines.isEmpty ? .null : .text(survivor.missing.lines.joined(separator: "\n")),
      ]
    }
    return [
      "file": .text(document.source.name), "mutants": .integer(all), "noticed": .integer(noticed),
      "onlyRefuses": .integer(onlyRefuses), "survived": .integer(survived), "survivors": .list(records),
      "unloadable": .integer(unloadable),
    ]
  }
}

import ArgumentParser
import Diagnostics
import Hosting
import Verification

/// The formats in which it is told what tests reach.
enum CoverageFormat: String, CaseIterable, Sendable, ReportFormat {
  case human, json, cobertura, lcov

  var endings: [String] {
    switch self {
    case .human: []
    case .json: ["json"]
    case .cobertura: ["xml"]
    case .lcov: ["info"]
    }
  }

  var outputOption: String? { self == .human ? "--coverage" : nil }

  func text(_ files: [FileCoverage]) -> String {
    switch self {
    case .human: files.map { HumanCoverage($0).lines.joined(separator: "\n") + "\n" }.joined()
    case .json: CoverageRecords(files).json.compactText + "\n"
    case .cobertura: CoberturaCoverage(files).lines.joined(separator: "\n") + "\n"
    case .lcov: files.flatMap { LCOVCoverage($0).lines }.joined(separator: "\n") + "\n"
    }
  }
}

/// What the tests of one file reach.
struct FileCoverage {
  var path: String
  var coverage: TestCoverage

  /// The lines that have something to reach, each with how many tests reach the least of it.
  var lines: [(line: Int, tests: Int)] {
    var counts: [Int: Int] = [:]
    for (place, tests) in zip(coverage.places, coverage.reached) {
      let line = self.line(of: place)
      counts[line] = min(counts[line] ?? .max, tests.count)
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The results that formulas choose from, by their lines.
  var branches: [(line: Int, choice: Int, branch: Int, tests: Int)] {
    zip(coverage.places, coverage.reached).compactMap { place, tests in
      place.choice.map { (line(of: place), $0.number, $0.branch, tests.count) }
    }.sorted { ($0.line, $0.choice, $0.branch) < ($1.line, $1.choice, $1.branch) }
  }

  func line(of place: CoveragePlace) -> Int { coverage.source.location(of: place.span.lower).line }
}

/// How much of each kind is reached, and what is not.
private struct HumanCoverage {
  let lines: [String]

  init(_ file: FileCoverage) {
    let counts = CoveragePlace.Kind.allCases.compactMap { kind -> String? in
      let (reached, all) = file.coverage.count(kind)
      return all == 0 ? nil : "\(reached) of \(all) \(kind.words(all))"
    }
    var lines = ["\(file.path): " + (counts.isEmpty ? "nothing to reach" : counts.joined(separator: ", ") + " reached")]
    for place in file.coverage.missed {
      let (line, column) = file.coverage.source.location(of: place.span.lower)
      let text = place.text.count > 60 ? place.text.prefix(59) + "…" : place.text
      lines.append(
        "  \(file.path):\(line):\(column): no test reaches the \(place.kind.rawValue) \(text) of \(place.owner)")
    }
    self.lines = lines
  }
}

extension CoveragePlace.Kind {
  fileprivate func words(_ count: Int) -> String {
    switch self {
    case .formula: count == 1 ? "formula" : "formulas"
    case .branch: count == 1 ? "branch" : "branches"
    case .clause: count == 1 ? "clause" : "clauses"
    case .mode: count == 1 ? "mode" : "modes"
    case .check: count == 1 ? "row of a check" : "rows of checks"
    }
  }
}

/// Coverage for programs: every place with the number of tests that reach it.
private struct CoverageRecords {
  let json: JSONValue

  init(_ files: [FileCoverage]) {
    json = ["version": 1, "files": .list(files.map(Self.record))]
  }

  private static func record(_ file: FileCoverage) -> JSONValue {
    var counts: [String: JSONValue] = [:]
    for kind in CoveragePlace.Kind.allCases {
      let (reached, all) = file.coverage.count(kind)
      counts[kind.rawValue] = ["all": .integer(all), "reached": .integer(reached)]
    }
    let places = zip(file.coverage.places, file.coverage.reached).map { place, tests -> JSONValue in
      let (line, column) = file.coverage.source.location(of: place.span.lower)
      return [
        "column": .integer(column), "kind": .text(place.kind.rawValue), "line": .integer(line),
        "owner": .text(place.owner), "span": [.integer(place.span.lower), .integer(place.span.upper)],
        "tests": .integer(tests.count), "text": .text(place.text),
      ]
    }
    return ["counts": .object(counts), "file": .text(file.path), "places": .list(places)]
  }
}

/// The XML of Cobertura, which build servers show beside the lines; a class is a file.
private struct CoberturaCoverage {
  private(set) var lines: [String] = []

  init(_ files: [FileCoverage]) {
    let all = files.flatMap(\.lines)
    let branches = files.flatMap(\.branches)
    lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<coverage version=\"1\" timestamp=\"0\" complexity=\"0\" \(Self.rates(all.map(\.tests), branches.map(\.tests))) "
        + "lines-covered=\"\(all.count { $0.tests > 0 })\" lines-valid=\"\(all.count)\" "
        + "branches-covered=\"\(branches.count { $0.tests > 0 })\" branches-valid=\"\(branches.count)\">",
      "  <sources><source>.</source></sources>", "  <packages>",
      "    <package name=\"sheets\" complexity=\"0\" \(Self.rates(all.map(\.tests), branches.map(\.tests)))>",
      "      <classes>",
    ]
    for file in files { add(file) }
    lines += ["      </classes>", "    </package>", "  </packages>", "</coverage>"]
  }

  private mutating func add(_ file: FileCoverage) {
    let path = MarkupText.xml(file.path)
    let branches = Dictionary(grouping: file.branches, by: \.line)
    lines.append(
      "        <class name=\"\(path)\" filename=\"\(path)\" complexity=\"0\" "
        + "\(Self.rates(file.lines.map(\.tests), file.branches.map(\.tests)))>")
    lines += ["          <methods/>", "          <lines>"]
    for (line, tests) in file.lines {
      var element = "            <line number=\"\(line)\" hits=\"\(tests)\""
      if let own = branches[line] {
        let reached = own.count { $0.tests > 0 }
        element += " branch=\"true\" condition-coverage=\"\(reached * 100 / own.count)% (\(reached)/\(own.count))\""
      }
      lines.append(element + "/>")
    }
    lines += ["          </lines>", "        </class>"]
  }

  private static func rates(_ lines: [Int], _ branches: [Int]) -> String {
    "line-rate=\"\(rate(lines))\" branch-rate=\"\(rate(branches))\""
  }

  /// The share that is reached, with four places.
  private static func rate(_ counts: [Int]) -> String {
    guard !counts.isEmpty else { return "1" }
    let share = counts.count { $0 > 0 } * 10_000 / counts.count
    let digits = String(share % 10_000)
    return share == 10_000 ? "1" : "0." + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// The records of lcov: a line with the tests that reach it, a branch with those that take it.
private struct LCOVCoverage {
  let lines: [String]

  init(_ file: FileCoverage) {
    var lines = ["TN:", "SF:\(file.path)"]
    let branches = file.branches
    for branch in branches {
      lines.append("BRDA:\(branch.line),\(branch.choice),\(branch.branch),\(branch.tests)")
    }
    lines += ["BRF:\(branches.count)", "BRH:\(branches.count { $0.tests > 0 })"]
    for (line, tests) in file.lines { lines.append("DA:\(line),\(tests)") }
    lines += ["LF:\(file.lines.count)", "LH:\(file.lines.count { $0.tests > 0 })", "end_of_record"]
    self.lines = lines
  }
}

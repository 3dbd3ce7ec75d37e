import CellModel
import LiveSheets
import SheetText
import Testing

@testable import Verification

/// Walks the states of a form breadth first and slowly: for each series of steps the sheet is loaded anew, and each step is
/// a line of a test. It uses nothing of a search, and knows the steps from the form's own list.
struct SlowWalk {
  private let form: FormWithRows
  /// The lines that were read.
  private var lines: [String: TestStep] = [:]
  private(set) var stateCount = 0
  /// The checks that some state breaks, with how many steps lead there at least.
  private(set) var broken: [String: Int] = [:]

  init(_ form: FormWithRows) throws {
    self.form = form
    var known: Set<[String]> = []
    var ways: [[String]] = [[]]
    try note(try sheet(after: []), &known, 0)
    var number = 0
    while number < ways.count {
      let way = ways[number]
      number += 1
      for line in steps(from: try sheet(after: way)) {
        let next = try sheet(after: way + [line])
        if try note(next, &known, way.count + 1) { ways.append(way + [line]) }
      }
    }
    stateCount = known.count
  }

  /// Notes a state; whether it is new.
  @discardableResult
  private mutating func note(_ sheet: LiveSheet, _ known: inout Set<[String]>, _ length: Int) throws -> Bool {
    guard known.insert(try picture(of: sheet)).inserted else { return false }
    for check in sheet.checks.broken where broken[check.label] == nil { broken[check.label] = length }
    return true
  }

  /// The sheet as it is after some steps.
  mutating func sheet(after way: [String]) throws -> LiveSheet {
    let sheet = rehearsedSheet(form.text, files: form.files)
    for line in way {
      switch sheet.perform(try step(line)) {
      case .done, .refused, .ignored: break
      case let outcome: Issue.record("\(line) of \(way): \(outcome)\n\(form.text)")
      }
    }
    return sheet
  }

  private mutating func step(_ line: String) throws -> TestStep {
    if let known = lines[line] { return known }
    let document = SheetDocument(name: "test.sheet", "test \"step\" {\n\(line)\n}")
    guard case .test(let test)? = document.statements.first?.kind, test.steps.count == 1 else {
      throw UnreadLine(line: line)
    }
    lines[line] = test.steps[0]
    return test.steps[0]
  }

  private struct UnreadLine: Error { var line: String }

  /// All that may be done to a sheet, be it possible or not.
  private func steps(from sheet: LiveSheet) -> [String] {
    var steps = form.steps
    for (table, members) in form.members {
      for row in rows(of: table, in: sheet) { steps += members.map { $0.replacing("@", with: row) } }
    }
    var counts: [String: Int] = [:]
    for call in sheet.services.openCalls {
      counts[call.service, default: 0] += 1
      let place = counts[call.service] == 1 ? call.service : "\(call.service)[-\(counts[call.service] ?? 0)]"
      steps += (["fails \"failed\""] + form.answers.map { "replies \($0)" }).map { "\(place) \($0)" }
    }
    if let next = sheet.nextTimer { steps.append("wait \((next - sheet.time).seconds)") }
    return steps
  }

  /// The rows that a table has, as a test writes them.
  private func rows(of table: String, in sheet: LiveSheet) -> [String] {
    guard case .success(let found) = sheet.evaluate("ROWS(\(table))"), let count = found.value.number else { return [] }
    return (0..<Int(count)).map { "\(table)[\($0 + 1)]" }
  }

  /// What tells a state from others: the values that the form names, the rows, what runs and waits, and when.
  private func picture(of sheet: LiveSheet) throws -> [String] {
    var picture = try form.cells.map { "\($0) \(try sheet.evaluate($0).get().value)" }
    for (table, columns) in form.columns {
      for row in rows(of: table, in: sheet) {
        picture += try columns.map { "\(row).\($0) = \(try sheet.evaluate("\(row).\($0)").get().value)" }
      }
    }
    picture += sheet.services.openCalls.map { "\($0.service) \($0.arguments)" }
    picture.append("\(sheet.state.content(of: .pendingWork))")
    return picture
  }
}

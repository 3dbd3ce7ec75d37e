import Foundation
import Sheaf

/// What a sheet adds to the resident memory of a process.
///
/// Each shape is built in a process of its own through `Sheet`, so the figures hold everything that the sheet keeps:
/// values, formulas, edges, and the text with its definitions.
enum Memory {
  static func rows() throws -> [Row] {
    let numbers = try perCell("numbers", Columns.million)
    let grouped = try perCell("grouped", Columns.million)
    let constantLine = try perCell("constants", lines)
    let formulaLine = try perCell("formulas", lines)
    let loneLine = try perCell("lone", lines)
    return [
      Row("number cell, from a table file, bytes", numbers, "B", good: 10, must: 16),
      Row("grouped formula with its value, bytes", grouped, "B", good: 16, must: 32),
      Row(
        "lone formula with its edges, bytes", loneLine - constantLine, "B", good: 80, must: 128,
        note: "a line with a formula of another form than its neighbours less a line with a number"),
      Row("  a line `A7 = 3`: text, definition, cell, bytes", constantLine, "B"),
      Row("  a line `A7 = A6 + 3`: text, definition, formula, bytes", formulaLine, "B"),
    ]
  }

  private static let lines = 200_000

  private static func perCell(_ shape: String, _ count: Int) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--resident", shape]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let bytes = Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure("\(shape): \(printed)")
    }
    return bytes / Double(count)
  }

  /// What building one shape added to the resident bytes of this process.
  static func residentBytes(of shape: String) throws -> Int {
    // The function catalog and all that is made once are there before the measurement begins.
    _ = try Sheet("A1:A2000 = ROW()\nB1 = A1 + 1\n" + table, files: { _ in Array("x\n1.5\n".utf8) }).value(of: "B1")
    switch shape {
    case "numbers":
      return try growth { try Sheet(table, files: { _ in numberFile() }) }
    case "grouped":
      // Both columns hold as many cells, so the second is what the two of them need beyond the first alone.
      let one = try growth { try Sheet("A1:A\(Columns.million) = ROW()") }
      let two = try growth { try Sheet("A1:A\(Columns.million) = ROW()\nB1:B\(Columns.million) = A1 + 1") }
      return two - one
    case "constants":
      return try growth { try Sheet(sheetText { "A\($0) = \($0 % 7)\n" }) }
    case "lone":
      return try growth { try Sheet(Graphs.text(ofLoneFormulas: lines)) }
    case "formulas":
      return try growth { try Sheet(sheetText { $0 == 1 ? "A1 = 1\n" : "A\($0) = A\($0 - 1) + \($0 % 7)\n" }) }
    default:
      throw Failure("there is no shape named \(shape)")
    }
  }

  private static let table = "table cells from \"cells.csv\" { }\n"

  private static func numberFile() -> [UInt8] {
    var text = "x\n"
    for row in 1...Columns.million { text += "\(Double(row) * 0.5)\n" }
    return Array(text.utf8)
  }

  private static func sheetText(_ line: (Int) -> String) -> String {
    var text = ""
    for number in 1...lines { text += line(number) }
    return text
  }

  private static func growth(_ build: () throws -> Sheet) throws -> Int {
    let before = try resident()
    let sheet = try build()
    let after = try resident()
    return withExtendedLifetime(sheet) { after - before }
  }

  /// The resident bytes of this process, once what was freed has gone back to the system.
  private static func resident() throws -> Int {
    giveBack()
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { throw Failure("/proc/self/statm is not readable") }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Calls glibc's `malloc_trim`, which its Swift module does not show; without it freed memory may count as held.
  private static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
  }
}

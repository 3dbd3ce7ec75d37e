import Foundation

/// `sheaf explore` of a form of ten cells.
enum Exploring {
  /// Inputs with domains, states, an action with its service, formulas, checks: some seventeen steps from each state.
  private static let form = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../Models/form.sheet").standardizedFileURL

  /// CPU time a state and a step, without what the process takes to start.
  static func rows() throws -> [Row] {
    let tool = try ToolProcess.tool()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-exploring-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let nothing = folder.appendingPathComponent("nothing.sheet")
    try "A = 1\n".write(to: nothing, atomically: true, encoding: .utf8)
    let found = try counts(of: [tool, "explore", form.path, "-f", "json"])
    var time = Double.infinity
    for _ in 0..<3 {
      let explored = try ToolProcess.run([tool, "explore", form.path]).processor
      time = min(time, explored - (try ToolProcess.run([tool, "explore", nothing.path]).processor))
    }
    let note = "\(Int(found.states)) states, \(Int(found.steps)) steps"
    return [
      Row(
        "exploring a form of ten cells, a state", time * 1e6 / found.states, "ns", good: 2_000, must: 5_000, note: note),
      Row("  a step", time * 1e6 / found.steps, "ns"),
    ]
  }

  /// How many states and steps an exploration has, as it tells in JSON.
  private static func counts(of call: [String]) throws -> (states: Double, steps: Double) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: call[0])
    process.arguments = Array(call.dropFirst())
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard let report = try JSONSerialization.jsonObject(with: bytes) as? [String: Any],
      let first = (report["explorations"] as? [[String: Any]])?.first, let states = first["states"] as? Double,
      let steps = first["steps"] as? Double
    else { throw Failure("`sheaf explore` does not say what it found") }
    return (states, steps)
  }
}

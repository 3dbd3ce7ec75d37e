import ArgumentParser

/// The file that results are written to in place of the standard output.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .letter("o"), help: ArgumentHelp("Writes to a file instead, whole or not at all.", valueName: "out"),
    completion: .file())
  var output: String?

  /// The file; `nil` where the standard output takes the results.
  var file: String? { output == FilePath.standardOutput ? nil : output }

  /// Runs what prints results, and writes them to the file.
  ///
  /// - Parameters:
  ///   - format: What the results are written in, which the ending of the file may not stand for.
  ///   - sources: What the results are made from, which they do not replace, nor what `log` is told of meanwhile.
  func write(
    as format: some WrittenFormat, from sources: [String], _ log: FileLog, _ console: Console,
    _ body: () throws -> ExitStatus
  ) throws -> ExitStatus {
    guard let path = file else { return try body() }
    let file = try OutputFile(path, .results(from: sources, log))
    do {
      let status = try console.writing(to: file.sink, body)
      // What was to be in it could not be read.
      guard status != .call else {
        file.abandon()
        return status
      }
      try file.finish()
      for remark in [file.remark, format.remark(on: path)].compactMap(\.self) { console.remark(remark) }
      return status
    } catch {
      file.abandon()
      throw error
    }
  }
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The page that GitHub shows of a step: Markdown behind what other commands of the step have written there.
///
/// The file is named by `GITHUB_STEP_SUMMARY`, and it is written to in the format github only.
struct StepSummary {
  let sink = TextSink()
  private let path: String

  /// `nil` where no summary is wanted.
  init?(_ console: Console, _ isWanted: Bool) {
    guard isWanted, let path = console.surroundings["GITHUB_STEP_SUMMARY"] else { return nil }
    self.path = path
  }

  /// Appends what the sink was given to the page.
  func finish() throws(CallFailure) {
    let text = sink.text
    guard !text.isEmpty else { return }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(SystemFailure.message(errno)) }
    defer { close(descriptor) }
    let file = TextSink(descriptor: descriptor)
    file.write(text)
    file.flush()
    if let words = file.failure { throw failure(words) }
  }

  private func failure(_ words: String) -> CallFailure {
    CallFailure("\(path), which GITHUB_STEP_SUMMARY names, cannot be written: \(words)")
  }
}

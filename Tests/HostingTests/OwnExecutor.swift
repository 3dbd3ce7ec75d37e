import Dispatch
import Testing

/// Runs a test on a thread that waits for no other test.
///
/// The tests of a run share as many threads as there are cores, and what continues behind an `await` stands in line
/// behind all tests that have not begun. A test that lives in time would wait for most of the run each time.
struct OwnExecutor: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor(), operation: function)
  }

  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "sheaf.test")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == OwnExecutor {
  /// The test and what it awaits run on a thread of their own.
  static var ownExecutor: Self { Self() }
}

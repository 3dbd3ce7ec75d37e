/// The pieces of work that a queue does at one date, in the order in which they came.
///
/// It is used under the lock of the scheduler until its date has come; nothing is added after that.
final class DueWork: @unchecked Sendable {
  private var works: [QueuedWork] = []
  /// How many have not been cancelled.
  var left = 0
  /// The timer that waits for the date, once it has been started.
  var timer: Int?

  func add(_ work: QueuedWork) {
    works.append(work)
    left += 1
  }

  /// Does all that has not been cancelled.
  func perform() {
    for work in works { work.perform() }
  }
}

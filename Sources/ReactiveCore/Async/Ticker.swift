import Synchronization

/// A timer's dates on their way to the tasks that wait for them.
final class Ticker: @unchecked Sendable {
  let timer = SerialDisposable()
  private let lock = ShortLock()
  /// Dates that nobody has taken; empty while tasks wait.
  private var dates: [Date] = []
  private var waiting: [CheckedContinuation<Date?, Never>] = []
  /// How many dates have been taken by tasks that have not come back for the next.
  private var taken = 0
  private var isOver = false
  private let wokenTasks: WokenTasks?

  init(_ wokenTasks: WokenTasks?) { self.wokenTasks = wokenTasks }

  deinit { stop() }

  func tick(_ date: Date) {
    lock.lock()
    guard !isOver else { return lock.unlock() }
    guard !waiting.isEmpty else {
      dates.append(date)
      return lock.unlock()
    }
    let task = waiting.removeFirst()
    taken += 1
    lock.unlock()
    wokenTasks?.add()
    task.resume(returning: date)
  }

  /// The next date; `nil` when the timer has been stopped.
  func next() async -> Date? {
    await withCheckedContinuation { task in
      lock.lock()
      let isBack = taken > 0
      if isBack { taken -= 1 }
      let date = dates.isEmpty ? nil : dates.removeFirst()
      if date != nil { taken += 1 }
      let comesNow = date != nil || isOver
      if !comesNow { waiting.append(task) }
      lock.unlock()
      if date != nil { wokenTasks?.add() }
      if isBack { wokenTasks?.remove() }
      if comesNow { task.resume(returning: date) }
    }
  }

  func stop() {
    lock.lock()
    isOver = true
    let tasks = waiting
    let taken = taken
    (waiting, dates, self.taken) = ([], [], 0)
    lock.unlock()
    timer.dispose()
    for _ in 0..<taken { wokenTasks?.remove() }
    for task in tasks { task.resume(returning: nil) }
  }
}

/// How many tasks a scheduler woke that have not come to a point where they wait for it again.
final class WokenTasks: Sendable {
  private let count = Synchronization.Atomic<Int>(0)

  func add() { count.add(1, ordering: .acquiringAndReleasing) }

  func remove() { count.subtract(1, ordering: .acquiringAndReleasing) }

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }
}

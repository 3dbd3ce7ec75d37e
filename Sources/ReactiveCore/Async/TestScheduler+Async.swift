import Dispatch

/// Work that a test waits for is done on the main actor, where tests of what a view shows expect it.
extension TestScheduler {
  /// Moves the clock by the least bit, and lets tasks that wait for its work go on.
  @MainActor
  public func advance() async {
    await advance(by: .nanoseconds(1))
  }

  /// Moves the clock forward, and lets tasks go on after each piece of work with the clock at its date.
  @MainActor
  public func advance(by interval: DispatchTimeInterval) async {
    await advance(to: currentDate.addingTimeInterval(interval))
  }

  /// Moves the clock forward by seconds, and lets tasks go on after each piece of work with the clock at its date.
  @MainActor
  public func advance(by interval: TimeInterval) async {
    await advance(to: currentDate.addingTimeInterval(interval))
  }

  /// Moves the clock to a date, and lets tasks go on after each piece of work with the clock at its date.
  ///
  /// - Precondition: The date does not lie before ``currentDate``.
  @MainActor
  public func advance(to newDate: Date) async {
    assert(currentDate <= newDate, "the clock is moved back with rewind(by:)")
    repeat { await settle() } while performNext(until: newDate)
  }

  /// Does all work that is scheduled, also by tasks that the work lets go on, and leaves the clock in the distant future.
  @MainActor
  public func run() async {
    await advance(to: .distantFuture)
  }

  /// Waits until other tasks have come to a point where they wait.
  ///
  /// Nobody can ask the tasks. But each round here lets those go on that wait for a thread, and once none of them schedules
  /// work they have come to rest. A task that this scheduler woke is waited for until it is seen again, though not for
  /// ever: it may have other things to do.
  private func settle() async {
    var quietRounds = 0
    var patience = 100
    var known = workCount
    while quietRounds < 10 {
      for priority in [Task.currentPriority, .medium, .background] {
        await Task.detached(priority: priority) { await Task.yield() }.value
      }
      if !wokenTasks.isEmpty, patience > 0 {
        patience -= 1
        try? await Task.sleep(nanoseconds: 200_000)
        continue
      }
      let count = workCount
      quietRounds = count == known ? quietRounds + 1 : 0
      known = count
    }
  }
}

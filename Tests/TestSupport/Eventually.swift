/// Waits until a condition holds, asking again and again.
///
/// - Parameter deadline: How long to wait at most; only a test that fails takes that long.
/// - Returns: Whether the condition held in time.
package func eventually(within deadline: Duration = .seconds(30), _ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + deadline
  while !condition() {
    if ContinuousClock.now > end { return false }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return true
}

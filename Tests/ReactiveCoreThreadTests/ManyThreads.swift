import Foundation

/// What streams of these tests fail with.
struct Fault: Error {}

/// Runs a function on several threads at once, on more than the machine has cores, and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(index)
      group.leave()
    }
  }
  group.wait()
}

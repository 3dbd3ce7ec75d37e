/// A descriptor that is closed once, whoever closes it first.
///
/// A number that is free again may by then be another thread's file, which a second `close` would take away from it.
package final class OpenDescriptor {
  package let number: Int32
  private let calls: FileCalls
  private var isOpen = true

  package init(_ number: Int32, calls: FileCalls) {
    (self.number, self.calls) = (number, calls)
  }

  /// Closes the file, unless that has been done: then 0.
  ///
  /// A number whose `close` has failed is not tried again; the system has let go of it all the same.
  @discardableResult
  package func close() -> Int32 {
    guard isOpen else { return 0 }
    isOpen = false
    return calls.close(number)
  }
}

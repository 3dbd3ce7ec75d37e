import Foundation

/// How long the tests run that try many things of one kind.
package enum TestLength {
  /// The share that each run of the tests tries, or the whole when `LONG_TESTS` is set in the environment.
  package static func count(_ share: Int, of whole: Int) -> Int { isLong ? whole : share }

  private static let isLong = ProcessInfo.processInfo.environment["LONG_TESTS"] != nil
}

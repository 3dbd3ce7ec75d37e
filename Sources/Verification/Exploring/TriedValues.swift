/// Which inputs, payloads and answers an exploration gives other values than all that they may have, those in rows by their
/// columns.
package struct TriedValues: Sendable {
  /// Inputs that are left as they are, because they have no domain to take values from.
  package internal(set) var untouched: [String] = []
  /// What takes only some of the values that it may have, because they cannot be listed: inputs, payloads and answers.
  package internal(set) var sampled: [String] = []
  /// Those among them whose domains are made of cells that may change; what was in them at load was tried.
  package internal(set) var asLoaded: [String] = []
  /// Those among them that took only the whole numbers of their ranges, though what the sheet says of them is finer.
  package internal(set) var inWholeNumbers: [String] = []
  /// Services of which more calls were open at once than are told apart: the earlier ones were not answered first.
  package internal(set) var inLateCalls: [String] = []

  /// Adds what is told once, however many rows it is in.
  static func add(_ title: String, to list: inout [String]) { if !list.contains(title) { list.append(title) } }
}

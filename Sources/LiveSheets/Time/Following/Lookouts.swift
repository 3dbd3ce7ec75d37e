/// What a timeline has to look at whenever anything has happened, as its forms say.
///
/// A form of nothing but events and states has nothing of the kind, and an event through it does not ask each instance.
struct Lookouts {
  /// Whether any form binds inputs.
  private(set) var hasBindings = false
  /// Whether any form fetches.
  private(set) var hasFetches = false
  /// Whether any form follows changes of cells or tables.
  private(set) var hasWatches = false

  /// Takes in the form of an instance, which is all read.
  mutating func add(_ form: TimeForm) {
    if !form.bindings.isEmpty { hasBindings = true }
    if !form.fetches.isEmpty { hasFetches = true }
    if !form.watches.isEmpty { hasWatches = true }
  }
}

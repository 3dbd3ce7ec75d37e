/// What paths meant that were triggered, so that a path which is sent again and again is read once.
///
/// Only events and actions of the sheet itself are kept: they mean the same as long as their timeline lives, and rows come
/// and go.
struct KnownTriggers {
  /// The most spellings that are kept; a name may be written in any case.
  private static let limit = 256
  private var byPath: [String: Trigger] = [:]

  subscript(path: String) -> Trigger? { byPath.isEmpty ? nil : byPath[path] }

  /// Keeps what a path means, if that is an event or an action of the sheet itself.
  mutating func note(_ trigger: Trigger, for path: String) {
    guard trigger.instance.row == nil, byPath.count < Self.limit else { return }
    byPath[path] = trigger
  }
}

import Propagation

/// Groups that are evaluated together because they read each other, or one that reads itself: a strong component of
/// the graph.
struct CycleGroup {
  /// How the cells of a cycle group are ordered.
  enum Order {
    /// One group whose cells read only cells above themselves: top to bottom.
    case downwards
    /// One group whose cells read only cells below themselves: bottom to top.
    case upwards
    /// Several groups that read rows above their own, or their own in members that come before: row by row.
    case byRow
    /// Anything else: cell by cell, by what each of them reads; cells on a cycle become `#CYCLE!`.
    case byCell
  }

  var members: [GroupID]
  var order: Order
  /// Whether the last evaluation found cells that depend on themselves.
  var hasCycle = false
}

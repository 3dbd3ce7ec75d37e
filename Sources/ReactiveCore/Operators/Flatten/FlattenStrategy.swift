/// How a stream of streams becomes a stream of values.
///
/// The streams that the *outer* stream sends are the *inner* ones. A failure of any of them ends the result at once, and so
/// does an interruption of the outer stream; all inner work is stopped then. The result completes when the outer stream
/// has completed and so have the inner ones that count.
public struct FlattenStrategy: Sendable {
  enum Kind: Sendable {
    case concurrent(limit: UInt)
    case latest
    case race
    case throttle
  }

  let kind: Kind

  /// All inner streams at once.
  ///
  /// An interruption of an inner stream counts as completion.
  public static let merge = FlattenStrategy(kind: .concurrent(limit: .max))

  /// One inner stream after the other, in the order in which they came.
  ///
  /// The next is started when the one before has ended. An interruption of an inner stream counts as completion.
  public static let concat = FlattenStrategy(kind: .concurrent(limit: 1))

  /// A number of inner streams at once; those that come when so many are active wait, first come, first started.
  ///
  /// An interruption of an inner stream counts as completion. The limit must not be zero.
  public static func concurrent(limit: UInt) -> FlattenStrategy {
    precondition(limit > 0, "at least one inner stream must be allowed at a time")
    return FlattenStrategy(kind: .concurrent(limit: limit))
  }

  /// The inner stream that came last; the one before is stopped.
  ///
  /// An interruption of the inner stream counts as completion.
  public static let latest = FlattenStrategy(kind: .latest)

  /// The inner stream that sends an event first; the others are stopped, and those that come later are ignored.
  ///
  /// An interruption of the inner stream that won interrupts the result.
  public static let race = FlattenStrategy(kind: .race)

  /// The first inner stream, up to its completion; those that come meanwhile are ignored.
  ///
  /// An interruption of the inner stream interrupts the result.
  public static let throttle = FlattenStrategy(kind: .throttle)
}

import Diagnostics
import SheetText

/// The places of grids that statements fill, each with one formula; the first to fill a place has it.
struct FillClaims {
  /// An area of a grid.
  struct Place {
    var grid: Int
    var top: Int
    var left: Int
    var bottom: Int
    var right: Int

    var cellCount: Int { (bottom - top + 1) * (right - left + 1) }

    func meets(_ other: Place) -> Bool {
      grid == other.grid && top <= other.bottom && other.top <= bottom && left <= other.right && other.left <= right
    }
  }

  /// How many cells one statement may fill: sixteen whole columns.
  static let largest = 16 << 20

  private var fills: [(place: Place, span: SourceSpan)] = []

  /// Gives a place to the fill whose target stands at a span, or says why it cannot have it.
  mutating func claim(_ place: Place, at span: SourceSpan) -> ProgramFinding? {
    if place.cellCount > Self.largest { return .fillTooLarge(span, place.cellCount, limit: Self.largest) }
    if let other = fills.first(where: { $0.place.meets(place) }) { return .filledTwice(span, other.span) }
    fills.append((place, span))
    return nil
  }
}

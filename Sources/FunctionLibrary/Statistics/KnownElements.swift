import CellModel
import Functions

/// Where many elements stand, by which it is known that two calls ask for the same ones.
enum KnownElements {
  case area(Area)
  case array(CellArray)

  /// Fewer elements are put in order in no time.
  private static let leastElements = 17

  /// `nil` for a few elements, and for what is no single area.
  init?(_ operand: Operand) {
    switch operand {
    case .reference(let reference)
    where reference.isSingleArea && reference.first.rows * reference.first.columns >= Self.leastElements:
      self = .area(reference.first)
    case .value(.array(let array)) where array.count >= Self.leastElements: self = .array(array)
    default: return nil
    }
  }

  /// Whether not all cells of an area are read.
  var isClippedWhenRead: Bool { if case .area(let area) = self { area.isClippedWhenRead } else { false } }

  /// The rows by which a column is longer than another that begins in the same row.
  func rows(behind other: KnownElements) -> Area? {
    guard case .area(var area) = self, case .area(let other) = other, area.left == area.right,
      other.left == area.left, other.right == area.right, other.grid == area.grid, other.top == area.top,
      other.bottom < area.bottom
    else { return nil }
    area.top = other.bottom + 1
    return area
  }

  /// How many rows of another column it has no more, and those that it has beside the others; `nil` for one that begins above it
  /// or ends above its end.
  func rows(movedFrom other: KnownElements) -> (gone: Int, new: Area?)? {
    guard case .area(let area) = self, case .area(let other) = other, area.left == area.right,
      other.left == area.left, other.right == area.right, other.grid == area.grid,
      (other.top...other.bottom).contains(area.top), area.bottom >= other.bottom
    else { return nil }
    var new = area
    new.top = other.bottom + 1
    return (Int(area.top - other.top), new.top > new.bottom ? nil : new)
  }

  func isSame(as other: KnownElements) -> Bool {
    switch (self, other) {
    case (.area(let one), .area(let other)): one == other
    case (.array(let one), .array(let other)): one.isSameStorage(as: other)
    default: false
    }
  }
}

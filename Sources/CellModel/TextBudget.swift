/// How much text the elements of one array may hold.
///
/// A text has at most 32,767 characters, but an array of a million of them would still fill the memory, as in
/// `REPT("x", SEQUENCE(1000000, 1, 32767, 0))`. Short texts cost nothing beside the element itself and do not count.
package struct TextBudget {
  /// The most bytes of text in one array.
  package static let limit = 1 << 27

  private var used = 0

  package init() {}

  package var isExceeded: Bool { used > Self.limit }

  /// What the texts cost, as steps of an evaluation, of which one also stands for so much memory.
  package var steps: Int { Self.steps(of: used) }

  /// What a text of so many bytes costs.
  @inline(__always)
  package static func steps(of bytes: Int) -> Int { bytes >> 8 }

  /// The error of an array with too much text.
  package static var error: CellError { .value("The texts of the array would be too long.") }

  /// Counts an element, and gives the error instead of it when there has been too much text already.
  package mutating func counted(_ value: CellValue) -> CellValue {
    if isExceeded { return .error(Self.error) }
    if case .text(let text) = value, text.utf8.count > 15 { used += text.utf8.count }
    return value
  }
}

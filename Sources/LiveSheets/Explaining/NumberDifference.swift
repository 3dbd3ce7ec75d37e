import CellModel

/// By how much a number that has changed is greater or less than it was.
package struct NumberDifference {
  private let value: Double
  private let kind: NumberKind
  private let format: String?

  /// `nil` where one of the values is no number, or means a day.
  package init?(_ change: CellChange) {
    guard case .number(let old, let oldKind) = change.old, case .number(let new, let newKind) = change.new,
      !oldKind.isDay, !newKind.isDay
    else { return nil }
    let difference = DecimalNumber(new - old)
    // As many digits as both are shown with: what is left of them in a difference is noise.
    let places = 14 - DecimalNumber(max(abs(new), abs(old))).leadingExponent
    value = difference.rounded(toPlaces: places).double
    kind = oldKind == newKind ? newKind : .plain
    format = change.cell.format
  }

  /// Such as `+1` or `-2.5%`, in the format of the cell where that shows more than a zero.
  package func text(_ texts: ValueText) -> String {
    func shown(_ number: Double) -> String { texts.summary(.number(number, kind), format: format) }
    let magnitude = abs(value)
    let text = shown(magnitude) == shown(0) ? NumberText.general(magnitude) : shown(magnitude)
    return value == 0 ? text : (value < 0 ? "-" : "+") + text
  }
}

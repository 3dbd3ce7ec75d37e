import Foundation

/// One row of the table: our figure, those of the others where they have the thing, and the goal.
struct Row: Encodable {
  var name: String
  var unit: String
  var ours: Double
  var openCombine: Double?
  var closures: Double?
  var goal: Double?
  var note: String?

  var isMet: Bool? { goal.map { ours <= $0 } }

  static let heading = columns("", "", "ours", "OpenCombine", "closures", "/ OpenComb.", "/ closures", "goal", "")

  var text: String {
    let verdict = isMet.map { $0 ? "met" : "MISSED" } ?? ""
    return Row.columns(
      name, unit, number(ours), number(openCombine), number(closures), ratio(to: openCombine), ratio(to: closures),
      goal.map { "<= " + number($0) } ?? "", [verdict, note ?? ""].filter { !$0.isEmpty }.joined(separator: "  "))
  }

  private func number(_ value: Double?) -> String {
    guard let value else { return "" }
    return String(format: value < 10 ? "%.1f" : "%.0f", value)
  }

  private func ratio(to other: Double?) -> String {
    guard let other, other > 0 else { return "" }
    return String(format: "%.2f x", ours / other)
  }

  private static func columns(_ name: String, _ unit: String, _ others: String...) -> String {
    let numbers = others.dropLast().map { padded($0, to: 11, atEnd: true) }
    return ([padded(name, to: 58), padded(unit, to: 2)] + numbers + [others.last!]).joined(separator: " ")
  }
}

private func padded(_ text: String, to width: Int, atEnd: Bool = false) -> String {
  let blanks = String(repeating: " ", count: max(0, width - text.count))
  return atEnd ? blanks + text : text + blanks
}

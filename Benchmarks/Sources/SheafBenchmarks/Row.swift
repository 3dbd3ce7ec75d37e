import Foundation

/// One row of the table: what was measured, and its goal where it has one.
struct Row: Encodable {
  var name: String
  var value: Double
  var unit: String
  var good: Double?
  var must: Double?
  var note: String?

  init(_ name: String, _ value: Double, _ unit: String, note: String? = nil) {
    (self.name, self.value, self.unit, self.note) = (name, value, unit, note)
  }

  init(_ name: String, _ value: Double, _ unit: String, good: Double, must: Double, note: String? = nil) {
    self.init(name, value, unit, note: note)
    (self.good, self.must) = (good, must)
  }

  var text: String {
    let digits = value < 0.1 ? 5 : value < 1_000 ? 2 : 0
    let number = String(format: "%.\(digits)f", value)
    var columns = [padded(name, to: 58), padded(number, to: 10, atEnd: true), padded(unit, to: 2)]
    if let good, let must {
      columns.append(padded(String(format: "goal %g / %g", good, must), to: 17))
      columns.append(value <= good ? "good" : value <= must ? "must" : "MISSED")
    }
    if let note { columns.append(note) }
    return columns.joined(separator: "  ")
  }
}

private func padded(_ text: String, to width: Int, atEnd: Bool = false) -> String {
  let blanks = String(repeating: " ", count: max(0, width - text.count))
  return atEnd ? blanks + text : text + blanks
}

import CellModel
import Functions

/// Number formats as LibreOffice reads them in TEXT, where Excel reads them otherwise or not at all.
///
/// A single `y` is that letter, and so is what is left of three or five of them; `NN`, `NNN` and `NNNN` are the day of the
/// week, the last with a comma behind it; `Q` and `QQ` are the quarter.
struct OpenFormulaFormat {
  private let source: [Character]
  private let month: () -> Int?

  /// - Parameter month: That of the value, where it is a date.
  init(_ source: String, month: @escaping () -> Int?) {
    self.source = Array(source)
    self.month = month
  }

  /// The format as Excel writes it.
  var excel: String {
    var result = ""
    var place = 0
    while place < source.count {
      let character = source[place]
      switch character {
      case "\"", "[":
        let end = source[(place + 1)...].firstIndex(of: character == "[" ? "]" : "\"") ?? source.count - 1
        result += String(source[place...end])
        place = end + 1
      case "\\":
        result += String(source[place..<min(place + 2, source.count)])
        place += 2
      case "y", "Y", "N", "Q":
        let run = source[place...].prefix { $0 == character || character.lowercased() == "y" && $0.lowercased() == "y" }
        result += excel(run)
        place = run.endIndex
      default:
        result.append(character)
        place += 1
      }
    }
    return result
  }

  private func excel(_ run: ArraySlice<Character>) -> String {
    switch (run.first, run.count) {
    case ("N", 2...): return run.count == 2 ? "ddd" : run.count == 3 ? "dddd" : "dddd\", \"" + excel(run.dropFirst(4))
    case ("Q", 1...2):
      return quarter.map { "\"\(run.count == 1 ? "Q\($0)" : "\(Self.ordinals[$0 - 1]) quarter")\"" } ?? String(run)
    case ("N", _), ("Q", _), (nil, _): return String(run)
    // Years of four digits and of two, with nothing between them that is shown.
    default:
      let parts = Array(repeating: "yyyy", count: run.count / 4) + (run.count % 4 >= 2 ? ["yy"] : [])
      let rest = run.count % 2 == 1 ? "\\\(run.last ?? "y")" : ""
      return parts.joined(separator: "\"\"") + rest
    }
  }

  private static let ordinals = ["1st", "2nd", "3rd", "4th"]

  private var quarter: Int? { month().map { ($0 + 2) / 3 } }
}

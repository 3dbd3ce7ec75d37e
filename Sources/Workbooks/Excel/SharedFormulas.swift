/// The formulas that cells of a worksheet share, which the file names by numbers.
///
/// - R1. A cell may name a formula before the cell comes that tells its text.
/// - R2. A number may be used again: a text under the number of a formula that has its text begins another formula.
struct SharedFormulas {
  /// Each with the cell that told its text, or named it first.
  private(set) var list: [SharedFormula] = []
  private var places: [Int: Int32] = [:]
  /// The one that was named last, as the cells of a row mostly name the same.
  private var last: (number: Int, place: Int32)?

  /// The place in the list of the formula that a cell names and, unless its text is empty, tells.
  mutating func place(of number: Int, _ text: String, _ row: Int, _ column: Int) -> Int32 {
    if text.isEmpty, let last, last.number == number { return last.place }
    let place = find(number, text, row, column)
    last = (number, place)
    return place
  }

  private mutating func find(_ number: Int, _ text: String, _ row: Int, _ column: Int) -> Int32 {
    let formula = SharedFormula(row: Int32(row), column: Int32(column), text: text.isEmpty ? nil : text)
    if let place = places[number] {
      if text.isEmpty { return place }
      if list[Int(place)].text == nil {
        list[Int(place)] = formula
        return place
      }
    }
    list.append(formula)
    let place = Int32(list.count - 1)
    places[number] = place
    return place
  }
}

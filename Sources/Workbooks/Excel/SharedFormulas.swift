/// The formulas that cells of a worksheet share, which the file names by numbers.
///
/// - R1. A cell may name a formula before the cell comes that tells its text.
/// - R2. A number may be used again: a text with an area, under the number of a formula that has its text, begins another
///   formula.
/// - R3. A text without an area there is that of its own cell alone.
struct SharedFormulas {
  /// Each with the cell that told its text, or named it first.
  private(set) var list: [SharedFormula] = []
  private var places: [Int: Int32] = [:]
  /// The one that was named last, as the cells of a row mostly name the same.
  private var last: (number: Int, place: Int32)?

  /// What the formula of a cell is that names one and, unless its text is empty, tells it.
  ///
  /// - Parameter hasArea: Whether the cell says which cells share the formula.
  mutating func formula(_ number: Int, _ text: String, hasArea: Bool, _ row: Int, _ column: Int) -> StoredFormula.Kind {
    if text.isEmpty, let last, last.number == number { return .shared(last.place) }
    if !text.isEmpty, !hasArea, let place = places[number], list[Int(place)].text != nil { return .plain(text) }
    let place = find(number, text, row, column)
    last = (number, place)
    return .shared(place)
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

/// What the end of a line that is being written stands in.
struct TypedLineEnd {
  /// Whether it is the inside of a text or of a comment, where no name is meant.
  private(set) var isNoFormula = false

  init(_ line: String) {
    var former: Character?
    for character in line {
      if character == "\"" { isNoFormula.toggle() }
      if character == "/", former == "/", !isNoFormula {
        isNoFormula = true
        return
      }
      former = character
    }
  }
}

import CellModel

/// A complex number as a cell holds it: a text such as `3+4i`, with the letter of its imaginary part.
struct ComplexArgument {
  let number: ComplexNumber
  let letter: Character?

  init(_ value: CellValue) throws(CellError) {
    switch value {
    case .logical: throw .value("A logical is no complex number.")
    case .text(let text):
      guard let (number, letter) = ComplexNumber.parsing(text) else { throw .number("The text is no complex number.") }
      self.number = number
      self.letter = letter
    default:
      number = ComplexNumber(try value.asNumber())
      letter = nil
    }
  }

  /// The text of a result, such as `1-i`; `#NUM!` when it is not finite.
  static func text(_ number: ComplexNumber, _ letter: Character?) throws(CellError) -> String {
    guard number.isFinite else { throw .number("The result is not finite.") }
    let letter = letter ?? "i"
    if number.imaginary == 0 { return NumberText.general(number.real + 0) }
    let front = number.real == 0 ? "" : NumberText.general(number.real)
    let sign = number.imaginary < 0 ? "-" : front.isEmpty ? "" : "+"
    let size = abs(number.imaginary)
    return front + sign + (size == 1 ? "" : NumberText.general(size)) + String(letter)
  }

  /// The complex numbers of all arguments; two different letters are `#VALUE!`.
  ///
  /// Blanks and empty texts are skipped; an empty text with no number beside it is `#NUM!`.
  static func all(
    _ operands: [Operand], in context: any EvaluationContext
  ) throws(CellError) -> (numbers: [ComplexNumber], letter: Character?) {
    var numbers: [ComplexNumber] = []
    var letter: Character?
    var hasEmptyText = false
    for operand in operands {
      for element in try CellRange(operand, in: context).array().elements where !element.isBlank {
        if case .text("") = element {
          hasEmptyText = true
          continue
        }
        let argument = try ComplexArgument(element)
        letter = try common(letter, argument.letter)
        numbers.append(argument.number)
      }
    }
    guard !numbers.isEmpty || !hasEmptyText else { throw .number("An empty text is no complex number.") }
    return (numbers, letter)
  }

  static func common(_ a: Character?, _ b: Character?) throws(CellError) -> Character? {
    if let a, let b, a != b { throw .value("One number is written with i and the other with j.") }
    return a ?? b
  }
}

extension Parameter where Value == ComplexArgument {
  static func complex(_ name: String = "inumber", _ help: String = "a complex number such as \"3+4i\"") -> Parameter {
    scalar(name, help, default: nil) { (value) throws(CellError) in try ComplexArgument(value) }
  }
}

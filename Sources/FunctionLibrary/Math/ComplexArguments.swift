import CellModel
import Functions

/// A complex number as a cell holds it: a text such as `3+4i`, with the letter of its imaginary part.
struct ComplexArgument {
  let number: ComplexNumber
  let letter: ComplexNumber.Letter?

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
  static func text(_ number: ComplexNumber, _ letter: ComplexNumber.Letter?) throws(CellError) -> String {
    guard number.isFinite else { throw .number("The result is not finite.") }
    if number.imaginary == 0 { return NumberText.general(number.real + 0) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * NumberText.longest + 2) { bytes in
      var end = 0
      func append(_ byte: UInt8) {
        bytes[end] = byte
        end += 1
      }
      func append(_ number: Double) {
        let start = bytes.baseAddress.unsafelyUnwrapped + end
        end += NumberText.writeGeneral(number, to: start, room: NumberText.longest) ?? 0
      }
      if number.real != 0 { append(number.real) }
      if number.imaginary < 0 { append(UInt8(ascii: "-")) } else if number.real != 0 { append(UInt8(ascii: "+")) }
      if abs(number.imaginary) != 1 { append(abs(number.imaginary)) }
      append((letter ?? .i).rawValue)
      return String(decoding: bytes[..<end], as: UTF8.self)
    }
  }

  /// What the complex numbers of all arguments come to, one after the other, and their letter; two different letters are
  /// `#VALUE!`.
  ///
  /// A single cell that is blank is 0; blanks of ranges, and empty texts, are skipped. An empty text with no number beside
  /// it is `#NUM!`; an argument that is left empty is `#N/A`.
  static func folded(
    _ arguments: RestArguments, in context: any EvaluationContext, from start: ComplexNumber,
    _ join: (ComplexNumber, ComplexNumber) -> ComplexNumber
  ) throws(CellError) -> (number: ComplexNumber, letter: ComplexNumber.Letter?) {
    var result = FoldedArguments(number: start)
    for argument in arguments.values {
      guard let value = argument.value else { throw leftEmpty }
      try result.add(value.isBlank ? 0 : value, join)
    }
    for operand in arguments.operands ?? [] {
      switch operand {
      case .reference(let reference) where reference.isSingleCell:
        let value = try CellRange(operand, in: context)[0, 0]
        try result.add(value.isBlank ? 0 : value, join)
      case .value(.array), .reference, .deferred:
        for element in try CellRange(operand, in: context).array().elements { try result.add(element, join) }
      case .value(let value): try result.add(value, join)
      case .omitted: throw leftEmpty
      }
    }
    guard result.hasNumber || !result.hasEmptyText else { throw .number("An empty text is no complex number.") }
    return (result.number, result.letter)
  }

  private static var leftEmpty: CellError { .notAvailable("A number is left empty.") }

  static func common(
    _ a: ComplexNumber.Letter?, _ b: ComplexNumber.Letter?
  ) throws(CellError) -> ComplexNumber.Letter? {
    if let a, let b, a != b { throw .value("One number is written with i and the other with j.") }
    return a ?? b
  }
}

/// What the complex numbers have come to that were read so far from the arguments of one call.
private struct FoldedArguments {
  var number: ComplexNumber
  var letter: ComplexNumber.Letter?
  var hasNumber = false
  var hasEmptyText = false

  mutating func add(
    _ value: CellValue, _ join: (ComplexNumber, ComplexNumber) -> ComplexNumber
  ) throws(CellError) {
    if value.isBlank { return }
    if case .text(let text) = value, text.isEmpty {
      hasEmptyText = true
      return
    }
    let argument = try ComplexArgument(value)
    letter = try ComplexArgument.common(letter, argument.letter)
    number = join(number, argument.number)
    hasNumber = true
  }
}

extension Parameter where Value == ComplexArgument {
  static func complex(_ name: String = "inumber", _ help: String = "a complex number such as \"3+4i\"") -> Parameter {
    scalar(name, help, default: nil) { (value) throws(CellError) in try ComplexArgument(value) }
  }
}

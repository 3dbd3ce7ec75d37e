import CellModel

/// Roman numerals in the five forms of spreadsheets, from classic to most concise.
enum RomanNumerals {
  private static let symbols: [(letter: UInt8, value: Int)] = "MDCLXVI".utf8.compactMap { letter in
    value(of: letter).map { (letter, $0) }
  }
  /// The letters of 3888, the longest numeral.
  private static let mostLetters = 15

  /// Writes a number of 0 ... 3999; form 0 is classic, and each form up to 4 may subtract from one symbol further away.
  ///
  /// The rule for the digit of each power of ten is that of OpenFormula (ROMAN): where the digit is 4 or 9, a smaller
  /// symbol is subtracted from a larger one, and a more concise form takes a smaller symbol still when nothing is lost.
  static func text(of number: Int, form: Int) -> String {
    String(unsafeUninitializedCapacity: mostLetters) { letters in
      var count = 0
      write(number, form: form) { letter in
        letters[count] = letter
        count += 1
      }
      return count
    }
  }

  @inline(__always)
  private static func write(_ number: Int, form: Int, to append: (UInt8) -> Void) {
    let symbols = symbols
    var rest = number
    for exponent in 0...3 {
      let index = 2 * exponent
      let symbol = symbols[index]
      let digit = rest / symbol.value
      if digit % 5 == 4 {
        let larger = digit == 4 ? index - 1 : index - 2
        var smaller = index
        var steps = 0
        while steps < form, smaller < symbols.count - 1 {
          steps += 1
          if symbols[larger].value - symbols[smaller + 1].value <= rest {
            smaller += 1
          } else {
            steps = form
          }
        }
        append(symbols[smaller].letter)
        append(symbols[larger].letter)
        rest += symbols[smaller].value
        rest -= symbols[larger].value
      } else {
        if digit > 4 { append(symbols[index - 1].letter) }
        for _ in 0..<digit % 5 { append(symbol.letter) }
        rest %= symbol.value
      }
    }
  }

  /// Reads a numeral in any case, a minus before it allowed; a symbol before a larger one is subtracted.
  ///
  /// Blanks are skipped, but for one between the minus and the numeral.
  static func number(of text: String) -> Int? {
    // Of other letters some have a Roman one as their capital.
    var text = text.isAscii ? text : text.uppercased()
    return text.withUTF8 { number(of: $0.drop { $0 == UInt8(ascii: " ") }) }
  }

  private static func number(of text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let letters = isNegative ? text.dropFirst() : text
    guard letters.count <= 255, !isNegative || letters.first != UInt8(ascii: " ") else { return nil }
    var sum = 0
    var largest = 0
    for letter in letters.reversed() where letter != UInt8(ascii: " ") {
      // Without the bit that small letters have.
      guard let value = value(of: letter & 0xDF) else { return nil }
      if value >= largest {
        sum += value
        largest = value
      } else {
        sum -= value
      }
    }
    return isNegative ? -sum : sum
  }

  private static func value(of letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "M"): 1000
    case UInt8(ascii: "D"): 500
    case UInt8(ascii: "C"): 100
    case UInt8(ascii: "L"): 50
    case UInt8(ascii: "X"): 10
    case UInt8(ascii: "V"): 5
    case UInt8(ascii: "I"): 1
    default: nil
    }
  }
}

/// Roman numerals in the five forms of spreadsheets, from classic to most concise.
enum RomanNumerals {
  private static let symbols: [(letter: Character, value: Int)] = [
    ("M", 1000), ("D", 500), ("C", 100), ("L", 50), ("X", 10), ("V", 5), ("I", 1),
  ]

  /// Writes a number of 0 ... 3999; form 0 is classic, and each form up to 4 may subtract from one symbol further away.
  ///
  /// The rule for the digit of each power of ten is that of OpenFormula (ROMAN): where the digit is 4 or 9, a smaller
  /// symbol is subtracted from a larger one, and a more concise form takes a smaller symbol still when nothing is lost.
  static func text(of number: Int, form: Int) -> String {
    var rest = number
    var result = ""
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
        result.append(symbols[smaller].letter)
        result.append(symbols[larger].letter)
        rest += symbols[smaller].value
        rest -= symbols[larger].value
      } else {
        if digit > 4 { result.append(symbols[index - 1].letter) }
        result += String(repeating: symbol.letter, count: digit % 5)
        rest %= symbol.value
      }
    }
    return result
  }

  /// Reads a numeral in any case, a minus before it allowed; a symbol before a larger one is subtracted.
  ///
  /// Blanks are skipped, but for one between the minus and the numeral.
  static func number(of text: String) -> Int? {
    var letters = text.uppercased()
    while letters.first == " " { letters.removeFirst() }
    let isNegative = letters.hasPrefix("-")
    if isNegative { letters.removeFirst() }
    guard letters.utf8.count <= 255, !isNegative || letters.first != " " else { return nil }
    var sum = 0
    var largest = 0
    for letter in letters.reversed() where letter != " " {
      guard let value = symbols.first(where: { $0.letter == letter })?.value else { return nil }
      if value >= largest {
        sum += value
        largest = value
      } else {
        sum -= value
      }
    }
    return isNegative ? -sum : sum
  }
}

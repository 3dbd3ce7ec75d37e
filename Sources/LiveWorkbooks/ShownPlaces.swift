import CellModel

/// How many decimal places a number format shows.
package enum ShownPlaces {
  /// The places of the first section; `nil` when it shows numbers as they are, or no numbers.
  static func count(in format: String) -> Int? { section(of: format)?.count }

  /// Whether a format shows numbers rounded otherwise than to decimal places: to a power of ten, or to a fraction.
  package static func areOther(in format: String) -> Bool { section(of: format)?.areOther ?? false }

  /// The first section of a format that shows numbers otherwise than as they are.
  private static func section(of format: String) -> Section? {
    guard format != "General", let parsed = try? NumberFormat(format), !parsed.isDate else { return nil }
    var section = Section()
    for character in format where !section.isComplete { section.read(character) }
    return section
  }

  /// What shows a number, as far as it has been read.
  private struct Section {
    /// Whether nothing that follows belongs to it or says more of it.
    private(set) var isComplete = false
    private var isExponentOrFraction = false
    private var places = 0
    private var percents = 0
    /// Those behind the last digit, each of which divides by a thousand.
    private var commas = 0
    private var isBehindPoint = false
    private var hasDigit = false
    private var isQuoted = false
    private var isEscaped = false

    var count: Int? { hasDigit && !isExponentOrFraction ? places + 2 * percents - 3 * commas : nil }
    var areOther: Bool { hasDigit && isExponentOrFraction }

    mutating func read(_ character: Character) {
      if isEscaped {
        isEscaped = false
        return
      }
      switch character {
      case "\"": isQuoted.toggle()
      case _ where isQuoted: break
      case "\\", "_", "*": isEscaped = true
      case ";": isComplete = true
      case "E", "e", "/":
        isExponentOrFraction = true
        isComplete = true
      case ".": isBehindPoint = true
      case "%": percents += 1
      case "0", "#", "?":
        hasDigit = true
        commas = 0
        if isBehindPoint { places += 1 }
      case ",": if hasDigit { commas += 1 }
      default: break
      }
    }
  }
}

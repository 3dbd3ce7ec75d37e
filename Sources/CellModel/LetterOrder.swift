/// Where letters with marks and joined letters stand in a sorted list: beside the plain ones.
///
/// As in Excel's English order, a mark decides only between texts that are otherwise equal: `Ärger` comes after `arger`
/// and before `zebra`. Letters of Latin alphabets are known (Unicode's blocks Latin-1 Supplement and Latin Extended-A);
/// others stand by their code.
enum LetterOrder {
  private static let bases: [Character: String] = {
    let marked = [
      "a": "àáâãäåāăą", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı", "j": "ĵ",
      "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŉ", "o": "òóôõöøōŏő", "r": "ŕŗř", "s": "śŝşš", "t": "ţťŧ", "u": "ùúûüũūŭůűų",
      "w": "ŵ", "y": "ýÿŷ", "z": "źżž", "ae": "æ", "oe": "œ", "ss": "ß", "th": "þ",
    ]
    var bases: [Character: String] = [:]
    for (base, letters) in marked {
      for letter in letters { bases[letter] = base }
    }
    return bases
  }()

  /// A folded text with the letters that its own are sorted by.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var result = ""
    for letter in text {
      if let base = bases[letter] { result += base } else { result.append(letter) }
    }
    return result
  }
}

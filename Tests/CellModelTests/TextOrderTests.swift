import CellModel
import Foundation
import TestSupport
import Testing

@Suite("Order of texts")
struct TextOrderTests {
  /// Texts in order, as Excel and CompareString of Windows sort them.
  static let lists: [(name: String, texts: [String])] = [
    ("letters without case, marks after the plain letter", ["arger", "Ärger", "Argument", "b", "zebra"]),
    ("the first letter with another mark", ["cote", "coté", "côte", "côté", "coter"]),
    (
      "joined letters are two",
      ["adz", "ae", "Æ", "aF", "Oese", "Œuvre", "Oeuvres", "of", "Strasse", "Straße", "Strasst"]
    ),
    (
      "an acute before a grave, a circumflex, a diaeresis, a tilde and a ring",
      ["A", "Á", "À", "Â", "Ä", "Ã", "Å", "b"]
    ),
    ("a stroke is a mark", ["d", "đ", "da", "lotos", "łotos", "lov", "o", "Ø", "oa", "Øre", "pi"]),
    (
      "punctuation of Microsoft's page, digits behind it, then letters",
      " !\"#$%&()*,./:;?@[\\]^_`{|}~+<=>0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    ),
    (
      "symbols of Windows 1252",
      "~¡¦¨¯´¸¿+<=>±«»×÷¢£¤¥§©¬®°µ¶·0¼½¾1¹2²3³4aª".map(String.init)
    ),
    (
      "symbols of all kinds stand before digits",
      ["", "~", "=", "≠", "€", "→", "☃", "0", "00", "01", "1", "10", "2", "a"]
    ),
    ("spaces first", ["a b", "a\u{A0}b", "a\tb", "a\nb", "a.", "a_b", "a1", "aa", "ab"]),
    (
      "hyphens and apostrophes are passed over",
      ["Billet", "bills", "Bill's", "cannot", "Cant", "can't", "coop", "co-op", "coos"]
    ),
    ("a hyphen nearer to the start comes first", ["", "-", "ab", "-ab", "a-b", "a-b-", "ab-", "ac"]),
    ("an apostrophe comes before a hyphen", ["ab", "a'b", "a-b", "a–b"]),
    ("numbers in texts are digits", ["1", "-1", "10", "-10", "2", "-2"]),
    ("marks decide before hyphens", ["resume", "re-sume", "résume", "ré-sume"]),
    ("alphabets", ["z", "α", "Ά", "β", "Ω", "а", "е", "ё", "ж", "א", "あ", "中"]),
    ("letters behind their neighbours", ["na", "nz", "ŋ", "o"]),
    ("wide letters are as others", ["Ａ", "b", "Ｃ"]),
  ]

  @Test("Texts stand in the order of Excel", arguments: lists)
  func stand(_ list: (name: String, texts: [String])) {
    for (i, a) in list.texts.enumerated() {
      for (j, b) in list.texts.enumerated() {
        #expect(CellComparison.order(a, b).signum() == (i - j).signum(), "\(a) and \(b): \(list.name)")
      }
    }
  }

  @Test("Words of letters stand in the order of the Unicode Collation Algorithm")
  func words() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "References/words.txt")
    let words = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(words.count > 150)
    #expect(words.sorted().sorted { CellComparison.order($0, $1) < 0 } == words)
  }

  @Test("Equality knows no case and counts marks, hyphens and joined letters")
  func equality() {
    let texts = ["coop", "co-op", "coöp", "co–op", "straße", "strasse", "æ", "ae", "1", "¹", "ｃoop", "a b", "a\u{A0}b"]
    for (i, a) in texts.enumerated() {
      for (j, b) in texts.enumerated() {
        #expect((CellComparison.order(a, b.uppercasedOnly) == 0) == (i == j), "\(a) \(b)")
      }
    }
    for (a, b) in [
      ("e\u{323}\u{302}", "Ệ"), ("ê\u{323}", "Ệ"), ("ｶ\u{3099}", "ｶ\u{3099}"), ("か\u{3099}", "が"), ("=\u{338}", "≠"),
    ] {
      #expect(CellComparison.order(a, b) == 0, "\(a) \(b)")
    }
  }

  @Test("The order is total and transitive, agrees with equality, and keys give the same")
  func laws() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      let texts = (0..<3).map { _ in Self.text(&generator) }
      let (a, b, c) = (texts[0], texts[1], texts[2])
      let (ab, bc, ac) = (sign(a, b), sign(b, c), sign(a, c))
      let named = texts.map { $0.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") }
      #expect(ab == -sign(b, a), "\(named)")
      #expect((ab == 0) == (a.lowercased() == b.lowercased()), "\(named)")
      if ab == bc { #expect(ac == ab, "\(named)") }
      if ab == 0 { #expect(ac == bc, "\(named)") }
      #expect(TextSortKey(a).compare(TextSortKey(b)).signum() == ab, "\(named)")
    }
  }

  @Test("A text has its place in every spelling")
  func spellings() {
    #expect(sign("が–x", "がx–") == -1)
    #expect(sign("か\u{3099}–x", "がx–") == -1)
    #expect(sign("각é–x", "각éx–") == -1)
    #expect(sign("\u{1100}\u{1161}\u{11A8}e\u{301}–x", "각éx–") == -1)
  }

  private func sign(_ a: String, _ b: String) -> Int { CellComparison.order(a, b).signum() }

  /// A short text of characters that tend to be taken for each other.
  private static func text(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "A", "b", "e", "ae", "æ", "Æ", "ss", "ß", "-", "'", "–", " ", "_", "1", "¹", "½", "é", "e\u{301}", "ế", "e",
      "\u{302}",
      "\u{301}", "\u{323}", "\u{327}", "\u{335}", "\u{345}", "\u{F72}", "\u{F71}", "\u{F73}", "\u{3099}", "か", "が", "ο",
      "ό", "\u{1F79}", "ᾷ",
      "α", "й", "и", "\u{306}", "=", "≠", "\u{338}", "∋", "∌", "¨", "΅", "\u{1FBF}", "\u{1FCD}", "\u{300}", "ŋ", "ø",
      "o", "\u{AD}", "\u{200D}",
      "각", "\u{1100}", "\u{1161}", "\u{11A8}", "豈", "\u{F900}", ";", "\u{37E}", "Å", "\u{212B}", "K", "\u{FE0F}", "😀",
    ]
    return (0..<Int.random(in: 0...4, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }.joined()
  }
}

extension String {
  /// The text in capitals, but for letters that then become two.
  fileprivate var uppercasedOnly: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.flatMap { scalar in
          let upper = scalar.properties.uppercaseMapping.unicodeScalars
          return upper.count == 1 ? Array(upper) : [scalar]
        }))
  }
}

import CellModel
import Functions

/// Functions that change letters and clean texts.
enum LetterCase: FunctionFamily {
  static let title = "Letters and blanks"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "UPPER", "Makes all letters capital.", .text("text", "the text"),
      examples: [
        "UPPER(\"abc 1\")" => "ABC 1", "UPPER(\"straße\")" => "STRAßE", "UPPER({\"a\",\"b\"})" => [["A", "B"]],
        "UPPER(NA())" => .notAvailable,
      ]
    ) { $0.mappingScalars(ofAscii: Ascii.uppercased) { $0.singleUppercase } },

    SheetFunction(
      "LOWER", "Makes all letters small.", .text("text", "the text"),
      examples: [
        "LOWER(\"ABC 1\")" => "abc 1", "LOWER(\"ÄÖ\")" => "äö", "LOWER({\"A\",\"B\"})" => [["a", "b"]],
        "LOWER(NA())" => .notAvailable,
      ]
    ) { $0.mappingScalars(ofAscii: Ascii.lowercased) { $0.singleLowercase } },

    SheetFunction(
      "PROPER", "Makes the first letter of each word capital and the others small.", .text("text", "the text"),
      examples: [
        "PROPER(\"hello WORLD\")" => "Hello World", "PROPER(\"2-way\")" => "2-Way", "PROPER(\"it's\")" => "It'S",
        "PROPER({\"ab\",\"cd\"})" => [["Ab", "Cd"]], "PROPER(NA())" => .notAvailable,
      ]
    ) { text in
      var isInWord = false
      return text.mappingScalars(ofAscii: { byte in
        defer { isInWord = Ascii.isLetter(byte) }
        return isInWord ? Ascii.lowercased(byte) : Ascii.uppercased(byte)
      }) { scalar in
        defer { isInWord = scalar.isLetter }
        return isInWord ? scalar.singleLowercase : scalar.singleUppercase
      }
    },

    SheetFunction(
      "TRIM", "Takes away blanks at both ends and leaves one between words.", .text("text", "the text"),
      examples: [
        "TRIM(\"  a   b \")" => "a b", "TRIM(\"   \")" => "", "TRIM({\" a\",\"b \"})" => [["a", "b"]],
        "TRIM(NA())" => .notAvailable,
      ]
    ) { text in
      text.rewritingBytes { bytes, result in
        let blank = UInt8(ascii: " ")
        var (count, last) = (0, blank)
        for byte in bytes where byte != blank || last != blank {
          result[count] = byte
          count += 1
          last = byte
        }
        return count > 0 && last == blank ? count - 1 : count
      }
    },

    SheetFunction(
      "CLEAN", "Takes away control characters, those with codes below 32.", .text("text", "the text"),
      examples: [
        "CLEAN(\"a\" & CHAR(10) & \"b\")" => "ab", "CLEAN(\"abc\")" => "abc", "CLEAN(CHAR({9,65}))" => [["", "A"]],
        "CLEAN(NA())" => .notAvailable,
      ]
    ) { text in
      text.rewritingBytes { bytes, result in
        var count = 0
        for byte in bytes where byte >= 32 {
          result[count] = byte
          count += 1
        }
        return count
      }
    },

    SheetFunction(
      "ROT13", "Moves each letter thirteen places in the alphabet.", .text("text", "the text"),
      examples: [
        "ROT13(\"Hello\")" => "Uryyb", "ROT13(\"a1\")" => "n1", "ROT13({\"a\",\"n\"})" => [["n", "a"]],
        "ROT13(NA())" => .notAvailable,
      ]
    ) { text in
      text.mappingScalars(ofAscii: rotated) { $0.isASCII ? Unicode.Scalar(rotated(UInt8($0.value))) : $0 }
    },
  ]

  /// A letter thirteen places on in the alphabet.
  private static func rotated(_ byte: UInt8) -> UInt8 {
    guard Ascii.isLetter(byte) else { return byte }
    let first = byte & 0x20 | UInt8(ascii: "A")
    return (byte - first + 13) % 26 + first
  }
}

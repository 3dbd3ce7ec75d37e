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
    ) { $0.utf8.allSatisfy { $0 < 0x80 } ? $0.uppercased() : $0.mappingScalars(\.singleUppercase) },

    SheetFunction(
      "LOWER", "Makes all letters small.", .text("text", "the text"),
      examples: [
        "LOWER(\"ABC 1\")" => "abc 1", "LOWER(\"ÄÖ\")" => "äö", "LOWER({\"A\",\"B\"})" => [["a", "b"]],
        "LOWER(NA())" => .notAvailable,
      ]
    ) { $0.utf8.allSatisfy { $0 < 0x80 } ? $0.lowercased() : $0.mappingScalars(\.singleLowercase) },

    SheetFunction(
      "PROPER", "Makes the first letter of each word capital and the others small.", .text("text", "the text"),
      examples: [
        "PROPER(\"hello WORLD\")" => "Hello World", "PROPER(\"2-way\")" => "2-Way", "PROPER(\"it's\")" => "It'S",
        "PROPER({\"ab\",\"cd\"})" => [["Ab", "Cd"]], "PROPER(NA())" => .notAvailable,
      ]
    ) { text in
      var isInWord = false
      return text.mappingScalars { scalar in
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
      var result = String.UnicodeScalarView()
      var pending = false
      for scalar in text.unicodeScalars {
        if scalar == " " {
          pending = !result.isEmpty
        } else {
          if pending { result.append(" ") }
          pending = false
          result.append(scalar)
        }
      }
      return String(result)
    },

    SheetFunction(
      "CLEAN", "Takes away control characters, those with codes below 32.", .text("text", "the text"),
      examples: [
        "CLEAN(\"a\" & CHAR(10) & \"b\")" => "ab", "CLEAN(\"abc\")" => "abc", "CLEAN(CHAR({9,65}))" => [["", "A"]],
        "CLEAN(NA())" => .notAvailable,
      ]
    ) { text in
      var result = String.UnicodeScalarView()
      for scalar in text.unicodeScalars where scalar.value >= 32 { result.append(scalar) }
      return String(result)
    },

    SheetFunction(
      "ROT13", "Moves each letter thirteen places in the alphabet.", .text("text", "the text"),
      examples: [
        "ROT13(\"Hello\")" => "Uryyb", "ROT13(\"a1\")" => "n1", "ROT13({\"a\",\"n\"})" => [["n", "a"]],
        "ROT13(NA())" => .notAvailable,
      ]
    ) { text in
      text.mappingScalars { scalar in
        switch scalar.value {
        case 65...90: Unicode.Scalar((scalar.value - 65 + 13) % 26 + 65)
        case 97...122: Unicode.Scalar((scalar.value - 97 + 13) % 26 + 97)
        default: nil
        }
      }
    },
  ]
}

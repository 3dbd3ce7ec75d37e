/// Why a regular expression cannot be used, as a sentence.
struct RegexFault: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// The text of a regular expression, and how far it has been read.
///
/// It knows scalars, numbers, names and the characters that escapes stand for, and nothing of groups or flags.
struct RegexScanner {
  private let pattern: [Unicode.Scalar]
  var position = 0

  init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

  var isAtEnd: Bool { position == pattern.count }

  var next: Unicode.Scalar? { position < pattern.count ? pattern[position] : nil }

  func peek(_ offset: Int) -> Unicode.Scalar? {
    position + offset < pattern.count ? pattern[position + offset] : nil
  }

  /// Passes a text; `false` where another one stands.
  mutating func take(_ text: String) -> Bool {
    var offset = 0
    for scalar in text.unicodeScalars {
      guard peek(offset) == scalar else { return false }
      offset += 1
    }
    position += offset
    return true
  }

  mutating func takeScalar() throws(RegexFault) -> Unicode.Scalar {
    guard let scalar = next else { throw RegexFault("The pattern ends too early.") }
    position += 1
    return scalar
  }

  /// A number of digits, or the most that counts where it is larger; `nil` where there is none.
  mutating func number() -> Int? {
    var result: Int?
    while let scalar = next, (48...57).contains(scalar.value) {
      result = min((result ?? 0) * 10 + Int(scalar.value - 48), 100_000)
      position += 1
    }
    return result
  }

  /// The name up to a scalar, which is passed as well.
  mutating func name(until end: Unicode.Scalar) throws(RegexFault) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != end {
      guard RegexSet.isWord(scalar) else { throw RegexFault("A name has letters and digits only.") }
      name.append(scalar)
      position += 1
    }
    position += 1
    guard position <= pattern.count, let first = name.first else { throw RegexFault("A name is not complete.") }
    guard first.properties.numericType == nil else { throw RegexFault("A name begins with a digit.") }
    return String(name)
  }

  /// Whether what follows an opening bracket is `:name:]`.
  var isAtPOSIXName: Bool {
    guard next == ":" else { return false }
    var offset = 1
    while let scalar = peek(offset), scalar.isASCII, scalar.properties.isAlphabetic || scalar == "^" { offset += 1 }
    return peek(offset) == ":" && peek(offset + 1) == "]"
  }
}

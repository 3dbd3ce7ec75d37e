/// The logical functions that other languages write as operators between values.
package enum OperatorWord {
  /// How the function is written in a formula, when a name is that of one of them.
  package static func help(for word: String) -> String? {
    switch word.lowercased() {
    case "and", "or", "xor": "write \(word.uppercased())(a, b)"
    case "not": "write NOT(a)"
    default: nil
    }
  }
}

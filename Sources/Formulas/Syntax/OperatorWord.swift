/// Words that other languages, and people, write between values where a formula has a function or a sign.
package enum OperatorWord {
  /// How it is written in a formula, when a word is one of them.
  package static func help(for word: String) -> String? {
    switch word.lowercased() {
    case "and", "or", "xor": "write \(word.uppercased())(a, b)"
    case "not": "write NOT(a)"
    case "mod": "write MOD(a, b)"
    case "div": "write QUOTIENT(a, b)"
    case "then", "else": "write IF(condition, then, otherwise)"
    case "is", "equals": "write = to compare"
    case "plus": "write + to add"
    case "minus": "write - to subtract"
    case "times": "write * to multiply"
    case "of": "write * to multiply, as in 5% * 200"
    case "in":
      "write OR(a = {1, 2}) to ask whether it is one of them, and what an input may be before its =, as in input a in 0..1 = 0.5"
    case "between": "write AND(a >= 1, a <= 9)"
    case "like": "write ISNUMBER(SEARCH(\"part\", a))"
    case "for": "write MAP(values, LAMBDA(x, …)) to make something of each value"
    case "when": "write the condition of an action before its =, as in action name when condition = …"
    case "on": "write clauses in braces, as in { on event : value }"
    case "am", "pm": "write a time with its hours from 0 to 23, as in 14:30"
    case "within": "to allow for a tolerance, write ABS(a - b) <= 0.001"
    default: nil
    }
  }
}

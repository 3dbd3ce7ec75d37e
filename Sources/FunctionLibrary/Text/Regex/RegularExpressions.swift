import CellModel
import Functions

/// Functions that work with regular expressions; the notation is PCRE's as far as ``RegexParser`` knows it.
enum RegularExpressions: FunctionFamily {
  static let title = "Regular expressions"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "REGEXTEST", "Tells whether a pattern matches somewhere in a text.",
      .text("text", "the text"), .text("pattern", "the regular expression"),
      .integer("case", "0: upper and lower case are told apart; 1: they are not", default: 0), .context,
      examples: [
        "REGEXTEST(\"abc123\", \"[0-9]+\")" => true, "REGEXTEST(\"abc\", \"^B\")" => false,
        "REGEXTEST(\"abc\", \"^A\", 1)" => true, "REGEXTEST({\"a\",\"1\"}, \"\\d\")" => [[false, true]],
        "REGEXTEST(\"a\", \"(\")" => .value,
      ]
    ) { (text, pattern, mode, context) throws(CellError) in
      try matching(pattern, in: Array(text.unicodeScalars), mode, context) { (matcher) throws(RegexFault) in
        try matcher.firstMatch(from: 0) != nil
      }
    },

    SheetFunction(
      "REGEXEXTRACT", "Gives what a pattern matches in a text.",
      .text("text", "the text"), .text("pattern", "the regular expression"),
      .integer(
        "return_mode", "0: the first match; 1: all matches as a row; 2: the groups of the first match", default: 0),
      .integer("case", "0: upper and lower case are told apart; 1: they are not", default: 0), .context,
      traits: .spills,
      examples: [
        "REGEXEXTRACT(\"abc123d45\", \"[0-9]+\")" => "123", "REGEXEXTRACT(\"a1b22\", \"\\d+\", 1)" => [["1", "22"]],
        "REGEXEXTRACT(\"2020-05\", \"(\\d+)-(\\d+)\", 2)" => [["2020", "05"]],
        "REGEXEXTRACT(\"ABC\", \"b\", 0, 1)" => "B",
        "REGEXEXTRACT({\"a1\",\"b2\"}, \"\\d\")" => [["1", "2"]], "REGEXEXTRACT(\"abc\", \"\\d\")" => .notAvailable,
        "REGEXEXTRACT(\"abc\", \"b\", 3)" => .value,
      ]
    ) { (text, pattern, returnMode, mode, context) throws(CellError) -> CellArray in
      guard (0...2).contains(returnMode) else { throw .value("return_mode is 0, 1 or 2.") }
      let scalars = Array(text.unicodeScalars)
      let matches: [RegexMatcher.Match] = try matching(pattern, in: scalars, mode, context) {
        (matcher) throws(RegexFault) in
        guard returnMode != 2 || matcher.program.groupCount > 0 else { throw RegexFault("The pattern has no groups.") }
        return returnMode == 1 ? try matcher.allMatches() : [try matcher.firstMatch(from: 0)].compactMap { $0 }
      }
      guard let first = matches.first else { throw .notAvailable("The pattern does not match.") }
      func value(_ range: Range<Int>?) -> CellValue { .text(range.map { string(scalars[$0]) } ?? "") }
      switch returnMode {
      case 1: return CellArray(row: matches.map { value($0[0]) })
      case 2: return CellArray(row: first.dropFirst().map(value))
      default: return CellArray(row: [value(first[0])])
      }
    },

    SheetFunction(
      "REGEXREPLACE", "Puts a text in the place of what a pattern matches.",
      .text("text", "the text"), .text("pattern", "the regular expression"),
      .text("replacement", "what comes; $1 is the first group, $0 the whole match, $$ a dollar sign"),
      .integer("occurrence", "0: all; from 1 on one of them; negative counts from the end", default: 0),
      .integer("case", "0: upper and lower case are told apart; 1: they are not", default: 0), .context,
      examples: [
        "REGEXREPLACE(\"a1b2\", \"\\d\", \"*\")" => "a*b*", "REGEXREPLACE(\"a1b2\", \"\\d\", \"*\", 2)" => "a1b*",
        "REGEXREPLACE(\"a1b2\", \"\\d\", \"*\", -2)" => "a*b2",
        "REGEXREPLACE(\"John Smith\", \"(\\w+) (\\w+)\", \"$2, $1\")" => "Smith, John",
        "REGEXREPLACE({\"a1\",\"b\"}, \"\\d\", \"\")" => [["a", "b"]], "REGEXREPLACE(\"a\", \"[\", \"\")" => .value,
      ]
    ) { (text, pattern, replacement, occurrence, mode, context) throws(CellError) in
      let scalars = Array(text.unicodeScalars)
      let (pieces, matches) = try matching(pattern, in: scalars, mode, context) { (matcher) throws(RegexFault) in
        (try RegexReplacement.pieces(of: replacement, in: matcher.program), try matcher.allMatches())
      }
      let wanted = occurrence >= 0 ? occurrence - 1 : matches.count + max(occurrence, -matches.count - 1)
      return try replaced(scalars, matches, by: pieces) { occurrence == 0 || $0 == wanted }
    },

    SheetFunction(
      "REGEX", "Gives what a pattern matches, or the text with a match replaced, as in LibreOffice.",
      .text("text", "the text"), .text("pattern", "the regular expression"),
      .optionalText("replacement", "what comes in the place of a match; without it the match is the result"),
      .optionalText("which", "\"g\" for all matches, or the number of one of them; the first when left out"), .context,
      examples: [
        "REGEX(\"123456ABCDEF\", \"[126]\")" => "1", "REGEX(\"123456ABCDEF\", \"[126]\", \"\", \"g\")" => "345ABCDEF",
        "REGEX(\"123456ABCDEF\", \"[126]\", , 2)" => "2", "REGEX({\"a1\",\"b2\"}, \"\\d\", \"-\")" => [["a-", "b-"]],
        "REGEX(\"abc\", \"[126]\")" => .notAvailable, "REGEX(\"abc\", \"(\")" => .value,
      ]
    ) { (text, pattern, replacement, which, context) throws(CellError) in
      let isGlobal = which == "g"
      let number = isGlobal ? 1 : which.map { Int($0) } ?? 1
      guard let number, number >= 0 else { throw .value("The fourth argument is \"g\" or the number of a match.") }
      let scalars = Array(text.unicodeScalars)
      let (pieces, matches) = try matching(pattern, in: scalars, 0, context) { (matcher) throws(RegexFault) in
        (try RegexReplacement.pieces(of: replacement ?? "", in: matcher.program), try matcher.allMatches())
      }
      if replacement != nil {
        return try replaced(scalars, matches, by: pieces) { isGlobal || $0 == number - 1 }
      }
      guard number > 0 else { return text }
      guard matches.indices.contains(number - 1), let range = matches[number - 1][0] else {
        throw .notAvailable("The pattern does not match.")
      }
      return string(scalars[range])
    },
  ]

  /// A text with the wanted ones of its matches replaced.
  private static func replaced(
    _ scalars: [Unicode.Scalar], _ matches: [RegexMatcher.Match], by pieces: [RegexReplacement.Piece],
    where isWanted: (Int) -> Bool
  ) throws(CellError) -> String {
    var result = String.UnicodeScalarView()
    var copied = 0
    for (index, match) in matches.enumerated() where isWanted(index) {
      guard let whole = match[0] else { continue }
      result.append(contentsOf: scalars[copied..<whole.lowerBound])
      for piece in pieces {
        switch piece {
        case .text(let text): result.append(contentsOf: text.unicodeScalars)
        case .group(let group): if let range = match[group] { result.append(contentsOf: scalars[range]) }
        }
      }
      copied = whole.upperBound
      if result.count > TextLimit.length { throw .value("The text would be longer than 32,767 characters.") }
    }
    result.append(contentsOf: scalars[copied...])
    return try TextParts.limited(String(result))
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The program of a pattern, kept for the next call of this recalculation.
  private static func program(
    _ pattern: String, _ mode: Int, _ context: any EvaluationContext
  ) throws(RegexFault) -> RegexProgram {
    guard mode == 0 || mode == 1 else { throw RegexFault("The mode of case is 0 or 1.") }
    let key = ProgramKey(pattern: pattern, mode: mode)
    if let found = context.cache.value(RegexProgram.self, for: key) { return found }
    let program = try RegexProgram(pattern, ignoringCase: mode == 1)
    context.cache.keep(program, for: key)
    return program
  }

  private struct ProgramKey: Hashable {
    let pattern: String
    let mode: Int
  }

  /// Runs a pattern over a text; sixteen of its steps are one of the formula.
  private static func matching<Value>(
    _ pattern: String, in text: [Unicode.Scalar], _ mode: Int, _ context: any EvaluationContext,
    _ body: (inout RegexMatcher) throws(RegexFault) -> Value
  ) throws(CellError) -> Value {
    var steps = 0
    let outcome: Result<Value, RegexFault>
    do throws(RegexFault) {
      var matcher = RegexMatcher(try program(pattern, mode, context), text: text)
      defer { steps = matcher.steps }
      outcome = .success(try body(&matcher))
    } catch { outcome = .failure(error) }
    try context.takeSteps(steps >> 4)
    do throws(RegexFault) { return try outcome.get() } catch { throw .value(error.message) }
  }
}

/// What REGEXREPLACE puts in the place of a match.
enum RegexReplacement {
  enum Piece {
    case text(String)
    case group(Int)
  }

  /// Reads `$1`, `${1}`, `${name}`, `$0` and `$$`; a dollar sign before anything else is itself.
  static func pieces(of replacement: String, in program: RegexProgram) throws(RegexFault) -> [Piece] {
    let scalars = Array(replacement.unicodeScalars)
    var pieces: [Piece] = []
    var literal = ""
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      guard scalar == "$", position < scalars.count else {
        literal.unicodeScalars.append(scalar)
        continue
      }
      if scalars[position] == "$" {
        literal += "$"
        position += 1
        continue
      }
      let isBraced = scalars[position] == "{"
      var name = ""
      var end = position + (isBraced ? 1 : 0)
      while end < scalars.count, isBraced ? scalars[end] != "}" : (48...57).contains(scalars[end].value),
        name.utf8.count < 100
      {
        name.unicodeScalars.append(scalars[end])
        end += 1
      }
      guard !name.isEmpty, !isBraced || (end < scalars.count && scalars[end] == "}") else {
        literal += "$"
        continue
      }
      guard let group = Int(name) ?? program.groupNames[name], (0...program.groupCount).contains(group) else {
        throw RegexFault("There is no group \(name).")
      }
      pieces.append(.text(literal))
      pieces.append(.group(group))
      literal = ""
      position = isBraced ? end + 1 : end
    }
    pieces.append(.text(literal))
    return pieces
  }
}

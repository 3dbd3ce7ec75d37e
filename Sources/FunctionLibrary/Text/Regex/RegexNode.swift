import CellModel

/// A regular expression as a tree.
indirect enum RegexNode {
  case empty
  case set(RegexSet)
  case sequence([RegexNode])
  case alternatives([RegexNode])
  /// A group that is remembered under its number.
  case capture(Int, RegexNode)
  case repeated(RegexNode, min: Int, max: Int?, greed: Greed)
  case assertion(Assertion)
  case look(RegexNode, ahead: Bool, negated: Bool)
  /// What matches inside is kept: there is no going back into it.
  case atomic(RegexNode)
  case backreference(RegexGroup, ignoresCase: Bool)
  /// What a group matches, run again at this place.
  case call(RegexGroup)
  case conditional(Condition, RegexNode, otherwise: RegexNode)
  /// Groups that are only called.
  case definition(RegexNode)
  /// The match is taken to begin here.
  case keep
  /// A character as people see it, with the marks that belong to it.
  case cluster

  enum Greed { case greedy, lazy, possessive }

  enum Condition {
    /// The group has matched.
    case matched(RegexGroup)
    /// This runs as part of a call, of a group or of any.
    case called(RegexGroup?)
  }

  enum Assertion {
    case textStart, textEnd, textEndBeforeNewline, lineStart, lineEnd, wordBoundary, noWordBoundary
  }

  /// Whether it can match without taking a character.
  var isNullable: Bool {
    switch self {
    case .empty, .assertion, .look, .backreference, .call, .definition, .keep: true
    case .set, .cluster: false
    case .sequence(let nodes): nodes.allSatisfy(\.isNullable)
    case .alternatives(let nodes): nodes.contains(where: \.isNullable)
    case .capture(_, let node), .atomic(let node): node.isNullable
    case .repeated(let node, let min, _, _): min == 0 || node.isNullable
    case .conditional(_, let node, let otherwise): node.isNullable || otherwise.isNullable
    }
  }

  /// The most characters that looking behind may go back.
  private static let longestLook = 100_000

  /// The count of characters it takes when that is always the same.
  var fixedLength: Int? {
    switch self {
    case .empty, .assertion, .look, .definition, .keep: return 0
    case .set: return 1
    case .backreference, .call, .cluster: return nil
    case .sequence(let nodes):
      var length = 0
      for node in nodes {
        guard let part = node.fixedLength, part + length <= Self.longestLook else { return nil }
        length += part
      }
      return length
    case .alternatives(let nodes):
      guard let length = nodes.first?.fixedLength, nodes.allSatisfy({ $0.fixedLength == length }) else { return nil }
      return length
    case .capture(_, let node), .atomic(let node): return node.fixedLength
    case .conditional(_, let node, let otherwise):
      return node.fixedLength.flatMap { $0 == otherwise.fixedLength ? $0 : nil }
    case .repeated(let node, let min, let max, _):
      guard min == max, let length = node.fixedLength, length == 0 || min <= Self.longestLook / length else {
        return nil
      }
      return length * min
    }
  }
}

/// A group of a regular expression, by its number or by its name; it may stand further on.
enum RegexGroup {
  case number(Int)
  case name(String)
}

/// A set of characters in a regular expression.
struct RegexSet {
  enum Class {
    case digit, word, space, horizontalSpace, verticalSpace, letter, upper, lower, number, punctuation, symbol,
      separator, any, control, ascii, visible, printable, posixPunctuation
    /// Letters and digits, with the underscore or without.
    case alphanumeric(underscore: Bool)
    /// Some of the general categories of Unicode.
    case category([Unicode.GeneralCategory])
    case ranges([ClosedRange<UInt32>])
    case property(@Sendable (Unicode.Scalar.Properties) -> Bool)
  }

  var ranges: [ClosedRange<UInt32>] = []
  var classes: [(kind: Class, negated: Bool)] = []
  var isNegated = false
  var ignoresCase = false

  init() {}
  init(_ scalar: Unicode.Scalar, ignoresCase: Bool) {
    ranges = [scalar.value...scalar.value]
    self.ignoresCase = ignoresCase
  }
  init(_ kind: Class, negated: Bool = false) { classes = [(kind, negated)] }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var found = containsExactly(scalar)
    if !found, ignoresCase {
      let lower = scalar.singleLowercase
      let upper = scalar.singleUppercase
      found = (lower != scalar && containsExactly(lower)) || (upper != scalar && containsExactly(upper))
    }
    return found != isNegated
  }

  private func containsExactly(_ scalar: Unicode.Scalar) -> Bool {
    for range in ranges where range.contains(scalar.value) { return true }
    for (kind, negated) in classes where Self.belongs(scalar, to: kind) != negated { return true }
    return false
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool { belongs(scalar, to: .word) }

  private static func belongs(_ scalar: Unicode.Scalar, to kind: Class) -> Bool {
    let value = scalar.value
    switch kind {
    case .any: return true
    case .control: return value < 32 || value == 127
    case .ascii: return value < 128
    case .category(let categories): return categories.contains(scalar.properties.generalCategory)
    case .property(let holds): return holds(scalar.properties)
    case .ranges(let ranges): return ranges.contains { $0.contains(value) }
    case .alphanumeric(let underscore):
      if underscore, value == 95 { return true }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber:
        return true
      default: return false
      }
    case .visible, .printable:
      switch scalar.properties.generalCategory {
      case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: return false
      case .spaceSeparator: return if case .printable = kind { true } else { false }
      default: return true
      }
    case .digit: return value < 128 ? (48...57).contains(value) : scalar.properties.generalCategory == .decimalNumber
    case .word:
      if value < 128 {
        return (48...57).contains(value) || (65...90).contains(value) || (97...122).contains(value) || value == 95
      }
      return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark
    case .space: return value < 128 ? (9...13).contains(value) || value == 32 : scalar.properties.isWhitespace
    case .horizontalSpace: return value == 9 || scalar.properties.generalCategory == .spaceSeparator
    case .verticalSpace: return (10...13).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
    case .letter: return scalar.properties.isAlphabetic
    case .upper: return scalar.properties.isUppercase
    case .lower: return scalar.properties.isLowercase
    case .number: return scalar.properties.numericType != nil
    case .punctuation:
      switch scalar.properties.generalCategory {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation:
        return true
      default: return false
      }
    case .posixPunctuation: return belongs(scalar, to: .punctuation) || (value < 128 && belongs(scalar, to: .symbol))
    case .symbol:
      switch scalar.properties.generalCategory {
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: return true
      default: return false
      }
    case .separator:
      switch scalar.properties.generalCategory {
      case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
      default: return false
      }
    }
  }
}

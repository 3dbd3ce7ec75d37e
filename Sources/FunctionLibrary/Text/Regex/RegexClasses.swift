import CellModel

/// Reads classes of characters in a regular expression: those in brackets, those of letters such as `\d`, and properties.
enum RegexClasses {
  /// The set that a letter after a backslash names, such as `\d`; `nil` when it names none.
  static func named(_ scalar: Unicode.Scalar, _ scanner: inout RegexScanner) throws(RegexFault) -> RegexSet? {
    switch scalar {
    case "d": return RegexSet(.digit)
    case "D": return RegexSet(.digit, negated: true)
    case "w": return RegexSet(.word)
    case "W": return RegexSet(.word, negated: true)
    case "s": return RegexSet(.space)
    case "S": return RegexSet(.space, negated: true)
    case "h": return RegexSet(.horizontalSpace)
    case "H": return RegexSet(.horizontalSpace, negated: true)
    case "v": return RegexSet(.verticalSpace)
    case "V": return RegexSet(.verticalSpace, negated: true)
    case "N" where scanner.next != "{":
      return {
        var set = RegexSet("\n", ignoresCase: false)
        set.isNegated = true
        return set
      }()
    case "p", "P":
      return try property(negated: scalar == "P", &scanner)
    default: return nil
    }
  }

  /// The set of a property behind `\p`: of one letter or in braces, where blanks, case, `-` and `_` do not matter.
  private static func property(negated: Bool, _ scanner: inout RegexScanner) throws(RegexFault) -> RegexSet {
    var negated = negated
    var name = ""
    if scanner.take("{") {
      if scanner.take("^") { negated.toggle() }
      while let scalar = scanner.next, scalar != "}" {
        scanner.position += 1
        if scalar.properties.isWhitespace || scalar == "-" || scalar == "_" { continue }
        name.unicodeScalars.append(scalar.singleLowercase)
      }
      guard scanner.take("}") else { throw RegexFault("The name of a property is not complete.") }
    } else {
      name.unicodeScalars.append(try scanner.takeScalar().singleLowercase)
    }
    if let kind = properties[name] { return RegexSet(kind, negated: negated) }
    let script = name.split(whereSeparator: { $0 == "=" || $0 == ":" })
    let isScript = script.count == 1 || ["sc", "scx", "script", "scriptextensions"].contains(script.first)
    guard isScript, let last = script.last.map({ $0 == "extpict" ? "extendedpictographic" : $0 }),
      let ranges = RegexScripts.ranges(of: String(last))
    else {
      throw RegexFault("There is no property \(name.prefix(20)).")
    }
    return RegexSet(.ranges(ranges), negated: negated)
  }

  /// The properties of `\p`, by the names of Unicode's general categories and those of PCRE in small letters.
  private static let properties: [String: RegexSet.Class] = [
    "l": .category([.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]),
    "l&": .category([.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]),
    "lc": .category([.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]),
    "lu": .category([.uppercaseLetter]), "ll": .category([.lowercaseLetter]), "lt": .category([.titlecaseLetter]),
    "lm": .category([.modifierLetter]), "lo": .category([.otherLetter]),
    "m": .category([.nonspacingMark, .spacingMark, .enclosingMark]), "mn": .category([.nonspacingMark]),
    "mc": .category([.spacingMark]), "me": .category([.enclosingMark]),
    "n": .category([.decimalNumber, .letterNumber, .otherNumber]), "nd": .category([.decimalNumber]),
    "nl": .category([.letterNumber]), "no": .category([.otherNumber]),
    "p": .punctuation, "pc": .category([.connectorPunctuation]), "pd": .category([.dashPunctuation]),
    "ps": .category([.openPunctuation]), "pe": .category([.closePunctuation]),
    "pi": .category([.initialPunctuation]), "pf": .category([.finalPunctuation]),
    "po": .category([.otherPunctuation]),
    "s": .symbol, "sm": .category([.mathSymbol]), "sc": .category([.currencySymbol]),
    "sk": .category([.modifierSymbol]), "so": .category([.otherSymbol]),
    "z": .separator, "zs": .category([.spaceSeparator]), "zl": .category([.lineSeparator]),
    "zp": .category([.paragraphSeparator]),
    "c": .category([.control, .format, .surrogate, .privateUse, .unassigned]), "cc": .category([.control]),
    "cf": .category([.format]), "co": .category([.privateUse]), "cn": .category([.unassigned]), "any": .any,
    "xan": .alphanumeric(underscore: false), "xwd": .alphanumeric(underscore: true), "xsp": .space, "xps": .space,
    "alphabetic": .letter, "alpha": .letter, "uppercase": .upper, "upper": .upper, "lowercase": .lower,
    "lower": .lower, "whitespace": .space, "wspace": .space, "space": .space, "ascii": .ascii,
    "emoji": .property { $0.isEmoji }, "emojipresentation": .property { $0.isEmojiPresentation },
    "emojimodifier": .property { $0.isEmojiModifier }, "emojimodifierbase": .property { $0.isEmojiModifierBase },
    "dash": .property { $0.isDash }, "diacritic": .property { $0.isDiacritic }, "math": .property { $0.isMath },
    "hexdigit": .property { $0.isHexDigit }, "ideographic": .property { $0.isIdeographic },
    "quotationmark": .property { $0.isQuotationMark }, "variationselector": .property { $0.isVariationSelector },
    "idstart": .property { $0.isIDStart }, "idcontinue": .property { $0.isIDContinue },
  ]

  /// The set in brackets, behind the opening one.
  static func bracketed(_ scanner: inout RegexScanner, _ flags: RegexParser.Flags) throws(RegexFault) -> RegexSet {
    var set = RegexSet()
    set.isNegated = scanner.take("^")
    set.ignoresCase = flags.ignoresCase
    var isFirst = true
    while true {
      let scalar = try scanner.takeScalar()
      if scalar == "]", !isFirst { return set }
      if flags.isExtendedInClasses, scalar == " " || scalar == "\t" { continue }
      isFirst = false
      if scalar == "[", scanner.next == ":", try posixClass(&set, &scanner) { continue }
      if scalar == "[", scanner.next == "." || scanner.next == "=" {
        throw RegexFault("A class has no collating elements.")
      }
      if scalar == "\\", scanner.take("E") { continue }
      if scalar == "\\", scanner.take("Q") {
        while !scanner.take("\\E") {
          let quoted = try scanner.takeScalar()
          set.ranges.append(quoted.value...quoted.value)
        }
        continue
      }
      var lower = scalar
      if scalar == "\\" {
        let letter = try scanner.takeScalar()
        if let inner = try named(letter, &scanner) {
          if inner.isNegated { throw RegexFault("\\N cannot stand in a class.") }
          set.classes += inner.classes
          if scanner.next == "-", let after = scanner.peek(1), after != "]" {
            throw RegexFault("A range in a class begins in a class.")
          }
          continue
        }
        lower = letter == "b" ? "\u{08}" : try scanner.characterEscape(letter)
      }
      guard scanner.next == "-", let after = scanner.peek(1), after != "]" else {
        set.ranges.append(lower.value...lower.value)
        continue
      }
      scanner.position += 1
      var upper = try scanner.takeScalar()
      if upper == "\\" {
        let letter = try scanner.takeScalar()
        if "dDwWsShHvVpP".unicodeScalars.contains(letter) { throw RegexFault("A range in a class ends in a class.") }
        upper = letter == "b" ? "\u{08}" : try scanner.characterEscape(letter)
      }
      guard lower.value <= upper.value else { throw RegexFault("A range in a class ends before it begins.") }
      set.ranges.append(lower.value...upper.value)
    }
  }

  /// Adds a class such as `[:alpha:]`, behind its bracket; `false` when none stands there.
  private static func posixClass(_ set: inout RegexSet, _ scanner: inout RegexScanner) throws(RegexFault) -> Bool {
    let start = scanner.position
    scanner.position += 1
    let negated = scanner.take("^")
    var name = ""
    while let scalar = scanner.next, scalar.isASCII, scalar.properties.isAlphabetic {
      name.unicodeScalars.append(scalar)
      scanner.position += 1
    }
    guard scanner.take(":]") else {
      scanner.position = start
      return false
    }
    let kind: RegexSet.Class
    switch name {
    case "alpha": kind = .letter
    case "digit": kind = .digit
    case "alnum": kind = .alphanumeric(underscore: false)
    case "upper": kind = .upper
    case "lower": kind = .lower
    case "space": kind = .space
    case "blank": kind = .horizontalSpace
    case "punct": kind = .posixPunctuation
    case "word": kind = .word
    case "cntrl": kind = .control
    case "ascii": kind = .ascii
    case "graph": kind = .visible
    case "print": kind = .printable
    case "xdigit": kind = .ranges([48...57, 65...70, 97...102])
    default: throw RegexFault("There is no class [:\(name):].")
    }
    set.classes.append((kind, negated))
    return true
  }
}

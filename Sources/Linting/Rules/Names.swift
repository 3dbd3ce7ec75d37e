import Diagnostics
import Formulas
import SheetText

/// A name of LET or a parameter that is the name of a cell, too.
enum Shadowed: LintRule {
  static let page = FindingPage(
    code: "shadowed", .warning, "a name of LET or a parameter hides a cell of the same name",
    why: "Inside of the formula the name is the local value; whoever reads the formula takes it for the cell.",
    fix: "Give the local value a name of its own.",
    example: FindingExample(
      wrong: """
        input price = 100
        input rate = 7%
        total = LET(rate, rate / 2, price * rate)
        """,
      right: """
        input price = 100
        input rate = 7%
        total = LET(half, rate / 2, price * half)
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    lazy var cells: [String: WrittenText] = {
      var cells: [String: WrittenText] = [:]
      for name in sheet.names {
        switch sheet.document.statements[name.statement].kind {
        case .cell, .input, .state, .fetch: cells[name.key] = name.written
        default: break
        }
      }
      return cells
    }()
    for formula in sheet.formulas(with: .localNames) {
      let tree = formula.tree
      for position in tree.nodes.indices {
        let node = FormulaTree.Index(position)
        guard formula.scopes.declaration(at: node) != nil, let name = tree.parameterName(node),
          let cell = cells[name.lowercased()]
        else { continue }
        report.add(
          "\(name) hides the cell \(cell.text) in this formula", at: tree.span(of: node), label: "a local name",
          others: [Diagnostic.Label(cell.span, "the cell")])
      }
    }
  }
}

/// A name with letters of several scripts that look alike.
enum ConfusableName: LintRule {
  static let page = FindingPage(
    code: "confusable-name", .warning, "a name mixes letters of scripts that look alike",
    why: """
      A Cyrillic а and a Latin a look the same and are two letters, so that the name cannot be told from another one, and cannot be \
      found by who types it.
      """,
    fix: "Write the name in one script.",
    example: FindingExample(
      wrong: """
        rаte = 7%
        total = 100 * rаte
        """,
      right: """
        rate = 7%
        total = 100 * rate
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    // Latin letters alone are never mixed.
    for index in sheet.statements(with: .foreignName) {
      guard let name = sheet.document.statements[index].definedName else { continue }
      // Words of a name may be of two scripts, as in сумма_usd; a word is of one.
      for word in name.text.split(separator: "_") {
        let scalars = word.unicodeScalars
        guard let stranger = scalars.first(where: { looksLatin[$0] != nil }),
          scalars.contains(where: { ("a"..."z").contains($0) || ("A"..."Z").contains($0) })
        else { continue }
        let latin = looksLatin[stranger].map(String.init) ?? ""
        let plain = String(String.UnicodeScalarView(name.text.unicodeScalars.map { looksLatin[$0] ?? $0 }))
        report.add(
          "\(name.text) has a letter that looks like a Latin \(latin) and is none", at: name.span,
          label: "U+\(String(stranger.value, radix: 16, uppercase: true))", help: "write \(plain) in one script")
        break
      }
    }
  }

  /// Letters of the Cyrillic and Greek scripts that look like Latin ones (Unicode's confusables).
  private static let looksLatin: [Unicode.Scalar: Unicode.Scalar] = [
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "х": "x", "у": "y", "і": "i", "ј": "j", "ѕ": "s", "А": "A",
    "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C", "Т": "T", "Х": "X", "ο": "o",
    "Α": "A", "Β": "B", "Ε": "E", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T",
    "Χ": "X", "ν": "v",
  ]
}

/// Two names that differ in one letter, of which one is read by nobody.
enum NearDuplicateName: LintRule {
  static let page = FindingPage(
    code: "near-duplicate-name", .warning, "two names differ in one letter, and nobody reads one of them",
    why: "A name that was misspelt where it is defined makes a second cell instead of changing the first.",
    fix: "Write the name as the other one, or rename it so that the difference can be seen.",
    example: FindingExample(
      wrong: """
        input Amount = 3
        Amuont = 5
        total = Amount * 2
        """,
      right: """
        input Amount = 5
        total = Amount * 2
        """))

  /// In shorter names one letter makes another word.
  private static let fewestLetters = 5

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    guard !sheet.mayReadAnyName else { return }
    let cells = sheet.statements(with: .namedValue).filter { sheet.key(of: $0).utf8.count >= fewestLetters }
    let unread = cells.filter { !sheet.isRead($0) }
    guard !unread.isEmpty else { return }
    var read: [Likeness: [Int]] = [:]
    for index in cells where sheet.isRead(index) {
      read[Likeness(sheet.nameShape(of: index)), default: []].append(index)
    }
    for index in unread {
      let shape = sheet.nameShape(of: index)
      let letters = Array(sheet.key(of: index).unicodeScalars)
      let near = (shape.length - 1...shape.length + 1).lazy.flatMap { length in
        read[Likeness(length: length, skeleton: shape.skeleton)] ?? []
      }.first { isMisspelling(letters, Array(sheet.key(of: $0).unicodeScalars)) }
      guard let near, let name = sheet.document.statements[index].definedName,
        let other = sheet.document.statements[near].definedName
      else { continue }
      report.add(
        "\(name.text) and \(other.text) differ in one letter, and nobody reads \(name.text)", at: name.span,
        label: "meant to be \(other.text)?", others: [Diagnostic.Label(other.span, "the other one")])
    }
  }

  /// What names have in common that may differ in one letter: a slip of the fingers leaves the first and the last, and all
  /// digits.
  private struct Likeness: Hashable {
    var length: Int
    var skeleton: UInt64

    init(length: Int, skeleton: UInt64) {
      self.length = length
      self.skeleton = skeleton
    }

    init(_ shape: NameShape) { self.init(length: shape.length, skeleton: shape.skeleton) }
  }

  /// Whether two words differ as by a slip of the fingers inside of them: letters exchanged, one too many or another one.
  ///
  /// A last letter makes a plural, a digit a number in a row of names; both are meant.
  private static func isMisspelling(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    let start = zip(a, b).prefix { $0 == $1 }.count
    let rest = (Array(a[start...]), Array(b[start...]))
    let end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    let (x, y) = (rest.0.dropLast(end), rest.1.dropLast(end))
    guard start > 0, end > 0, !(x + y).contains(where: NameShape.isFixed) else {
      return false
    }
    switch (x.count, y.count) {
    case (2, 2): return x.first == y.last && x.last == y.first
    // A letter that was typed twice, or once instead of twice; other letters make other words.
    case (1, 0): return x.first == a[start - 1]
    case (0, 1): return y.first == b[start - 1]
    default: return false
    }
  }
}

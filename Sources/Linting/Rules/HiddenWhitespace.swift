import CellModel
import Diagnostics
import Formulas
import SheetText

/// Blanks at the edges of a value, and characters that nobody sees.
enum HiddenWhitespace: LintRule {
  static let page = FindingPage(
    code: "hidden-whitespace", .warning, "a value has blanks at its edges, or characters that nobody sees",
    why: """
      "Ada " and "Ada" look the same and are two values, so that comparisons and lookups fail without a visible reason. Told of \
      named constants, of values of a domain and of what a formula compares with; in tables, and in cells of a grid that \
      formulas read, where the same text stands elsewhere without blanks. Blanks of texts that are joined are meant, and so \
      are those of a name that a formula joins to others, as in weight & unit.
      """,
    fix: "Take the blanks away; sheaf check --fix does.",
    example: FindingExample(
      wrong: """
        input size in {"S", "M "} = "S"
        price = IF(size = "S", 10, 12)
        """,
      right: """
        input size in {"S", "M"} = "S"
        price = IF(size = "S", 10, 12)
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    var values = ValuesWithTexts(sheet)
    for index in sheet.statements(with: [.texts, .table]) where !sheet.isTest(index) {
      values.look(at: sheet.document.statements[index])
    }
    for value in values.unclean {
      guard let cleaned = cleaned(value.text), !cleaned.isEmpty,
        !value.isLabel || values.clean.contains(cleaned.lowercased())
      else { continue }
      let isInside = value.text.unicodeScalars.contains(where: isInvisible)
      let quoted = "\"\(cleaned.replacing("\"", with: "\"\""))\""
      report.add(
        isInside ? "“\(cleaned)” has a character that nobody sees" : "“\(cleaned)” has blanks at its edges",
        at: value.span, label: "it is not equal to “\(cleaned)”", suggestion: value.isQuoted ? quoted : cleaned)
    }
  }

  /// The texts of a sheet that are values, as far as blanks may make another value of them.
  private struct ValuesWithTexts {
    struct Value {
      let text: String
      let span: SourceSpan
      let isQuoted: Bool
      /// Whether its blanks matter only where the same text stands elsewhere without.
      let isLabel: Bool
    }

    /// Texts as they look, of values that look like nothing else.
    private(set) var clean: Set<String> = []
    private(set) var unclean: [Value] = []
    private let sheet: LintedSheet
    private lazy var reads = ReadAreas(sheet)
    private lazy var joined = joinedNames(in: sheet)

    init(_ sheet: LintedSheet) { self.sheet = sheet }

    mutating func look(at statement: Statement) {
      var isLabel = false
      switch statement.kind {
      case .table(let table):
        for cell in table.rows.flatMap(\.cells) {
          if let text = cell.value.text { look(at: text, cell.span, isQuoted: cell.isQuoted, isLabel: true) }
        }
      case .cell(let cell) where cell.isConstant:
        guard case .address(let row, let column, _) = cell.target else { break }
        if case .number? = cell.formula.constant { return }
        // What no formula reads is there to be looked at.
        guard reads.contains(row: row, column: column, grid: statement.grid?.lowercased() ?? "") else {
          if let text = cell.formula.constant?.text, cleaned(text) == nil { clean.insert(text.lowercased()) }
          return
        }
        isLabel = true
      default: break
      }
      if let constant = namedConstant(statement), cleaned(constant.text) != nil, joined.contains(constant.key) {
        return
      }
      for formula in statement.definition.formulas {
        let tree = formula.formula.tree
        for position in tree.nodes.indices {
          guard case .text(let text) = tree.nodes[position] else { continue }
          let node = FormulaTree.Index(position)
          if isValue(node, of: tree) { look(at: text, tree.span(of: node), isQuoted: true, isLabel: isLabel) }
        }
      }
    }

    private mutating func look(at text: String, _ span: SourceSpan, isQuoted: Bool, isLabel: Bool) {
      if cleaned(text) == nil {
        clean.insert(text.lowercased())
      } else {
        unclean.append(Value(text: text, span: span, isQuoted: isQuoted, isLabel: isLabel))
      }
    }
  }

  /// The name and the text of a cell or an input that begins with a text; `nil` for any other statement.
  private static func namedConstant(_ statement: Statement) -> (key: String, text: String)? {
    let formula: SheetFormula?
    switch statement.kind {
    case .cell(let cell): formula = cell.formula
    case .input(let input): formula = input.initial
    default: return nil
    }
    guard let name = statement.definedName, let text = formula?.constant?.text else { return nil }
    return (name.key, text)
  }

  /// Functions that put texts together, or take them apart where another one stands.
  private static let joiningFunctions: Set = [
    "CONCAT", "CONCATENATE", "TEXTJOIN", "TEXTSPLIT", "TEXTBEFORE", "TEXTAFTER", "SUBSTITUTE", "REPLACE", "REPT",
    "FIND",
    "SEARCH", "TRIM",
  ]

  /// The keys of names that formulas join to other texts, or take texts apart by.
  private static func joinedNames(in sheet: LintedSheet) -> Set<String> {
    var names: Set<String> = []
    for formula in sheet.formulas where !sheet.isTest(formula.statement) {
      let tree = formula.tree
      for node in tree.nodes {
        let operands: [FormulaTree.Index]
        switch node {
        case .binary(.concatenate, let left, let right): operands = [left, right]
        case .call(let name, let arguments) where joiningFunctions.contains(name.uppercased()):
          operands = Array(arguments)
        default: continue
        }
        for operand in operands {
          guard case .name(let name, nil) = tree[operand], !formula.scopes.isLocal(operand, of: tree) else { continue }
          names.insert(name.lowercased())
        }
      }
    }
    return names
  }

  /// Whether a text stands for a value: all of a constant, an element of a list, or what is compared with.
  private static func isValue(_ node: FormulaTree.Index, of tree: FormulaTree) -> Bool {
    if tree.isConstant { return true }
    return tree.nodes.contains { other in
      guard case .binary(let sign, let left, let right) = other, left == node || right == node else { return false }
      return sign == .equal || sign == .notEqual
    }
  }

  /// The text as it looks; `nil` if that is how it is.
  private static func cleaned(_ text: String) -> String? {
    // Most texts are plain, and some are long.
    if text.isAscii, text.unicodeScalars.first.map(isBlank) != true,
      text.unicodeScalars.last.map(isBlank) != true
    {
      return nil
    }
    var scalars = Array(text.unicodeScalars.filter { !isInvisible($0) })
    while scalars.last.map(isBlank) == true { scalars.removeLast() }
    while scalars.first.map(isBlank) == true { scalars.removeFirst() }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    let cleaned = String(view)
    return cleaned.unicodeScalars.elementsEqual(text.unicodeScalars) ? nil : cleaned
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  /// Characters without width that are no part of how a word is written.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The soft hyphen, zero-width space, word joiner and byte order mark; joiners are part of emoji and of some scripts.
    case 0xAD, 0x200B, 0x2060, 0xFEFF: true
    default: false
    }
  }
}

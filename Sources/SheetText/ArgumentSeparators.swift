import CellModel
import Diagnostics

/// What separates arguments around a semicolon that stands for a comma.
///
/// Whoever writes semicolons there may come from a spreadsheet in which a comma stands before the decimals.
struct ArgumentSeparators {
  /// The semicolons between arguments.
  private var semicolons: [Int] = []
  /// All commas that are seen with them, but for those between square brackets.
  private var commas: [Int] = []
  /// Whether each comma has digits on both sides.
  private var areDecimal = true

  /// Looks at the call around a semicolon, with all calls around that one.
  init(around semicolon: SourceSpan, in document: SheetDocument) {
    guard let statement = document.statements.last(where: { $0.span.lower <= semicolon.lower })?.span else { return }
    let scanner = SheetScanner(document.bytes, matching: SourceSpan(0, 0))
    var brackets: [UInt8] = []
    var index = statement.lower
    while index < statement.upper {
      let squareDepth = brackets.count { $0 == Ascii.leftBracket }
      let (kind, end) = scanner.element(
        at: index, limit: statement.upper, beginsItem: false, squareDepth: squareDepth)
      switch kind {
      case .open: brackets.append(document.bytes[index])
      case .close:
        _ = brackets.popLast()
        if !brackets.contains(Ascii.leftParenthesis) {
          if semicolons.contains(semicolon.lower) { return }
          (semicolons, commas, areDecimal) = ([], [], true)
        }
      case .separator where brackets.last == Ascii.leftParenthesis: semicolons.append(index)
      case .other where document.bytes[index] == Ascii.comma && squareDepth == 0:
        guard brackets.contains(Ascii.leftParenthesis) else { break }
        commas.append(index)
        areDecimal =
          areDecimal && document.bytes[index - 1].isDigit && end < statement.upper
          && document.bytes[end].isDigit
      default: break
      }
      index = end
    }
    // No bracket ends here what the semicolon may separate.
    semicolons = []
  }

  /// Commas in place of the semicolons, and points in place of commas that stand inside numbers.
  ///
  /// What the commas are is a guess, and so is all of it where there are some.
  var edit: ObviousEdit? {
    guard !semicolons.isEmpty else { return nil }
    func written(_ text: String, at offsets: [Int]) -> [TextEdit] {
      offsets.map { TextEdit(SourceSpan($0, $0 + 1), text) }
    }
    let between = written(",", at: semicolons)
    if commas.isEmpty { return ObviousEdit("write a comma", between, isSafe: true) }
    guard areDecimal else { return ObviousEdit("write a comma", between) }
    return ObviousEdit("write a comma, and a point inside a number", between + written(".", at: commas))
  }
}

import Formulas
import Workbooks

/// What Excel takes of a formula at most; it calls a file damaged that has one with more.
///
/// The numbers are those of Microsoft's “Excel specifications and limits”.
package enum ExcelFormulaLimits {
  private static let characters = 8_192
  private static let arguments = 255
  private static let nestedCalls = 64
  private static let charactersOfText = 255

  /// A formula that is no longer than this has nothing of which there is too much: a call inside another takes three characters.
  private static let shortest = 3 * nestedCalls

  /// Gives cells whose formulas have too much of something the values of these.
  ///
  /// - Returns: How many there are, by what they have too much of.
  package static func keepValues(in workbook: inout Workbook) -> [String: Int] {
    var omissions: [String: Int] = [:]
    for position in workbook.sheets.indices {
      let sheet = workbook.sheets[position]
      let shared = sheet.sharedFormulas.map { $0.text.flatMap(excess) }
      let arrays = sheet.arrays.formulas.map { excess(in: $0.text) }
      var left = StoredFormulas()
      var isAnyLeftOut = false
      for formula in sheet.formulas {
        let found: String? =
          switch formula.kind {
          case .plain(let text): excess(in: text)
          case .shared(let number): shared[Int(number)]
          case .array(let number): arrays[Int(number)]
          }
        guard let found else {
          left.append(formula)
          continue
        }
        isAnyLeftOut = true
        omissions["formula with \(found) than Excel takes, which keeps its value", default: 0] += 1
        workbook.sheets[position].keepValue(of: formula)
      }
      if isAnyLeftOut { workbook.sheets[position].formulas = left }
    }
    return omissions
  }

  /// What a formula has too much of.
  private static func excess(in text: String) -> String? {
    guard text.utf8.count > shortest else { return nil }
    if text.utf16.count > characters { return "more characters" }
    let nodes = FormulaParser.parse(text, dialect: .excel).tree.nodes
    // Operands stand before what they are operands of.
    var depths: [Int] = []
    for node in nodes {
      var depth = node.operands.reduce(0) { max($0, depths[Int($1)]) }
      switch node {
      case .text(let text) where text.utf16.count > charactersOfText: return "a longer text"
      case .call(_, let given):
        if given.count > arguments { return "more arguments" }
        depth += 1
        if depth > nestedCalls { return "more calls inside one another" }
      default: break
      }
      depths.append(depth)
    }
    return nil
  }
}

import CellModel
import Formulas
import Functions
import Workbooks

/// What of a formula keeps a recalculation from giving the value that was stored.
struct FormulaAudit {
  private let catalog: FunctionCatalog
  private let externalSheets: Set<String>
  private let names: Set<String>
  private let lacksPivots: Bool

  init(_ catalog: FunctionCatalog, _ contents: Workbook) {
    self.catalog = catalog
    lacksPivots = contents.lacksPivots
    names = Set(contents.names.map { $0.name.lowercased() })
    externalSheets = Set(
      contents.externalBooks.enumerated().flatMap { (number, book) in
        book.sheets.map { "[\(number + 1)]\($0.name)".lowercased() }
      })
  }

  /// Why a formula cannot be computed; `nil` when it can.
  func reasonToKeep(_ tree: FormulaTree) -> LiveWorkbook.KeptReason? {
    for (position, node) in tree.nodes.enumerated() {
      switch node {
      case .reference(let reference):
        if let prefix = reference.sheet, prefix.first.hasPrefix("["),
          !externalSheets.contains(prefix.first.lowercased())
        {
          return .otherWorkbook(prefix.first)
        }
      case .name(_, let prefix?) where prefix.first.hasPrefix("["): return .otherWorkbook(prefix.first)
      case .call(let name, _):
        if name.hasPrefix("[") { return .otherWorkbook(name) }
        if FunctionNames.plain(name) == BesideCells.pivotReader {
          if lacksPivots { return .unknownFunction(name) }
          if let book = otherWorkbook(in: tree) { return .otherWorkbook(book) }
        }
        let index = FormulaTree.Index(position)
        if catalog.function(named: name) == nil, !names.contains(name.lowercased()), !isLocal(index, tree) {
          return .unknownFunction(name)
        }
      default: break
      }
    }
    return nil
  }

  /// A workbook that some reference leads to; of its pivot tables nothing is stored.
  private func otherWorkbook(in tree: FormulaTree) -> String? {
    for case .reference(let reference) in tree.nodes {
      if let prefix = reference.sheet, prefix.first.hasPrefix("[") { return prefix.first }
    }
    return nil
  }

  private func isLocal(_ call: FormulaTree.Index, _ tree: FormulaTree) -> Bool {
    LexicalScopes(tree, catalog).isLocal(call, of: tree)
  }

  /// Whether a formula reads the clock, chance, its surroundings or another workbook.
  func isUnsteady(_ tree: FormulaTree) -> Bool {
    tree.nodes.contains { node in
      switch node {
      case .call(let name, _): Self.unsteadyFunctions.contains(FunctionNames.plain(name))
      case .reference(let reference): reference.sheet?.first.hasPrefix("[") == true
      default: false
      }
    }
  }

  private static let unsteadyFunctions: Set<String> = [
    "NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY", "CELL", "INFO", "WEBSERVICE", "RTD",
  ]
}

/// How many decimal places a number format shows.
package enum ShownPlaces {
  /// The places of the first section; `nil` when it shows numbers as they are, or no numbers.
  static func count(in format: String) -> Int? { shown(in: format).count }

  /// Whether a format shows numbers rounded otherwise than to decimal places: to a power of ten, or to a fraction.
  package static func areOther(in format: String) -> Bool { shown(in: format).areOther }

  private static func shown(in format: String) -> (count: Int?, areOther: Bool) {
    guard format != "General", let parsed = try? NumberFormat(format), !parsed.isDate else { return (nil, false) }
    var places = 0
    var percents = 0
    var isBehindPoint = false
    var hasDigit = false
    var isQuoted = false
    var isEscaped = false
    // Commas behind the last digit show thousands.
    var commas = 0
    var result: (Int?, Bool) { (hasDigit ? places + 2 * percents - 3 * commas : nil, false) }
    for character in format {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch character {
      case "\"": isQuoted.toggle()
      case _ where isQuoted: break
      case "\\", "_", "*": isEscaped = true
      case ";": return result
      case "E", "e", "/": return (nil, hasDigit)
      case ".": isBehindPoint = true
      case "%": percents += 1
      case "0", "#", "?":
        hasDigit = true
        commas = 0
        if isBehindPoint { places += 1 }
      case ",": if hasDigit { commas += 1 }
      default: break
      }
    }
    return result
  }
}

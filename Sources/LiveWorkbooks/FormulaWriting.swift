import CellModel
import Formulas
import Functions
import Workbooks

/// Makes of trees the texts that a workbook's file holds: the other way of ``FormulaReading``.
///
/// Functions that are younger than the format get `_xlfn.` before their names, local names `_xlpm.`, and `@` and `#` become
/// calls. A formula that means the same as one of the time before dynamic arrays is written as such, so that every
/// program reads it; any other is a dynamic array.
package struct FormulaWriting {
  private let catalog: FunctionCatalog
  private let names: NameDirectory
  /// The new names of sheets by their names in lower case.
  private let sheets: [String: String]
  /// Whether formulas that are spelled anew say to Excel what they mean in OpenFormula.
  private let explainsOpenFormula: Bool
  /// Whether texts that INDIRECT reads have a point behind sheets, which Excel does not know.
  private let hasPointsInTexts: Bool

  /// - Parameters:
  ///   - contents: The names, sheets and tables that the formulas use.
  ///   - sheets: The new names of sheets by their names in lower case.
  ///   - explainsOpenFormula: Whether formulas that are spelled anew say to Excel what they mean in OpenFormula, with `--`
  ///     before comparisons that count and `+` before ranges that lift.
  ///   - replacesPoints: Whether a point behind a sheet in a text that INDIRECT reads becomes what Excel has.
  package init(
    _ contents: Workbook, catalog: FunctionCatalog, sheets: [String: String] = [:], explainsOpenFormula: Bool = false,
    replacesPoints: Bool = false
  ) {
    self.catalog = catalog
    self.explainsOpenFormula = explainsOpenFormula
    self.sheets = sheets
    hasPointsInTexts = replacesPoints && contents.calculation.hasPointsBehindSheets
    names = NameDirectory(contents, catalog)
  }

  /// The text of a formula on a sheet, and whether it fills as many cells as it gives.
  package func text(_ tree: FormulaTree, onSheet sheet: Int) -> (text: String, isDynamic: Bool) {
    let bare = withoutIntersections(tree)
    if ImplicitIntersection(bare, catalog, names, sheet: sheet).result().nodes == tree.nodes {
      return (spelled(bare, onSheet: sheet).text(.excelFile), false)
    }
    return (spelled(tree, onSheet: sheet).text(.excelFile), true)
  }

  /// The text of a formula that a name stands for, one of a sheet or of the workbook.
  package func text(ofName tree: FormulaTree, onSheet sheet: Int?) -> String {
    spelled(tree, onSheet: sheet ?? 0).text(.excelFile)
  }

  /// The text of a formula of a sheet that is spelled as people read it, with the blanks that it has; `nil` for one that
  /// cannot be read.
  ///
  /// - Parameter isArray: Whether it is an array formula.
  package func text(of formula: String, onSheet sheet: Int, isArray: Bool = false) -> String? {
    let parsed = FormulaParser.parse(formula, dialect: .excel)
    guard !parsed.hasErrors, !parsed.tree.nodes.isEmpty else { return nil }
    var meant = parsed.tree
    if explainsOpenFormula {
      meant = meant.countingComparisons(catalog).liftingRanges(isArray, catalog, isWritten: true)
    }
    if hasPointsInTexts { meant = meant.namingSheetsAsExcel { names.sheet(named: $0) != nil } }
    let tree = spelled(meant, onSheet: sheet)
    if meant.nodes.count > parsed.tree.nodes.count { return tree.text(.excelFile) }
    let text = FormulaEdits(of: parsed.tree, as: tree, .excelFile).applied(to: formula)
    // What the changes do not say right is written anew.
    let written = FormulaParser.parse(text, dialect: .excel)
    return written.hasErrors || written.tree.nodes != tree.nodes ? tree.text(.excelFile) : text
  }

  /// Whether a plain formula of OpenFormula makes arrays where it would take single cells in Excel.
  package func isArrayInExcel(_ formula: String, onSheet sheet: Int) -> Bool {
    let parsed = FormulaParser.parse(formula, dialect: .excel)
    guard !parsed.hasErrors, !parsed.tree.nodes.isEmpty else { return false }
    let open = ImplicitIntersection(parsed.tree, catalog, names, sheet: sheet, isOpenFormula: true).marks()
    guard let excel = ImplicitIntersection(parsed.tree, catalog, names, sheet: sheet).marks() else { return false }
    return zip(excel, open ?? []).contains { $0 && !$1 }
  }

  /// The formula without its `@`.
  private func withoutIntersections(_ tree: FormulaTree) -> FormulaTree {
    var result = FormulaTree()
    var places: [FormulaTree.Index] = []
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      if case .unary(.intersect, let operand) = tree[index] {
        places.append(places[Int(operand)])
      } else {
        places.append(result.append(NameExpansion.renumbered(tree[index], places), span: tree.span(of: index)))
      }
    }
    return result
  }

  // MARK: Spelling

  private func spelled(_ tree: FormulaTree, onSheet sheet: Int) -> FormulaTree {
    let scopes = LexicalScopes(tree, catalog)
    lazy var users = NodeUsers(in: tree)
    var result = sheets.isEmpty ? tree : tree.mappingSheets(renamed)
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      switch tree.nodes[position] {
      case .name(let name, nil) where scopes.isLocal(index, of: tree):
        result.nodes[position] = .name(Self.localName(of: name), sheet: nil)
      case .name(let name, nil):
        if let function = passedFunction(name, at: index, users, onSheet: sheet) {
          result.nodes[position] = .name(PassedFunction.fileName(of: function), sheet: nil)
        } else if let own = names.namedBehindPoint(name, on: sheet) {
          // OpenFormula may write a name of a sheet as it writes one with a point.
          result.nodes[position] = .name(own.name, sheet: renamed(SheetPrefix(own.sheet)))
        }
      case .structured(let reference) where scopes.declaration(at: index) != nil:
        result.nodes[position] = .name("_xlop." + (reference.firstColumn ?? ""), sheet: nil)
      case .call(let name, let arguments):
        let ownName = scopes.isLocal(index, of: tree) ? Self.localName(of: name) : Self.fileName(of: name)
        result.nodes[position] = .call(name: ownName, arguments: arguments)
      case .unary(.intersect, let operand):
        result.nodes[position] = .call(name: "_xlfn.SINGLE", arguments: [operand])
      case .unary(.spill, let operand):
        result.nodes[position] = .call(name: "_xlfn.ANCHORARRAY", arguments: [operand])
      default: break
      }
    }
    return result
  }

  /// The function that a name passes on as an argument; `nil` for the name of anything else.
  private func passedFunction(
    _ name: String, at index: FormulaTree.Index, _ users: @autoclosure () -> NodeUsers, onSheet sheet: Int
  ) -> SheetFunction? {
    guard let function = catalog.function(named: name), users().isArgument(index),
      !names.has(name, on: sheet)
    else { return nil }
    return function
  }

  private func renamed(_ prefix: SheetPrefix) -> SheetPrefix {
    func name(_ sheet: String) -> String { sheets[sheet.lowercased()] ?? sheet }
    return SheetPrefix(name(prefix.first), through: prefix.last.map(name))
  }

  /// A parameter's name as files have it, which is also how LibreOffice has it in its own.
  private static func localName(of name: String) -> String {
    ["_xlpm.", "_xlop."].contains { name.lowercased().hasPrefix($0) } ? name : "_xlpm." + name
  }

  /// A function's name as files have it.
  static func fileName(of name: String) -> String {
    let upper = name.uppercased()
    if inWorksheetSpace.contains(upper) { return "_xlfn._xlws." + upper }
    return younger.contains(upper) ? "_xlfn." + upper : name
  }

  private static let inWorksheetSpace: Set<String> = ["FILTER", "SORT"]

  /// The functions that came after the format (MS-XLSX 2.3.3, future functions).
  private static let younger: Set<String> = Set(
    """
    ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND BITLSHIFT \
    BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT \
    CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC \
    CSCH DAYS DECIMAL DROP ENCODEURL ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST \
    FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.CONFINT FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT \
    FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS GROUPBY HSTACK HYPGEOM.DIST IFNA IFS \
    IMAGE IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST \
    LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST \
    NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTOF PERCENTRANK.EXC PERCENTRANK.INC \
    PERMUTATIONA PHI PIVOTBY POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE REGEXEXTRACT \
    REGEXREPLACE REGEXTEST RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORTBY STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T \
    T.DIST.RT T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW TRIMRANGE UNICHAR UNICODE \
    UNIQUE VALUETOTEXT VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR Z.TEST
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}

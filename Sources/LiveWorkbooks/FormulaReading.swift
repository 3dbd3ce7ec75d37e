import CellModel
import Formulas
import Functions
import Workbooks

/// Makes of the formula texts of a workbook's file trees that an engine understands.
///
/// The file's spellings are undone: `_xlfn.` and its kin, `SINGLE` for `@`, `ANCHORARRAY` for `#`, `[0]` for the workbook
/// itself. A name that stands for a formula is replaced by that formula. A formula that is no array formula meets ranges
/// as Excel did before it had dynamic arrays, by ``ImplicitIntersection``.
struct FormulaReading {
  /// Where a formula stands and how it is evaluated.
  enum Evaluation {
    case plain
    case array(CellBlock)
    case dynamic

    var isArray: Bool { if case .array = self { true } else { false } }
  }

  let catalog: FunctionCatalog
  let names: NameDirectory
  /// Whether arrays are asked for as in OpenFormula.
  let isOpenFormula: Bool
  /// Whether texts name cells with a point behind their sheets.
  let hasPointsBehindSheets: Bool

  /// The tree of a formula that is written for a cell; `nil` when it cannot be read.
  func tree(_ text: String, sheet: Int, row: Int, column: Int, _ evaluation: Evaluation) -> FormulaTree? {
    let parsed = FormulaParser.parse(text, dialect: .excel)
    guard !parsed.hasErrors, !parsed.tree.nodes.isEmpty else { return nil }
    var expansion = NameExpansion(names, sheet: sheet, row: row, column: column)
    var tree = expansion.expanded(parsed.tree.withoutPlaceholders())
    if isOpenFormula {
      tree = tree.takingRowsOfBlocks(catalog).callingOpenFormula(catalog, hasPoints: hasPointsBehindSheets)
        .liftingRanges(evaluation.isArray, catalog)
    }
    switch evaluation {
    case .dynamic: return tree
    case .plain:
      return ImplicitIntersection(
        tree, catalog, names, sheet: sheet, isOpenFormula: isOpenFormula, definitions: expansion.definitions
      ).result()
    case .array(let block): return tree.placed(over: block, catalog).fitted(to: block)
    }
  }
}

extension FormulaTree {
  /// The formula with `#NAME?` for what Google Sheets writes in place of functions that only it has, as Excel takes it:
  /// `IFERROR(__xludf.DUMMYFUNCTION("GOOGLEFINANCE(…)"), 12.5)`.
  fileprivate func withoutPlaceholders() -> FormulaTree {
    var result = self
    for node in nodes {
      guard case .call(let name, let arguments) = node, name.uppercased() == "IFERROR", let first = arguments.first,
        case .call(let inner, _) = self[first], inner.uppercased() == "__XLUDF.DUMMYFUNCTION"
      else { continue }
      result.nodes[Int(first)] = .error(.name)
    }
    return result
  }

  /// The formula with the cells of a block in calls of `ROW()` and `COLUMN()`, which give each cell of an array formula
  /// its own.
  func placed(over block: CellBlock, _ catalog: FunctionCatalog) -> FormulaTree {
    func asksOwnPlace(_ node: Node) -> Bool {
      guard case .call(let name, let arguments) = node, arguments.isEmpty else { return false }
      return catalog.function(named: name)?.tellsRowsOrColumns == true
    }
    guard block.count > 1, nodes.contains(where: asksOwnPlace) else { return self }
    var result = FormulaTree()
    var places: [Index] = []
    for position in nodes.indices {
      let index = Index(position)
      let span = span(of: index)
      if case .call(let name, _) = nodes[position], asksOwnPlace(nodes[position]) {
        let cells = result.append(.reference(Self.reference(to: block)), span: span)
        places.append(result.append(.call(name: name, arguments: [cells]), span: span))
      } else {
        places.append(result.append(NameExpansion.renumbered(nodes[position], places), span: span))
      }
    }
    return result
  }

  /// The formula with whole rows where INDEX is given a block and a row alone, as in OpenFormula; in Excel that is `#REF!`.
  func takingRowsOfBlocks(_ catalog: FunctionCatalog) -> FormulaTree {
    func takesRow(_ node: Node) -> Bool {
      guard case .call(let name, let arguments) = node, arguments.count == 2,
        case .reference(let reference) = self[arguments[0]], reference.shape.isBlock
      else { return false }
      return catalog.function(named: name)?.traits.contains(.givesPartOfFirst) == true
    }
    guard nodes.contains(where: takesRow) else { return self }
    var result = FormulaTree()
    var places: [Index] = []
    for position in nodes.indices {
      let span = span(of: Index(position))
      if case .call(let name, let arguments) = nodes[position], takesRow(nodes[position]) {
        let column = result.append(.missing, span: span)
        let others = arguments.map { places[Int($0)] }
        places.append(result.append(.call(name: name, arguments: others + [column]), span: span))
      } else {
        places.append(result.append(NameExpansion.renumbered(nodes[position], places), span: span))
      }
    }
    return result
  }

  /// The formula with the values of ranges in place of ranges, where a function of the former Analysis ToolPak would
  /// refuse those: in LibreOffice they lift, all of them in an array formula, else those that are no add-ins there.
  ///
  /// - Parameter isWritten: Whether people will read the formula, so that it changes only where a range is seen.
  func liftingRanges(_ isArray: Bool, _ catalog: FunctionCatalog, isWritten: Bool = false) -> FormulaTree {
    func lifts(_ function: SheetFunction) -> Bool {
      function.traits.contains(.analysisToolPak) && (isArray || function.traits.contains(.isOrdinaryInOpenFormula))
    }
    func lifted(_ node: Node) -> [Index] {
      guard case .call(let name, let arguments) = node, let function = catalog.function(named: name), lifts(function)
      else { return [] }
      return arguments.indices.filter {
        function.info(ofArgument: $0)?.lifts == true && mayBeRange(arguments[$0], isSeen: isWritten)
      }.map { arguments[$0] }
    }
    let ranges = Set(nodes.lazy.flatMap(lifted))
    return ranges.isEmpty ? self : putting([.plus], before: ranges)
  }

  /// Whether a node may stand for a range of cells, or is seen to do so.
  private func mayBeRange(_ index: Index, isSeen: Bool) -> Bool {
    switch self[index] {
    case .reference(let reference): !reference.isCell
    case .name, .structured, .call: !isSeen
    case .parenthesized(let operand): mayBeRange(operand, isSeen: isSeen)
    case .binary(let op, _, _): op.joinsReferences
    default: false
    }
  }

  /// A reference to a block of cells of the formula's own sheet, wherever the formula stands.
  private static func reference(to block: CellBlock) -> GridReference {
    GridReference(
      .area(
        row: Coordinate(block.top, absolute: true), column: Coordinate(block.left, absolute: true),
        row2: Coordinate(block.bottom, absolute: true), column2: Coordinate(block.right, absolute: true)))
  }

  /// The formula with its result brought to the size of a block.
  func fitted(to block: CellBlock) -> FormulaTree {
    var tree = self
    let root = tree.root
    let span = tree.span(of: root)
    let rows = tree.append(.number(Double(block.rows), text: String(block.rows)), span: span)
    let columns = tree.append(.number(Double(block.columns), text: String(block.columns)), span: span)
    tree.append(.call(name: WorkbookFunctions.fit, arguments: [root, rows, columns]), span: span)
    return tree
  }

  /// The formula with its result, where that is a number, rounded to a count of decimal places.
  func rounded(to digits: Int) -> FormulaTree {
    var tree = self
    let root = tree.root
    let span = tree.span(of: root)
    let count = tree.append(.number(Double(digits), text: String(digits)), span: span)
    tree.append(.call(name: WorkbookFunctions.shown, arguments: [root, count]), span: span)
    return tree
  }
}

extension GridReference.Shape {
  /// Whether it has several rows and several columns.
  fileprivate var isBlock: Bool {
    switch self {
    case .cell, .deleted: false
    case .area(let row, let column, let row2, let column2): row != row2 && column != column2
    case .columns(let first, let last), .rows(let first, let last): first != last
    }
  }
}

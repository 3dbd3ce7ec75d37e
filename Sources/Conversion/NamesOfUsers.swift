import Formulas
import LiveWorkbooks
import Workbooks

/// Names of OpenDocument that stand for cells of whichever sheet uses them, for a file of Excel.
///
/// There they are written `!$A$1`, which LibreOffice does not read. So each sheet whose formulas hold such a name gets one of
/// its own, which comes before that of the workbook: `Sheet1!$A$1`. That of the workbook stays, for formulas to come.
struct NamesOfUsers {
  private let sheets: [WorkbookSheet]
  private let names: [DefinedName]
  private let words: [Words]

  /// The words in the formulas of a sheet, in lower case: the names among them, and more.
  private struct Words {
    /// Those without the name of a sheet before them.
    private(set) var plain: Set<String> = []
    /// Those behind the name of a sheet, as in `S!rate`.
    private(set) var prefixed: Set<String> = []

    init(of sheet: WorkbookSheet) {
      for formula in sheet.formulas { if case .plain(let text) = formula.kind { add(text) } }
      for text in sheet.sharedFormulas.compactMap(\.text) { add(text) }
      for formula in sheet.arrays.formulas { add(formula.text) }
    }

    private mutating func add(_ text: String) {
      for part in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber && !"_.\\?!".contains($0) }) {
        if let mark = part.lastIndex(of: "!") {
          prefixed.insert(String(part[part.index(after: mark)...]))
        } else {
          plain.insert(String(part))
        }
      }
    }
  }

  /// - Parameter trees: What the names stand for in A1.
  /// - Returns: `nil` where each name says its sheet, so that no formula has to be looked at.
  init?(_ contents: Workbook, _ trees: some Sequence<FormulaTree>) {
    guard trees.contains(where: \.isOfUser) else { return nil }
    sheets = contents.sheets
    names = contents.names
    words = contents.sheets.map(Words.init)
  }

  /// The sheets for which a name is defined besides where it is, or where it is if that says enough.
  ///
  /// - Parameter tree: What the name stands for in A1.
  func places(of name: DefinedName, _ tree: FormulaTree) -> [Int] {
    guard tree.isOfUser else { return [] }
    // What reaches around an end of the grid LibreOffice does not read either way.
    let base = NameBase(tree)
    guard base.row == 0, base.column == 0 else { return [] }
    let key = name.name.lowercased()
    if let sheet = name.sheet {
      return sheets.indices.contains { $0 != sheet && words[$0].prefixed.contains(key) } ? [] : [sheet]
    }
    let others = Set(names.filter { $0.name.lowercased() == key }.compactMap(\.sheet))
    return sheets.indices.filter {
      sheets[$0].kind == .cells && !others.contains($0) && words[$0].plain.contains(key)
    }
  }

  /// What a name stands for on one of the sheets that use it.
  func tree(_ tree: FormulaTree, onSheet sheet: Int) -> FormulaTree {
    tree.mappingReferences { if $0.isOfUser { $0.sheet = SheetPrefix(sheets[sheet].name) } }
  }
}

extension FormulaTree {
  /// Whether it has a reference on the sheet of the cell that uses the name.
  fileprivate var isOfUser: Bool {
    nodes.contains { if case .reference(let reference) = $0 { reference.isOfUser } else { false } }
  }
}

extension GridReference {
  /// Whether it is on the sheet of the cell that uses the name.
  fileprivate var isOfUser: Bool { sheet == .ofUser && shape != .deleted }
}

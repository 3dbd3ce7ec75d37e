import CellModel
import Formulas
import Functions
import LiveWorkbooks
import Workbooks

/// A workbook with its formulas spelled as OpenDocument has them.
///
/// Shared formulas are written for each cell, structured references as ranges, and a formula that OpenFormula cannot say is
/// left as its value.
package struct OpenDocumentWorkbook {
  private var workbook: Workbook
  private var names: [OpenDocumentName] = []
  /// What may be typed into the cells of each sheet.
  private var rules: [[OpenDocumentRule]] = []
  /// The names that are not carried over, in lower case, which formulas that are carried over cannot have.
  private var lostNames: Set<String> = []
  /// What is not carried over, in words, with how often.
  package private(set) var omissions: [String: Int] = [:]

  /// - Parameter contents: A workbook whose formulas are spelled as Excel's files have them, with the values to be stored.
  package init(_ contents: Workbook) {
    workbook = contents
    let writing = OpenFormulaWriting(contents)
    let own = contents.names.filter { !$0.isOfProgram }
    // A name that needs one that is lost is lost as well, wherever the two stand.
    var known = -1
    while lostNames.count > known {
      known = lostNames.count
      (names, omissions) = ([], [:])
      for name in own where !add(name, writing) { lostNames.insert(name.name.lowercased()) }
    }
    for position in contents.sheets.indices { respell(position, writing) }
    let spelling = OpenDocumentRuleWriting(writing)
    var count = 0
    for (position, sheet) in contents.sheets.enumerated() {
      var own: [OpenDocumentRule] = []
      for validation in sheet.annotations.validations {
        count += 1
        if let rule = spelling.rule(validation, named: "rule\(count)", on: position, sheet.name) {
          own.append(rule)
        } else {
          note("rule for what may be typed")
        }
      }
      rules.append(own)
    }
  }

  /// - Parameter isFlat: Whether it is written in one piece, as a `.fods`.
  package func bytes(isFlat: Bool = false) throws(WorkbookFault) -> [UInt8] {
    try OpenDocumentWriter.bytes(workbook, names: names, rules: rules, isFlat: isFlat)
  }

  private mutating func note(_ what: String) { omissions[what, default: 0] += 1 }

  private mutating func respell(_ position: Int, _ writing: OpenFormulaWriting) {
    let sheet = workbook.sheets[position]
    let shared = sheet.sharedFormulas.map { formula in formula.text.flatMap { Self.tree($0) } }
    var formulas = StoredFormulas()
    var lost: [StoredFormula] = []
    for formula in sheet.formulas {
      let (row, column) = (Int(formula.row), Int(formula.column))
      let place = OpenFormulaWriting.Place(sheet: position, row: row, column: column)
      var made = formula
      var text: String?
      switch formula.kind {
      case .plain(let plain): text = Self.tree(plain).flatMap { self.text($0, at: place, writing) }
      case .shared(let number):
        let master = sheet.sharedFormulas[Int(number)]
        text = shared[Int(number)].flatMap {
          self.text($0.shifted(rows: row - Int(master.row), columns: column - Int(master.column)), at: place, writing)
        }
      case .array(let number):
        text = Self.tree(sheet.arrays.formulas[Int(number)].text).flatMap { self.text($0, at: place, writing) }
      }
      guard let text else {
        lost.append(formula)
        continue
      }
      if case .array(let number) = formula.kind {
        workbook.sheets[position].arrays.formulas[Int(number)].text = text
      } else {
        made.kind = .plain(text)
      }
      formulas.append(made)
    }
    workbook.sheets[position].formulas = formulas
    for formula in lost {
      note("formula that OpenDocument cannot have, which keeps its value")
      workbook.sheets[position].keepValue(of: formula)
    }
    noteErrors(of: workbook.sheets[position])
    let texts = UnwritableTexts(workbook.sheets[position])
    for _ in 0..<texts.withControls { note("control character in a text, which OpenDocument cannot have") }
  }

  /// Notes what cells have of errors that are younger than OpenDocument.
  private mutating func noteErrors(of sheet: WorkbookSheet) {
    func note(_ value: CellValue?) {
      guard case .error(let error)? = value, !OpenDocumentErrors.has(error.code) else { return }
      self.note("\(error.code.text), an error that OpenDocument does not have, which is #VALUE! there")
    }
    for constants in sheet.columns.values { for value in constants.values { note(value) } }
    for formula in sheet.formulas { note(formula.stored) }
    for spilled in sheet.arrays.spilled { note(spilled.value) }
  }

  /// Adds a name; `false` when OpenDocument cannot have it.
  private mutating func add(_ name: DefinedName, _ writing: OpenFormulaWriting) -> Bool {
    guard let read = name.tree else {
      note("name that cannot be read")
      return false
    }
    // What names no sheet is on that of the cell that uses it, in OpenDocument too.
    let tree = read.mappingReferences { if $0.sheet == .ofUser { $0.sheet = nil } }
    if case .reference(let reference)? = tree.nodes.first, tree.nodes.count == 1, reference.isWhollyAbsolute,
      let sheet = reference.sheet, !sheet.saysWorkbook,
      let address = OpenFormulaWriting.address(of: reference)
    {
      names.append(OpenDocumentName(name: name.name, sheet: name.sheet, text: address, isAddress: true))
      return true
    }
    let base = NameBase(tree)
    let place = OpenFormulaWriting.Place(
      sheet: name.sheet ?? 0, row: base.row, column: base.column, isOfName: true)
    guard !hasLostName(tree), let text = writing.expression(base.tree, at: place) else {
      note("name that OpenDocument cannot have")
      return false
    }
    names.append(
      OpenDocumentName(
        name: name.name, sheet: name.sheet, text: text, isAddress: false, row: base.row, column: base.column))
    return true
  }

  /// The text of a formula; `nil` for one that OpenDocument cannot have.
  private mutating func text(
    _ tree: FormulaTree, at place: OpenFormulaWriting.Place, _ writing: OpenFormulaWriting
  ) -> String? {
    if hasLostName(tree) { return nil }
    if writing.keepsTableInText(tree, at: place) {
      note("formula with the name of a table in a text, which OpenDocument does not have")
    }
    return writing.text(tree, at: place)
  }

  private func hasLostName(_ tree: FormulaTree) -> Bool {
    !lostNames.isEmpty
      && tree.nodes.contains { node in
        switch node {
        case .name(let name, _), .call(let name, _): lostNames.contains(name.lowercased())
        default: false
        }
      }
  }

  private static func tree(_ text: String) -> FormulaTree? {
    let parsed = FormulaParser.parse(text, dialect: .excel)
    return parsed.hasErrors || parsed.tree.nodes.isEmpty ? nil : parsed.tree
  }
}

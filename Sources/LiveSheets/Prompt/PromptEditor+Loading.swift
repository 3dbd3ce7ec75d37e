import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Statements that change more than a cell: the text is changed and loaded anew.
extension PromptEditor {
  /// A statement that changes more than a cell is added to the text, and the text is loaded anew.
  func load(_ statement: Statement, _ source: SourceText, then: () -> Void = {}) -> Outcome {
    let document = text.document
    let index = document.statement(like: statement, inGrid: grid)
    let edited =
      index.map {
        document.redefining(
          statement: $0, with: source[statement.span], StatementRemarks(of: statement, in: source))
      }
      ?? document.adding(
        source[statement.remarkedSpan(in: source)],
        toGrid: { if case .grid = statement.kind { document.statements.last?.grid } else { grid } }())
    let target: CellTarget? = if case .cell(let cell) = statement.kind { cell.target } else { nil }
    let outcome = load(edited, defining: statement, source, anew: target, in: grid)
    if case .defined = outcome { then() }
    return outcome
  }

  /// A definition of a cell of another grid, which no statement says.
  func load(_ target: String, _ cell: CellDefinition, _ source: SourceText, in grid: String?) -> Outcome {
    let name = target.split(separator: "!").last.map(String.init) ?? target
    let edited = text.document.adding("\(name) = \(source[cell.formula.span])", toGrid: grid)
    return load(edited, defining: nil, source, anew: cell.target, in: grid)
  }

  /// - Parameter target: The cells that the statement gives values, whatever was set there by hand.
  private func load(
    _ edited: SheetDocument, defining statement: Statement?, _ source: SourceText, anew target: CellTarget?,
    in grid: String?
  ) -> Outcome {
    // A text that cannot be read is never loaded here: states and what is under way would be lost for nothing.
    let fresh = freshErrors(in: edited, of: statement.map { source[$0.span] })
    let isCell = if case .cell? = statement?.kind { true } else { statement == nil }
    // Places are in the whole text, which is what the reader is shown.
    guard fresh.allSatisfy({ $0.leavesErrorValue(inCell: isCell) }) else { return .failed(fresh, edited.source) }
    let name = statement?.definedName?.text
    open?.places = nil
    if let name { handSet[DefinitionPlace(name)] = nil }
    if let cells = target?.rectangle { handSet.removeAll { $0.lies(in: cells, ofGrid: grid) } }
    run(TextRevision(edited))
    let cells = [name.flatMap { try? sheet.cell($0).get() } ?? statement.flatMap(cell)].compactMap(\.self)
    return fresh.isEmpty ? .defined(cells, [], source) : .defined(cells, fresh, edited.source)
  }

  /// The cell of a grid that a statement defines alone.
  private func cell(of statement: Statement) -> CellInfo? {
    guard case .cell(let cell) = statement.kind, let place = sheet.cellPlaces.place(of: cell.target, grid) else {
      return nil
    }
    return sheet.cellPlaces.address(of: place).map { sheet.info(at: $0) }
  }

  /// What is wrong with an edited text that is the fault of this entry: what was wrong elsewhere before has been told
  /// where it was typed.
  ///
  /// - Parameter written: The statement that was entered.
  private func freshErrors(in edited: SheetDocument, of written: String?) -> [Diagnostic] {
    let found = errors(in: edited)
    if found.isEmpty { return [] }
    let known = Set(errors(in: text.document).map(\.message))
    let place = edited.statements.last { edited.source[$0.span] == written }?.span
    return found.filter { finding in
      guard known.contains(finding.message) else { return true }
      guard let place, let label = finding.labels.first?.span else { return false }
      return place.lower <= label.lower && label.upper <= place.upper
    }
  }

  /// Runs another text in place of the present one.
  ///
  /// - Parameters:
  ///   - isReverting: Whether it is one that was there before, so that what comes back is told like a change.
  ///   - keepsInputs: Whether inputs that no text says keep what was set by hand.
  ///   - lost: What was lost when the text went that comes back.
  ///   - restore: Done before anything follows from what the sheet holds then.
  /// - Returns: What is lost now.
  @discardableResult
  func run(
    _ text: TextRevision, rewriting: TextRewriting? = nil, isReverting: Bool = false,
    keepsInputs: Bool = true, lost: LostState? = nil, then restore: () -> Void = {}
  ) -> LostState? {
    report.noteValues(of: sheet, tellingNew: isReverting)
    if let rewriting { report.rewrite(rewriting) }
    let former = self.text.document
    let bound = boundValues
    self.text = text
    var gone: LostState?
    sheet.checks.judgingAnew {
      gone = sheet.run(
        text.document, inPlaceOf: former,
        TextReplacement(
          rewriting: rewriting, isReverting: isReverting, handSet: keepsInputs ? handSet : nil, lost: lost))
      // A line may load more than one text; what the first has no place for is what it has lost.
      if let open, open.lost.after == nil { open.lost.after = gone }
      rows.identifyRows(keepsHistory)
      sheet.change(restore)
      results.show(in: sheet)
    }
    handSet.removeAll { sheet.cellPlaces.address(of: $0).map(definer.isCarried) ?? true }
    if !keepsInputs { handSet = HandSetValues() }
    if rewriting == nil { noteBoundValues(since: bound) }
    if let name = grid, !sheet.cellPlaces.hasGrid(named: name) { grid = sheet.cellPlaces.firstGridName }
    if grid == nil { grid = sheet.cellPlaces.firstGridName }
    return gone
  }

  /// What is wrong with a text, loaded beside this sheet.
  func errors(in document: SheetDocument) -> [Diagnostic] { probe.errors(in: document, sheet.environment) }

  /// Those of some errors that a former text did not have.
  func new(_ errors: [Diagnostic], since former: SheetDocument) -> [Diagnostic] {
    if errors.isEmpty { return [] }
    let known = Set(self.errors(in: former).map(\.message))
    return errors.filter { !known.contains($0.message) }
  }

  /// Takes a definition away; see ``LiveSheet/delete(_:)``.
  func delete(_ path: String) -> Outcome {
    if let place = place(ofCell: path) { return entry(":delete \(path)") { removeCell(at: place) } }
    let document = text.document
    guard let index = document.statement(written: path, inGrid: grid) else {
      let near = NearNames.suggestion(
        for: path, among: sheet.knownNames.filter { $0.lowercased() != path.lowercased() })
      return .refused(Refusal(.unknown("definition", near: near), of: path))
    }
    let statement = document.statements[index]
    if let place = statement.place, isCell(at: place, statement) {
      return entry(":delete \(path)") { removeCell(at: place) }
    }
    return entry(":delete \(path)") {
      let edited = document.removing(statement: index)
      // What needed it is wrong from now on, as after a cell is gone; it is told, and one undo brings all of it back.
      let findings = new(errors(in: edited), since: document)
      open?.places = nil
      if let name = statement.definedName?.text { handSet[DefinitionPlace(name)] = nil }
      run(TextRevision(edited))
      return findings.isEmpty ? .done : .noted(findings, edited.source)
    }
  }

  /// The place of a cell that can be taken away alone, found without reading the text anew.
  private func place(ofCell path: String) -> DefinitionPlace? {
    guard let place = SheetDocument.place(written: path, inGrid: grid), let written = definition(at: place),
      isCell(at: place, written.statement)
    else { return nil }
    return place
  }

  /// Whether a statement defines a single cell that no fill gives another formula.
  private func isCell(at place: DefinitionPlace, _ statement: Statement) -> Bool {
    guard case .cell = statement.kind, let address = sheet.cellPlaces.address(of: place) else { return false }
    return sheet.definitions.input(at: address) == nil && sheet.definitions.fill(at: address) == nil
  }

  private func removeCell(at place: DefinitionPlace) -> Outcome {
    let former = sheet.cellPlaces.address(of: place).flatMap { sheet.cellPlaces.constantValue(at: $0) }
    note(.value(place, old: former, new: nil))
    handSet[place] = nil
    write([.removal(place)])
    notingWhatFollows {
      sheet.change { report.noteGone(definer.remove(place)) }
    }
    return .done
  }

  /// Enters another text altogether, which can be taken back; inputs are as it has them.
  func replaceText(with document: SheetDocument, line: String) {
    entry(line) {
      open?.places = nil
      run(TextRevision(document), keepsInputs: false)
    }
  }
}

extension Diagnostic {
  /// Whether what it is about has an error value and the rest of the sheet its values, at the prompt as in a file.
  ///
  /// - Parameter isCell: Whether that is a cell or a fill; other statements are not taken with names that mean nothing.
  fileprivate func leavesErrorValue(inCell isCell: Bool) -> Bool {
    isOne(of: .circularReference)
      || isCell
        && isOne(
          of: .unknownName, .unknownFunction, .absentFunction, .wrongArgumentCount, .unknownColumn, .unknownSheet)
  }
}

import CellModel
import Diagnostics
import Formulas
import SheetPrograms
import SheetText

/// Entries after which the text says the same with other names or in other cells.
extension PromptEditor {
  /// Gives a definition or a column another name; see ``LiveSheet/rename(_:to:)``.
  func rename(_ old: String, to new: String) -> Outcome {
    do throws(Diagnostic) {
      let document = try text.document.renaming(old, to: new, in: sheet.environment.catalog)
      return entry(":rename \(old) \(new)") {
        if let column = text.document.column(named: old) {
          let (table, former, later) = (column.table.text, column.name.text, column.later(new))
          rewrite(.column(table: table, old: former, new: later), as: document)
          return .defined([], [], document.source)
        }
        rewrite(.name(old: old, new: new), as: document)
        let cells = (try? sheet.cell(new).get()).map { [$0] } ?? []
        return .defined(cells, [], document.source)
      }
    } catch {
      // Its places are in the text or in the name, so the words alone have to do.
      var finding = error
      finding.labels = []
      return .failed([finding], text.document.source)
    }
  }

  /// Moves cells of a grid, or copies them; see ``LiveSheet/carryOut(_:inGrid:)``.
  func carryOut(_ edit: StructureEdit, inGrid name: String?, line: String) -> Outcome {
    let name = name ?? grid
    if let name, sheet.loaded.workbooks.grids[name.lowercased()] != nil {
      return .refused(Refusal(.ofWorkbookGrid, of: name))
    }
    do throws(StructureObstacle) {
      let editor = try GridEditor(text.document, grid: name)
      let document = try editor.carryingOut(edit)
      let change = try edit.change()
      let section = editor.section?.lowercased()
      return entry(line) {
        guard let change else { return copied(to: edit.placeOfCopy, inGrid: section, as: document) }
        let former = text.document
        rewrite(.cells(grid: section, change), as: document)
        let findings = errors(since: former)
        return findings.isEmpty ? .done : .noted(findings, document.source)
      }
    } catch { return .refused(Refusal(.structure(error), of: name ?? "")) }
  }

  /// What is wrong with the text that runs and was not with a former one, but for circles, which name their cells.
  ///
  /// A clause cannot follow a cell that is gone, and its statement is not run.
  private func errors(since former: SheetDocument) -> [Diagnostic] {
    new(sheet.diagnostics.filter { $0.severity == .error && !$0.isOne(of: .circularReference) }, since: former)
  }

  private func copied(to place: CellRectangle?, inGrid grid: String?, as document: SheetDocument) -> Outcome {
    open?.places = nil
    run(TextRevision(document))
    // Fills are told by the values of their cells.
    let cells = document.statements.compactMap { statement -> CellInfo? in
      guard case .cell(grid, let row, let column)? = statement.place, let place, place.rows.contains(row),
        place.columns.contains(column)
      else { return nil }
      return sheet.cellPlaces.address(of: .cell(grid: grid, row: row, column: column)).map { sheet.info(at: $0) }
    }
    return .defined(cells, [], document.source)
  }

  /// Takes a text in place of the present one that says the same in another way.
  private func rewrite(_ rewriting: TextRewriting, as document: SheetDocument) {
    open?.places = nil
    open?.rewriting = rewriting
    handSet.rewrite(rewriting)
    run(TextRevision(document), rewriting: rewriting)
  }
}

import CellModel
import Engine
import Functions
import SheetPrograms

/// The columns of tables of sheets that are no part of the state, because nobody reads what they hold.
package struct UnreadColumns {
  private var columns: [Int: Set<Int>] = [:]
  /// The tables that have had no row: without one nothing is known of the formulas in it.
  private var empty: [Int]

  package init(_ sheet: LiveSheet) {
    empty = sheet.loaded.tableDefinitions.indices.filter { sheet.loaded.tableDefinitions[$0].form != nil }
    lookForRows(in: sheet)
  }

  /// Finds out about the tables that have their first rows.
  package mutating func lookForRows(in sheet: LiveSheet) {
    guard !empty.isEmpty else { return }
    let tables = sheet.loaded.tableDefinitions
    let found = empty.filter { sheet.engine.grids.rowCount(of: tables[$0].grid) > 0 }
    guard !found.isEmpty else { return }
    empty.removeAll { found.contains($0) }
    let forms = [sheet.timeline.instances.first?.form].compactMap(\.self) + tables.compactMap(\.form?.form)
    for number in found { columns[number] = Self.columns(ofTable: number, in: sheet.loaded, forms) }
  }

  /// Those of a table, by its number.
  subscript(table: Int) -> Set<Int> { columns[table] ?? [] }

  /// What an event or an action leaves in rows and only its own clauses look at, as in the sheet itself.
  ///
  /// - Parameter forms: What the sheet and the rows of its tables say about time.
  private static func columns(ofTable number: Int, in loaded: LoadedProgram, _ forms: [TimeForm]) -> Set<Int> {
    let (table, engine) = (loaded.tableDefinitions[number], loaded.engine)
    guard let form = table.form, !readsByText(engine), !hasFormulasToCome(loaded) else { return [] }
    var found = Set(
      table.columns.indices.filter { column in
        let area = Area(grid: table.grid, top: 0, left: column, bottom: Area.lastRow, right: column)
        let (kind, name) = (table.columns[column].kind, table.columns[column].name)
        return kind?.isLeftBehind(in: name) == true && !engine.dependencies.isRead(area)
      })
    for other in forms {
      guard let read = columns(of: table.grid, readBy: other, form, engine) else { return [] }
      found.subtract(read)
    }
    return found
  }

  /// The columns of a grid that expressions read; `nil` where one may read any cell.
  private static func columns(of grid: GridID, readBy form: TimeForm, _ rows: RowForm, _ engine: Engine) -> Set<Int>? {
    var read: Set<Int> = []
    var readsMore = false
    func add(_ areas: [Area], except own: Set<Int> = []) {
      for area in areas where area.grid == grid {
        read.formUnion(
          rows.columns.values.filter { Int(area.left) <= $0 && $0 <= Int(area.right) && !own.contains($0) })
      }
    }
    form.forEachExpression { expression, events in
      let (areas, more) = expression.reads(in: engine, row: form.table == nil ? nil : 0)
      add(areas, except: form === rows.form ? Set(events.compactMap { rows.columns[$0] }) : [])
      readsMore = readsMore || more
    }
    for watch in form.watches { add([watch.area].compactMap(\.self)) }
    return readsMore ? nil : read
  }

  /// Whether rows may come to a table of values whose formulas are not there yet.
  private static func hasFormulasToCome(_ loaded: LoadedProgram) -> Bool {
    loaded.tableDefinitions.contains { table in
      table.form == nil && loaded.engine.grids.rowCount(of: table.grid) == 0
        && table.columns.contains { $0.formula != nil }
    }
  }

  /// Whether a formula finds cells by what a text says.
  private static func readsByText(_ engine: Engine) -> Bool {
    engine.formulas.calledFunctions.contains {
      engine.catalog.function(named: $0)?.traits.contains(.readsDynamically) ?? false
    }
  }
}

extension SheetState {
  /// What a place holds, without what nobody reads in the rows of a table.
  package func content(of place: StatePlace, without unread: UnreadColumns) -> StateContent {
    switch place {
    case .rows(let table, let first): .rows(rows(table).contents(from: first, without: unread[table]))
    case .row(let row): .row(rows(row.table).content(ofRow: row.row, without: unread[row.table]))
    case .cell, .memory, .pendingWork, .cycles: content(of: place)
    }
  }
}

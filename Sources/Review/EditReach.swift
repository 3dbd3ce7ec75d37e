import CellModel
import Engine
import LiveSheets
import SheetText

/// Which values each edit can have moved at all, by the graphs of both versions.
///
/// Of most values that differ only one edit is among their precedents, and then nothing has to be replayed.
struct EditReach {
  /// How many edits are kept apart where several reach a value.
  private static let mostApart = 500

  /// The edit that reaches a cell, or none of one's own where several do.
  private struct Owners {
    private var owners: [CellAddress: Int] = [:]
    private static let several = -1

    mutating func add(_ edit: Int, reaching cells: Set<CellAddress>) {
      for cell in cells {
        if let known = owners.updateValue(edit, forKey: cell), known != edit { owners[cell] = Self.several }
      }
    }

    /// The edits that reach some of the cells; `nil` where several reach one.
    func edits(reaching cell: CellInfo) -> Set<Int>? {
      var found: Set<Int> = []
      for address in EditReach.addresses(cell) {
        guard let owner = owners[address] else { continue }
        if owner == Self.several { return nil }
        found.insert(owner)
      }
      return found
    }
  }

  private var before = Owners()
  private var after = Owners()
  private let edits: [Int]
  private var reached: [(edit: Int, before: Set<CellAddress>, after: Set<CellAddress>)] = []

  /// `nil` where more than formulas carry values from one cell to another, or where an edit has no cells of its own.
  init?(_ difference: DefinitionDifference, edits: [Int], _ old: LiveSheet, _ new: LiveSheet) {
    guard Self.hasFormulasOnly(difference.old), Self.hasFormulasOnly(difference.new) else { return nil }
    self.edits = edits
    for edit in edits {
      let change = difference.changes[edit]
      guard let oldCells = Self.cells(change, change.places.old, in: old),
        let newCells = Self.cells(change, change.places.new, in: new)
      else { return nil }
      let (before, after) = (
        CellReach(from: oldCells, in: old.engine).cells, CellReach(from: newCells, in: new.engine).cells
      )
      self.before.add(edit, reaching: before)
      self.after.add(edit, reaching: after)
      if edits.count <= Self.mostApart { reached.append((edit, before, after)) }
    }
  }

  /// The edits that reach a value, in their order; all where there are too many to tell.
  func edits(reaching old: CellInfo, _ new: CellInfo) -> [Int] {
    if let a = before.edits(reaching: old), let b = after.edits(reaching: new) { return a.union(b).sorted() }
    guard edits.count <= Self.mostApart else { return edits }
    return reached.filter { edit in
      Self.addresses(old).contains(where: edit.before.contains)
        || Self.addresses(new).contains(where: edit.after.contains)
    }.map(\.edit)
  }

  private static func addresses(_ cell: CellInfo) -> [CellAddress] {
    guard let area = cell.area else { return [cell.address] }
    var addresses: [CellAddress] = []
    area.forEachCell { addresses.append($0) }
    return addresses
  }

  /// The cells of a definition in one of the versions; none where that does not have it, `nil` where they are not known.
  private static func cells(_ change: DefinitionChange, _ place: Int?, in sheet: LiveSheet) -> [Area]? {
    guard place != nil else { return [] }
    guard case .success(let cell) = sheet.cell(change.name) else { return nil }
    return [cell.area ?? Area(cell.address)]
  }

  private static func hasFormulasOnly(_ document: SheetDocument) -> Bool {
    document.statements.allSatisfy { statement in
      switch statement.kind {
      case .cell, .input, .grid, .check, .test, .chart: true
      case .table(let table): table.clauses.isEmpty && table.instanceSource == nil && table.source == nil
      default: false
      }
    }
  }
}

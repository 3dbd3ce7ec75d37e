import CellModel
import Formulas
import Functions
import Propagation

/// The formulas of all cells.
///
/// A *template* is a formula without its references, compiled once; a *group* is a template with references and a run of
/// rows of one column. Between calls this rule holds:
///
/// - R1. A row of a column belongs to at most one live group, and the column's owners name that group.
///
/// R1 lets an edit find every formula it touches without a search. A group that has ended is *dead*; its number is not
/// used again. Who reads whom is not known here.
final class FormulaStore {
  let names: NameTable
  @exclusivity(unchecked) private(set) var templates: [FormulaTemplate] = []
  private var templateIDs: [TemplateKey: TemplateID] = [:]
  /// Beside each template: its numeric program.
  @exclusivity(unchecked) private(set) var numericHandles = Store<NumericHandle>()
  @exclusivity(unchecked) private(set) var groups = Store<FormulaGroup>()
  /// The references of all groups; each group knows where its own stand.
  @exclusivity(unchecked) private(set) var references = Store<GroupReference>()
  /// The numbers of groups of which each row has its own; they stay when groups go, for what is taken back needs them.
  let ownNumbers = OwnNumbers()
  /// By grid and column; a column without formulas may be missing.
  @exclusivity(unchecked) private var owners: [[ColumnOwners]] = []
  private(set) var liveCount = 0
  /// The groups of formulas that name something unknown, by the name in lower case.
  private var waitingForName: [String: Set<GroupID>] = [:]
  /// Whether every name in every formula means something.
  var knowsAllNames: Bool { waitingForName.values.allSatisfy(\.isEmpty) }

  init(names: NameTable) { self.names = names }

  var cells: CellStore { names.cells }

  /// The memory that groups, their references and their numbers take.
  var byteCount: Int {
    groups.count * MemoryLayout<FormulaGroup>.stride + references.count * MemoryLayout<GroupReference>.stride
      + ownNumbers.byteCount
  }

  // MARK: Templates

  /// The template of a resolved formula, made when it is the first of its form.
  func template(of formula: EnteredFormula) -> TemplateID {
    let next = TemplateID(templates.count)
    let id = templateIDs.value(of: formula.resolved.key, orEntering: next)
    guard id == next else { return id }
    add(FormulaTemplate(formula, names))
    return id
  }

  private func add(_ template: FormulaTemplate) {
    templates.append(template)
    numericHandles.append(template.handle)
  }

  /// Makes a template of formulas that differ from those of another in their numbers, which stand behind so many references.
  func shareNumbers(of template: TemplateID, after references: Int) -> TemplateID {
    add(FormulaTemplate(sharingNumbersOf: templates[template.index], after: references))
    return TemplateID(templates.count - 1)
  }

  func template(of id: GroupID) -> FormulaTemplate { templates[groups[id.index].template.index] }

  // MARK: Groups

  @inline(__always)
  subscript(id: GroupID) -> FormulaGroup {
    get { groups[id.index] }
    _modify { yield &(groups.base + id.index).pointee }
  }

  /// Where a group stands in memory, good until the next one is added.
  @inline(__always)
  func pointer(to id: GroupID) -> UnsafeMutablePointer<FormulaGroup> { groups.base + id.index }

  /// Where the references of a group begin in memory, good until the next group is added.
  @inline(__always)
  func referencePointer(of group: FormulaGroup) -> UnsafePointer<GroupReference> {
    UnsafePointer(references.base + group.references.first)
  }

  /// The references of a group; they are copied.
  func references(of group: FormulaGroup) -> [GroupReference] { references[group.references.indices] }

  @inline(__always)
  func reference(_ number: Int, of group: FormulaGroup) -> GroupReference {
    references[group.references.first + number]
  }

  /// Calls the body with the number of each reference of a group that reads values, and the reference.
  @inline(__always)
  func forEachReference(of group: FormulaGroup, _ body: (Int, GroupReference) -> Void) {
    for number in 0..<group.references.count {
      let reference = references[group.references.first + number]
      if !reference.isPlaceOnly { body(number, reference) }
    }
  }

  func forEachLive(_ body: (GroupID) -> Void) {
    for index in groups.indices where !groups[index].isDead { body(GroupID(index)) }
  }

  /// Adds a group that stands where no other does.
  func insert(_ template: TemplateID, _ filled: [GroupReference], over run: Area, isDirty: Bool) -> GroupID {
    let id = GroupID(groups.count)
    groups.append(
      FormulaGroup(
        template: template, over: run,
        references: ReferenceRange(from: references.count, count: filled.count), isDirty: isDirty))
    // One by one: the way for any sequence is not compiled for this room.
    for reference in filled { references.append(reference) }
    liveCount += 1
    for name in templates[template.index].unknownNames { waitingForName[name, default: []].insert(id) }
    changeOwners(of: id) { $0.insert(id, in: $1) }
    return id
  }

  /// The group that ends right above a cell, as long as nobody knows of it yet.
  @inline(__always)
  func openGroup(above address: CellAddress) -> GroupID? {
    guard address.row > 0,
      let above = group(in: address.grid, column: Int(address.column), row: Int(address.row) - 1)
    else { return nil }
    return endsUnknown(above, above: address) ? above : nil
  }

  /// Whether a group ends right above a row, and nobody knows of it yet.
  @inline(__always)
  private func endsUnknown(_ id: GroupID, above address: CellAddress) -> Bool {
    let group = pointer(to: id)
    return !group.pointee.isRegistered && group.pointee.isAllDirty && group.pointee.last == address.row - 1
  }

  /// Whether a group is alive, ends right above a cell, and nobody knows of it yet.
  @inline(__always)
  func isOpen(_ id: GroupID, above address: CellAddress) -> Bool {
    let group = pointer(to: id)
    return !group.pointee.isDead && group.pointee.grid == address.grid && group.pointee.column == address.column
      && endsUnknown(id, above: address)
  }

  /// Whether each row of a group may have its own numbers, which stand behind its references.
  func hasOwnNumbers(_ id: GroupID) -> Bool {
    let references = self[id].references
    guard references.count > 0 else { return false }
    let last = self.references[references.first + references.count - 1]
    return last.isListed || last.ownNumber != nil
  }

  /// Lets the group above some rows go on over them when it is their equal and nobody knows of it yet; see
  /// ``JoinedReference`` for what one row may differ in.
  func extendGroup(above run: Area, _ template: TemplateID, _ filled: [GroupReference]) -> Bool {
    guard let above = openGroup(above: run.topLeft) else { return false }
    let group = self[above]
    guard group.template == template, group.references.count == filled.count else { return false }
    var isEqual = true
    for (number, next) in filled.enumerated() {
      let former = reference(number, of: group)
      if former == next { continue }
      guard run.rows == 1, JoinedReference(former, in: group.rows, next) != nil else { return false }
      isEqual = false
    }
    if !isEqual { join(filled, to: group) }
    extend(above, to: run.bottom)
    return true
  }

  /// Lets a group go on over the row below it, whose formula says what those above it say but for its numbers.
  func extend(_ id: GroupID, with numbers: [WrittenNumber]) {
    let group = self[id]
    if !numbers.isEmpty, hasOwnNumbers(id) {
      let first = group.references.first + group.references.count - numbers.count
      for (number, next) in numbers.enumerated() { join(next, to: first + number, of: group) }
    }
    extend(id, to: group.last + 1)
  }

  private func extend(_ id: GroupID, to row: Int32) {
    guard self[id].isSingle else { return self[id].extend(to: row) }
    changeOwners(of: id) { $0.remove(id, in: $1) }
    self[id].extend(to: row)
    changeOwners(of: id) { $0.insert(id, in: $1) }
  }

  /// Makes the references of a group those of the formula in the row below, too.
  private func join(_ filled: [GroupReference], to group: FormulaGroup) {
    for (number, next) in filled.enumerated() {
      let place = group.references.first + number
      let former = references[place]
      switch JoinedReference(former, in: group.rows, next) {
      case .both(let both): references[place] = both
      case .numbers: if let own = next.ownNumber { join(own, to: place, of: group) }
      case .same, nil: continue
      }
    }
  }

  /// Makes the reference to a number of a group that of the number in the row below, too.
  private func join(_ number: WrittenNumber, to place: Int, of group: FormulaGroup) {
    let former = references[place]
    if former.isListed {
      references[place] = ownNumbers.append(number, to: former, behind: group.rows)
    } else if let first = former.ownNumber, first != number {
      references[place] = ownNumbers.begin(first, in: group.rows, then: number)
    }
  }

  /// Ends a group: its cells have no formula any more.
  func remove(_ id: GroupID) {
    self[id].isDead = true
    liveCount -= 1
    changeOwners(of: id) { $0.remove(id, in: $1) }
    for name in template(of: id).unknownNames { waitingForName[name]?.remove(id) }
  }

  /// Forgets all groups; templates stay.
  func removeAllGroups() {
    groups.removeAll()
    references.removeAll()
    owners.removeAll()
    liveCount = 0
    waitingForName.removeAll()
  }

  /// Takes the live groups that wait for a name in lower case.
  func takeWaiting(for key: String) -> [GroupID] {
    guard !waitingForName.isEmpty, let waiting = waitingForName.removeValue(forKey: key) else { return [] }
    return waiting.filter { !self[$0].isDead }
  }

  private func changeOwners(of id: GroupID, _ body: (inout ColumnOwners, ColumnOwners.Groups) -> Void) {
    let (grid, column) = (self[id].grid.index, Int(self[id].column))
    while owners.count <= grid { owners.append([]) }
    while owners[grid].count <= column { owners[grid].append(ColumnOwners()) }
    body(&owners[grid][column], groups.base)
  }

  // MARK: Owners

  /// The formulas of a column; `nil` when it has none.
  @inline(__always)
  func owners(in grid: GridID, column: Int) -> ColumnOwners? {
    guard grid.index < owners.count, column < owners[grid.index].count else { return nil }
    return owners[grid.index][column]
  }

  /// The live group that a cell of a grid belongs to.
  @inline(__always)
  func group(in grid: GridID, column: Int, row: Int) -> GroupID? {
    guard grid.index < owners.count, column < owners[grid.index].count else { return nil }
    return owners[grid.index][column].owner(of: row, in: groups.base)
  }

  /// The live group that a cell belongs to.
  func group(at address: CellAddress) -> GroupID? {
    guard address.grid.rawValue >= 0, address.row >= 0, address.column >= 0 else { return nil }
    return group(in: address.grid, column: Int(address.column), row: Int(address.row))
  }

  /// Calls the body with each live group that has a cell in some rows of a column.
  func forEachOwner(in grid: GridID, column: Int, rows: RowRange, _ body: (GroupID) -> Void) {
    owners(in: grid, column: column)?.forEach(in: rows, of: groups.base, body)
  }

  /// The columns of an area in which formulas may stand.
  func formulaColumns(of area: Area) -> ClosedRange<Int>? {
    area.grid.index < owners.count ? area.columns(below: owners[area.grid.index].count) : nil
  }

  /// Calls the body with each live group whose cells lie in an area, or whose spill range does.
  func forEachOwner(in area: Area, _ body: (GroupID) -> Void) {
    let area = cells.clipped(area)
    guard !area.isEmpty else { return }
    if let columns = formulaColumns(of: area) {
      for column in columns { forEachOwner(in: area.grid, column: column, rows: area.rowRange, body) }
    }
    guard !cells.spills.isEmpty else { return }
    cells.spills.forEachAnchor(overlapping: area) { anchor in
      if let group = group(at: anchor) { body(group) }
    }
  }

  // MARK: Rules

  /// The rules of this type that do not hold, worded for a bug report.
  func brokenRules() -> [String] {
    var broken: [String] = []
    var found: Set<GroupID> = []
    for grid in owners.indices {
      for (column, owners) in owners[grid].enumerated() {
        let own = owners.brokenRules(grid: GridID(rawValue: Int32(grid)), column: column, in: groups.base)
        broken += own.broken
        found.formUnion(own.found)
      }
    }
    forEachLive { id in
      if !found.contains(id) { broken.append("R1: no column names group \(id): \(self[id])") }
    }
    if found.count != liveCount { broken.append("R1: \(found.count) groups live, \(liveCount) are counted") }
    return broken + brokenSpills()
  }

  /// R6 as far as formulas go: who spills or is blocked has one, and the cells it fills have none.
  private func brokenSpills() -> [String] {
    var broken: [String] = []
    for anchor in cells.spills.anchors where group(at: anchor) == nil {
      broken.append("R6: \(anchor) spills or is blocked, and has no formula")
    }
    for (anchor, area) in cells.spills.areas where area.rows * area.columns < 4_096 {
      area.forEachCell { cell in
        if cell != anchor, group(at: cell) != nil {
          broken.append("R6: \(cell) in the spill range of \(anchor) has a formula")
        }
      }
    }
    return broken
  }
}

import CellModel
import Formulas
import Functions

/// What functions may ask while a formula runs.
extension Evaluator {
  var cell: CellAddress? {
    let standing = standing
    return cells.grids[standing.grid.index].hasPlaces ? standing : nil
  }

  func size(of grid: GridID) -> (rows: Int, columns: Int)? { cells.grids[grid.index].size }

  /// The cell that a formula takes for its own: where it stands, or what its column stands for.
  var standing: CellAddress {
    let standIns = cells.grids[origin.grid.index].standIns
    return standIns.isEmpty ? origin : standIns[Int(origin.column)]
  }

  func value(at address: CellAddress) -> CellValue {
    let value = storedValue(at: address)
    return countsLogicals ? value.countingLogicals : value
  }

  /// What a cell holds, a logical as it is.
  func storedValue(at address: CellAddress) -> CellValue {
    note(Area(address))
    return cells.value(at: address)
  }

  func array(heldAt address: CellAddress) -> CellArray? {
    if cells.grids[address.grid.index].isSheet { return nil }
    if case .array(let array) = value(at: address) { return array }
    return nil
  }

  func used(_ area: Area) -> Area {
    note(area)
    return cells.usedArea(area)
  }

  func readPart(of area: Area) -> Area {
    var part = used(area)
    if part.isEmpty { part = Self.nothing(of: area) }
    extend(&part, of: area)
    course.ends.extend(&part, of: area)
    return part
  }

  func placePart(of area: Area) -> Area {
    guard area.isClippedWhenRead else { return area }
    var part = Self.nothing(of: area)
    extend(&part, of: area)
    if part.isEmpty { return area }
    course.ends.extend(&part, of: area)
    return part
  }

  func miss(place: Int) { course.ends.miss(place: place) }

  /// The part of whole columns or rows that ends before it has begun.
  private static func nothing(of area: Area) -> Area {
    var part = area
    if area.isWholeRows { part.right = area.left - 1 }
    if area.isWholeColumns || !area.isWholeRows { part.bottom = area.top - 1 }
    return part
  }

  /// Lets a part of whole columns or rows reach as far as the others that the formula reads.
  private func extend(_ part: inout Area, of area: Area) {
    for number in 0..<referenceCount where !reference(at: number).isPlaceOnly {
      let other = reference(at: number).area(at: Int(origin.row))
      guard other.isClippedWhenRead, other.bottom != Area.openEnd else { continue }
      let used = used(other)
      if used.isEmpty { continue }
      if area.isWholeColumns, other.isWholeColumns {
        part.bottom = max(part.bottom, min(area.bottom, area.top + used.bottom - other.top))
        if !area.isWholeRows { part.right = area.right }
      }
      if area.isWholeRows, other.isWholeRows {
        part.right = max(part.right, min(area.right, area.left + used.right - other.left))
        if !area.isWholeColumns { part.bottom = area.bottom }
      }
    }
  }

  func forEachRun(in area: Area, _ body: (_ row: Int, _ column: Int, UnsafeBufferPointer<BoxedValue>) -> Void) {
    noteRead(of: area)
    if countsLogicals { cells.forEachCountedRun(in: area, body) } else { cells.forEachRun(in: area, body) }
  }

  func noteRead(of area: Area) {
    note(area)
    let read = cells.clipped(area)
    // A cell that is read costs little beside an element that is made.
    if !read.isEmpty { course.limits.note(steps: (read.rows * read.columns) >> 9) }
  }

  func forEachKind(in area: Area, _ body: (_ row: Int, _ column: Int, NumberKind) -> Void) {
    cells.forEachKind(in: area, body)
  }

  func commonKind(of area: Area) -> NumberKind? {
    area.isSingleCell ? cells.value(at: area.topLeft).commonKind : cells.commonKind(of: area)
  }

  var hasOnlyPlainNumbers: Bool { !cells.mayHaveKinds }

  func stamps(of area: Area) -> ColumnStamps? { givesUp() ? nil : cells.stamps(of: area) }

  func unboxed(_ box: BoxedValue) -> CellValue { cells.values.value(box) }

  func reference(from text: String, a1: Bool) throws(CellError) -> Reference {
    if givesUp() { throw .calculation }
    let text =
      a1 && scopeSettings.takesPointsBehindSheets
      ? ReferenceText(text).withoutPoints { grid(named: $0) != nil } : text
    let place = a1 ? nil : cell
    let converted =
      a1 ? nil : R1C1Notation.a1(text, row: place.map { Int($0.row) }, column: place.map { Int($0.column) })
    let parsed = FormulaParser.parse(converted ?? ReferenceText(text).withoutLeadingZeros, dialect: .excel)
    guard parsed.diagnostics.isEmpty, !parsed.tree.nodes.isEmpty else {
      throw .reference("“\(text)” is no reference.")
    }
    if !a1, converted == nil, case .reference = parsed.tree[parsed.tree.root] {
      throw .reference("“\(text)” is not written as R1C1.")
    }
    let tree = settings.textReading(parsed.tree, origin)
    guard let reference = EnteredFormula(tree, at: origin, in: formulas.names).wholeReference else {
      throw .reference("“\(text)” is no reference.")
    }
    if reference.isCell, let meant = rangeMeant(by: reference) { return meant }
    return Reference(cells.clipped(reference.area(at: Int(origin.row))))
  }

  func formulaText(at address: CellAddress) -> String? {
    if givesUp() { return nil }
    if let shown = settings.shownFormula(address) { return shown }
    return formulas.tree(at: address).map { "=" + $0.text(formulas.names.settings(of: address.grid).formulaStyle) }
  }

  func phonetics(at address: CellAddress) -> PhoneticText? { givesUp() ? nil : settings.phonetics(address) }

  func pivotReport(in area: Area) -> PivotReport? { givesUp() ? nil : settings.pivotReport(area) }

  func parts(of area: Area, calling functions: Set<String>) -> [Area] {
    if givesUp() { return [] }
    var parts: [Area] = []
    formulas.forEachOwner(in: area) { id in
      guard !formulas.template(of: id).calledFunctions.isDisjoint(with: functions),
        let part = formulas[id].area.intersection(area)
      else { return }
      parts.append(part)
    }
    return parts
  }

  func hiddenRows(in grid: GridID, byFilterOnly: Bool) -> Set<Int> {
    byFilterOnly ? cells.grids[grid.index].filteredRows : cells.grids[grid.index].hiddenRows
  }

  func sheet(_ grid: GridID) -> (name: String, number: Int)? { formulas.names.sheet(grid) }

  /// How the formulas of the scope are understood in which the formula stands.
  var scopeSettings: ScopeSettings { formulas.names.settings(of: origin.grid) }
  private var scope: NameTable.Scope { formulas.names.scope(of: origin.grid) }
  func grid(named name: String) -> GridID? { scope.sheets[name.lowercased()] }
  var sheetCount: Int { scope.sheetOrder.count }
  var now: Double { settings.now(in: dateSystem) }
  func random() -> Double { givesUp() ? 0 : settings.nextRandom() }
  var dateSystem: DateSystem { cells.dateSystem }
  var textMatching: TextMatching { scopeSettings.textMatching }
}

import CellModel
import Formulas
import Functions

/// Evaluates the cells of a ``ModelSheet`` by recursion, once each: slow, and meant to be obviously right.
///
/// A cell that is its own indirect precedent by what its formula names, or by what it read, is `#CYCLE!`. Where arrays
/// spill is found by evaluating again until no spill range changes. An anchor on a cycle keeps the range that it would
/// fill, blank, so that the cycle does not open by itself. A formula that gives blank shows 0.
package final class ModelEvaluator: EvaluationContext {
  package let model: ModelSheet
  /// The cell whose formula runs.
  var standing: CellAddress?
  /// The same, of a cell that has a row and a column; the named ones have none.
  package var cell: CellAddress? { standing.flatMap { $0.grid == ModelSheet.namedCells ? nil : $0 } }
  package let cache = EvaluationCache()

  /// The results that are known.
  private var results: [CellAddress: CellValue] = [:]
  /// The cells that are being evaluated, the innermost last.
  private var evaluating: [CellAddress] = []
  /// The cells found to be on a cycle.
  private var cyclic: Set<CellAddress> = []
  /// For each cell that a spill fills, its anchor.
  private var anchors: [CellAddress: CellAddress] = [:]
  private var blocked: Set<CellAddress> = []
  /// For each anchor that depends on what it would fill, the cells of its range.
  private var circular: [CellAddress: [CellAddress]] = [:]
  /// While it is asked whether the spill ranges of cells on a cycle last: the values of these cells before.
  private var tried: [CellAddress: CellValue] = [:]
  /// What an engine may decide in more than one way: spill ranges that never settle, and cycles that come and go.
  package private(set) var isAmbiguous = false
  /// What each formula has read, in the areas in which it did.
  private var reads: [CellAddress: Set<Area>] = [:]
  private var boxes: [CellValue] = []
  private var randomSequence: RandomSequence
  var lambdaDepth = 0
  /// Whether a formula is evaluated as if it stood in another row.
  var isShifted = false

  package init(_ model: ModelSheet = ModelSheet()) {
    self.model = model
    randomSequence = RandomSequence(seed: model.seed)
    for round in 0..<20 {
      if round == 19 { isAmbiguous = true }
      evaluateAll()
      let hasFoundCycle = cyclic != cellsOnCycles()
      if hasCycleOfOtherReads() { isAmbiguous = true }
      let formerlyBlocked = blocked
      if !spillAgain(), !hasFoundCycle { break }
      // What was read of a spill range that is blocked was never there.
      if blocked != formerlyBlocked { reads = [:] }
      let cycles = cellsOnCycles()
      // What formulas on a cycle have read is kept, for they are not evaluated in the next round.
      reads = reads.filter { cycles.contains($0.key) }
      let former = results.filter { cycles.contains($0.key) }
      begin()
      let open = cycles.filter { anchors[$0] == $0 && circular[$0] == nil }
      if !open.isEmpty { tryAnchors(open, former) }
    }
  }

  private func begin() {
    results = [:]
    cyclic = []
    cache.removeAll()
    randomSequence = RandomSequence(seed: model.seed)
  }

  /// Evaluates anchors that a spill range puts on a cycle once more, each cell of the cycle as it was before: when their
  /// ranges stay as they are, they depend on them.
  private func tryAnchors(_ open: Set<CellAddress>, _ former: [CellAddress: CellValue]) {
    tried = former
    let known = reads
    for anchor in open {
      guard case .formula(let tree) = model.cells[anchor], case .array(let array) = evaluate(tree, in: anchor) else {
        isAmbiguous = true
        continue
      }
      let cells = filled(by: array, from: anchor)
      if Set(cells) != Set(anchors.filter { $0.value == anchor }.keys) { isAmbiguous = true }
      circular[anchor] = cells
    }
    tried = [:]
    reads = known
    begin()
  }

  /// The value of a formula's text as if it stood in a cell, or in none.
  package func evaluate(_ formula: String, in cell: CellAddress? = nil) -> CellValue {
    let parsed = FormulaParser.parse(formula, dialect: model.dialect)
    if parsed.hasErrors { return .error(.name("This is no formula.")) }
    return evaluate(parsed.tree, in: cell)
  }

  package func evaluate(_ tree: FormulaTree, in cell: CellAddress?) -> CellValue {
    let outer = self.standing
    defer { self.standing = outer }
    self.standing = cell
    let frame = ModelFrame(tree: tree, grid: cell.map(grid(of:)) ?? ModelSheet.firstSheet)
    return value(of: operand(tree.root, frame))
  }

  /// The grid that an address without a sheet means in a cell.
  private func grid(of cell: CellAddress) -> GridID {
    cell.grid == ModelSheet.namedCells ? ModelSheet.firstSheet : cell.grid
  }

  // MARK: Cells

  package func size(of grid: GridID) -> (rows: Int, columns: Int)? {
    grid == ModelSheet.namedCells ? nil : (Area.lastRow + 1, Area.lastColumn + 1)
  }

  private func note(_ area: Area) {
    if let standing { reads[standing, default: []].insert(area) }
  }

  /// What each formula names, and what one with INDIRECT or OFFSET has read.
  private func precedents(withAllReads: Bool = false) -> [CellAddress: [CellAddress]] {
    var edges = model.precedents(anchors: anchors)
    for (cell, areas) in reads where withAllReads || readsDynamically(cell) {
      for area in areas {
        edges[cell]? += model.cells.keys.filter(area.contains)
        edges[cell]? += anchors.filter { area.contains($0.key) }.map(\.value)
      }
    }
    return edges
  }

  private func readsDynamically(_ cell: CellAddress) -> Bool {
    guard case .formula(let tree) = model.cells[cell] else { return false }
    return tree.nodes.contains { node in
      if case .call(let name, _) = node { ["INDIRECT", "OFFSET"].contains(name.uppercased()) } else { false }
    }
  }

  private func cellsOnCycles() -> Set<CellAddress> { ModelSheet.cells(onCyclesOf: precedents()) }

  /// Whether what other formulas have read, such as the size of a range, closes a cycle.
  private func hasCycleOfOtherReads() -> Bool {
    ModelSheet.cells(onCyclesOf: precedents(withAllReads: true)) != cellsOnCycles()
  }

  package func value(at address: CellAddress) -> CellValue {
    note(Area(address))
    if let anchor = anchors[address], anchor != address, case .array(let array) = whole(anchor) {
      let (row, column) = (Int(address.row - anchor.row), Int(address.column - anchor.column))
      return row < array.rows && column < array.columns ? shown(array[row, column]) : .blank
    }
    let whole = whole(address)
    if address.grid != ModelSheet.namedCells, case .array(let array) = whole { return shown(array.first) }
    return whole
  }

  /// What an element of an array is in the cell that it fills.
  private func shown(_ element: CellValue) -> CellValue {
    switch element {
    case .blank: .number(0)
    case .array(let inner): shown(inner.elements[0])
    default: element
    }
  }

  /// What a cell's formula gives, an array as a whole.
  func whole(_ address: CellAddress) -> CellValue {
    switch model.cells[address] {
    case nil: return .blank
    case .constant(let value): return value
    case .formula(let tree):
      if let value = tried[address] { return value }
      if blocked.contains(address), !cyclic.contains(address) { return .error(.spill) }
      if let known = results[address] { return known }
      if let start = evaluating.firstIndex(of: address) {
        cyclic.formUnion(evaluating[start...])
        return .error(.cycle)
      }
      evaluating.append(address)
      var value = cyclic.contains(address) ? .error(.cycle) : evaluate(tree, in: address)
      evaluating.removeLast()
      if value.isBlank, address.grid != ModelSheet.namedCells { value = .number(0) }
      let result = cyclic.contains(address) ? CellValue.error(.cycle) : value
      results[address] = result
      return result
    }
  }

  /// Evaluates every formula, precedents first with a stack of our own, so that long chains do not recurse.
  private func evaluateAll() {
    let precedents = precedents()
    cyclic.formUnion(ModelSheet.cells(onCyclesOf: precedents))
    var visited: Set<CellAddress> = []
    for start in precedents.keys.sorted(by: <) where !visited.contains(start) {
      var stack: [(cell: CellAddress, isReady: Bool)] = [(start, false)]
      while let (cell, isReady) = stack.popLast() {
        if isReady {
          _ = whole(cell)
        } else if visited.insert(cell).inserted {
          stack.append((cell, true))
          for precedent in precedents[cell] ?? [] where !visited.contains(precedent) {
            stack.append((precedent, false))
          }
        }
      }
    }
  }

  /// Lays out the spill ranges anew; gives whether one changed.
  private func spillAgain() -> Bool {
    var newAnchors: [CellAddress: CellAddress] = [:]
    var newBlocked: Set<CellAddress> = []
    for (anchor, _) in model.cells.sorted(by: { $0.key < $1.key }) where anchor.grid != ModelSheet.namedCells {
      guard case .formula(let tree) = model.cells[anchor] else { continue }
      if let cells = circular[anchor] {
        if cells.contains(where: { $0 != anchor && newAnchors[$0] != nil }) { isAmbiguous = true }
        for cell in cells { newAnchors[cell] = anchor }
        continue
      }
      let value = blocked.contains(anchor) ? evaluate(tree, in: anchor) : whole(anchor)
      guard case .array(let array) = value, array.count > 1 else { continue }
      if array.count > 10_000 { isAmbiguous = true }
      let filled = filled(by: array, from: anchor)
      let isBlocked = filled.contains { cell in
        cell != anchor && (model.cells[cell] != nil || newAnchors[cell] != nil)
          || cell.row > Area.lastRow || cell.column > Area.lastColumn
      }
      if isBlocked {
        newBlocked.insert(anchor)
      } else {
        for cell in filled { newAnchors[cell] = anchor }
      }
    }
    let isNew = newAnchors != anchors || newBlocked != blocked
    anchors = newAnchors
    blocked = newBlocked
    return isNew
  }

  private func filled(by array: CellArray, from anchor: CellAddress) -> [CellAddress] {
    var filled: [CellAddress] = []
    for row in 0..<array.rows {
      for column in 0..<array.columns {
        filled.append(CellAddress(grid: anchor.grid, row: Int(anchor.row) + row, column: Int(anchor.column) + column))
      }
    }
    return filled
  }

  // MARK: Areas

  private func occupied(in area: Area) -> [CellAddress] {
    var found = model.cells.keys.filter(area.contains)
    found += anchors.keys.filter { area.contains($0) && model.cells[$0] == nil }
    return found.sorted { ($0.column, $0.row) < ($1.column, $1.row) }
  }

  package func used(_ area: Area) -> Area {
    note(area)
    let cells = occupied(in: area)
    var result = area
    guard let first = cells.first else {
      result.bottom = area.top - 1
      return result
    }
    var bounds = Area(first)
    for cell in cells { bounds = bounds.enclosing(Area(cell)) }
    result.bottom = bounds.bottom
    result.right = bounds.right
    return result
  }

  package func forEachRun(
    in area: Area, _ body: (_ row: Int, _ column: Int, UnsafeBufferPointer<BoxedValue>) -> Void
  ) {
    let cells = occupied(in: area).map { ($0, box(value(at: $0))) }
    var start = 0
    while start < cells.count {
      var end = start + 1
      while end < cells.count, cells[end].0.column == cells[start].0.column,
        cells[end].0.row == cells[end - 1].0.row + 1
      {
        end += 1
      }
      let run = cells[start..<end].map(\.1)
      run.withUnsafeBufferPointer { body(Int(cells[start].0.row), Int(cells[start].0.column), $0) }
      start = end
    }
  }

  package var hasOnlyPlainNumbers: Bool { false }

  package func forEachKind(in area: Area, _ body: (_ row: Int, _ column: Int, NumberKind) -> Void) {
    for cell in occupied(in: area) {
      let kind = value(at: cell).kind
      if kind != .plain { body(Int(cell.row), Int(cell.column), kind) }
    }
  }

  package func commonKind(of area: Area) -> NumberKind? {
    occupied(in: area).compactMap { value(at: $0).commonKind }.reduce(nil) { common, kind in
      common.map { NumberKind.common($0, kind) } ?? kind
    }
  }

  private func box(_ value: CellValue) -> BoxedValue {
    let kind: BoxedValue.Kind
    switch value {
    case .blank: return .blank
    case .number(let number, _): return BoxedValue(number)
    case .logical(let logical): return BoxedValue(logical)
    case .text: kind = .text
    case .error: kind = .error
    case .array: kind = .array
    case .record: kind = .record
    case .lambda: kind = .lambda
    }
    boxes.append(value)
    return BoxedValue(kind, slot: UInt32(boxes.count - 1))
  }

  package func unboxed(_ box: BoxedValue) -> CellValue {
    switch box.kind {
    case .number: .number(box.number)
    case .blank: .blank
    case .logical: .logical(box.logical)
    default: boxes[Int(box.slot)]
    }
  }

  // MARK: The world

  package func formulaText(at address: CellAddress) -> String? {
    guard case .formula(let tree) = model.cells[address] else { return nil }
    return "=" + tree.text(.excel)
  }

  package func parts(of area: Area, calling functions: Set<String>) -> [Area] {
    model.cells.compactMap { address, content in
      guard case .formula(let tree) = content, area.contains(address) else { return nil }
      let calls = tree.nodes.contains { node in
        if case .call(let name, _) = node { functions.contains(name.uppercased()) } else { false }
      }
      return calls ? Area(address) : nil
    }
  }

  package func hiddenRows(in grid: GridID, byFilterOnly: Bool) -> Set<Int> {
    byFilterOnly ? [] : Set(model.hiddenRows)
  }

  package func sheet(_ grid: GridID) -> (name: String, number: Int)? {
    let number = Int(grid.rawValue)
    return (1...max(1, model.sheets.count)).contains(number) ? (model.sheets[number - 1], number) : nil
  }

  package func grid(named name: String) -> GridID? { model.grid(named: name) }
  package var sheetCount: Int { model.sheets.count }
  package var now: Double { model.now }
  package var dateSystem: DateSystem { .from1900 }
  package func takeSteps(_ count: Int) {}

  package func random() -> Double { Double(randomSequence.next() >> 11) / 9_007_199_254_740_992 }
}

extension CellAddress {
  /// The order in which cells are taken when nothing else decides.
  static func < (a: CellAddress, b: CellAddress) -> Bool {
    (a.grid.rawValue, a.row, a.column) < (b.grid.rawValue, b.row, b.column)
  }
}

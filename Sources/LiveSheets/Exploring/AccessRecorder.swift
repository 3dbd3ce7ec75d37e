import CellModel
import Engine

/// Notes on which places of a moment a step depends, and which it sets.
///
/// Formulas are followed back to the places they are made of: what reads a formula depends on those. So two states that
/// agree in the places that a step has read go on alike in the places that it has set. These rules hold:
///
/// - R1. A step that was recorded reads no place outside of ``reads``, directly or through formulas, whatever the other
///   places hold.
/// - R2. It sets no place outside of ``writes``.
/// - R3. Where either cannot be known, ``isOpaque`` says so.
final class AccessRecorder: AccessObserver {
  private let sheet: LiveSheet
  private let timeline: Timeline
  private let keeper: MomentKeeper
  private(set) var reads: SlotSet
  private(set) var writes: SlotSet
  private(set) var isOpaque = false
  /// Off while something looks at all there is, as bindings do; ``finish()`` finds out what of it mattered.
  var isNotingReads = true
  /// The places that the value of a cell is made of; `nil` where they cannot be known.
  private var sources: [CellAddress: SlotSet?] = [:]
  private var open: Set<CellAddress> = []

  init(_ sheet: LiveSheet, _ keeper: MomentKeeper) {
    self.sheet = sheet
    timeline = sheet.timeline
    self.keeper = keeper
    reads = SlotSet(count: keeper.width)
    writes = SlotSet(count: keeper.width)
  }

  /// The most cells of an area that are followed one by one.
  private static let areaLimit = 4_096

  // MARK: Recording

  /// Begins to note; the engine and the memories of streams tell what happens from now on.
  func begin() {
    reads = SlotSet(count: keeper.width)
    writes = SlotSet(count: keeper.width)
    isOpaque = false
    isNotingReads = true
    sheet.engine.accessObserver = self
    timeline.accessRecorder = self
    timeline.hasTouchedEngagements = false
    for instance in timeline.instances { instance.memory.recorder = self }
  }

  /// Ends the notes and adds what was left out of them: what watches, bindings, fetches and held events depend on,
  /// where the step has touched it.
  func end() {
    sheet.engine.accessObserver = nil
    timeline.accessRecorder = nil
    for instance in timeline.instances { instance.memory.recorder = nil }
    if timeline.hasTouchedEngagements { didTouchEngagements() }
    guard let main = timeline.instances.first else { return }
    for area in main.form.watches { addIfTouched([area], more: false) }
    for binding in main.form.bindings {
      let (areas, more) = binding.value.reads(in: sheet.engine, row: nil)
      addIfTouched(areas + [Area(binding.target)], more: more)
    }
    for fetch in main.form.fetches {
      for read in fetch.body.reads {
        let (areas, more) = read.reads(in: sheet.engine, row: nil)
        addIfTouched(areas, more: more)
      }
    }
    for (number, stream) in main.form.streams.enumerated() {
      guard case .hold(_, let condition) = stream.kind else { continue }
      let (areas, more) = condition.reads(in: sheet.engine, row: nil)
      if addIfTouched(areas, more: more) { didTouch(memory: number) }
    }
  }

  @discardableResult
  private func addIfTouched(_ areas: [Area], more: Bool) -> Bool {
    var union = SlotSet(count: keeper.width)
    for area in areas {
      guard let slots = slots(of: area) else {
        isOpaque = true
        return true
      }
      union.formUnion(slots)
    }
    if more { isOpaque = true }
    guard union.intersects(writes) else { return false }
    reads.formUnion(union)
    return true
  }

  func didRead(_ area: Area) {
    guard isNotingReads, !isOpaque else { return }
    guard let slots = slots(of: area) else {
      isOpaque = true
      return
    }
    reads.formUnion(slots)
  }

  func didReadMore() { if isNotingReads { isOpaque = true } }

  func didWrite(_ address: CellAddress) {
    if let slot = keeper.slot(of: address) { writes.insert(slot) }
  }

  func didTouch(memory stream: Int) {
    guard let slot = keeper.slot(ofMemory: stream) else { return }
    reads.insert(slot)
    writes.insert(slot)
  }

  func didTouchEngagements() {
    reads.insert(keeper.engagementSlot)
    writes.insert(keeper.engagementSlot)
  }

  // MARK: Following formulas

  /// The places that the values of an area are made of; `nil` where they cannot be known.
  func slots(of area: Area) -> SlotSet? {
    if area.isSingleCell { return slots(of: area.topLeft) }
    if let slot = keeper.slot(ofTable: area.grid) {
      var set = SlotSet(count: keeper.width)
      set.insert(slot)
      return set
    }
    guard !area.isEmpty else { return SlotSet(count: keeper.width) }
    guard area.rows * area.columns <= Self.areaLimit else { return nil }
    var union = SlotSet(count: keeper.width)
    for row in area.top...area.bottom {
      for column in area.left...area.right {
        guard let slots = slots(of: CellAddress(grid: area.grid, row: Int(row), column: Int(column))) else {
          return nil
        }
        union.formUnion(slots)
      }
    }
    return union
  }

  func slots(of address: CellAddress) -> SlotSet? {
    if let known = sources[address] { return known }
    var set = SlotSet(count: keeper.width)
    if let slot = keeper.slot(of: address) {
      set.insert(slot)
      sources[address] = .some(set)
      return set
    }
    guard sheet.engine.hasFormula(at: address) || sheet.engine.spillAnchor(of: address) != nil else {
      sources[address] = .some(set)
      return set
    }
    // A formula on a cycle, or one that reads more than it names, is not followed.
    guard !sheet.engine.readsMoreThanItNames(at: address), sheet.engine.spillAnchor(of: address) == nil,
      open.count < 1_000, open.insert(address).inserted
    else {
      sources[address] = .some(nil)
      return nil
    }
    defer { open.remove(address) }
    for area in sheet.engine.precedents(of: address) {
      guard let slots = slots(of: area) else {
        sources[address] = .some(nil)
        return nil
      }
      set.formUnion(slots)
    }
    sources[address] = .some(set)
    return set
  }
}

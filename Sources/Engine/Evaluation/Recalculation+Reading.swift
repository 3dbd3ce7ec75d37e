import CellModel

extension Recalculation {
  /// Lets formulas that have just come and read dynamically say what they would read now.
  ///
  /// Where circles settle, their cells have values from before. So most read just that in the end, and the order is made
  /// once, and not anew for each formula that turns out to stand in a circle, nor for finding out whether it does: where it
  /// read something else before, a circle that is none settles round by round, as far as there are rounds.
  mutating func expectReads(of readers: [GroupID]) {
    let readers = readersInCircles(readers)
    guard readers.count > Retries.fewReaders else { return }
    if findReads(of: readers) > 0 { graph.remakeOrder() }
    for id in readers { _ = retries.reopen(id) }
  }

  /// Orders all groups anew.
  ///
  /// A formula that has read what makes it part of a circle is seldom alone: the others that wait say before what they
  /// would read as cells stand now, as long as that spares orders of their own.
  mutating func orderAnew() {
    if retries.asksForReads() {
      let readers = readersInCircles(graph.dirtyDynamicReaders)
      if readers.count > Retries.fewReaders { retries.noteExpected(findReads(of: readers)) }
    }
    graph.rebuild()
  }

  /// Those of some formulas whose circles settle.
  private func readersInCircles(_ readers: [GroupID]) -> [GroupID] {
    readers.filter { formulas.names.settings(of: formulas[$0].grid).iteration != nil }
  }

  /// Enters what formulas would read now, and counts those that would read something else than was known.
  private mutating func findReads(of readers: [GroupID]) -> Int {
    var found = 0
    for id in readers {
      for row in formulas[id].rows {
        if settings.isCancelled() { break }
        let evaluator = evaluator()
        _ = evaluator.evaluate(id, at: row)
        if graph.enterReads(of: id, evaluator.reads.areas) { found += 1 }
      }
    }
    // What was kept may be of cells without values.
    workspace.forgetAll()
    return found
  }

  // MARK: Circles that formulas close by what they name and not by what they read

  /// Evaluates those cells of a circle that come to a value without reading one that has none, and gives the others.
  ///
  /// `IF` and `CHOOSE` leave out what is not chosen, and `INDEX` reads one cell of an area. A cell that meets another
  /// without a value waits until that has one; if that waits for it in turn, both depend on themselves. Each cell is
  /// evaluated once more for each that it waited for, and none waits for the same one twice.
  mutating func evaluateByReading(
    _ places: [CycleCells.Place], _ changed: inout [GroupID: ChangedRows]
  ) -> [CycleCells.Place] {
    if retries.goesOnReading { return places }
    var circle = UnsettledCells(places.map { formulas[$0.group].address(at: $0.row) })
    for first in places.indices {
      var waiting = circle.isUnknown(first) ? [first] : []
      while let next = waiting.last {
        if settings.isCancelled() {
          isStopped = true
          return []
        }
        let place = places[next]
        // An index made while a cell had no value would be wrong, and hide what it reads.
        workspace.forgetAll()
        let evaluator = evaluator()
        let value = evaluator.evaluate(place.group, at: place.row, notesAll: true)
        noteReading(of: place.group, evaluator)
        var isSpilling = false
        if case .array = value { isSpilling = cells.grids[circle.addresses[next].grid.index].isSheet }
        let met = isSpilling ? nil : circle.unsettled(in: evaluator.reads.areas)
        if let met, met.isEmpty {
          work.evaluated += 1
          circle.settle(next)
          if storeResult(value, at: circle.addresses[next]) {
            changed[place.group, default: ChangedRows()].add(place.row)
          }
        } else if let met, !met.contains(where: { circle.isCircular($0) || waiting.contains($0) }) {
          waiting.append(met[0])
          continue
        } else {
          circle.setCircular(next)
        }
        waiting.removeLast()
      }
    }
    workspace.forgetAll()
    if graph.needsRebuild { retries.noteReading() }
    return places.indices.filter { circle.isCircular($0) }.map { places[$0] }
  }

  /// Enters what a formula that reads dynamically has read among the edges.
  private func noteReading(of id: GroupID, _ evaluator: Evaluator) {
    guard formulas.template(of: id).readsDynamically else { return }
    _ = graph.noteReads(of: id, evaluator.reads.areasBeyondNames)
  }
}

/// The cells of a circle, numbered, and which of them have come to a value.
private struct UnsettledCells {
  private enum State { case unknown, settled, circular }

  let addresses: [CellAddress]
  private var states: [State]
  /// The cells without a value by their addresses.
  private var numbers: [CellAddress: Int]

  init(_ addresses: [CellAddress]) {
    self.addresses = addresses
    states = Array(repeating: .unknown, count: addresses.count)
    numbers = Dictionary(zip(addresses, addresses.indices), uniquingKeysWith: { first, _ in first })
  }

  func isUnknown(_ cell: Int) -> Bool { states[cell] == .unknown }
  func isCircular(_ cell: Int) -> Bool { states[cell] == .circular }

  mutating func settle(_ cell: Int) {
    states[cell] = .settled
    numbers[addresses[cell]] = nil
  }

  mutating func setCircular(_ cell: Int) { states[cell] = .circular }

  /// The cells without a value in some areas.
  func unsettled(in areas: [Area]) -> [Int] {
    var found: [Int] = []
    for area in areas {
      if area.isSingleCell {
        if let number = numbers[area.topLeft] { found.append(number) }
      } else if !area.isEmpty, area.rows * area.columns < numbers.count {
        area.forEachCell { if let number = numbers[$0] { found.append(number) } }
      } else {
        for (address, number) in numbers where area.contains(address) { found.append(number) }
      }
    }
    // The order of a dictionary is nobody's business.
    return found.sorted()
  }
}

import CellModel
import Functions

// Search by halving, in cells that are in order.
extension LookupVector {
  /// Where halving ends: at a value equal to the key, or between its neighbours.
  ///
  /// On cells that are not in order the answer is the one that halving happens to reach, as in Excel; formulas such as
  /// `LOOKUP(9E+307, A:A)` for the last number rely on it.
  ///
  /// - Parameter amongKinds: Whether numbers stand before texts, and those before logicals; values of another type are passed
  ///   over otherwise. Blanks and errors always are.
  private func halve(
    for key: OrderKey, descending: Bool, amongKinds: Bool = false
  ) -> (equal: Int?, before: Int?, after: Int?) {
    func isOrdered(_ candidate: OrderKey) -> Bool {
      amongKinds ? candidate.rank < 3 && key.rank < 3 : candidate.isComparable(to: key)
    }
    var low = 0
    // Blanks at the end of a range take part in the halving; whole columns are halved as far as they are used.
    var high = (count > 65_536 ? used : count) - 1
    var before: Int?
    var after: Int?
    while low <= high {
      let middle = (low + high) / 2
      if middle >= used {
        high = middle - 1
        continue
      }
      let last = min(high, used - 1)
      var probe = middle
      var candidate = self.key(probe)
      while !isOrdered(candidate), probe < last {
        probe = min(last, amongKinds ? nextOrdered(after: probe) : next(after: probe, key))
        candidate = self.key(probe)
      }
      guard isOrdered(candidate) else {
        high = middle - 1
        continue
      }
      let order = descending ? key.compare(candidate) : candidate.compare(key)
      if order == 0 { return (probe, before, after) }
      if order < 0 {
        before = probe
        low = probe + 1
      } else {
        after = probe
        high = middle - 1
      }
    }
    return (nil, before, after)
  }

  /// The next place whose value may be a number, a text or a logical.
  private func nextOrdered(after place: Int) -> Int {
    guard few == nil, parted == nil, let boxes else { return place + 1 }
    return boxes[place + 1..<used].firstIndex { !$0.isBlank && $0.kind != .error } ?? used - 1
  }

  /// The next place whose value may be of the kind of a key.
  private func next(after place: Int, _ key: OrderKey) -> Int {
    if let parted, let (inside, outside) = parted.elements {
      let isComparable = [inside, outside].map { OrderKey(parted.value(of: $0)).isComparable(to: key) }
      guard isComparable[0] != isComparable[1] else { return place + 1 }
      return parted.firstPlace(from: place + 1, inPart: isComparable[0]) ?? used - 1
    }
    if few == nil, let boxes {
      return boxes[place + 1..<used].firstIndex { $0.mayBeComparable(to: key) } ?? used - 1
    }
    guard let few, !OrderKey(few.restValue).isComparable(to: key) else { return place + 1 }
    let index = few.firstIndex(from: place + 1)
    return index < few.places.count ? few.places[index] : used - 1
  }

  /// The last position, or the first, of the run of equal values around one.
  ///
  /// Each is looked at, as in Excel, where cells that are in no order may end the run. After 64 the steps double, so
  /// a long run costs little.
  private func edge(ofRunAt position: Int, _ key: OrderKey, forward: Bool) -> Int {
    var edge = position
    var step = 1
    var isDoubling = true
    while step > 0 {
      let probe = forward ? edge + step : edge - step
      if probe >= 0, probe < used, self.key(probe) == key {
        edge = probe
        if isDoubling, abs(edge - position) >= 64 { step *= 2 }
      } else {
        isDoubling = false
        step /= 2
      }
    }
    return edge
  }

  /// The last position whose value is not greater than a key in ascending cells.
  func lastPosition(notAfter key: OrderKey) -> Int? {
    let ends = halve(for: key, descending: false)
    return ends.equal.map { edge(ofRunAt: $0, key, forward: true) } ?? ends.before
  }

  /// The position of a key in sorted cells by halving, or of its neighbour as the match mode says.
  func position(sorted key: OrderKey, descending: Bool, mode: MatchMode) throws(CellError) -> Int? {
    if case .blank = key { return try positionOfBlank(fromEnd: descending) }
    let ends = halve(for: key, descending: descending, amongKinds: true)
    if let equal = ends.equal { return edge(ofRunAt: equal, key, forward: descending) }
    let neighbour: Int?
    switch mode {
    case .exact, .wildcard, .regularExpression: return nil
    // What follows the last smaller value is taken for the next larger one, of whatever kind it is.
    case .nextSmaller: neighbour = descending ? ends.after.map { (ends.before ?? $0 - 1) + 1 } : ends.before
    case .nextLarger: neighbour = descending ? ends.before : ends.after.map { (ends.before ?? $0 - 1) + 1 }
    }
    if neighbour != nil || ends.before != nil || ends.after != nil { return neighbour }
    // Of blanks alone the first is larger.
    return mode == .nextLarger && (0..<used).allSatisfy { if case .blank = self.key($0) { true } else { false } }
      ? 0 : nil
  }

  /// The position of the last value not less than a key before the first that is less, read in order.
  ///
  /// This is MATCH with type -1: the cells are in descending order, and an equal value ends the search.
  func position(descendingTo key: OrderKey) throws(CellError) -> Int? {
    var found: Int?
    for index in 0..<used {
      if index & 63 == 63 { try range.context.takeSteps(1) }
      let candidate = self.key(index)
      guard candidate.isComparable(to: key) else { continue }
      let order = candidate.compare(key)
      if order < 0 { break }
      found = index
      if order == 0 { break }
    }
    return found
  }
}

extension BoxedValue {
  /// Whether it is of the kind of a key that may be put in order.
  fileprivate func mayBeComparable(to key: OrderKey) -> Bool {
    switch key {
    case .number: isNumber
    case .text: kind == .text
    case .logical: !isNumber && !hasSlot && !isBlank
    default: false
    }
  }
}

import CellModel
import Functions

/// How a lookup accepts a value: the match modes of XLOOKUP.
enum MatchMode: Int {
  case nextSmaller = -1
  case exact = 0
  case nextLarger = 1
  case wildcard = 2
  case regularExpression = 3
}

/// Where a lookup begins and how it goes on: the search modes of XLOOKUP.
enum SearchMode: Int {
  case binaryDescending = -2
  case lastToFirst = -1
  case firstToLast = 1
  case binaryAscending = 2
}

// MARK: - Search in order

extension LookupVector {
  /// How dear a look at one value is.
  private enum Look: Int {
    case comparison = 64
    case pattern = 8
  }

  /// Counts the steps of a search that looks at so many values.
  private func takeSteps(for look: Look, at count: Int) throws(CellError) {
    if count >= look.rawValue { try range.context.takeSteps(count / look.rawValue) }
  }

  /// The position of the first value, or the last, that equals a key; a number never equals a text.
  func position(of key: OrderKey, fromEnd: Bool = false) throws(CellError) -> Int? {
    if case .blank = key { return try positionOfBlank(fromEnd: fromEnd) }
    if let few = fewKeys {
      try takeSteps(for: .comparison, at: used)
      return fromEnd ? few.lastPlace { OrderKey($0) == key } : few.firstPlace { OrderKey($0) == key }
    }
    if let parted, !fromEnd {
      try takeSteps(for: .comparison, at: used)
      return parted.firstPlace { OrderKey($0) == key }
    }
    if let ends = endsInMovingRange(of: key) { return ends.map { fromEnd ? $0.last : $0.first } }
    if let index = try index() {
      return index.places(of: key).map { fromEnd ? $0.last : $0.first }
    }
    try takeSteps(for: .comparison, at: used)
    if case .number(let number) = key, !fromEnd, let lazy { return lazy.firstPlace(of: number) }
    if case .number(let number) = key, let boxes {
      let matches: (BoxedValue) -> Bool = { $0.isNumber && $0.number == number }
      return fromEnd ? boxes.lastIndex(where: matches) : boxes.firstIndex(where: matches)
    }
    if used <= 16 || area == nil {
      let positions = 0..<used
      return fromEnd ? positions.last { self.key($0) == key } : positions.first { self.key($0) == key }
    }
    if case .number(let number) = key { return position(ofNumber: number, fromEnd: fromEnd) }
    var found: Int?
    forEach { index, value in
      if fromEnd || found == nil, OrderKey(value) == key { found = index }
    }
    return found
  }

  /// The position of the first number, or the last, that equals one, without reading any text.
  private func position(ofNumber number: Double, fromEnd: Bool) -> Int? {
    guard let area else { return nil }
    var found: Int?
    range.context.forEachRun(in: area) { row, column, run in
      if found != nil, !fromEnd { return }
      let matches: (BoxedValue) -> Bool = { $0.isNumber && $0.number == number }
      guard let offset = fromEnd ? run.lastIndex(where: matches) : run.firstIndex(where: matches) else { return }
      found = (isRow ? column - Int(area.left) : row - Int(area.top)) + offset
    }
    return found
  }

  func positionOfBlank(fromEnd: Bool) throws(CellError) -> Int? {
    if fromEnd, used < count { return count - 1 }
    try takeSteps(for: .comparison, at: used)
    let found = fromEnd ? (0..<used).last { self[$0].isBlank } : (0..<used).first { self[$0].isBlank }
    return found ?? (used < count ? used : nil)
  }

  /// The position of the first text, or the last, that a pattern with wildcards matches.
  func position(matching pattern: Wildcard, fromEnd: Bool = false) throws(CellError) -> Int? {
    try takeSteps(for: .pattern, at: used)
    let index = try index()
    let found =
      index?.place(matching: pattern, of: used, fromEnd: fromEnd) { lookAtEach(for: pattern, fromEnd) }
      ?? lookAtEach(for: pattern, fromEnd)
    try takeSteps(for: .comparison, at: found.length)
    return found.place
  }

  private func lookAtEach(for pattern: Wildcard, _ fromEnd: Bool) -> MatchedPatterns.Found {
    var found: Int?
    var length = 0
    forEach { index, value in
      guard fromEnd || found == nil, case .text(let text) = value else { return }
      length += text.utf8.count
      if pattern.matches(text) { found = index }
    }
    return MatchedPatterns.Found(place: found, length: length)
  }

  /// The position of the first cell that shows what meets a test, or of the first text of an array that does.
  private func position(meeting test: TextTest) throws(CellError) -> Int? {
    try takeSteps(for: .pattern, at: used)
    var found: Int?
    var length = 0
    forEach { index, value in
      guard found == nil, let text = area == nil ? value.text : TextTest.shown(value) else { return }
      length += text.utf8.count
      if test.holds(text) { found = index }
    }
    try takeSteps(for: .comparison, at: length)
    return found
  }

  /// The position of the first value, or the last, in whose text a regular expression matches something.
  private func position(matchingExpression pattern: String, fromEnd: Bool) throws(CellError) -> Int? {
    try takeSteps(for: .pattern, at: used)
    var found: Int?
    var fault: RegexFault?
    var steps = 0
    do throws(RegexFault) {
      let program = try RegexProgram(pattern, ignoringCase: false)
      forEach { index, value in
        guard fromEnd || found == nil, fault == nil, !value.isBlank, let text = try? value.asText() else { return }
        var matcher = RegexMatcher(program, text: Array(text.unicodeScalars))
        do throws(RegexFault) {
          if try matcher.firstMatch(from: 0) != nil { found = index }
        } catch {
          fault = error
        }
        steps += matcher.steps + text.utf8.count
      }
    } catch { fault = error }
    // Sixteen steps of a pattern are one of the formula.
    try range.context.takeSteps(steps >> 4)
    if let fault { throw .value(fault.message) }
    return found
  }

  /// The position of an equal value, else of the nearest one on one side, in cells of any order.
  ///
  /// Any text is larger than a number and smaller than a logical; blanks and errors are passed over.
  func position(nearest key: OrderKey, larger: Bool, fromEnd: Bool) throws(CellError) -> Int? {
    if case .blank = key { return try positionOfBlank(fromEnd: fromEnd) }
    if case .number(let number) = key, let ends = endsInMovingRange(nearest: number, larger: larger) {
      return fromEnd ? ends.last : ends.first
    }
    if case .number(let number) = key, let index = try index(),
      let places = index.places(of: key) ?? (larger ? index.places(above: number) : index.places(below: number))
    {
      return fromEnd ? places.last : places.first
    }
    try takeSteps(for: .comparison, at: used)
    var best: (position: Int, key: OrderKey)?
    forEach { index, value in
      let candidate = OrderKey(value)
      guard candidate.rank < 3, key.rank < 3 else { return }
      let side = candidate.compare(key)
      guard larger ? side >= 0 : side <= 0 else { return }
      guard let held = best else {
        best = (index, candidate)
        return
      }
      let order = candidate.compare(held.key)
      if order == 0 ? fromEnd : (larger ? order < 0 : order > 0) { best = (index, candidate) }
    }
    return best?.position
  }
}

// MARK: - As the functions ask

extension LookupVector {
  /// The position that VLOOKUP, HLOOKUP and MATCH with type 0 find.
  ///
  /// A blank is looked up as 0, and a text may hold wildcards. In LibreOffice a blank is looked up as the empty text,
  /// and a text finds a cell with the number that is shown as it.
  func legacyExactPosition(of value: CellValue) throws(CellError) -> Int? {
    let findsShownTexts = range.context.textMatching.findsShownTexts
    switch value {
    case .blank: return findsShownTexts ? try position(ofText: "") : try position(of: .number(0))
    case .text(let text):
      let found = try position(ofText: text)
      guard findsShownTexts, area != nil, let number = TypedText.number(text), NumberText.general(number) == text,
        let other = try position(of: .number(number))
      else { return found }
      return min(found ?? other, other)
    default: return try position(of: OrderKey(value))
    }
  }

  /// The position of the first cell that a text means, with what in it stands for other characters.
  private func position(ofText text: String) throws(CellError) -> Int? {
    let matching = range.context.textMatching
    let isPattern =
      switch matching.patterns {
      case .none: false
      case .wildcards: Wildcard.isNeeded(text)
      case .regularExpressions: RegularTextSearch.isNeeded(text)
      }
    // LibreOffice finds an error by what its cell shows.
    let mayBeError = matching.findsShownTexts && text.utf8.first == Ascii.hash
    if !isPattern, matching.matchesWholeCells, !mayBeError { return try position(of: OrderKey(.text(text))) }
    if matching.isExcelForCells, !matching.findsShownTexts { return try position(matching: Wildcard(text)) }
    return try position(meeting: TextTest(matching: text, matching))
  }

  /// The position that VLOOKUP, HLOOKUP, LOOKUP and MATCH with type 1 find in ascending cells.
  func legacyAscendingPosition(of value: CellValue) -> Int? {
    guard value.isBlank else { return lastPosition(notAfter: OrderKey(value)) }
    return lastPosition(notAfter: range.context.textMatching.findsShownTexts ? .text("") : .number(0))
  }

  /// The position that XLOOKUP and XMATCH find.
  func position(of value: CellValue, match: Int, search: Int) throws(CellError) -> Int? {
    guard let match = MatchMode(rawValue: match) else { throw .value("The match mode is -1, 0, 1, 2 or 3.") }
    guard let search = SearchMode(rawValue: search) else { throw .value("The search mode is -2, -1, 1 or 2.") }
    let key = OrderKey(value)
    switch search {
    case .binaryAscending, .binaryDescending:
      if match == .wildcard || match == .regularExpression {
        throw .value("Patterns cannot be found by a binary search.")
      }
      return try position(sorted: key, descending: search == .binaryDescending, mode: match)
    case .firstToLast, .lastToFirst:
      let fromEnd = search == .lastToFirst
      switch match {
      case .exact: return try position(of: key, fromEnd: fromEnd)
      case .nextSmaller, .nextLarger:
        return try position(nearest: key, larger: match == .nextLarger, fromEnd: fromEnd)
      case .wildcard:
        guard case .text(let text) = value, Wildcard.isNeeded(text) else {
          return try position(of: key, fromEnd: fromEnd)
        }
        return try position(matching: Wildcard(text), fromEnd: fromEnd)
      case .regularExpression:
        return try position(matchingExpression: value.asText(), fromEnd: fromEnd)
      }
    }
  }
}

extension FewElements {
  /// The last place at which an element meets a condition, where all of the rest are the same element.
  fileprivate func lastPlace(where holds: (CellValue) -> Bool) -> Int? {
    let found = own.boxes.indices.last { holds(own[$0]) }.map { places[$0] }
    guard holds(restValue) else { return found }
    var ofRest = count - 1
    for place in places.reversed() where place == ofRest { ofRest -= 1 }
    return max(found ?? -1, ofRest)
  }
}

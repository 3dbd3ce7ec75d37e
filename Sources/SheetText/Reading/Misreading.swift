import CellModel
import Diagnostics
import Formulas

/// A part of a formula that people write as a date, a time or a range of values and that the language reads as something
/// else.
///
/// `2026-1-5` is a difference, `31/01/2026` a quotient, `14:30` beside an operator two rows, and `1 < x < 5` compares a
/// logical with 5. All of them are right, and hardly ever meant, so a note gives the spelling that would be.
struct Misreading {
  let span: SourceSpan
  let written: String
  /// What the language reads, in words.
  let meaning: String
  /// What was meant, with its article.
  let noun: String
  /// What to write instead.
  let spellings: [String]

  var finding: PieceFinding { .misreading(self) }

  /// Those of a tree whose spans are places in the bytes.
  static func all(in tree: FormulaTree, of bytes: [UInt8]) -> [Misreading] {
    if tree.nodes.count == 1 { return longTime(tree, bytes).map { [$0] } ?? [] }
    guard tree.nodes.count > 2 else { return [] }
    var found: [Misreading] = []
    for (position, node) in tree.nodes.enumerated() {
      switch node {
      case .binary(.subtract, let left, let right), .binary(.divide, let left, let right):
        if let date = date(tree, FormulaTree.Index(position), left, right) { found.append(date) }
        if let time = time(tree, left, bytes) ?? time(tree, right, bytes) { found.append(time) }
      case .binary(.range, let left, let right):
        if let time = zeroTime(tree, FormulaTree.Index(position), left, right, bytes) { found.append(time) }
      case .binary(.union, _, _), .binary(.intersection, _, _): continue
      case .binary(let comparison, let left, let right):
        if let time = time(tree, left, bytes) ?? time(tree, right, bytes) { found.append(time) }
        if isOrder(comparison), let chain = chain(tree, FormulaTree.Index(position), left, right, bytes) {
          found.append(chain)
        }
      // What these choose is one value, and hardly ever rows.
      case .call(let name, let arguments) where ["IF", "IFS", "CHOOSE", "SWITCH"].contains(name.uppercased()):
        found += arguments.compactMap { time(tree, $0, bytes) }
      default: continue
      }
    }
    return found
  }

  private static func isOrder(_ comparison: BinaryOperator) -> Bool {
    switch comparison {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// `1 < x < 5`, which other languages, and mathematics, read as two comparisons.
  private static func chain(
    _ tree: FormulaTree, _ index: FormulaTree.Index, _ left: FormulaTree.Index, _ right: FormulaTree.Index,
    _ bytes: [UInt8]
  ) -> Misreading? {
    guard case .binary(let first, _, let middle) = tree[left], isOrder(first) else { return nil }
    func text(_ span: SourceSpan) -> String { String(decoding: bytes[span.lower..<span.upper], as: UTF8.self) }
    let (span, head, shared) = (tree.spans[Int(index)], tree.spans[Int(left)], tree.spans[Int(middle)])
    guard span.count < 60 else { return nil }
    let tail = text(SourceSpan(shared.lower, span.upper))
    return Misreading(
      span: span, written: text(span), meaning: "a logical compared with \(text(tree.spans[Int(right)]))",
      noun: "a value between two others", spellings: ["AND(\(text(head)), \(tail))"])
  }

  /// Three numbers joined by one sign without blanks, of which one is a year.
  private static func date(
    _ tree: FormulaTree, _ index: FormulaTree.Index, _ left: FormulaTree.Index, _ right: FormulaTree.Index
  ) -> Misreading? {
    guard case .binary(let outer, _, _) = tree[index], case .binary(let inner, let first, let second) = tree[left],
      outer == inner, case .number(_, let a) = tree[first], case .number(_, let b) = tree[second],
      case .number(_, let c) = tree[right]
    else { return nil }
    let sign = outer == .subtract ? "-" : "/"
    let written = [a, b, c].joined(separator: sign)
    let span = tree.spans[Int(index)]
    guard span.upper - span.lower == written.utf8.count else { return nil }
    let candidates: [(year: String, month: String, day: String)] =
      a.utf8.count == 4 ? [(a, b, c)] : c.utf8.count == 4 ? [(c, b, a), (c, a, b)] : []
    var spellings: [String] = []
    for candidate in candidates {
      guard let year = Int(candidate.year), let month = Int(candidate.month), let day = Int(candidate.day),
        SerialCalendar().serial(checking: CalendarDay(year: year, month: month, day: day)) != nil
      else { continue }
      let spelling = [candidate.year, padded(month), padded(day)].joined(separator: "-")
      if !spellings.contains(spelling) { spellings.append(spelling) }
    }
    guard !spellings.isEmpty else { return nil }
    return Misreading(
      span: span, written: written, meaning: outer == .subtract ? "a difference" : "a quotient", noun: "a date",
      spellings: spellings)
  }

  /// Rows such as `14:30` that an operator takes.
  private static func time(_ tree: FormulaTree, _ index: FormulaTree.Index, _ bytes: [UInt8]) -> Misreading? {
    guard case .reference = tree[index] else { return nil }
    return time(at: tree.spans[Int(index)], bytes, meaning: "a range of rows")
  }

  /// What is a time such as `15:00` and no rows, as none has the number 0.
  private static func zeroTime(
    _ tree: FormulaTree, _ index: FormulaTree.Index, _ left: FormulaTree.Index, _ right: FormulaTree.Index,
    _ bytes: [UInt8]
  ) -> Misreading? {
    guard case .number = tree[left], case .number = tree[right] else { return nil }
    return time(at: tree.spans[Int(index)], bytes, meaning: "no range of rows")
  }

  private static func time(at span: SourceSpan, _ bytes: [UInt8], meaning: String) -> Misreading? {
    let found = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { TimeNotation.time($0, from: span.lower, to: span.upper) }
    }
    guard let found, found.end == span.upper, found.kind == .time else { return nil }
    return Misreading(
      span: span, written: String(decoding: bytes[span.lower..<span.upper], as: UTF8.self), meaning: meaning,
      noun: "a time", spellings: [ValueText().literal(.number(found.number, .time))])
  }

  /// Rows such as `26:30` that are all of a formula: a time of more than a day has seconds.
  private static func longTime(_ tree: FormulaTree, _ bytes: [UInt8]) -> Misreading? {
    guard case .reference = tree[tree.root], let span = tree.spans.first else { return nil }
    let written = String(decoding: bytes[span.lower..<span.upper], as: UTF8.self)
    let (spelling, count) = (written + ":00", span.count + 3)
    let found = Array(spelling.utf8).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { TimeNotation.time($0, from: 0, to: count) }
    }
    guard let found, found.end == count, found.kind == .time else { return nil }
    return Misreading(span: span, written: written, meaning: "a range of rows", noun: "a time", spellings: [spelling])
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

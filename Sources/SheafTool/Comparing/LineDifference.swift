import Diagnostics

/// The difference of two texts in the unified form of `diff -u`, found by taking away what they have in common line by line.
struct LineDifference {
  private let old: [String]
  private let new: [String]
  /// For each line of the old text the line of the new one that is the same, in order.
  private let pairs: [(old: Int, new: Int)]

  init(_ old: SourceText, _ new: SourceText) {
    self.old = Self.lines(of: old)
    self.new = Self.lines(of: new)
    let difference = self.new.difference(from: self.old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    pairs = zip(
      self.old.indices.filter { !removed.contains($0) }, self.new.indices.filter { !inserted.contains($0) }
    ).map { ($0, $1) }
  }

  private static func lines(of source: SourceText) -> [String] {
    var lines = source.lineStarts.indices.map { source[source.span(ofLine: $0)] }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Writes each run of changed lines under its place.
  func write(to sink: TextSink, _ paint: Paint, path: String) {
    sink.line(paint.strong("--- \(path)"))
    sink.line(paint.strong("+++ \(path)"))
    var (first, second) = (0, 0)
    for (oldLine, newLine) in pairs + [(old.count, new.count)] {
      defer { (first, second) = (oldLine + 1, newLine + 1) }
      guard first < oldLine || second < newLine else { continue }
      let place = "@@ -\(Self.range(first, oldLine)) +\(Self.range(second, newLine)) @@"
      sink.line(paint.name(place))
      for line in old[first..<oldLine] { sink.line(paint.removal(line)) }
      for line in new[second..<newLine] { sink.line(paint.addition(line)) }
    }
  }

  private static func range(_ start: Int, _ end: Int) -> String {
    end - start == 0 ? "\(start),0" : end - start == 1 ? "\(start + 1)" : "\(start + 1),\(end - start)"
  }
}

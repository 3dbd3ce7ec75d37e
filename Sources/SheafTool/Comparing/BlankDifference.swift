import Diagnostics

/// The difference of two texts that differ in blanks and empty lines only, in the unified form of `diff -u`.
///
/// Since every line that says something is in both, lines are matched by counting, in one pass.
struct BlankDifference {
  private enum Line {
    case same(String)
    case removed(String)
    case added(String)
  }
  private var lines: [Line] = []
  /// How many lines of the first and second text stand before each of `lines`.
  private var places: [(old: Int, new: Int)] = []

  init(_ old: SourceText, _ new: SourceText) {
    let olds = Self.lines(of: old)
    let news = Self.lines(of: new)
    var (first, second) = (0, 0)
    func isEmpty(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }
    while first < olds.count || second < news.count {
      let before = first < olds.count ? olds[first] : nil
      let after = second < news.count ? news[second] : nil
      places.append((first, second))
      if let before, let after, before == after {
        lines.append(.same(before))
        first += 1
        second += 1
      } else if let before, after == nil || isEmpty(before) {
        lines.append(.removed(before))
        first += 1
      } else if let after, before == nil || isEmpty(after) {
        lines.append(.added(after))
        second += 1
      } else if let before, let after {
        lines.append(.removed(before))
        places.append((first + 1, second))
        lines.append(.added(after))
        first += 1
        second += 1
      }
    }
  }

  private static func lines(of source: SourceText) -> [String] {
    var lines = source.lineStarts.indices.map { source[source.span(ofLine: $0)] }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Writes the changed lines with three lines around them.
  func write(to sink: TextSink, _ paint: Paint, path: String) {
    let changes = lines.indices.filter { if case .same = lines[$0] { false } else { true } }
    sink.line(paint.strong("--- \(path)"))
    sink.line(paint.strong("+++ \(path)"))
    var index = 0
    while index < changes.count {
      let lower = max(0, changes[index] - 3)
      var last = changes[index]
      while index < changes.count, changes[index] - last <= 6 {
        last = changes[index]
        index += 1
      }
      write(lower..<min(lines.count, last + 4), to: sink, paint)
    }
  }

  private func write(_ range: Range<Int>, to sink: TextSink, _ paint: Paint) {
    let place = places[range.lowerBound]
    var (olds, news) = (0, 0)
    for line in lines[range] {
      switch line {
      case .same: (olds, news) = (olds + 1, news + 1)
      case .removed: olds += 1
      case .added: news += 1
      }
    }
    sink.line(
      paint.name(
        "@@ -\(olds == 0 ? place.old : place.old + 1),\(olds) +\(news == 0 ? place.new : place.new + 1),\(news) @@"))
    // A run of changed lines shows what was before what is.
    var added: [String] = []
    func flush() {
      for text in added { sink.line(paint.addition(text)) }
      added = []
    }
    for line in lines[range] {
      switch line {
      case .same(let text):
        flush()
        sink.line(paint.context(text))
      case .removed(let text): sink.line(paint.removal(text))
      case .added(let text): added.append(text)
      }
    }
    flush()
  }
}

/// The numbers of a column as one small line of blocks.
///
/// Of more numbers than there is room for, several that stand beside each other are one block, as high as their average. Nothing is drawn of
/// fewer than three numbers, nor where all are equal: there is no course to see.
struct Sparkline {
  /// The blocks from the lowest to the highest.
  struct Blocks: Sendable {
    let marks: [Character]
    static let unicode = Blocks(marks: Array("▁▂▃▄▅▆▇█"))
    static let ascii = Blocks(marks: Array("_.-=^"))
  }

  private static let fewest = 3

  private let numbers: [Double?]

  /// - Parameter numbers: `nil` for what is no number, which is a gap.
  init?(_ numbers: [Double?]) {
    let known = numbers.compactMap(\.self).filter(\.isFinite)
    guard known.count >= Self.fewest, known.contains(where: { $0 != known[0] }) else { return nil }
    self.numbers = numbers.map { $0.flatMap { $0.isFinite ? $0 : nil } }
  }

  /// How many numbers and gaps there are.
  var count: Int { numbers.count }

  /// - Parameter width: How many blocks there may be.
  func text(width: Int, _ blocks: Blocks) -> String {
    let columns = averages(count: min(numbers.count, max(1, width)))
    let known = columns.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else { return "" }
    let text = columns.map { number -> Character in
      guard let number else { return " " }
      // Halves, so that the difference of two very large numbers is finite.
      let share = high > low ? (number / 2 - low / 2) / (high / 2 - low / 2) : 0.5
      return blocks.marks[min(blocks.marks.count - 1, Int(share * Double(blocks.marks.count)))]
    }
    return String(text)
  }

  /// The averages of so many parts of equal length; `nil` where a part has no number.
  private func averages(count: Int) -> [Double?] {
    (0..<count).map { part in
      let known = numbers[part * numbers.count / count..<(part + 1) * numbers.count / count].compactMap(\.self)
      return known.isEmpty ? nil : known.reduce(0) { $0 + $1 / Double(known.count) }
    }
  }
}

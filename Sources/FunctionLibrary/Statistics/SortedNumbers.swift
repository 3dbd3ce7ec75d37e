import CellModel
import Functions

/// The numbers of ranges and arrays in ascending order, kept for whoever asks for them again in one recalculation.
///
/// A column of ranks and a list of percentiles look at the same numbers again and again. Those that were sorted last are
/// kept, and only a few of them, because they may be large.
final class SortedNumbers {
  private struct Key: Hashable {}

  private static let mostKept = 4
  /// What was asked for, the latest last, with the numbers once they have been sorted.
  private var kept: [(source: KnownElements, numbers: [Double]?)] = []

  /// The numbers in ascending order; `nil` where they are asked for the first time and a look at each costs less.
  ///
  /// - Parameter atOnce: Whether they are sorted the first time, too.
  static func sorted(_ numbers: Numbers, atOnce: Bool) throws(CellError) -> [Double]? {
    let context = numbers.context
    guard numbers.operands.count == 1, let source = KnownElements(numbers.operands[0]) else {
      return atOnce ? try sorted(numbers) : nil
    }
    let memory = context.cache.entry(for: Key()) { SortedNumbers() }
    if let place = memory.kept.firstIndex(where: { $0.source.isSame(as: source) }) {
      switch source {
      // A context that notes what is read must hear of it.
      case .area(let area): _ = context.used(area)
      // The kind that dates have in common is looked for each time.
      case .array(let array):
        if case .number(_, .plain) = array.first {} else { try context.takeSteps(array.count >> 9) }
      }
      if let sorted = memory.kept[place].numbers { return sorted }
      let sorted = try sorted(numbers)
      memory.kept[place].numbers = sorted
      return sorted
    }
    if let sorted = try memory.grown(to: source, of: numbers) { return sorted }
    let sorted = atOnce ? try sorted(numbers) : nil
    if memory.kept.count == mostKept { memory.kept.removeFirst() }
    memory.kept.append((source, sorted))
    return sorted
  }

  /// The numbers of a column in ascending order that has grown by a few rows, as `A$1:A1` does filled down; `nil` for another.
  private func grown(to source: KnownElements, of numbers: Numbers) throws(CellError) -> [Double]? {
    for place in kept.indices {
      guard let area = source.rows(behind: kept[place].source), area.rows <= 16 else { continue }
      guard kept[place].numbers != nil else {
        kept[place] = (source, try Self.sorted(numbers))
        return kept[place].numbers
      }
      if case .area(let whole) = source { _ = numbers.context.used(whole) }
      let new = try Numbers(operands: [.reference(Reference(area))], in: numbers.context).values()
      // Each number that is put in moves those behind it.
      try numbers.context.takeSteps((kept[place].numbers?.count ?? 0) >> 9)
      kept[place].source = source
      for number in new {
        let index = kept[place].numbers?.firstPlace { $0 > number } ?? 0
        kept[place].numbers?.insert(number, at: index)
      }
      return kept[place].numbers
    }
    return nil
  }

  private static func sorted(_ numbers: Numbers) throws(CellError) -> [Double] {
    try countReading(of: numbers)
    let values = try numbers.values()
    // A comparison costs more than a look.
    try numbers.context.takeSteps((values.count * (Int.bitWidth - values.count.leadingZeroBitCount)) >> 6)
    return values.sorted()
  }

  /// Counts what it costs to read arrays from end to end.
  static func countReading(of numbers: Numbers) throws(CellError) {
    for operand in numbers.operands {
      if case .value(.array(let array)) = operand {
        try numbers.context.takeSteps(array.count / CellArray.elementsPerStep)
      }
    }
  }
}

extension Numbers {
  /// The numbers in ascending order.
  func sorted() throws(CellError) -> [Double] { try SortedNumbers.sorted(self, atOnce: true) ?? [] }
}

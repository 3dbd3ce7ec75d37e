import CellModel
import Functions

/// The numbers of ranges and arrays in ascending order, kept for whoever asks for them again in one recalculation.
///
/// A column of ranks and a list of percentiles look at the same numbers again and again. Those that were sorted last are
/// kept, and only a few of them, because they may be large.
final class SortedNumbers {
  private struct Key: Hashable {}

  private static let mostKept = 4
  /// By how many rows a column may differ from another that its numbers are made of.
  private static let mostMoved = 16

  /// Numbers that were asked for.
  private struct Kept {
    var source: KnownElements
    /// Once they have been sorted.
    var numbers: [Double]?
    /// In place of those, for a column whose first row has moved.
    var window: SortedWindow?

    var sorted: [Double]? { window?.sorted ?? numbers }
  }

  /// What was asked for, the latest last.
  private var kept: [Kept] = []

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
      if let sorted = memory.kept[place].sorted { return sorted }
      let sorted = try sorted(numbers)
      memory.kept[place].numbers = sorted
      return sorted
    }
    if let sorted = try memory.grown(to: source, of: numbers) { return sorted }
    if let sorted = try memory.moved(to: source, of: numbers) { return sorted }
    let sorted = atOnce ? try sorted(numbers) : nil
    if memory.kept.count == mostKept { memory.kept.removeFirst() }
    memory.kept.append(Kept(source: source, numbers: sorted))
    return sorted
  }

  /// The numbers of a column in ascending order that has grown by a few rows, as `A$1:A1` does filled down; `nil` for another.
  private func grown(to source: KnownElements, of numbers: Numbers) throws(CellError) -> [Double]? {
    for place in kept.indices where kept[place].window == nil {
      guard let area = source.rows(behind: kept[place].source), area.rows <= Self.mostMoved else { continue }
      guard kept[place].numbers != nil else {
        kept[place] = Kept(source: source, numbers: try Self.sorted(numbers))
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

  /// The numbers of a column in ascending order that begins some rows further down than another, as `A1:A$9` and `A1:A9` do filled
  /// down; `nil` for another, and for one with more than plain cells.
  private func moved(to source: KnownElements, of numbers: Numbers) throws(CellError) -> [Double]? {
    let context = numbers.context
    for place in kept.indices {
      guard case .area(let whole) = source, let (gone, new) = source.rows(movedFrom: kept[place].source),
        gone + (new?.rows ?? 0) <= Self.mostMoved
      else { continue }
      _ = context.used(whole)
      // Taken out, so that it is not copied to be changed.
      var window = kept.remove(at: place).window
      if window == nil {
        let count = whole.rows
        try context.takeSteps((count * (Int.bitWidth - count.leadingZeroBitCount)) >> 6)
        window = SortedWindow(of: whole, context)
      } else {
        // Each number that is put in or taken out moves those behind it.
        try context.takeSteps((window?.sorted.count ?? 0) >> 9)
        if window?.move(to: whole.top, takingIn: new, context) != true { return nil }
      }
      guard let window else { return nil }
      kept.append(Kept(source: source, window: window))
      return window.sorted
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

import CellModel
import Functions

/// The numbers of a column in ascending order while its first row moves down, and its last one may.
///
/// Numbers that are equal, as 0 and -0 are, stand in the order of their rows, so what is taken out is the first of its equals.
struct SortedWindow {
  private(set) var sorted: [Double]
  /// The numbers in the order of their rows. Those in front have gone and are cleared away when they are many.
  private var numbers: [(row: Int32, number: Double)]
  private var goneCount = 0

  /// `nil` for a column with errors or arrays in it.
  init?(of area: Area, _ context: any EvaluationContext) {
    guard let numbers = Self.numbers(of: area, context) else { return nil }
    self.numbers = numbers
    sorted = numbers.map(\.number).sorted()
  }

  /// Takes out what stands above a row, and takes some rows in below the others; `false` where those have errors or arrays.
  mutating func move(to top: Int32, takingIn new: Area?, _ context: any EvaluationContext) -> Bool {
    while goneCount < numbers.count, numbers[goneCount].row < top {
      let number = numbers[goneCount].number
      sorted.remove(at: sorted.firstPlace { $0 >= number })
      goneCount += 1
    }
    if goneCount > 64, goneCount * 2 > numbers.count {
      numbers.removeFirst(goneCount)
      goneCount = 0
    }
    guard let new else { return true }
    guard let added = Self.numbers(of: new, context) else { return false }
    for (_, number) in added { sorted.insert(number, at: sorted.firstPlace { $0 > number }) }
    numbers += added
    return true
  }

  private static func numbers(of area: Area, _ context: any EvaluationContext) -> [(row: Int32, number: Double)]? {
    var found: [(row: Int32, number: Double)] = []
    var isPlain = true
    context.forEachRun(in: area) { row, _, run in
      guard isPlain else { return }
      for (offset, box) in run.enumerated() {
        if box.isNumber {
          found.append((Int32(row + offset), box.number))
        } else if box.kind == .error || box.kind == .array {
          isPlain = false
          return
        }
      }
    }
    return isPlain ? found : nil
  }
}

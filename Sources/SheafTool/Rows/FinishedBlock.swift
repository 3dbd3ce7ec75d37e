import CellModel

/// What a block of rows has come to, apart from the sheet: it can be written while the next block is read.
struct FinishedBlock: Sendable {
  /// A row beside its values.
  struct Row: Sendable {
    let beside: FieldsBeside
    /// Why it was refused, and so has no values.
    let error: CellError?
  }

  /// The values of the outputs in the rows that were not refused, one output after the other.
  struct Values: Sendable {
    let rowCount: Int
    /// Those of each output whose values are all plain numbers; what stands for another output says nothing.
    private(set) var numbers: [Double] = []
    /// Those of an output that has others, too; none of any other.
    private(set) var others: [[CellValue]] = []
    /// Whether there is nothing but plain numbers.
    private(set) var areNumbers = true

    init(rows count: Int) { rowCount = count }

    mutating func append(_ column: [Double]) {
      numbers += column
      others.append([])
    }

    mutating func append(_ column: [CellValue]) {
      numbers += repeatElement(0, count: column.count)
      others.append(column)
      if !column.isEmpty { areNumbers = false }
    }

    var outputCount: Int { others.count }

    func value(_ output: Int, inRow place: Int) -> CellValue {
      others[output].isEmpty ? .number(numbers[output * rowCount + place]) : others[output][place]
    }

    /// The first error of a value.
    func error(_ output: Int, inRow place: Int) -> CellError? {
      guard !others[output].isEmpty else { return nil }
      return switch others[output][place] {
      case .error(let error): error
      case .array(let array): array.elements.lazy.compactMap { $0.error }.first
      default: nil
      }
    }
  }

  /// Whether no row stands before it.
  let isFirst: Bool
  let rows: [Row]
  let values: Values
  /// Whether no row has more than its values, and none was refused.
  let isPlain: Bool
}

import CellModel
import Functions

/// The numbers that AGGREGATE looks at where it asks for one by its place in their order.
struct SortedSelection {
  private let numbers: [Double]
  private let kind: NumberKind
  private let error: CellError?

  /// The cells of a column of which none is left out, whose order may be that of a column which has grown; `nil` for another, and
  /// where an error is among them.
  init?(ofColumn area: Area, omitting omissions: CellSelection.Omissions, in context: any EvaluationContext) {
    guard area.left == area.right, CellSelection.LeftOut(of: area, omissions, context).isEmpty else { return nil }
    do throws(CellError) {
      numbers = try Numbers(operands: [.reference(Reference(area))], in: context).sorted()
    } catch { return nil }
    kind = context.commonKind(of: area) ?? .plain
    error = nil
  }

  init(_ selection: CellSelection) {
    numbers = selection.numbers.sorted()
    kind = selection.kinds.kind
    error = selection.error
  }

  /// What one of the functions 14 to 19 makes of the numbers and one value of its parameter, which has
  /// their kind.
  func value(ofFunction code: Int, _ k: CellValue) throws(CellError) -> CellValue {
    CellValue(checking: try number(ofFunction: code, try k.asNumber())).withKind(kind)
  }

  private func number(ofFunction code: Int, _ k: Double) throws(CellError) -> Double {
    if let error { throw error }
    switch code {
    case 14, 15: return try Percentiles.value(sorted: numbers, at: k, fromLargest: code == 14)
    case 16: return try Averages.number(OrderStatistics.inclusivePercentile(numbers, k))
    case 17: return try Averages.number(OrderStatistics.inclusivePercentile(numbers, k.rounded(.down) / 4))
    case 18: return try Averages.number(OrderStatistics.exclusivePercentile(numbers, k))
    case 19: return try Averages.number(OrderStatistics.exclusivePercentile(numbers, k.rounded(.down) / 4))
    default: throw .value("There is no function of that number.")
    }
  }
}

/// The selections that were asked for last, kept for the rows that ask for another place of the same.
///
/// `AGGREGATE(15, 6, ROW(A$1:A$9999) / (A$1:A$9999 = "x"), ROW())` filled down so sorts once.
final class SortedSelections {
  private struct Key: Hashable {}

  private static let mostKept = 4

  private var kept: [(source: KnownElements, omissions: CellSelection.Omissions, selection: SortedSelection)] = []

  /// The numbers of an operand in their order, but those left out.
  static func selection(
    of operand: Operand, omitting omissions: CellSelection.Omissions, in context: any EvaluationContext
  ) throws(CellError) -> SortedSelection {
    guard let source = KnownElements(operand), !source.isClippedWhenRead else {
      return SortedSelection(try CellSelection([operand], omitting: omissions, in: context))
    }
    let memory = context.cache.entry(for: Key()) { SortedSelections() }
    let found = memory.kept.first { $0.omissions == omissions && $0.source.isSame(as: source) }
    if case .area(let area) = source {
      // A context that notes what is read must hear of it.
      _ = context.used(area)
      // Not kept here: whoever holds them would have them copied when the column grows.
      if found == nil, let selection = SortedSelection(ofColumn: area, omitting: omissions, in: context) {
        return selection
      }
    }
    if let found { return found.selection }
    let selection = SortedSelection(try CellSelection([operand], omitting: omissions, in: context))
    if memory.kept.count == mostKept { memory.kept.removeFirst() }
    memory.kept.append((source, omissions, selection))
    return selection
  }
}

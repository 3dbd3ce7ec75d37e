import CellModel
import Functions

/// What SUBTOTAL and AGGREGATE make of a long column.
///
/// `SUBTOTAL(3, B$2:B2)` filled down, which numbers the rows that a filter shows, so reads each cell once.
struct ColumnSubtotal {
  private let area: Area
  private let leftOut: CellSelection.LeftOut
  private let passesOverErrors: Bool
  private let numbers: Numbers

  /// `nil` for anything but a column, and for one of which some is left out where numbers have kinds.
  init?(_ operands: [Operand], omitting omissions: CellSelection.Omissions, in context: any EvaluationContext) {
    guard operands.count == 1, case .reference(let reference) = operands[0], reference.isSingleArea,
      case let area = reference.first, ColumnProgress<KindCounts>.isOf(area),
      case let leftOut = CellSelection.LeftOut(of: area, omissions, context),
      leftOut.isEmpty || context.hasOnlyPlainNumbers
    else { return nil }
    self.area = area
    self.leftOut = leftOut
    passesOverErrors = omissions.contains(.errors)
    numbers = Numbers(operands: operands, in: context)
  }

  /// What one of the functions gives; `nil` where all the numbers are needed, or cells hold arrays.
  func result(ofFunction code: Int) throws(CellError) -> CellValue? {
    switch code {
    case 2, 3:
      guard let counts = KindCounts.ofColumn(area, but: leftOut, in: numbers.context) else { return nil }
      return .number(Double(code == 2 ? counts.numbers : counts.filled - (passesOverErrors ? counts.errors : 0)))
    case 1:
      return try fold(CountedSum.self).map { (fold) throws(CellError) in value(try Averages.quotient(fold.result)) }
    case 4: return try fold(Largest.self).map { value($0.number ?? 0) }
    case 5: return try fold(Smallest.self).map { value($0.number ?? 0) }
    case 6: return try fold(CountedProduct.self).map { CellValue(checking: $0.result ?? 0) }
    case 9: return try fold(Total.self).map { value($0.value) }
    case 7, 8, 10, 11:
      let isOfSample = code == 7 || code == 10
      guard let variance = try fold(Moments.self)?.variance(isOfSample ? .sample : .population) else { return nil }
      return CellValue(checking: code < 10 ? variance.squareRoot() : variance)
    case 12:
      return try sorted.map { (sorted) throws(CellError) in value(try Averages.number(OrderStatistics.median(sorted))) }
    default: return nil
    }
  }

  /// All numbers in ascending order; `nil` where cells are left out, or an error is among them.
  private var sorted: [Double]? {
    guard leftOut.isEmpty else { return nil }
    do throws(CellError) { return try numbers.sorted() } catch { return nil }
  }

  private func fold<Fold: NumberFold>(_: Fold.Type) throws(CellError) -> Fold? {
    guard let known = ColumnFold<Fold>.of(area, but: leftOut, in: numbers) else { return nil }
    if !passesOverErrors, let error = known.error { throw error }
    return known.fold
  }

  private func value(_ number: Double) -> CellValue {
    CellValue(checking: number).withKind(numbers.context.commonKind(of: area) ?? .plain)
  }
}

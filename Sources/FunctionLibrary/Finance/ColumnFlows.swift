import CellModel
import Functions

/// The value of payments in a long column with their days in another, bit for bit what reading all of them gives.
///
/// `XNPV(0.1, A$1:A1, B$1:B1)` filled down so reads each cell once.
struct ColumnFlows {
  private var sum: DatedSum

  /// `nil` for anything but two long columns of one length, of numbers alone and of days that are none before the first.
  static func value(of payments: CellRange, on days: CellRange, rate: Double) -> Double? {
    guard let area = payments.area, let other = days.area, !area.isClippedWhenRead, !other.isClippedWhenRead else {
      return nil
    }
    let context = payments.context
    return ColumnProgress.state(
      of: area, beside: [other], in: context, from: ColumnFlows(sum: DatedSum(rate: rate)), by: rate
    ) { flows, rows in
      flows.read(rows, other.rows(beside: rows, of: area), context)
    }?.sum.value
  }

  /// Takes in more rows; `false`, and nothing is taken in, where there is more to them.
  private mutating func read(_ payments: Area, _ days: Area, _ context: any EvaluationContext) -> Bool {
    guard let amounts = numbers(in: payments, context), let days = numbers(in: days, context) else { return false }
    var sum = sum
    for (amount, number) in zip(amounts, days) {
      let day = number.rounded(.down)
      guard day >= max(sum.first ?? day, 0), day < 2_958_466 else { return false }
      sum.add(amount, on: day)
    }
    self.sum = sum
    return true
  }

  /// The numbers of some rows of a column; `nil` where anything else stands in one.
  private func numbers(in area: Area, _ context: any EvaluationContext) -> [Double]? {
    guard let numbers = try? Numbers(operands: [.reference(Reference(area))], in: context).values(),
      numbers.count == area.rows
    else { return nil }
    return numbers
  }
}

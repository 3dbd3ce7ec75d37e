import CellModel
import Functions

/// The sum of the products of the numbers of long columns side by side, bit for bit what reading all of them gives.
///
/// `SUMPRODUCT(A$1:A1, B$1:B1)` filled down so reads each cell once.
struct ColumnProducts {
  private var sum = PlainSum()
  /// The first error of each column.
  private var errors: [CellError?] = []

  /// `nil` for anything but long columns of one length.
  static func sum(of operands: [Operand], in context: any EvaluationContext) throws(CellError) -> Double? {
    var areas: [Area] = []
    for operand in operands {
      guard case .reference(let reference) = operand, reference.isSingleArea, case let area = reference.first,
        ColumnProgress<ColumnProducts>.isOf(area), !area.isClippedWhenRead
      else { return nil }
      areas.append(area)
    }
    guard let first = areas.first, areas.allSatisfy({ $0.rows == first.rows }) else { return nil }
    let known = ColumnProgress.state(
      of: first, beside: Array(areas.dropFirst()), in: context, from: ColumnProducts()
    ) { products, part in
      products.read(areas.map { $0.rows(beside: part, of: first) }, context)
      return true
    }
    if let error = known?.errors.lazy.compactMap({ $0 }).first { throw error }
    return known?.sum.value
  }

  private mutating func read(_ areas: [Area], _ context: any EvaluationContext) {
    if errors.isEmpty { errors = Array(repeating: nil, count: areas.count) }
    var areas = areas
    if areas[0].rows > 1024 {
      // Behind what is used of each column all products are 0.
      let rows = areas.reduce(0) { max($0, context.used($1).isEmpty ? 0 : Int(context.used($1).bottom - $1.top) + 1) }
      for index in areas.indices { areas[index].bottom = areas[index].top + Int32(rows) - 1 }
      guard rows > 0 else { return }
    }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: areas[0].rows) { products in
      products.initialize(repeating: 1)
      for (index, area) in areas.enumerated() {
        let isPlain = ElementProducts.multiply(products, by: area, in: context)
        if !isPlain, errors[index] == nil { errors[index] = ElementProducts.firstError(in: area, context) }
      }
      for product in products { sum.add(product) }
    }
  }
}

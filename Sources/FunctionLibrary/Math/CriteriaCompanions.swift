import CellModel
import Functions

/// What stands beside cells that meet criteria: what the numbers come to, and the first error.
struct CriteriaCompanions {
  private var numbers = CriteriaSummary()
  private var error: CellError?

  /// What the numbers come to; an error among them is thrown.
  var summary: CriteriaSummary {
    get throws(CellError) {
      if let error { throw error }
      return numbers
    }
  }

  /// Takes in the cells of a run that stand beside those that meet the criteria.
  mutating func take(
    _ run: UnsafeBufferPointer<BoxedValue>, where meets: UnsafeBufferPointer<Bool>, _ context: any EvaluationContext
  ) {
    // The numbers alone stay in registers; an error would be counted at each step.
    var numbers = numbers
    var mayHaveErrors = false
    var place = 0
    while place < run.count {
      let box = run[place]
      numbers.add(box.number, when: meets[place] && box.isNumber)
      mayHaveErrors = mayHaveErrors || meets[place] && box.hasSlot
      place += 1
    }
    self.numbers = numbers
    guard mayHaveErrors, error == nil else { return }
    error = run.indices.lazy.compactMap { meets[$0] ? Self.error(run[$0], context) : nil }.first
  }

  /// Takes in the cells of a column in some rows, counted from its first.
  mutating func take(at places: [Int32], of area: Area, _ context: any EvaluationContext) {
    var numbers = numbers
    CriteriaMask.forEachBox(at: places, of: area, context) { _, box in
      if box.isNumber {
        numbers.add(box.number)
      } else if box.hasSlot, error == nil {
        error = Self.error(box, context)
      }
    }
    self.numbers = numbers
  }

  private static func error(_ box: BoxedValue, _ context: any EvaluationContext) -> CellError? {
    guard box.kind == .error, case .error(let error) = context.unboxed(box) else { return nil }
    return error
  }
}

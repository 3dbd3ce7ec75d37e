import CellModel
import Functions

/// The values among several arguments, as AVERAGEA and its kin see them.
///
/// In a range a text counts as 0 and a logical as 0 or 1; blanks are skipped, and the first error ends the call. In an
/// array only numbers count and, for AVERAGEA, texts as 0. A direct argument is read as a number; a text that is none
/// counts as 0, but for AVERAGEA it is `#VALUE!`, as Microsoft's pages tell the one from the others.
struct ValuesAsNumbers {
  private(set) var values: [Double] = []
  private let isAverage: Bool

  init(
    _ operands: [Operand], forAverage isAverage: Bool = false, in context: any EvaluationContext
  ) throws(CellError) {
    self.isAverage = isAverage
    for operand in operands { try add(operand, in: context) }
  }

  private mutating func add(_ operand: Operand, in context: any EvaluationContext) throws(CellError) {
    switch operand {
    case .omitted: values.append(0)
    case .deferred(let deferred): try add(deferred.operand, in: context)
    case .value(.array(let array)): try add(array, inRange: false)
    case .value(.text(let text)) where !isAverage: values.append(TypedText.number(text) ?? 0)
    case .value(let value): values.append(try value.asNumber())
    case .reference(let reference):
      for area in reference.areas { try add(area, in: context) }
    }
  }

  private mutating func add(_ array: CellArray, inRange: Bool) throws(CellError) {
    for element in array.elements {
      switch element {
      case .number(let number, _): values.append(number)
      case .logical(let logical): if inRange { values.append(logical ? 1 : 0) }
      case .text: if inRange || isAverage { values.append(0) }
      case .error(let error): throw error
      case .array(let inner): try add(inner, inRange: inRange)
      default: break
      }
    }
  }

  private mutating func add(_ area: Area, in context: any EvaluationContext) throws(CellError) {
    var found: [Double] = []
    var isPlain = true
    context.forEachRun(in: area) { _, _, run in
      for box in run {
        switch box.kind {
        case .number: found.append(box.number)
        case .logical: found.append(box.logical ? 1 : 0)
        case .text: found.append(0)
        case .error, .array: isPlain = false
        default: break
        }
      }
    }
    if isPlain { values += found } else { try add(context.array(of: area), inRange: true) }
  }
}

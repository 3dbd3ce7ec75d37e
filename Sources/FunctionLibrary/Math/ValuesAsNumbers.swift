import CellModel
import Functions

/// The values among several arguments, as AVERAGEA and its kin see them.
///
/// In a range a text counts as 0 and a logical as 0 or 1; blanks are skipped, and the first error ends the call. In an
/// array numbers count and, but for MAXA and MINA, logicals; for AVERAGEA texts count there as 0, too. A direct argument
/// is read as a number, and a text that is none is `#VALUE!`.
struct ValuesAsNumbers {
  /// Who asks, as far as it matters.
  enum Purpose { case average, spread, extreme }

  private(set) var values: [Double] = []
  private let purpose: Purpose

  init(_ operands: [Operand], for purpose: Purpose, in context: any EvaluationContext) throws(CellError) {
    self.purpose = purpose
    for operand in operands { try add(operand, in: context) }
  }

  private mutating func add(_ operand: Operand, in context: any EvaluationContext) throws(CellError) {
    switch operand {
    case .omitted: values.append(0)
    case .deferred(let deferred): try add(deferred.operand, in: context)
    case .value(.array(let array)): try add(array, inRange: false)
    case .value(let value): values.append(try context.number(value))
    case .reference(let reference):
      for area in reference.areas { try add(area, in: context) }
    }
  }

  private mutating func add(_ array: CellArray, inRange: Bool) throws(CellError) {
    for element in array.elements {
      switch element {
      case .number(let number, _): values.append(number)
      case .logical(let logical): if inRange || purpose != .extreme { values.append(logical ? 1 : 0) }
      case .text: if inRange || purpose == .average { values.append(0) }
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

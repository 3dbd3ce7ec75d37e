import CellModel
import Functions

/// The values among several arguments, as AVERAGEA and its kin see them.
///
/// Blanks are skipped, and the first error ends the call; ``ValueReading`` says what else counts.
struct ValuesAsNumbers {
  private(set) var values: [Double] = []
  private let reading: ValueReading

  init(_ operands: [Operand], as reading: ValueReading, in context: any EvaluationContext) throws(CellError) {
    self.reading = reading
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
      case .logical(let logical):
        if reading.logical(inRange ? .cell : .array) != .skipped { values.append(logical ? 1 : 0) }
      case .text: if reading.text(inRange ? .cell : .array) != .skipped { values.append(0) }
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

extension Parameter where Value == ValuesAsNumbers {
  /// All remaining arguments, with their texts and logicals as numbers.
  static func values(_ name: String, _ help: String, as reading: ValueReading) -> Parameter {
    Parameter(ParameterInfo(name, help, repeats: true)) { (call) throws(CellError) in
      try ValuesAsNumbers(call.restEvaluated().withCells, as: reading, in: call.context)
    }
    .reading(reading)
  }
}

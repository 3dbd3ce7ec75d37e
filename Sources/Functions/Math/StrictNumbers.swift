import CellModel

/// The numbers of arguments as the functions see them that came to Excel with its Analysis ToolPak.
///
/// Those skip nothing but blanks: a text in a range is read as a number or is `#VALUE!`, and so is a logical anywhere.
struct StrictNumbers {
  private(set) var values: [Double] = []

  init(_ operands: [Operand], in context: any EvaluationContext) throws(CellError) {
    for operand in operands {
      if case .omitted = operand {
        values.append(0)
        continue
      }
      let range = try CellRange(operand, in: context)
      if range.area == nil, range.count == 1, range[0, 0].isBlank { values.append(0) }
      for element in try range.array().elements where !element.isBlank { values.append(try Self.number(element)) }
    }
  }

  static func number(_ value: CellValue) throws(CellError) -> Double {
    if case .logical = value { throw .value("A logical stands where a number is wanted.") }
    return try value.asNumber()
  }
}

extension Parameter where Value == Double {
  /// A number that may not be given as a logical.
  static func strictNumber(_ name: String, _ help: String, default fallback: Double? = nil) -> Parameter {
    scalar(name, help, default: fallback) { (value) throws(CellError) in try StrictNumbers.number(value) }
  }
}

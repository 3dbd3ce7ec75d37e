import Diagnostics
import Formulas
import SheetPrograms

/// The arguments of a call of a function of streams, for the function to read.
struct StreamArguments {
  private let reader: StreamReader
  private let tree: FormulaTree
  private let arguments: [FormulaTree.Index]
  private let unit: SheetUnit

  init(_ reader: StreamReader, _ tree: FormulaTree, _ arguments: [FormulaTree.Index], _ unit: SheetUnit) {
    self.reader = reader
    self.tree = tree
    self.arguments = arguments
    self.unit = unit
  }

  /// An argument that is a stream; what is none is a finding.
  func stream(_ position: Int) throws(Diagnostic) -> Int {
    try reader.stream(tree, arguments[position], in: unit)
  }

  /// All arguments as streams.
  func streams() throws(Diagnostic) -> [Int] {
    var streams: [Int] = []
    for position in arguments.indices { streams.append(try stream(position)) }
    return streams
  }

  /// An argument that is a cell to be followed, as a number of the form's watches.
  func watch(_ position: Int) throws(Diagnostic) -> Int { try reader.watch(tree, arguments[position], in: unit) }

  /// An argument that is a function of some payloads, or an expression.
  func function(_ position: Int, of payloads: Int) -> TimeExpression {
    reader.function(tree, arguments[position], of: payloads, in: unit)
  }

  /// An argument that is an expression.
  func expression(_ position: Int) -> TimeExpression { reader.expression(tree, arguments[position], in: unit) }

  /// An argument that is a number of seconds, or a count of events; a constant below 0, or of another type, is a finding.
  func number(_ position: Int, isCount: Bool = false) throws(Diagnostic) -> TimeExpression {
    let number = expression(position)
    if let constant = number.tree.constant {
      guard case .number(0..., _) = constant else {
        throw TimeFinding.notANumber(span(position), isCount: isCount, isComputed: false).diagnostic
      }
    }
    return number
  }

  func span(_ position: Int) -> SourceSpan { tree.span(of: arguments[position]) }
}

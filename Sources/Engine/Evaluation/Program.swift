import CellModel
import Formulas
import Functions

/// A compiled formula: instructions for a machine with a stack of operands.
///
/// The code follows the tree in postfix order. An argument that is evaluated only on demand, and the body of a LAMBDA,
/// stand in line as a range of code that is jumped over.
final class Program {
  enum Instruction {
    case constant(Int)
    case omitted
    /// The value of a cell, by the number of the reference.
    case cell(Int)
    /// A reference as it is, for a function that may want to know where it points.
    case reference(Int)
    case references([Int])
    case local(Int)
    case storeLocal(Int)
    case unary(UnaryOperator)
    /// `isFinal` marks the last operation of a formula, where a difference close to zero becomes zero.
    case binary(BinaryOperator, isFinal: Bool)
    case call(function: Int, arguments: Int)
    /// Pushes an argument to be evaluated on demand; its code ends before `end`.
    case deferred(end: Int)
    /// Takes a condition: a single value chooses the branch that is run; an array calls a function with both.
    case branch(elseStart: Int, end: Int, hasElse: Bool, function: Int?)
    case jump(Int)
    case makeLambda(Int, end: Int)
    case apply(arguments: Int)
    case array(rows: Int, columns: Int)
    case record([String])
    case member(String)
    case tableRow
    /// Goes on at `target` with the cell's value pushed, unless the formula stands in the first row.
    case previous(Int, target: Int)
    case headers([String], data: Int?)
  }

  struct LambdaForm {
    var parameters: [String]
    /// The local slots of the parameters.
    var slots: [Int]
    var optionalCount: Int
    var start: Int
    var end: Int
    var source: String
  }

  // Written by the compiler only, and read for each cell: no access needs to be checked.
  @exclusivity(unchecked) var code: [Instruction] = []
  @exclusivity(unchecked) var constants: [CellValue] = []
  @exclusivity(unchecked) var functions: [SheetFunction] = []
  @exclusivity(unchecked) var lambdas: [LambdaForm] = []
  @exclusivity(unchecked) var localCount = 0
}

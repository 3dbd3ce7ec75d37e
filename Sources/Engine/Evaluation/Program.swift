import CellModel
import Formulas
import Functions

/// A compiled formula: instructions for a machine with a stack of operands.
///
/// The code follows the tree in postfix order. An argument that is evaluated only on demand, and the body of a LAMBDA,
/// stand in line as a range of code that is jumped over.
final class Program {
  /// Plain bits, which are read for each cell: what is more stands in a list, of which an instruction has the number.
  enum Instruction {
    case constant(Int)
    /// A number of the formula's own, by its number among the references.
    case ownNumber(Int)
    /// The number of the row in which the formula stands.
    case ownRow
    case omitted
    /// The value of a cell, by the number of the reference.
    case cell(Int)
    /// A reference as it is, for a function that may want to know where it points.
    case reference(Int)
    /// The plain number in a cell, or where there is none a reference to it.
    case numberOrReference(Int)
    case references(Int)
    case local(Int)
    case storeLocal(Int)
    case unary(UnaryOperator)
    /// `isFinal` marks the last operation of a formula, where a difference close to zero becomes zero.
    case binary(BinaryOperator, isFinal: Bool)
    case call(function: Int, arguments: Int)
    /// Makes 1 of TRUE and 0 of FALSE, where logicals are counted.
    case countLogical
    /// Puts the texts of so many single values together; whatever else there is among them is a matter of the function,
    /// or of the operator where there is none.
    case join(Int, function: Int?)
    /// Pushes an argument to be evaluated on demand; its code ends before `end`.
    case deferred(end: Int)
    /// Takes a condition: a single value chooses the branch that is run; an array calls a function with both.
    case branch(elseStart: Int, end: Int, hasElse: Bool, function: Int?)
    /// Takes a position and runs what it selects, of the list with a number; an array calls a function with all.
    case select(Int)
    case jump(Int)
    /// Takes a value and goes on at `end` with it, unless it is an error to be rescued; an array calls a function with the
    /// code between.
    case rescue(onlyMissing: Bool, end: Int, function: Int)
    case makeLambda(Int, end: Int)
    case apply(arguments: Int)
    case array(rows: Int, columns: Int)
    case record(Int)
    case member(Int)
    case tableRow
    /// Goes on at `target` with the cell's value pushed, unless the formula stands in the first row.
    case previous(Int, target: Int)
    case headers(Int, data: Int?)
    /// A call that goes on where a row above has come to, by its number in a list; where it cannot, the code behind it runs.
    case growing(Int)
    /// A column in such a call, of which only the last rows may be asked for.
    case grownReference(Int)
  }

  /// What a position selects from: one after the other in the code, with a jump to the end behind each but the last.
  struct Selection {
    /// Where each begins.
    var starts: [Int] = []
    var end = 0
    var function: Int

    /// The code of each, without the jump.
    func range(_ place: Int) -> Range<Int> {
      starts[place]..<(place + 1 < starts.count ? starts[place + 1] - 1 : end)
    }

    /// The place that a value means.
    func place(of value: CellValue) throws(CellError) -> Int {
      let number = try value.asNumber()
      guard let place = place(of: number) else { throw .noArgument(number) }
      return place
    }

    /// The place that a number means; `nil` where there is none.
    @inline(__always)
    func place(of number: Double) -> Int? {
      number >= 1 && number < Double(starts.count) + 1 ? Int(number) - 1 : nil
    }
  }

  struct LambdaForm {
    var parameters: [String]
    /// The local slots of the parameters.
    var slots: [Int]
    var optionalCount: Int
    var start: Int
    var end: Int
    /// Where it stands in the tree of the template.
    var node: FormulaTree.Index
  }

  /// What each run reads, in plain memory: an array would count who has it.
  struct Code {
    var instructions: UnsafePointer<Instruction>
    var constants: UnsafePointer<CellValue>
    var functions: UnsafePointer<SheetFunction>
    /// The same functions, as they are called with one value each.
    var calls: UnsafePointer<FunctionCall>
  }

  let code: Code
  /// How many instructions it has.
  let count: Int
  let lambdas: [LambdaForm]
  let selections: [Selection]
  let folds: [GrowingFold]
  /// The numbers of the references of each union.
  let unions: [[Int]]
  /// The names of each record, member or run of headers.
  let names: [[String]]
  let localCount: Int
  /// The most operands that a row has at a time, where several rows can run together; see ``BlockRun``.
  private let depthInBlocks: Int?
  private let constantCount: Int
  private let functionCount: Int

  init(_ draft: ProgramDraft) {
    count = draft.code.count
    constantCount = draft.constants.count
    functionCount = draft.functions.count
    code = Code(
      instructions: Self.memory(of: draft.code), constants: Self.memory(of: draft.constants),
      functions: Self.memory(of: draft.functions), calls: Self.memory(of: draft.functions.map { FunctionCall($0) }))
    lambdas = draft.lambdas
    selections = draft.selections
    folds = draft.folds
    unions = draft.unions
    names = draft.names
    localCount = draft.localCount
    depthInBlocks = Self.depthInBlocks(of: draft.code)
  }

  /// Whether several rows can run together, in the room that there is for them.
  var runsInBlocks: Bool { depthInBlocks.map { $0 + localCount <= BoxTable.width } ?? false }

  /// The most operands that a row has at a time, where several rows run together.
  var depth: Int { depthInBlocks ?? 0 }

  /// The most operands at a time of straight code and its branches; `nil` when there are other instructions.
  private static func depthInBlocks(of code: [Instruction]) -> Int? {
    var count = 0
    var most = 0
    for instruction in code {
      switch instruction {
      case .constant, .ownNumber, .ownRow, .omitted, .cell, .reference, .numberOrReference, .local: count += 1
      case .unary, .countLogical: break
      case .call(_, let arguments), .join(let arguments, _): count += 1 - arguments
      // The condition or position goes. Behind a jump, the next branch begins where the one before it did.
      case .storeLocal, .binary, .branch, .select, .jump, .rescue: count -= 1
      case .growing, .grownReference, .references, .deferred, .makeLambda, .apply, .array, .record, .member, .tableRow,
        .previous, .headers:
        return nil
      }
      most = max(most, count)
    }
    return most
  }

  deinit {
    UnsafeMutablePointer(mutating: code.instructions).deallocate()
    Self.free(code.constants, constantCount)
    Self.free(code.functions, functionCount)
    Self.free(code.calls, functionCount)
  }

  private static func memory<Element>(of elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    for (place, element) in elements.enumerated() { (memory + place).initialize(to: element) }
    return UnsafePointer(memory)
  }

  private static func free<Element>(_ memory: UnsafePointer<Element>, _ count: Int) {
    let memory = UnsafeMutablePointer(mutating: memory)
    memory.deinitialize(count: count)
    memory.deallocate()
  }
}

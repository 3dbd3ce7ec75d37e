import CellModel
import Functions

/// A program that is being compiled: the code so far, and the lists that instructions take what is more than plain bits
/// from, by its number.
///
/// - R1. An instruction that needs to know where later code ends leaves a *hole*, which is filled when that code is there.
/// - R2. A function has one number, however often it is called.
struct ProgramDraft {
  /// A place in the code for an instruction that is not known yet.
  struct Hole {
    fileprivate let place: Int
    /// Where the code behind it begins.
    var next: Int { place + 1 }
  }

  private(set) var code: [Program.Instruction] = []
  private(set) var constants: [CellValue] = []
  private(set) var functions: [SheetFunction] = []
  private var functionNumbers: [String: Int] = [:]
  private(set) var lambdas: [Program.LambdaForm] = []
  private(set) var selections: [Program.Selection] = []
  private(set) var folds: [GrowingFold] = []
  private(set) var unions: [[Int]] = []
  private(set) var names: [[String]] = []
  private(set) var localCount: Int

  init(localCount: Int = 0) { self.localCount = localCount }

  // MARK: Code

  /// Where the code ends so far.
  var end: Int { code.count }

  mutating func emit(_ instruction: Program.Instruction) { code.append(instruction) }

  mutating func emit(_ value: CellValue) { emit(.constant(number(of: value))) }

  /// Leaves a hole at the end of the code.
  mutating func reserve() -> Hole {
    emit(.omitted)
    return Hole(place: end - 1)
  }

  mutating func fill(_ hole: Hole, _ instruction: Program.Instruction) { code[hole.place] = instruction }

  // MARK: What instructions name by numbers

  mutating func number(of value: CellValue) -> Int { Self.number(of: value, in: &constants) }

  mutating func number(of function: SheetFunction) -> Int {
    if let number = functionNumbers[function.name] { return number }
    let number = Self.number(of: function, in: &functions)
    functionNumbers[function.name] = number
    return number
  }

  mutating func number(of lambda: Program.LambdaForm) -> Int { Self.number(of: lambda, in: &lambdas) }

  mutating func number(of selection: Program.Selection) -> Int { Self.number(of: selection, in: &selections) }

  mutating func number(of fold: GrowingFold) -> Int { Self.number(of: fold, in: &folds) }

  mutating func number(ofUnion references: [Int]) -> Int { Self.number(of: references, in: &unions) }

  mutating func number(of names: [String]) -> Int { Self.number(of: names, in: &self.names) }

  /// Adds a local of the program's own, and gives its slot.
  mutating func addLocal() -> Int {
    localCount += 1
    return localCount - 1
  }

  private static func number<Element>(of element: Element, in list: inout [Element]) -> Int {
    list.append(element)
    return list.count - 1
  }
}

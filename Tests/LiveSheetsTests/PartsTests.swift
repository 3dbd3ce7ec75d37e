import CellModel
import Engine
import Formulas
import SheetText
import Testing

@testable import LiveSheets
@testable import SheetPrograms

@Suite("Definition table")
struct DefinitionTableTests {
  private func address(_ row: Int, grid: Int32 = 1) -> CellAddress {
    CellAddress(grid: GridID(rawValue: grid), row: row, column: 0)
  }

  @Test("Named cells and others are found by their addresses; a name that goes keeps its definition")
  func addresses() {
    var table = DefinitionTable(namesGrid: GridID(rawValue: 1))
    for place in [address(3), address(0), address(0, grid: 2)] {
      table[place] = Definition(name: "\(place.row)", kind: .formula)
      table.list(place)
    }
    #expect(table[address(3)]?.name == "3" && table[address(1)] == nil && table[address(9)] == nil)
    #expect(table.order == [address(3), address(0), address(0, grid: 2)])
    table.unlist(address(0))
    #expect(table.order == [address(3), address(0, grid: 2)] && table[address(0)] != nil)
  }

  @Test("A definition's formula is cut from the text it stands in, or written anew")
  func formulas() {
    let document = SheetDocument(name: "", "A =  1+2 // three")
    guard case .cell(let cell) = document.statements[0].kind else { return }
    let definition = Definition(name: "A", kind: .formula)
    definition.setFormula(cell.formula, in: document.source)
    #expect(definition.formulaText == "1+2")
    definition.setFormula(cell.formula, in: nil)
    #expect(definition.formulaText == "1 + 2")
  }
}

@Suite("Timer queue")
struct TimerQueueTests {
  private func timer(_ due: Int64, _ number: Int) -> SheetTimer {
    SheetTimer(due: SheetTime(microseconds: due), number: number, kind: .answer(run: number, index: 0))
  }

  @Test("The earliest comes first, of two at the same time the one that was set first")
  func order() {
    var queue = TimerQueue()
    for (due, number) in [(5, 1), (3, 2), (5, 3), (3, 4), (9, 5)] as [(Int64, Int)] { queue.insert(timer(due, number)) }
    var numbers: [Int] = []
    while let next = queue.popNext() { numbers.append(next.number) }
    #expect(numbers == [2, 4, 1, 3, 5])
  }

  @Test("Timers are cancelled by number, or by what they are for")
  func cancelling() {
    var queue = TimerQueue()
    for number in 1...4 { queue.insert(timer(Int64(number), number)) }
    queue.cancel(1)
    queue.cancelAll { if case .answer(let run, _) = $0 { run == 3 } else { false } }
    #expect(queue.timers.map(\.number) == [4, 2])
    #expect(queue.next?.number == 2)
  }
}

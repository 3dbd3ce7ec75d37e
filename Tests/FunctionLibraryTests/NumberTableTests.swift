import TestSupport
import Testing

@testable import FunctionLibrary

@Suite("Number table")
struct NumberTableTests {
  @Test("It holds what a dictionary holds, in the order in which it came")
  func likeADictionary() {
    var random = SeededGenerator(seed: 7)
    var table = NumberTable<Int>()
    var dictionary: [Double: Int] = [:]
    var order: [Double] = []
    #expect(table[1] == nil)
    for step in 0..<20_000 {
      let number =
        switch step % 4 {
        case 0: Double(random.number(-500...500))
        case 1: Double(random.number(0...1 << 40)) * 0x1p-30
        case 2: Double(random.number(0...3_000)) * 1e300
        default: step % 8 == 3 ? -0.0 : Double(step)
        }
      if dictionary[number] == nil { order.append(number) }
      dictionary[number, default: 0] += step
      let position = table.position(of: number, startingWith: 0)
      table[position: position] += step
    }
    #expect(table.count == dictionary.count)
    #expect(table.elements.map(\.number) == order)
    #expect(dictionary.allSatisfy { table[$0.key] == $0.value })
    #expect(table[0.123] == nil)
  }
}

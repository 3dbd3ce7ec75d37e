import TestSupport
import Testing

@testable import Verification

@Suite("Flat table")
struct FlatTableTests {
  private func insert(_ key: [UInt32], _ table: inout FlatTable) -> (entry: Int, isNew: Bool) {
    key.withUnsafeBufferPointer { table.insert($0) }
  }

  @Test("Keys have numbers in the order in which they came, and the same number when they come again")
  func numbers() {
    var table = FlatTable(width: 2)
    #expect(insert([7, 8], &table) == (0, true))
    #expect(insert([8, 7], &table) == (1, true))
    #expect(insert([7, 8], &table) == (0, false))
    #expect(table.count == 2)
    #expect(Array(table[1]) == [8, 7])
    var key: [UInt32] = [0, 0]
    table.copy(0, into: &key)
    #expect(key == [7, 8])
    #expect([1, 1].withUnsafeBufferPointer { table.entry(of: $0) } == nil)
  }

  @Test("A key of no numbers is one key")
  func empty() {
    var table = FlatTable(width: 0)
    #expect(insert([], &table) == (0, true))
    #expect(insert([], &table) == (0, false))
    #expect(table.count == 1)
  }

  @Test("It knows what a dictionary knows, however much it grows")
  func model() {
    var generator = SeededGenerator(seed: 11)
    var table = FlatTable(width: 3)
    var model: [[UInt32]: Int] = [:]
    for _ in 0..<5_000 {
      let key = (0..<3).map { _ in UInt32.random(in: 0..<13, using: &generator) }
      let (entry, isNew) = insert(key, &table)
      #expect(isNew == (model[key] == nil))
      #expect(entry == model[key] ?? model.count)
      if isNew { model[key] = entry }
    }
    #expect(table.count == model.count)
    for (key, entry) in model {
      #expect(key.withUnsafeBufferPointer { table.entry(of: $0) } == entry)
      #expect(Array(table[entry]) == key)
    }
  }
}

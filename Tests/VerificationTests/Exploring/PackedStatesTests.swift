import TestSupport
import Testing

@testable import Verification

@Suite("Packed states")
struct PackedStatesTests {
  @Test("Numbers have codes in the order in which they come, and fields grow with them")
  func layout() {
    let layout = StateLayout(slotCount: 3)
    #expect(!layout.learn([7, 100, 5]))
    #expect(layout.learn([8, 100, 5]))
    #expect(!layout.learn([7, 100, 5]))
    #expect(layout.code(of: 8, at: 0) == 1 && layout.code(of: 8, at: 1) == nil)
    #expect(layout.wordCount == 1)
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    defer { words.deallocate() }
    layout.pack([8, 100, 5], into: words)
    // What never changes takes no room.
    #expect(words[0] == 1)
    var state: [UInt32] = [0, 0, 0]
    layout.unpack(words, into: &state)
    #expect(state == [8, 100, 5])
    #expect((0..<3).map { layout.view().number(at: $0, of: words) } == [8, 100, 5])
    #expect(layout.mask(of: [0]) == [1] && layout.mask(of: [1, 2]) == [0])
    // The slot with the most numbers in three bits is the lowest field.
    for number in UInt32(0)..<7 { _ = layout.learn([7, 100, number]) }
    #expect(layout.mask(of: [2]) == [7] && layout.mask(of: [0]) == [8])
    for number in UInt32(0)..<20 { _ = layout.learn([7, number, 5]) }
    #expect(layout.mask(of: [2]) == [7] && layout.mask(of: [0]) == [8] && layout.mask(of: [1]) == [0x3F0])
    #expect(layout.brokenRules() == [])
  }

  @Test("A view has all that was learned until it is asked for, though it only takes what is new")
  func views() {
    let layout = StateLayout(slotCount: 2)
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    defer { words.deallocate() }
    for number in UInt32(0)..<3_000 {
      _ = layout.learn([number * 7, number % 5])
      let view = layout.view()
      for known in [number, number / 2, 0] {
        layout.pack([known * 7, known % 5], into: words)
        #expect(view.number(at: 0, of: words) == known * 7)
        #expect(view.number(at: 1, of: words) == known % 5)
      }
    }
  }

  @Test("States keep their numbers while fields move, over several words, too")
  func model() {
    for (width, most) in [(0, 1), (1, 5_000), (3, 12), (40, 3), (24, 300)] {
      var random = SeededGenerator(seed: UInt64(width))
      let states = PackedStates(width: width)
      var model: [[UInt32]: Int] = [:]
      var order: [[UInt32]] = []
      for _ in 0..<3_000 {
        // The numbers come slowly, so that fields grow at all times.
        let bound = min(most, 1 + order.count / 8)
        let state = (0..<width).map { _ in UInt32(random.number(0...bound)) * 3 }
        let (entry, isNew) = states.insert(state)
        #expect(isNew == (model[state] == nil))
        #expect(entry == model[state] ?? order.count)
        if isNew {
          model[state] = entry
          order.append(state)
        }
      }
      #expect(states.count == order.count)
      for (number, state) in order.enumerated() {
        #expect(states[number] == state)
        #expect((0..<width).allSatisfy { states.number(at: $0, of: number) == state[$0] })
      }
      #expect(states.layout.brokenRules() == [])
      if width == 24 { #expect(states.layout.wordCount > 1) }
    }
  }

  @Test(
    "A table of packed words knows what a dictionary knows, however much it grows", arguments: [1, 3], [false, true])
  func table(width: Int, keepsNeighbours: Bool) {
    var random = SeededGenerator(seed: 5)
    let table = PackedTable(width: width, keepsNeighbours: keepsNeighbours)
    var model: [[UInt64]: Int] = [:]
    for round in 0..<5_000 {
      let shift = UInt64(round % 3) * 20
      let key = (0..<width).map { _ in UInt64(random.number(0...40)) << shift }
      key.withUnsafeBufferPointer { words in
        guard let start = words.baseAddress else { return }
        #expect(table.view.contains(start) == (model[key] != nil))
        let (entry, isNew) = table.insert(start)
        #expect(isNew == (model[key] == nil) && entry == model[key] ?? model.count)
        #expect(table.view.entry(of: start) == entry)
        if isNew { model[key] = entry }
      }
    }
    #expect(table.count == model.count)
  }
}

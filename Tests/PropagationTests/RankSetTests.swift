import TestSupport
import Testing

@testable import Propagation

@Suite("Rank set")
struct RankSetTests {
  @Test("The smallest rank is taken first, over several levels")
  func order() {
    let set = RankSet()
    for rank in [300_000, 5, 70, 4_096, 64, 63, 0] { #expect(set.insert(rank)) }
    #expect(!set.insert(70))
    #expect(set.count == 7)
    var taken: [Int] = []
    while let rank = set.popFirst() { taken.append(rank) }
    #expect(taken == [0, 5, 63, 64, 70, 4_096, 300_000])
    #expect(set.isEmpty && set.first == nil && set.popFirst() == nil)
    #expect(set.brokenRules() == [])
  }

  @Test("A rank that comes before the one taken last is the next, wherever it stands")
  func earlier() {
    let set = RankSet()
    for rank in [128, 200] { set.insert(rank) }
    #expect(set.popFirst() == 128)
    for rank in [127, 128] { set.insert(rank) }
    #expect([set.popFirst(), set.popFirst(), set.popFirst()] == [127, 128, 200])
    #expect(set.brokenRules() == [])
  }

  @Test("An empty set has nothing and removes nothing")
  func empty() {
    let set = RankSet()
    #expect(!set.contains(0) && !set.remove(12) && set.popFirst() == nil)
    set.removeAll()
    #expect(set.brokenRules() == [])
  }

  @Test("It agrees with a set of numbers under random steps", arguments: 0..<8)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let set = RankSet()
    var model: Set<Int> = []
    let bound = [60, 64, 65, 5_000, 300_000][Int(seed) % 5]
    for step in 0..<2_000 {
      let rank = random.number(0...bound)
      switch random.number(0...9) {
      case 0...4: #expect(set.insert(rank) == model.insert(rank).inserted, "seed \(seed), step \(step)")
      case 5, 6: #expect(set.remove(rank) == (model.remove(rank) != nil), "seed \(seed), step \(step)")
      case 7:
        let least = model.min()
        if let least { model.remove(least) }
        #expect(set.popFirst() == least, "seed \(seed), step \(step)")
      case 8: #expect(set.first == model.min(), "seed \(seed), step \(step)")
      default:
        if random.happens(2) {
          set.removeAll()
          model = []
        }
      }
      #expect(set.count == model.count && set.contains(rank) == model.contains(rank), "seed \(seed), step \(step)")
      if step % 100 == 0 { #expect(set.brokenRules() == [], "seed \(seed), step \(step)") }
    }
  }
}

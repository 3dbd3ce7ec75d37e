import Synchronization
import Testing

@testable import Threads

@Suite("Several threads")
struct WorkersTests {
  @Test("Results come in the order of the pieces, whichever is done first", arguments: [1, 2, 7])
  func order(threads: Int) {
    let begun = Atomic<Int>(0)
    var taken: [Int] = []
    Workers(threads).run(200) { piece in
      begun.add(1, ordering: .relaxed)
      var sum = 0
      for number in 0..<(piece % 7 * 1_000) { sum &+= number }
      return piece + min(sum, 0)
    } take: { piece, result in
      #expect(piece == result)
      taken.append(result)
      return true
    }
    #expect(taken == Array(0..<200) && begun.load(ordering: .relaxed) == 200)
  }

  @Test("Who has enough stops the work", arguments: [1, 2, 7])
  func stop(threads: Int) {
    let begun = Atomic<Int>(0)
    var taken = 0
    Workers(threads).run(10_000) { piece in
      begun.add(1, ordering: .relaxed)
    } take: { piece, _ in
      taken += 1
      return piece < 20
    }
    #expect(taken == 21)
    #expect(begun.load(ordering: .relaxed) <= 21 + threads * 5 + 1, "no more is begun than a little ahead")
  }

  @Test("An error ends it, too, and nothing to do is done at once", arguments: [1, 2])
  func ends(threads: Int) {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try Workers(threads).run(50) {
        $0
      } take: { (piece, _) throws(Enough) in
        if piece == 3 { throw Enough() }
        return true
      }
    }
    Workers(threads).run(0) {
      $0
    } take: { _, _ in
      false
    }
  }
}

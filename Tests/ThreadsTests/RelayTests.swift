import Synchronization
import Testing

@testable import Threads

@Suite("Relay")
struct RelayTests {
  @Test("Results come in the order of the pieces, and all of them", arguments: [true, false])
  func order(isShared: Bool) {
    for count in [0, 1, 2, 3, 500] {
      let relay = Relay(isShared: isShared) { (number: Int) in number * number }
      var results: [Int] = []
      for number in 0..<count { relay.hand(number) { results.append($0) } }
      relay.finish { results.append($0) }
      #expect(results == (0..<count).map { $0 * $0 })
    }
  }

  @Test("A piece is worked on while its owner goes on, and no more than two wait")
  func overlap() {
    let isOpen = Atomic<Bool>(false)
    let begun = Atomic<Int>(0)
    let relay = Relay(isShared: true) { (number: Int) in
      begun.add(1, ordering: .relaxed)
      while !isOpen.load(ordering: .relaxed) {}
      return number
    }
    var results: [Int] = []
    // Were the work the owner's, it would never come back.
    relay.hand(1) { results.append($0) }
    relay.hand(2) { results.append($0) }
    while begun.load(ordering: .relaxed) == 0 {}
    #expect(begun.load(ordering: .relaxed) == 1)
    #expect(results.isEmpty)
    isOpen.store(true, ordering: .relaxed)
    relay.hand(3) { results.append($0) }
    #expect(results == [1])
    relay.finish { results.append($0) }
    #expect(results == [1, 2, 3])
  }
}

import Synchronization
import Testing

@testable import Threads

@Suite("Crew")
struct CrewTests {
  @Test("Each piece is done once, and all are when the call returns", arguments: [1, 2, 5])
  func pieces(threads: Int) {
    let crew = Crew(threads)
    for count in [0, 1, 2, 3, 64, 1_000] {
      var times = Array(repeating: 0, count: count)
      var numbers = Array(repeating: -1, count: count)
      times.withUnsafeMutableBufferPointer { times in
        numbers.withUnsafeMutableBufferPointer { numbers in
          nonisolated(unsafe) let (times, numbers) = (times, numbers)
          crew.forEach(count) { piece, worker in
            times[piece] += 1
            numbers[piece] = worker
          }
        }
      }
      #expect(times.allSatisfy { $0 == 1 })
      #expect(numbers.allSatisfy { (0..<threads).contains($0) })
    }
  }

  @Test("Other threads do take pieces, each with a number that no other has meanwhile")
  func several() {
    let crew = Crew(3)
    let arrived = Atomic<Int>(0)
    let seen = Atomic<Int>(0)
    crew.forEach(3) { _, worker in
      seen.bitwiseOr(1 << worker, ordering: .relaxed)
      arrived.add(1, ordering: .relaxed)
      // No thread takes a second piece before each has one.
      while arrived.load(ordering: .relaxed) < 3 {}
    }
    #expect(seen.load(ordering: .relaxed) == 0b111)
  }

  @Test("A piece may have pieces of its own, and several may come at once")
  func lent() {
    let crew = Crew(4)
    let sum = Atomic<Int>(0)
    crew.forEach(20) { _, _ in
      crew.forEach(30) { inner, worker in
        sum.add(inner, ordering: .relaxed)
        if worker != 0 { sum.add(1_000_000, ordering: .relaxed) }
      }
    }
    #expect(sum.load(ordering: .relaxed) == 20 * 435)
    let others = Crew(3)
    others.forEach(3) { _, _ in
      for _ in 0..<2_000 { crew.forEach(5) { piece, _ in sum.add(piece, ordering: .relaxed) } }
    }
    #expect(sum.load(ordering: .relaxed) == 20 * 435 + 3 * 2_000 * 10)
  }

  @Test("It wakes again when it has been parked")
  func parked() {
    let crew = Crew(2)
    let arrived = Atomic<Int>(0)
    for round in 1...20 {
      crew.forEach(2) { _, _ in
        arrived.add(1, ordering: .relaxed)
        while arrived.load(ordering: .relaxed) < 2 * round {}
      }
      if round % 5 == 0 { Thread.rest(milliseconds: 3) }
    }
    #expect(arrived.load(ordering: .relaxed) == 40)
  }

  @Test("As few threads work as somebody has asked for")
  func limit() {
    let crew = Crew(4)
    crew.limit(to: 1)
    #expect(crew.count == 1)
    var order: [Int] = []
    crew.forEach(50) { piece, worker in order.append(worker == 0 ? piece : -1) }
    #expect(order == Array(0..<50))
    crew.limit(to: 3)
    #expect(crew.count == 3)
    crew.limit(to: 9)
    #expect(crew.count == 4)
  }

  @Test("While it rests, who comes works alone")
  func rest() {
    let crew = Crew(3)
    func workers() -> Int {
      let seen = Atomic<Int>(0)
      crew.forEach(40) { _, worker in
        seen.bitwiseOr(1 << worker, ordering: .relaxed)
        Thread.rest(milliseconds: 1)
      }
      return seen.load(ordering: .relaxed)
    }
    #expect(crew.resting { crew.resting { workers() } } == 1)
    #expect(workers() > 1)
  }

  @Test("There is a core to work on")
  func cores() { #expect(Cores.usable >= 1 && Crew.shared.count >= 1) }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

private enum Thread {
  static func rest(milliseconds: UInt32) { usleep(milliseconds * 1_000) }
}

import TestSupport
import Testing

@testable import Propagation

@Suite("Strong components")
struct StrongComponentsTests {
  @Test("A chain of a million vertices is walked without recursion")
  func chain() {
    let count = 1_000_000
    // Vertex v reads v + 1, so that the walk goes all the way down first.
    let starts = (0...count).map { Int32(min($0, count - 1)) }
    let targets = (1..<count).map { Int32($0) }
    let components = StrongComponents(vertexCount: count, starts: starts, targets: targets)
    #expect(components.count == count)
    #expect(components.order.first == Int32(count - 1))
    #expect(components.order.last == 0)
  }

  @Test("Vertices share a component exactly when each reaches the other, and precedents come first", arguments: 0..<20)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.number(1...16)
    var edges = Edges(nodes: count)
    for _ in 0..<random.number(0...2 * count) {
      edges.add(random.number(0...count - 1), to: random.number(0...count - 1))
    }
    let (starts, targets) = edges.compressed
    let components = StrongComponents(vertexCount: count, starts: starts, targets: targets)
    var number = [Int](repeating: -1, count: count)
    for component in 0..<components.count {
      for vertex in components.component(component) { number[Int(vertex)] = component }
    }
    #expect(!number.contains(-1), "seed \(seed)")
    for a in 0..<count {
      for b in 0..<count where a != b {
        let isMutual = edges.reaches(a, b) && edges.reaches(b, a)
        #expect((number[a] == number[b]) == isMutual, "seed \(seed), \(a) and \(b)")
        if edges.reaches(a, b), !isMutual { #expect(number[a] < number[b], "seed \(seed), \(a) before \(b)") }
      }
    }
  }
}

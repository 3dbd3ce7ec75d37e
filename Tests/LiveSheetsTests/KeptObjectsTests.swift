import Testing

@testable import LiveSheets

@Suite("Kept objects")
struct KeptObjectsTests {
  private final class Part {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test("An uncounted object is the one that the list has, also behind one that came later")
  func uncounted() {
    var parts = KeptObjects([Part(0), Part(1)])
    for number in 2..<100 { parts.append(Part(number)) }
    #expect(parts.map(\.number) == Array(0..<100))
    for index in parts.indices { #expect(parts[uncounted: index].use { $0 === parts[index] }) }
  }

  @Test("The list keeps its objects, and no longer than it is there")
  func lifetime() {
    weak var part: Part?
    do {
      let parts = KeptObjects([Part(7)])
      part = parts.first
      #expect(parts[uncounted: 0].use { $0.number } == 7)
    }
    #expect(part == nil)
  }
}

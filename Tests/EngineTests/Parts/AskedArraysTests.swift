import CellModel
import Testing

@testable import Engine

@Suite("Arrays that are asked where their elements stand")
struct AskedArraysTests {
  private var asked = AskedArrays()

  private static func array(_ count: Int) -> CellArray { CellArray(rows: count, columns: 1, repeating: .number(1)) }

  private mutating func askOften(_ array: CellArray) -> ElementPlaces? {
    for _ in 1..<AskedArrays.leastQuestions { #expect(asked.places(in: array) == nil) }
    return asked.places(in: array)
  }

  @Test("Where elements stand is found out when many have asked, and then kept")
  mutating func questions() throws {
    let array = Self.array(40)
    let places = try #require(askOften(array))
    #expect(asked.places(in: array) === places)
    #expect(places.candidates(for: 1, atMost: 100)?.count == 40)
    #expect(asked.elementCount == 40)
    #expect(asked.places(in: Self.array(40)) == nil, "equal elements somewhere else")
  }

  @Test("There are few of them, of which the one that was not asked for longest goes first")
  mutating func oldest() {
    let arrays = (0...AskedArrays.mostArrays).map { _ in Self.array(3) }
    for array in arrays.dropLast() { #expect(askOften(array) != nil) }
    #expect(asked.places(in: arrays[0]) != nil)
    #expect(asked.places(in: arrays[AskedArrays.mostArrays]) == nil)
    #expect(asked.places(in: arrays[0]) != nil)
    #expect(asked.places(in: arrays[1]) == nil)
    #expect(asked.elementCount == 3 * (AskedArrays.mostArrays - 2))
  }

  @Test("Large ones make room for each other, and one that is too large is looked at as it is")
  mutating func room() {
    let half = AskedArrays.mostElements / 2
    let arrays = (0..<3).map { _ in Self.array(half) }
    for array in arrays {
      #expect(askOften(array) != nil)
      #expect(asked.elementCount <= AskedArrays.mostElements)
    }
    #expect(asked.places(in: arrays[0]) == nil)
    #expect(asked.places(in: arrays[1]) != nil)
    #expect(askOften(Self.array(half + 1)) == nil)
  }
}

import Diagnostics
import TestSupport
import Testing

@testable import SheetPrograms

@Suite("Claims of fills")
struct FillClaimsTests {
  @Test("A fill meets the one that was claimed first of those that have a cell of it", arguments: 1...20)
  func randomFills(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var claims = FillClaims()
    var held: [(place: FillClaims.Place, span: SourceSpan)] = []
    for number in 0..<300 {
      let (top, left) = (Int.random(in: 0..<60, using: &random), Int.random(in: 0..<12, using: &random))
      let place = FillClaims.Place(
        grid: Int.random(in: 0..<2, using: &random), top: top, left: left,
        bottom: top + Int.random(in: 0..<6, using: &random), right: left + Int.random(in: 0..<3, using: &random))
      let span = SourceSpan(number, number + 1)
      let other = held.first { meets($0.place, place) }
      switch (claims.claim(place, at: span), other) {
      case (nil, nil): held.append((place, span))
      case (.filledTwice(let second, let first)?, let other?):
        #expect(second == span)
        #expect(first == other.span)
      case (let finding, let other): Issue.record("\(String(describing: finding)) for \(String(describing: other))")
      }
    }
    #expect(held.count > 50)
  }

  private func meets(_ a: FillClaims.Place, _ b: FillClaims.Place) -> Bool {
    a.grid == b.grid && a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right
  }
}

import CellModel

/// Random numbers that are the same in each run.
package typealias SeededGenerator = RandomSequence

extension RandomSequence {
  /// A number of a closed range.
  package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Whether something happens that happens so many times in a hundred.
  package mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// One of several, which are at least one.
  package mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// A text of some of the characters of an alphabet, which tends to look like something.
  package mutating func text(of alphabet: [Character], upTo length: Int) -> String {
    String((0..<Int.random(in: 0...length, using: &self)).map { _ in alphabet.randomElement(using: &self) ?? " " })
  }
}

import Diagnostics

/// A place of a sheet that a test may reach or not.
package struct CoveragePlace: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A formula whose value an expectation or a check depends on.
    case formula
    /// One of the results that IF, IFS, SWITCH, CHOOSE or IFERROR chooses from.
    case branch
    /// What an event does to a state or a table.
    case clause
    /// A mode that holds.
    case mode
    /// An operand of a check: of OR in `always`, of AND in `never`.
    case check
  }

  package var kind: Kind
  /// The definition that it belongs to, or the label of a check.
  package var owner: String
  /// What it is, as it is written.
  package var text: String
  package var span: SourceSpan
  /// The number of its statement.
  package var statement: Int
  /// Which result of its choice it is; branches of one choice follow each other from 0.
  package var choice: (number: Int, branch: Int)?
}

/// Which places of a sheet each of its tests has reached.
package struct TestCoverage: Sendable {
  package let source: SourceText
  package let places: [CoveragePlace]
  /// For each place the tests that reached it, by their numbers.
  package internal(set) var reached: [Set<Int>]

  /// How many places of a kind there are, and how many of them some test has reached.
  package func count(_ kind: CoveragePlace.Kind) -> (reached: Int, all: Int) {
    var count = (reached: 0, all: 0)
    for (place, tests) in zip(places, reached) where place.kind == kind {
      count.all += 1
      if !tests.isEmpty { count.reached += 1 }
    }
    return count
  }

  /// The places that no test has reached, in the order of the text.
  package var missed: [CoveragePlace] {
    zip(places, reached).filter { $1.isEmpty }.map(\.0).sorted { $0.span.lower < $1.span.lower }
  }

  /// The tests that reach the innermost place around a span; `nil` where there is none.
  package func tests(reaching span: SourceSpan) -> Set<Int>? {
    var best: Int?
    for (index, place) in places.enumerated() where place.span.lower <= span.lower && span.upper <= place.span.upper {
      if best.map({ place.span.count < places[$0].span.count }) ?? true { best = index }
    }
    return best.map { reached[$0] }
  }
}

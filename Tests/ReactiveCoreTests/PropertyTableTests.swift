import Foundation
import ReactiveCore
import Testing

/// All operators of properties by name, each with a row in a test whose name begins with the operator's.
@Suite("Table of the operators of properties")
struct PropertyTableTests {
  private static let operators = """
    all(_:) and(_:) any(_:) combineLatest(_:) combineLatest(_:emptySentinel:) combineLatest(with:) combinePrevious(_:)
    filter(initial:_:) flatMap(_:_:) flatten(_:) map(_:) map(value:) negate() or(_:) skipRepeats() skipRepeats(_:)
    uniqueValues() uniqueValues(_:) zip(_:) zip(_:emptySentinel:) zip(with:)
    """.split { $0.isWhitespace }.map(String.init)

  @Test("Each operator of properties has a row")
  func everyOperator() throws {
    let text = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let named = Set(text.matches(of: #/@Test\("(?<names>[^"]+?): /#).flatMap { $0.names.split(separator: ", ") })
    #expect(named.sorted() == Self.operators.map { Substring($0) }.sorted())
  }

  /// What a property of one other sends while that takes the values of a row, and when it is released at the end.
  private func row<Result: PropertyProtocol>(
    _ values: String, is expected: String, at location: SourceLocation = #_sourceLocation,
    _ make: (MutableProperty<Int>) -> Result
  ) {
    row(values, "0", is: expected, at: location) { a, _ in make(a) }
  }

  /// What a property of two others sends while these take the values of two rows; a column is an instant, a dot no change.
  private func row<Result: PropertyProtocol>(
    _ first: String, _ second: String, is expected: String, at location: SourceLocation = #_sourceLocation,
    _ make: (MutableProperty<Int>, MutableProperty<Int>) -> Result
  ) {
    let columns = [first, second].map { $0.split(separator: " ").map { Int($0) } }
    var sources: [MutableProperty<Int>] = columns.map { MutableProperty($0[0]!) }
    let result = make(sources[0], sources[1])
    let log = Log()
    result.producer.start(
      .init { event in log.note(event.value.map { "\($0)".filter { $0 != " " } } ?? "\(event.isCompleted ? "|" : "?")")
      })
    for column in columns[0].indices.dropFirst() {
      PropertyGraph.transaction {
        for (source, values) in zip(sources, columns) where values.indices.contains(column) {
          if let value = values[column] { source.value = value }
        }
      }
    }
    let last = "\(result.value)".filter { $0 != " " }
    sources = []
    #expect(log.lines.joined(separator: " ") == expected, sourceLocation: location)
    #expect("\(result.value)".filter { $0 != " " } == last, "keeps its last value", sourceLocation: location)
  }

  @Test("map(_:): each value, repeated ones too")
  func map() {
    row("1 2 2 3", is: "10 20 20 30 |") { $0.map { $0 * 10 } }
    row("1 2", is: "1 2 |") { $0.map(\.description) }
  }

  @Test("map(value:): a constant that is sent with each change")
  func mapValue() {
    row("1 2 2", is: "x x x |") { $0.map(value: "x") }
  }

  @Test("filter(initial:_:): the last value that passed")
  func filter() {
    row("1 2 3 4", is: "0 2 4 |") { $0.filter(initial: 0) { $0 % 2 == 0 } }
    row("2 3", is: "2 |") { $0.filter(initial: 0) { $0 % 2 == 0 } }
  }

  @Test("combinePrevious(_:): pairs with the value before")
  func combinePrevious() {
    row("1 2 2", is: "(0,1) (1,2) (2,2) |") { $0.combinePrevious(0) }
  }

  @Test("skipRepeats(), skipRepeats(_:): changes only")
  func skipRepeats() {
    row("1 1 2 2 1", is: "1 2 1 |") { $0.skipRepeats() }
    row("1 3 2 4 1", is: "1 2 1 |") { $0.skipRepeats { $0 % 2 == $1 % 2 } }
  }

  @Test("uniqueValues(), uniqueValues(_:): what has not been there before")
  func uniqueValues() {
    row("1 2 1 3 2", is: "1 2 3 |") { $0.uniqueValues() }
    row("1 11 2 21 12", is: "1 2 |") { $0.uniqueValues { $0 % 10 } }
  }

  @Test("negate(): the other one")
  func negate() {
    row("0 1 0", is: "true false true |") { $0.map { $0 > 0 }.negate() }
  }

  @Test("and(_:), or(_:), all(_:), any(_:): logic, once an instant")
  func logic() {
    let (a, b) = ("0 1 . 0", "0 . 1 0")
    row(a, b, is: "false false true false |") { $0.map { $0 > 0 }.and($1.map { $0 > 0 }) }
    row(a, b, is: "false true true false |") { $0.map { $0 > 0 }.or($1.map { $0 > 0 }) }
    row(a, b, is: "false false true false |") { Property.all($0.map { $0 > 0 }, $1.map { $0 > 0 }) }
    row(a, b, is: "false true true false |") { Property.any([$0.map { $0 > 0 }, $1.map { $0 > 0 }]) }
    #expect(Property<Bool>.all([Property<Bool>]()).value)
    #expect(!Property<Bool>.any([Property<Bool>]()).value)
  }

  @Test("combineLatest(_:), combineLatest(with:), combineLatest(_:emptySentinel:): the latest, once an instant")
  func combineLatest() {
    let (a, b) = ("1 2 . 3", "7 . 8 9")
    row(a, b, is: "(1,7) (2,7) (2,8) (3,9) |") { $0.combineLatest(with: $1) }
    row(a, b, is: "(1,7) (2,7) (2,8) (3,9) |") { Property.combineLatest($0, $1) }
    row(a, b, is: "(1,7,1) (2,7,2) (2,8,2) (3,9,3) |") { Property.combineLatest($0, $1, $0) }
    row(a, b, is: "[1,7] [2,7] [2,8] [3,9] |") { Property.combineLatest([$0, $1])! }
    row(a, b, is: "[1,7] [2,7] [2,8] [3,9] |") { Property.combineLatest([$0, $1], emptySentinel: [0]) }
    #expect(Property.combineLatest([MutableProperty<Int>]()) == nil)
    row("1 2", is: "[0] |") { _ in Property.combineLatest([MutableProperty<Int>](), emptySentinel: [0]) }
  }

  @Test("zip(_:), zip(with:), zip(_:emptySentinel:): by position")
  func zipped() {
    let (a, b) = ("1 2 3 .", "7 . . 8")
    row(a, b, is: "(1,7) (2,8) |") { $0.zip(with: $1) }
    row(a, b, is: "(1,7) (2,8) |") { Property.zip($0, $1) }
    row(a, b, is: "(1,7,1) (2,8,2) |") { Property.zip($0, $1, $0) }
    row(a, b, is: "[1,7] [2,8] |") { Property.zip([$0, $1])! }
    row(a, b, is: "[1,7] [2,8] |") { Property.zip([$0, $1], emptySentinel: [0]) }
    #expect(Property.zip([MutableProperty<Int>]()) == nil)
    row("1 2", is: "[0] |") { _ in Property.zip([MutableProperty<Int>](), emptySentinel: [0]) }
  }

  @Test("flatten(_:), flatMap(_:_:): the property chosen last, in the instant in which it is chosen")
  func flatten() {
    row("0 1 . . 0", "5 . 6 7 8", is: "0 5 6 7 0 |") { a, b in
      let none = MutableProperty(0)
      return a.flatMap(.latest) { [weak b] in $0 > 0 ? b ?? none : none }
    }
    row("1 2", is: "10 20 |") { $0.map { Property(value: $0 * 10) }.flatten(.latest) }
    row("1 2", is: "10 20 |") { $0.map { Property(value: $0 * 10) }.flatten(.merge) }
  }
}

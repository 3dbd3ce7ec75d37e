import CellModel

/// The different texts of a column in alphabetical order, with how many cells hold those that come before each.
///
/// `COUNTIF(A$1:A$9999, "<" & A1)` filled down, which gives each text its place in a sorted list, so compares it with a few. They are
/// put in order when several have asked for the same rows; of texts beyond ASCII their folded form does not tell.
struct OrderedTexts {
  /// The texts in their order.
  struct Order {
    private let texts: [String]
    /// How many cells hold the texts before each place.
    private let counts: [Int]
    /// The places of other texts.
    let others: [Int32]

    fileprivate init(_ keys: KeyPlaces) {
      let found = keys.texts.filter { !keys.places[$0.value].isEmpty }
      let sorted = found.filter { $0.key.isAscii }.sorted { CellComparison.order($0.key, $1.key) < 0 }
      texts = sorted.map(\.key)
      var counts = [0]
      for (_, list) in sorted { counts.append(counts[counts.count - 1] + keys.places[list].count) }
      self.counts = counts
      others = found.filter { !$0.key.isAscii }.flatMap { keys.places[$0.value] }.sorted()
    }

    /// How many cells hold a text before or behind one, but for ``others``; `nil` where it is to be equal or not.
    func count(_ relation: Criterion.Relation, _ text: String) -> Int? {
      var before: Int { counts[texts.firstPlace { CellComparison.order($0, text) >= 0 }] }
      var through: Int { counts[texts.firstPlace { CellComparison.order($0, text) > 0 }] }
      return switch relation {
      case .less: before
      case .lessOrEqual: through
      case .greater: counts[texts.count] - through
      case .greaterOrEqual: counts[texts.count] - before
      case .equal, .notEqual: nil
      }
    }
  }

  #if ENGINE_CHECKS
    private static let leastSearches = 1
  #else
    /// A look at each text is soon done, so an order of all pays only when many ask.
    private static let leastSearches = 16
  #endif

  /// Of how many rows the order was asked for last, and how often.
  private var asked: (rows: Int, times: Int) = (0, 0)
  private var known: Order?

  /// The order of the texts of a column; `nil` where few have asked for so many rows.
  mutating func order(rows: Int, _ keys: KeyPlaces) -> Order? {
    if asked.rows != rows { (asked, known) = ((rows, 0), nil) }
    asked.times += 1
    if let known { return known }
    guard rows == keys.entries.count, asked.times > Self.leastSearches else { return nil }
    let order = Order(keys)
    known = order
    return order
  }

  /// Says that cells have changed.
  mutating func forget() { known = nil }
}

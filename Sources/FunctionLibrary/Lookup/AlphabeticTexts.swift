import CellModel

/// The different texts of a column in alphabetical order, in which those that begin alike stand together.
///
/// So a pattern such as `ab*` is compared with the few texts that begin so and not with all. They are put in order when several
/// patterns have asked for the same texts: few patterns read them as fast as they are, and where texts come with each row there
/// would be another order for each. A pattern such as `*abc`, which does not say how texts begin, is compared with those that have
/// three of its characters together.
struct AlphabeticTexts {
  private static let leastSearches = 4
  /// To note each three characters takes as long as to look at all texts so often.
  private static let leastSearchesWithin = 16

  /// The texts, which are folded and of ASCII alone, with their numbers.
  private var sorted: [(text: String, number: Int)] = []
  /// The numbers of texts of which their folded form does not tell: they may have more characters than it, or fewer.
  private var others: [Int] = []
  /// How many texts there were when a pattern asked last, and how many have asked since.
  private var asked: (count: Int, times: Int) = (0, 0)
  /// Where each three characters stand together.
  private var trios: TextTrios?

  /// The texts that a pattern may match, and the numbers of those of which their folded form does not tell; `nil` where the pattern
  /// does not say how they begin, or too few have asked.
  ///
  /// - Parameters:
  ///   - count: How many texts there are. There are never others without there being more.
  ///   - texts: Gives the folded texts with their numbers.
  mutating func candidates(
    for pattern: Wildcard, among count: Int, _ texts: () -> [(text: String, number: Int)]
  ) -> (found: ArraySlice<(text: String, number: Int)>, others: [Int])? {
    let beginning = pattern.beginning
    let trios = beginning.isEmpty ? pattern.trios : []
    guard !beginning.isEmpty || !trios.isEmpty else { return nil }
    if asked.count != count { (asked, self.trios) = ((count, 0), nil) }
    asked.times += 1
    guard asked.times >= Self.leastSearches else { return nil }
    if asked.times == Self.leastSearches {
      let all = texts()
      sorted = all.filter { $0.text.isAscii }.sorted { $0.text < $1.text }
      others = all.filter { !$0.text.isAscii }.map(\.number)
    }
    if beginning.isEmpty { return textsWith(trios).map { ($0, others) } }
    let following = sorted[sorted.firstPlace { $0.text >= beginning }...]
    let end = following.firstPlace { !$0.text.utf8.starts(with: beginning.utf8) }
    return (following[..<end], others)
  }

  /// The texts that have some three characters together; `nil` where too few have asked, or the texts are very long.
  private mutating func textsWith(_ wanted: [UInt32]) -> ArraySlice<(text: String, number: Int)>? {
    guard asked.times >= Self.leastSearchesWithin else { return nil }
    if trios == nil { trios = TextTrios(of: sorted.map(\.text)) }
    return trios?.places(with: wanted).map { $0.map { sorted[Int($0)] }[...] }
  }
}

/// In which of some texts each three characters stand together.
private struct TextTrios {
  /// How many bytes the texts have at most; more would take too much memory.
  private static let mostBytes = 1 << 22

  /// The places of the texts, by three bytes of them as one number.
  private var places: [UInt32: [Int32]] = [:]
  private let areTooLong: Bool

  init(of texts: [String]) {
    areTooLong = texts.reduce(0) { $0 + $1.utf8.count } > Self.mostBytes
    if areTooLong { return }
    for (place, text) in texts.enumerated() {
      var trio: UInt32 = 0
      for (count, byte) in text.utf8.enumerated() {
        trio = (trio << 8 | UInt32(byte)) & 0xFF_FFFF
        if count >= 2, places[trio]?.last != Int32(place) { places[trio, default: []].append(Int32(place)) }
      }
    }
  }

  /// Those with the rarest of some; `nil` where the texts are too long.
  func places(with trios: [UInt32]) -> [Int32]? {
    areTooLong ? nil : trios.map { places[$0] ?? [] }.min { $0.count < $1.count } ?? []
  }
}

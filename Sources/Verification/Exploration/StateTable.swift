/// The states that an exploration has found, each once, in the order in which it found them.
///
/// A state is a list of numbers; all lie in one array, one behind the other, and a table of places finds equal ones.
/// - Complexity: Finding or adding a state takes O(*w*), where *w* is its length.
struct StateTable {
  private var numbers: [UInt32] = []
  /// Where each state begins; one more for the end of the last.
  private var starts: [Int] = [0]
  /// Numbers of states by their hash, -1 where there is none.
  private var places: [Int32] = Array(repeating: -1, count: 1 << 10)

  var count: Int { starts.count - 1 }

  subscript(state: Int) -> ArraySlice<UInt32> { numbers[starts[state]..<starts[state + 1]] }

  /// Adds a state unless it is there.
  ///
  /// - Returns: Its number, and whether it is new.
  mutating func insert(_ state: [UInt32]) -> (number: Int, isNew: Bool) {
    if count * 2 > places.count { grow() }
    var place = Self.hash(state[...]) & (places.count - 1)
    while places[place] >= 0 {
      let known = Int(places[place])
      if self[known] == state[...] { return (known, false) }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = Int32(count)
    numbers += state
    starts.append(numbers.count)
    return (count - 1, true)
  }

  private mutating func grow() {
    places = Array(repeating: -1, count: places.count * 2)
    for state in 0..<count {
      var place = Self.hash(self[state]) & (places.count - 1)
      while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(state)
    }
  }

  private static func hash(_ state: ArraySlice<UInt32>) -> Int {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for number in state {
      // A full product folded: its high half carries what the low bits of a plain product lose.
      let product = (hash ^ UInt64(number)).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      hash = product.high ^ product.low
    }
    return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF_FFFF)
  }
}

/// Values with small numbers, the same number for equal values.
///
/// Each value is kept once, with its hash beside it, so that a large one is neither copied nor hashed again while the
/// table grows.
struct Interned<Value: Hashable> {
  private var values: [Value] = []
  private var hashes: ContiguousArray<Int> = []
  /// Numbers of values by their hash, -1 where there is none.
  private var places: ContiguousArray<Int32> = ContiguousArray(repeating: -1, count: 64)

  var count: Int { values.count }

  /// The bytes that the table takes by itself, without what the values hold.
  var byteCount: Int {
    values.capacity * MemoryLayout<Value>.stride + hashes.capacity * MemoryLayout<Int>.stride
      + places.count * MemoryLayout<Int32>.stride
  }

  mutating func number(of value: Value) -> (number: UInt32, isNew: Bool) {
    let hash = value.hashValue
    var place = hash & (places.count - 1)
    while places[place] >= 0 {
      let known = Int(places[place])
      if hashes[known] == hash, values[known] == value { return (UInt32(known), false) }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = Int32(values.count)
    values.append(value)
    hashes.append(hash)
    if values.count * 2 >= places.count { grow() }
    return (UInt32(values.count - 1), true)
  }

  subscript(number: UInt32) -> Value { values[Int(number)] }

  private mutating func grow() {
    places = ContiguousArray(repeating: -1, count: places.count * 2)
    for (number, hash) in hashes.enumerated() {
      var place = hash & (places.count - 1)
      while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(number)
    }
  }
}

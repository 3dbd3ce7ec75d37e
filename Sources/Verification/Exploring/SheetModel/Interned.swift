/// Values with small numbers, the same number for equal values.
struct Interned<Value: Hashable> {
  private var numbers: [Value: UInt32] = [:]
  private var values: [Value] = []

  mutating func number(of value: Value) -> UInt32 {
    if let known = numbers[value] { return known }
    let number = UInt32(values.count)
    numbers[value] = number
    values.append(value)
    return number
  }

  subscript(number: UInt32) -> Value { values[Int(number)] }
}

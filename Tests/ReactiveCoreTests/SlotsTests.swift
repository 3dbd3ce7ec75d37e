import ReactiveCore
import Testing

@Suite("Values that leave together")
struct SlotsTests {
  private final class Item {}

  @Test("Types of any size and alignment keep their values in a tuple")
  func layouts() {
    let small = Signal<Int8, Never>.pipe()
    let number = Signal<Int64?, Never>.pipe()
    let nothing = Signal<Void, Never>.pipe()
    let text = Signal<any CustomStringConvertible, Never>.pipe()
    let flag = Signal<Bool, Never>.pipe()
    let pair = Signal<(UInt16, Double), Never>.pipe()
    var seen: [String] = []
    Signal<Int8, Never>.combineLatest(
      small.output, number.output, nothing.output, text.output, flag.output, pair.output
    ).observeValues { seen.append("latest \($0.0) \($0.1 ?? 0) \($0.2) \($0.3) \($0.4) \($0.5)") }
    Signal<Int8, Never>.zip(
      small.output, number.output, nothing.output, text.output, flag.output, pair.output
    ).observeValues { seen.append("zip \($0.0) \($0.1 ?? 0) \($0.2) \($0.3) \($0.4) \($0.5)") }
    small.input.send(value: -3)
    number.input.send(value: .max)
    nothing.input.send(value: ())
    text.input.send(value: "a text that is too long to lie in place")
    flag.input.send(value: true)
    pair.input.send(value: (9, 0.5))
    let expected = "-3 9223372036854775807 () a text that is too long to lie in place true (9, 0.5)"
    #expect(seen == ["latest \(expected)", "zip \(expected)"])
  }

  @Test("Values that wait come out in their order, however many do")
  func order() {
    let (a, b) = (Signal<Int, Never>.pipe(), Signal<String, Never>.pipe())
    var pairs: [(Int, String)] = []
    a.output.zip(with: b.output).observeValues { pairs.append($0) }
    var (sent, matched) = (0, 0)
    for ahead in [1, 0, 5, 3, 200, 100, 7, 0] {
      while sent < matched + ahead {
        a.input.send(value: sent)
        sent += 1
      }
      for _ in 0..<ahead - ahead / 3 {
        b.input.send(value: "\(matched)")
        matched += 1
      }
    }
    #expect(pairs.count == matched && matched > 200)
    #expect(pairs.enumerated().allSatisfy { $0 == $1.0 && "\($0)" == $1.1 })
  }

  @Test("What waits or was the latest is released with the signal, or when it leaves")
  func release() {
    weak var latest: Item?
    weak var waiting: Item?
    weak var left: Item?
    do {
      let (a, b) = (Signal<Item, Never>.pipe(), Signal<Item, Never>.pipe())
      let combined = a.output.combineLatest(with: b.output)
      let zipped = a.output.zip(with: b.output)
      let rows = Signal<Item, Never>.zip([a.output, b.output])
      withExtendedLifetime((combined, zipped, rows)) {
        var item = Item()
        left = item
        a.input.send(value: item)
        b.input.send(value: Item())
        item = Item()
        latest = item
        a.input.send(value: item)
        #expect(left == nil && latest != nil)
        item = Item()
        waiting = item
        a.input.send(value: item)
        #expect(waiting != nil)
      }
    }
    #expect(latest == nil && waiting == nil)
  }
}

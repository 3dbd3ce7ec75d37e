import Synchronization

/// An array of which a part of an order is one thing and all the rest another.
///
/// `A$1:A$9999 < A1` is TRUE for a beginning of the numbers in their order, which is found without a look at each. What sums and counts
/// ask is known from where the part begins and ends; the elements are made only when somebody wants all of them.
package final class PartedElements: Sendable {
  /// What stands in the part.
  package enum Inside: Sendable {
    /// One and the same element.
    case element(BoxedValue)
    /// The element of other ones in the same place; all of them are numbers.
    case each(BoxedElements)
  }

  /// What stands elsewhere.
  package enum Outside: Sendable {
    /// One and the same element.
    case element(BoxedValue)
    /// 0 times the element of those inside, which is 0 of one sign or the other.
    case zeros
  }

  package let order: ElementOrder
  package let part: Range<Int>
  package let inside: Inside
  package let outside: Outside
  /// The errors and texts that the one element of the part or of the rest may be; not each of them need be there.
  package let others: [CellValue]
  private let made = Mutex<BoxedElements?>(nil)

  package init(
    _ order: ElementOrder, _ part: Range<Int>, _ inside: Inside, outside: Outside, others: [CellValue] = []
  ) {
    (self.order, self.part, self.inside, self.outside, self.others) = (order, part, inside, outside, others)
  }

  /// The part is one element and the rest another; `nil` where either is an error or a text that is not among others.
  package convenience init?(
    _ order: ElementOrder, _ part: Range<Int>, _ inside: BoxedValue, outside: BoxedValue, others: [CellValue] = []
  ) {
    for box in [inside, outside] where box.hasSlot && Int(box.slot) >= others.count { return nil }
    self.init(order, part, .element(inside), outside: .element(outside), others: others)
  }

  /// The same part of other elements, all of which are numbers, and what stands elsewhere; `nil` where they are not.
  package convenience init?(_ order: ElementOrder, _ part: Range<Int>, of elements: BoxedElements, outside: Outside) {
    if case .element(let box) = outside, box.hasSlot { return nil }
    guard elements.boxes.count == order.count, elements.others.isEmpty, order.sums(of: elements).areAllNumbers else {
      return nil
    }
    self.init(order, part, .each(elements), outside: outside)
  }

  package var count: Int { order.count }

  /// All elements, which are made once.
  package var all: BoxedElements {
    made.withLock { made in
      if let made { return made }
      let all = BoxedElements(boxes, others: others)
      made = all
      return all
    }
  }

  private var boxes: [BoxedValue] {
    switch (inside, outside) {
    case (.element(let one), .element(let other)): boxes({ _ in one }, { _ in other })
    case (.element(let one), .zeros): boxes({ _ in one }, { _ in BoxedValue(0) })
    case (.each(let elements), .element(let other)):
      elements.boxes.withUnsafeBufferPointer { each in boxes({ each[$0] }, { _ in other }) }
    case (.each(let elements), .zeros):
      elements.boxes.withUnsafeBufferPointer { each in boxes({ each[$0] }, { BoxedValue(0 * each[$0].number) }) }
    }
  }

  @inline(__always)
  private func boxes(_ inside: (Int) -> BoxedValue, _ outside: (Int) -> BoxedValue) -> [BoxedValue] {
    let (first, width) = (UInt32(part.lowerBound), UInt32(part.count))
    return [BoxedValue](unsafeUninitializedCapacity: count) { boxes, initialized in
      order.ranks.withUnsafeBufferPointer { ranks in
        for place in ranks.indices {
          boxes[place] = UInt32(bitPattern: ranks[place]) &- first < width ? inside(place) : outside(place)
        }
      }
      initialized = count
    }
  }

  /// Whether the element at a place is one of the part.
  package func contains(_ place: Int) -> Bool { part.contains(Int(order.ranks[place])) }

  /// The first place at which an element meets a condition; `nil` where there is none.
  ///
  /// It is asked of one element of the part and one of the rest, unless the part has more of them.
  package func firstPlace(where holds: (CellValue) -> Bool) -> Int? {
    guard let elements else { return (0..<count).first { holds(value(of: box(at: $0))) } }
    let (inside, outside) = (holds(value(of: elements.inside)), holds(value(of: elements.outside)))
    guard inside || outside else { return nil }
    if order.isInPlace, inside != outside {
      let place = inside ? part.lowerBound : part.lowerBound > 0 ? 0 : part.upperBound
      return (inside ? part.isEmpty : part.count == count) ? nil : place
    }
    return (0..<count).first { contains($0) ? inside : outside }
  }

  /// The first place from one on that is in the part, or that is not; `nil` where there is none.
  package func firstPlace(from place: Int, inPart isInPart: Bool) -> Int? {
    guard place < count else { return nil }
    if order.isInPlace, isInPart {
      let first = max(place, part.lowerBound)
      return first < part.upperBound ? first : nil
    }
    let (first, width) = (UInt32(part.lowerBound), UInt32(part.count))
    return order.ranks.withUnsafeBufferPointer { ranks in
      (place..<ranks.count).first { (UInt32(bitPattern: ranks[$0]) &- first < width) == isInPart }
    }
  }

  /// What one of its boxes stands for.
  package func value(of box: BoxedValue) -> CellValue { BoxedElements([BoxedValue](), others: others).value(of: box) }

  /// The element at a place.
  package func box(at place: Int) -> BoxedValue {
    switch (contains(place), inside, outside) {
    case (true, .element(let box), _), (false, _, .element(let box)): box
    case (true, .each(let elements), _): elements.boxes[place]
    case (false, .each(let elements), .zeros): BoxedValue(0 * elements.boxes[place].number)
    case (false, .element, .zeros): BoxedValue(0)
    }
  }

  /// The one element of the part and that of the rest; `nil` where the part has more.
  package var elements: (inside: BoxedValue, outside: BoxedValue)? {
    if case .element(let inside) = inside, case .element(let outside) = outside { (inside, outside) } else { nil }
  }

  /// As few elements with their places; `nil` where they are many, or the rest is not one element.
  package var few: FewElements? {
    guard part.count <= FewElements.most(of: count), case .element(let rest) = outside else { return nil }
    let places = order.isInPlace ? Array(part) : order.places[part].map { Int($0) }.sorted()
    return FewElements(
      count: count, places: places, own: BoxedElements(places.map { box(at: $0) }, others: others),
      rest: rest)
  }

  // MARK: What it comes to

  /// How many elements are of a kind, which numbers are whatever they come to.
  package func count(where isOfKind: (BoxedValue) -> Bool) -> Int {
    var (one, other) = (BoxedValue(0), BoxedValue(0))
    if case .element(let box) = inside { one = box }
    if case .element(let box) = outside { other = box }
    return (isOfKind(one) ? part.count : 0) + (isOfKind(other) ? count - part.count : 0)
  }

  /// The sum of the numbers, each added in the order of their places; `nil` where only a look at each tells, as where there may
  /// be errors.
  package var sum: Double? {
    guard others.isEmpty else { return nil }
    var rest: Double = 0
    if case .element(let box) = outside, box.isNumber { rest = box.number }
    switch inside {
    case .each(let elements):
      return rest == 0 ? order.sums(of: elements).sum(in: part, of: order) : nil
    case .element(let box):
      let number = box.isNumber ? box.number : 0
      // Such sums are not rounded.
      let most = Double(1 << 49) / Double(count)
      guard number == number.rounded(), rest == rest.rounded(), max(abs(number), abs(rest)) <= most else { return nil }
      return 0 + number * Double(part.count) + rest * Double(count - part.count)
    }
  }

  /// The sum of the numbers as `SUM` makes it; `nil` where only a look at each tells, as where it may be a remainder of
  /// rounding.
  package var total: Double? {
    guard let sum else { return nil }
    if case .each(let elements) = inside, sum != 0, abs(sum) < order.sums(of: elements).leastCertain { return nil }
    return sum
  }

  /// The sum of the products with the numbers of other elements, of which those that are none count as 0, as logicals do in
  /// these; `nil` where only a look at each tells.
  package func sum(of elements: BoxedElements) -> Double? {
    guard others.isEmpty, case .element(let box) = inside, box.isNumber, box.number == 1,
      case .element(let rest) = outside, !rest.isNumber || rest.number == 0, elements.boxes.count == count
    else { return nil }
    return order.sums(of: elements).sum(in: part, of: order)
  }
}

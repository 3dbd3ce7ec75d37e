import CellModel
import Formulas

/// An operator of which it is known at once that nearly all elements of its result are the same.
///
/// It is applied to the few that are not, and to one of the rest, in the way of ``BoxedOperation``, so that every element is what it
/// would be if all were made.
struct FewOperation {
  let lifted: LiftedOperator

  private var op: BinaryOperator { lifted.op }

  /// What the operator makes of two values; `nil` where a look at all elements tells.
  ///
  /// - Parameter places: Where the elements of an array stand, when many have asked for that.
  func result(_ a: CellValue, _ b: CellValue, _ places: (CellArray) -> ElementPlaces?) -> CellArray? {
    switch (a, b) {
    case (.array(let left), .array(let right)):
      guard left.rows == right.rows, left.columns == right.columns else { return nil }
      switch (left.few, right.few) {
      case (let few?, let other?): return self.few(left, few, other)
      case (let few?, nil):
        return op == .divide ? quotient(of: few, left, right) : product(of: few, left, right, fewFirst: true)
      case (nil, let few?):
        return op == .divide ? quotient(left, right, few) : product(of: few, left, right, fewFirst: false)
      case (nil, nil): return nil
      }
    case (.array(let array), _):
      return array.few.map { mapped(array, $0) { ($0, b) } } ?? equal(array, b, places) { ($0, b) }
    case (_, .array(let array)):
      return array.few.map { mapped(array, $0) { (a, $0) } } ?? equal(array, a, places) { (a, $0) }
    default: return nil
    }
  }

  /// The elements of an array with the other sign; `nil` where a look at all elements tells.
  static func negated(_ array: CellArray) -> CellArray? {
    guard let few = array.few, let negated = BoxedOperation.negated(column(of: few.own, and: restBox(of: few)))?.boxed
    else { return nil }
    return Self.array(like: array, few.places, negated)
  }

  /// A box that stands for each of the rest where its sign does not matter.
  private static func restBox(of few: FewElements) -> BoxedValue {
    if case .element(let box) = few.rest { box } else { BoxedValue(0) }
  }

  // MARK: Few elements and one value

  private func mapped(
    _ array: CellArray, _ few: FewElements, _ sides: (CellValue) -> (CellValue, CellValue)
  ) -> CellArray? {
    // Of which sign the products of a 0 are nobody needs to know before all are made.
    guard case .element(let rest) = few.rest, let result = dense(sides(.array(Self.column(of: few.own, and: rest))))
    else { return nil }
    return Self.array(like: array, few.places, result)
  }

  /// Whether elements of an array are equal to one value.
  private func equal(
    _ array: CellArray, _ value: CellValue, _ places: (CellArray) -> ElementPlaces?,
    _ sides: (CellValue) -> (CellValue, CellValue)
  ) -> CellArray? {
    guard op == .equal || op == .notEqual, !lifted.comparesCase, CellArray.hasRoom(for: array.count),
      let places = places(array)
    else { return nil }
    let most = FewElements.most(of: array.count)
    guard let candidates = places.candidates(for: value, atMost: most) else { return nil }
    let rest = BoxedValue(op == .notEqual)
    guard !candidates.isEmpty else {
      return CellArray(
        rows: array.rows, columns: array.columns,
        FewElements(count: array.count, places: [], own: BoxedElements([BoxedValue]()), rest: rest))
    }
    guard let result = dense(sides(.array(CellArray(column: candidates.map(\.value))))) else { return nil }
    // The blanks behind what is used of a whole column are many, and mostly like the rest.
    let others = zip(candidates, result.boxes).filter { $0.1 != rest }
    guard others.reduce(0, { $0 + $1.0.places.count }) <= most else { return nil }
    var found: [(place: Int, box: BoxedValue)] = []
    for (candidate, box) in others { for place in candidate.places { found.append((place, box)) } }
    if candidates.count > 1 { found.sort { $0.place < $1.place } }
    return CellArray(
      rows: array.rows, columns: array.columns,
      FewElements(
        count: array.count, places: found.map(\.place),
        own: BoxedElements(found.map(\.box), others: result.others), rest: rest))
  }

  // MARK: Few elements and an array

  /// Two arrays of few elements.
  private func few(_ array: CellArray, _ left: FewElements, _ right: FewElements) -> CellArray? {
    guard case .element(let leftRest) = left.rest, case .element(let rightRest) = right.rest else {
      return product(of: left, right, like: array)
    }
    let places = Self.union(left.places, right.places)
    guard places.count <= FewElements.most(of: array.count) else { return nil }
    let own = BoxedElements(Self.gather(left, places, leftRest), others: left.own.others)
    let other = BoxedElements(Self.gather(right, places, rightRest), others: right.own.others)
    guard
      let result = dense(
        (.array(Self.column(of: own, and: leftRest)), .array(Self.column(of: other, and: rightRest))))
    else { return nil }
    return Self.array(like: array, places, result)
  }

  /// The products of two arrays of few elements whose rest is 0, of which the sign is not known.
  private func product(of left: FewElements, _ right: FewElements, like array: CellArray) -> CellArray? {
    guard op == .multiply, left.isZeroBesideNumbers, right.isZeroBesideNumbers else { return nil }
    let places = left.places.filter { place in
      let index = right.firstIndex(from: place)
      return index < right.places.count && right.places[index] == place
    }
    let boxes = Self.gather(left, places, .blank)
    let others = Self.gather(right, places, .blank)
    return zeros(like: array, places, boxes, others) { (left.all, right.all) }
  }

  /// The products of few elements whose rest is 0 with an array of numbers, all of which are finite.
  private func product(of few: FewElements, _ left: CellArray, _ right: CellArray, fewFirst: Bool) -> CellArray? {
    let dense = fewFirst ? right : left
    guard op == .multiply, few.isZeroBesideNumbers, let boxes = dense.boxes(at: few.places) else { return nil }
    let own = few.own.boxes
    return zeros(like: left, few.places, fewFirst ? own : boxes, fewFirst ? boxes : own) {
      let all = dense.boxed ?? BoxedElements([BoxedValue]())
      return fewFirst ? (few.all, all) : (all, few.all)
    }
  }

  /// The quotients of few elements whose rest is 0 by an array of numbers, none of which is 0.
  private func quotient(of few: FewElements, _ left: CellArray, _ right: CellArray) -> CellArray? {
    guard few.isZeroBesideNumbers, right.parted == nil, let divisors = right.boxed, divisors.others.isEmpty,
      divisors.boxes.allSatisfy({ $0.isNumber && $0.number != 0 })
    else { return nil }
    return zeros(like: left, few.places, few.own.boxes, few.places.map { divisors.boxes[$0] }) { (few.all, divisors) }
  }

  /// What the operator makes of some elements, where it makes 0 of all others.
  private func zeros(
    like array: CellArray, _ places: [Int], _ left: [BoxedValue], _ right: [BoxedValue],
    _ sides: @escaping @Sendable () -> (BoxedElements, BoxedElements)
  ) -> CellArray? {
    var own = BoxedElements([BoxedValue]())
    if !places.isEmpty {
      guard
        let result = dense((.array(Self.column(BoxedElements(left))), .array(Self.column(BoxedElements(right)))))
      else { return nil }
      own = result
    }
    let operation = self
    let few = FewElements(zerosBeside: own, at: places, of: array.count) {
      let (left, right) = sides()
      // The same operator has been applied to elements of both, so that it takes them.
      return operation.dense((.array(Self.column(left)), .array(Self.column(right)))) ?? BoxedElements([BoxedValue]())
    }
    return CellArray(rows: array.rows, columns: array.columns, few)
  }

  /// The quotients of numbers by few elements whose rest is 0.
  private func quotient(_ left: CellArray, _ right: CellArray, _ few: FewElements) -> CellArray? {
    guard few.isZeroBesideNumbers, let boxed = left.boxed, boxed.others.isEmpty else { return nil }
    let dividends = Self.column(of: BoxedElements(few.places.map { boxed.boxes[$0] }), and: BoxedValue(0))
    let divisors = Self.column(of: few.own, and: BoxedValue(0))
    guard let result = dense((.array(dividends), .array(divisors))) else { return nil }
    return Self.array(like: right, few.places, result)
  }

  // MARK: Columns of some elements

  /// What the operator makes of elements that are all made.
  private func dense(_ sides: (CellValue, CellValue)) -> BoxedElements? {
    lifted.array(sides.0, sides.1)?.boxed
  }

  private static func column(_ elements: BoxedElements) -> CellArray {
    CellArray(rows: elements.boxes.count, columns: 1, elements)
  }

  /// Elements and behind them one of the rest.
  private static func column(of elements: BoxedElements, and rest: BoxedValue) -> CellArray {
    column(BoxedElements(elements.boxes + [rest], others: elements.others))
  }

  /// An array of the shape of another, of elements with one of the rest behind them.
  private static func array(like array: CellArray, _ places: [Int], _ elements: BoxedElements) -> CellArray {
    let rest = elements.boxes[places.count]
    let indices = places.indices.filter { elements.boxes[$0] != rest }
    return CellArray(
      rows: array.rows, columns: array.columns,
      FewElements(
        count: array.count, places: indices.map { places[$0] },
        own: BoxedElements(indices.map { elements.boxes[$0] }, others: elements.others), rest: rest))
  }

  /// The elements at some places in ascending order.
  private static func gather(_ few: FewElements, _ places: [Int], _ rest: BoxedValue) -> [BoxedValue] {
    var index = 0
    return places.map { place in
      while index < few.places.count, few.places[index] < place { index += 1 }
      return index < few.places.count && few.places[index] == place ? few.own.boxes[index] : rest
    }
  }

  private static func union(_ left: [Int], _ right: [Int]) -> [Int] {
    var (i, j) = (0, 0)
    var union: [Int] = []
    union.reserveCapacity(left.count + right.count)
    while i < left.count || j < right.count {
      if j == right.count || i < left.count && left[i] <= right[j] {
        if j < right.count, right[j] == left[i] { j += 1 }
        union.append(left[i])
        i += 1
      } else {
        union.append(right[j])
        j += 1
      }
    }
    return union
  }
}

extension FewElements {
  /// Whether all are numbers or stand for one, and the rest for 0.
  fileprivate var isZeroBesideNumbers: Bool {
    guard own.others.isEmpty else { return false }
    switch rest {
    case .zeros: return true
    case .element(let box): return box.isNumber ? box.number == 0 : box.isBlank || box == BoxedValue(false)
    }
  }
}

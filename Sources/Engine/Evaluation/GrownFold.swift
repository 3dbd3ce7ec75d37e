import CellModel
import Formulas
import Functions

/// How far a growing call has come.
final class GrownFold {
  /// What the elements depend on beside those of the columns.
  struct Key: Hashable {
    let template: ObjectIdentifier
    /// Where the call ends in the program.
    let end: Int
    let scope: ScopeID
    /// The cells in which the columns begin.
    let columns: [CellAddress]
    /// The cells and own numbers by themselves, and what is made of cells alone.
    let values: [Single]
    let places: [Area]
  }

  /// One value, to the bit.
  enum Single: Hashable {
    case number(UInt64, NumberKind)
    /// Texts of other characters may be equal.
    case text([UInt8])
    case logical(Bool)
    case blank

    init?(_ value: CellValue) {
      switch value {
      case .number(let number, let kind): self = .number(number.bitPattern, kind)
      case .text(let text): self = .text(Array(text.utf8))
      case .logical(let logical): self = .logical(logical)
      case .blank: self = .blank
      default: return nil
      }
    }
  }

  /// A template of another formula could stand where this one did.
  private let template: FormulaTemplate
  /// How many rows have been taken in.
  private(set) var rows = 0
  /// Whether something came that only the ordinary call tells.
  private var isStopped = false
  private(set) var isGoingOn = false
  private var totals = Totals()
  private var numbers: [BoxedValue] = []
  private let gatheredCount: GatheredCount
  /// Where the one number among errors stands last.
  private(set) var lastPlace: Int?
  private var error: CellError?

  /// What the elements come to that are added up.
  private struct Totals {
    var kinds = CommonKind()
    var sum = CountedSum()
    var products = PlainSum()
    var largest = Largest()
    var smallest = Smallest()
    var truths = CountedTruths()
  }

  init(of template: FormulaTemplate, _ gatheredCount: GatheredCount) {
    (self.template, self.gatheredCount) = (template, gatheredCount)
  }

  deinit { gatheredCount.value -= numbers.count }

  /// Takes in so many rows; `false` where only the ordinary call tells what comes of them.
  ///
  /// - Parameter arrays: What the arguments are from a row on, counted from the first of the columns, down to the last.
  func takeIn(
    upTo end: Int, _ fold: GrowingFold, _ arrays: (_ first: Int) -> [CellArray]?
  ) -> Bool {
    guard !isStopped, !isGoingOn, rows <= end else { return false }
    if error != nil || rows == end { return true }
    isGoingOn = true
    defer { isGoingOn = false }
    // A single row would be no array.
    let first = rows == 0 ? 0 : rows - 1
    guard let arrays = arrays(first), arrays.allSatisfy({ $0.rows == end - first && $0.columns == 1 }),
      fold.multiplies ? multiply(arrays, from: rows - first) : takeIn(arrays[0], from: rows - first, fold.measure)
    else {
      isStopped = true
      gatheredCount.value -= numbers.count
      numbers = []
      return false
    }
    rows = end
    return true
  }

  private func takeIn(_ array: CellArray, from first: Int, _ measure: GrowingFold.Measure) -> Bool {
    switch measure {
    case .numbers(let aggregate): takeInNumbers(array, from: first, passesErrors: aggregate == .count)
    case .truths: takeInTruths(array, from: first)
    case .gathered: gather(array, from: first)
    case .lastPlace: find(in: array, from: first)
    }
  }

  private func gather(_ array: CellArray, from first: Int) -> Bool {
    let former = numbers.count
    defer { gatheredCount.value += numbers.count - former }
    for place in first..<array.count {
      switch array[place: place] {
      case .number(let number, let kind):
        totals.kinds.add(kind)
        numbers.append(BoxedValue(number))
      // Which of several errors is told is a matter of the function.
      case .error, .array, .record, .lambda: return false
      case .text, .logical, .blank: continue
      }
    }
    return gatheredCount.value + numbers.count - former <= GatheredCount.most
  }

  private func find(in array: CellArray, from first: Int) -> Bool {
    for place in first..<array.count {
      switch array[place: place] {
      case .number(let number, .plain) where lastPlace == nil || number == totals.largest.result:
        totals.largest.add(number)
        lastPlace = rows - first + place
      case .error: continue
      default: return false
      }
    }
    return true
  }

  /// Whether the one number among errors is smaller than another.
  func isBelow(_ other: Double) -> Bool { totals.largest.result.map { $0 < other } ?? true }

  /// The one number among errors as an array, or an error.
  var lastNumber: CellArray {
    CellArray(column: [lastPlace == nil ? .error(.divisionByZero) : .number(totals.largest.result ?? 0)])
  }

  /// The numbers among the elements as an array, which has a logical where there are none.
  var gathered: CellArray {
    guard !numbers.isEmpty else { return CellArray(column: [.logical(false)]) }
    let kind = totals.kinds.kind
    return kind == .plain
      ? CellArray(rows: numbers.count, columns: 1, BoxedElements(numbers))
      : CellArray(column: numbers.map { .number($0.number, kind) })
  }

  private func takeInTruths(_ array: CellArray, from first: Int) -> Bool {
    for place in first..<array.count {
      switch array[place: place] {
      case .logical(let logical): totals.truths.add(logical)
      case .number(let number, _): totals.truths.add(number != 0)
      case .error(let error):
        self.error = error
        return true
      case .array, .record, .lambda: return false
      case .text, .blank: continue
      }
    }
    return true
  }

  private func takeInNumbers(_ array: CellArray, from first: Int, passesErrors: Bool) -> Bool {
    let boxes = array.boxed?.boxes
    for place in first..<array.count {
      if let box = boxes?[place], box.isNumber {
        add(box.number, .plain)
        continue
      }
      switch array[place: place] {
      case .number(let number, let kind): add(number, kind)
      case .error(let error):
        if passesErrors { continue }
        self.error = error
        return true
      case .array, .record, .lambda: return false
      case .text, .logical, .blank: continue
      }
    }
    return true
  }

  @inline(__always)
  private func add(_ number: Double, _ kind: NumberKind) {
    totals.kinds.add(kind)
    totals.sum.add(number)
    totals.largest.add(number)
    totals.smallest.add(number)
  }

  private func multiply(_ arrays: [CellArray], from first: Int) -> Bool {
    let only = arrays.count == 1 ? arrays[0].boxed?.boxes : nil
    for place in first..<arrays[0].count {
      if let box = only?[place], box.isNumber {
        totals.products.add(box.number)
        continue
      }
      var product: Double = 1
      for array in arrays {
        switch array[place: place] {
        case .number(let number, _): product *= number
        case .text, .logical, .blank: product = 0
        case .error(let error):
          // Of several arrays the error of the first one is told, wherever it stands.
          guard arrays.count == 1 else { return false }
          self.error = error
          return true
        case .array, .record, .lambda: return false
        }
      }
      totals.products.add(product)
    }
    return true
  }

  /// What the elements come to; `nil` where only the ordinary call tells.
  func result(of fold: GrowingFold) -> CellValue? {
    if let error { return .error(error) }
    switch fold.measure {
    case .numbers(let aggregate): return number(aggregate, fold)
    case .truths(let areAll): return totals.truths.result(areAll: areAll).map { .logical($0) }
    case .gathered, .lastPlace: return nil
    }
  }

  private func number(_ aggregate: NumberAggregate, _ fold: GrowingFold) -> CellValue? {
    let number: Double? =
      switch aggregate {
      case .sum, .startedSum: fold.multiplies ? totals.products.value : totals.sum.sum.value
      case .mean: totals.sum.result
      case .count: Double(totals.sum.count)
      case .largest: totals.largest.result
      case .smallest: totals.smallest.result
      case .product: nil
      }
    guard let number, number.isFinite else { return nil }
    return .number(number, fold.keepsKinds ? totals.kinds.kind : .plain)
  }
}

extension GrownFold {
  #if ENGINE_CHECKS
    /// As few as that, so that each sheet of a test comes this way.
    static let leastRows = 4
  #else
    /// Shorter columns are made in no time.
    static let leastRows = 64
  #endif
  /// Where each row asks for something else, what the others came to is of no use.
  static let mostKept = 1 << 12
  /// Of so many calls it is known that they were met once.
  fileprivate static let mostMet = 1 << 16
}

/// Which growing calls a pass has met once: where each row asks for something else, to begin one is of no use.
final class MetFolds {
  struct Key: Hashable {}

  private var met: Set<Int> = []

  /// Whether a call was met before.
  func meets(_ key: GrownFold.Key) -> Bool {
    if met.count >= GrownFold.mostMet { met.removeAll(keepingCapacity: true) }
    return !met.insert(key.hashValue).inserted
  }
}

/// How many numbers all growing calls of a pass have gathered.
final class GatheredCount {
  struct Key: Hashable {}

  /// As many as take 32 MB.
  static let most = 1 << 22

  var value = 0
}

/// How many of some conditions hold.
private struct CountedTruths {
  private var trueCount = 0
  private var falseCount = 0

  mutating func add(_ truth: Bool) { if truth { trueCount += 1 } else { falseCount += 1 } }

  /// Whether all hold, or any does; `nil` where there is none.
  func result(areAll: Bool) -> Bool? {
    guard trueCount + falseCount > 0 else { return nil }
    return areAll ? falseCount == 0 : trueCount > 0
  }
}

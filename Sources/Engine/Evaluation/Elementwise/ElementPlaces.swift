import CellModel
import Formulas

/// Where the elements of an array stand, by what they are, so that those which equal a value are found without a look at all.
///
/// It tells candidates: whether they are equal, to 15 digits and in any case of letters, is for the operator to say.
final class ElementPlaces {
  /// Elements that an operator cannot tell apart, and where they stand.
  private struct Group {
    let value: CellValue
    var places: [Int]
  }

  /// Numbers that are farther apart than this part of them differ in their fifteenth digit.
  private static let reach = 4e-14
  private static let mostOthers = 16

  /// The numbers in ascending order; those that are the same stand in the order of their places.
  private let numbers: [(number: Double, place: Int)]
  /// Texts in the order of comparisons.
  private let texts: [Group]
  /// Blanks, logicals and errors, which are few; any of them may be equal to something else, or be the result.
  private let others: [Group]

  /// The order in which comparisons with a number see the elements, found when one asks; `nil` where an element is an error.
  private(set) lazy var order: ElementOrder? = {
    guard !others.contains(where: \.value.isError) else { return nil }
    let blanks = others.filter(\.value.isBlank).flatMap(\.places).map {
      (number: CellValue.blankAsNumber, place: $0)
    }
    let behind = texts.flatMap(\.places) + others.filter { !$0.value.isBlank }.flatMap(\.places)
    guard !blanks.isEmpty else { return ElementOrder(numbers, followedBy: behind) }
    return ElementOrder((numbers + blanks).sorted(by: Self.stand), followedBy: behind)
  }()

  /// `nil` for an array in which something stands that operators do not take as it is.
  init?(_ array: CellArray) {
    var numbers: [(number: Double, place: Int)] = []
    var (texts, others): ([Group], [Group]) = ([], [])
    var slots: [String: Int] = [:]
    var table = SlotTable(atMost: Self.mostOthers)
    var groups: [UInt64: Int] = [:]
    for place in 0..<array.count {
      let value = array[place: place]
      switch value {
      case .number(let number, _): numbers.append((number, place))
      case .text(let text):
        let slot = slots[text] ?? texts.count
        if slot == texts.count {
          slots[text] = slot
          texts.append(Group(value: value, places: [place]))
        } else {
          // Texts of other characters may be equal, and stand elsewhere in the order.
          guard texts[slot].value.text?.utf8.elementsEqual(text.utf8) == true else { return nil }
          texts[slot].places.append(place)
        }
      case .blank, .logical, .error:
        guard let box = table.box(of: value) else { return nil }
        let group = groups[box.bits] ?? others.count
        if group == others.count {
          groups[box.bits] = group
          others.append(Group(value: value, places: [place]))
        } else {
          others[group].places.append(place)
        }
      default: return nil
      }
    }
    self.numbers = numbers.sorted(by: Self.stand)
    self.texts = texts.sorted { Self.order($0, $1) < 0 }
    self.others = others
  }

  private static func stand(_ one: (number: Double, place: Int), before other: (number: Double, place: Int)) -> Bool {
    (one.number, one.place) < (other.number, other.place)
  }

  private static func order(_ one: Group, _ other: Group) -> Int {
    CellComparison.order(one.value.text ?? "", other.value.text ?? "")
  }

  /// Elements that may equal a value, each with its places, and beside them all whose comparison may be no logical.
  ///
  /// - Returns: `nil` where there are more than `most`, or none can be told.
  func candidates(for value: CellValue, atMost most: Int) -> [(value: CellValue, places: [Int])]? {
    var found = others.map { (value: $0.value, places: $0.places) }
    switch value {
    case .number(let number, _):
      let reach = abs(number) * Self.reach
      for index in firstIndex(in: numbers, where: { $0.number >= number - reach })..<numbers.count {
        guard numbers[index].number <= number + reach else { break }
        found.append((.number(numbers[index].number), [numbers[index].place]))
        if found.count > most + others.count { return nil }
      }
    case .text(let text):
      for index in firstIndex(in: texts, where: { CellComparison.order($0.value.text ?? "", text) >= 0 })..<texts.count
      {
        guard CellComparison.order(texts[index].value.text ?? "", text) == 0 else { break }
        found.append((texts[index].value, texts[index].places))
      }
    case .logical: break
    default: return nil
    }
    return found
  }

  private func firstIndex<Element>(in list: [Element], where isReached: (Element) -> Bool) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(list[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

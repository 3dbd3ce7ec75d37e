/// A collection in order of insertion, whose elements are removed by the token that came with their insertion.
public struct Bag<Element> {
  /// Names one element of a bag.
  public struct Token: Sendable, Hashable {
    fileprivate let number: UInt64
  }

  fileprivate var elements: ContiguousArray<Element> = []
  /// Rises with the index, as elements are only appended.
  fileprivate var tokens: ContiguousArray<UInt64> = []
  private var next: UInt64 = 0

  /// Makes an empty bag.
  public init() {}

  /// Makes a bag of the given elements.
  public init<S: Sequence>(_ elements: S) where S.Element == Element {
    for each in elements { insert(each) }
  }

  /// Appends an element.
  ///
  /// - Returns: The token that removes it.
  @discardableResult
  public mutating func insert(_ element: Element) -> Token {
    defer { next += 1 }
    elements.append(element)
    tokens.append(next)
    return Token(number: next)
  }

  /// Removes the element that a token names.
  ///
  /// - Returns: The element; `nil` when it had been removed.
  /// - Complexity: O(*n*) to close the gap, after a binary search.
  @discardableResult
  public mutating func remove(using token: Token) -> Element? {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle] < token.number { low = middle + 1 } else { high = middle }
    }
    guard low < tokens.count, tokens[low] == token.number else { return nil }
    tokens.remove(at: low)
    return elements.remove(at: low)
  }
}

extension Bag: Sendable where Element: Sendable {}

extension Bag: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }
  public func index(after index: Int) -> Int { index + 1 }
  public func index(before index: Int) -> Int { index - 1 }
  public subscript(index: Int) -> Element { elements[index] }

  public func makeIterator() -> Iterator { Iterator(elements.makeIterator()) }

  /// The elements of a bag one after the other.
  public struct Iterator: IteratorProtocol {
    private var base: ContiguousArray<Element>.Iterator

    fileprivate init(_ base: ContiguousArray<Element>.Iterator) { self.base = base }

    public mutating func next() -> Element? { base.next() }
  }
}

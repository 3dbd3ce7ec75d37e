/// The observers of a signal in the order in which they came.
///
/// A delivery reads the list without a lock while others add and remove observers, and counts no references: it *borrows*
/// the list. These rules hold, and let it do so:
///
/// - L1. Borrowed memory is not written, but behind the places that the borrower knows of.
/// - L2. What a borrower can see, memory or observer, is kept until no borrower is left.
/// - L3. A list owns one reference to each observer in its places, and to each that it keeps for a borrower.
///
/// The owner's lock is held during each call. Nothing is released in one: what is not needed any more is handed out.
struct ObserverList: ~Copyable {
  /// One observer's place; without an observer once that was removed.
  struct Place {
    let token: Int
    var observer: Unmanaged<AnyObject>?
  }

  /// What a delivery goes through.
  struct Borrowed {
    fileprivate let places: UnsafeMutablePointer<Place>?
    let count: Int

    /// The observer at a place; `nil` where it was removed before.
    @inline(__always)
    subscript(index: Int) -> Unmanaged<AnyObject>? { places.unsafelyUnwrapped[index].observer }
  }

  /// What is to be let go after the owner's lock.
  struct Remains {
    fileprivate var memory: [UnsafeMutablePointer<Place>] = []
    fileprivate var observers: [Unmanaged<AnyObject>] = []

    /// Lets it go; runs what observers do at their end.
    func release() {
      for each in memory { each.deallocate() }
      for observer in observers { observer.release() }
    }
  }

  /// `nil` until the first observer comes.
  private var places: UnsafeMutablePointer<Place>?
  private var capacity = 0
  private var placeCount = 0
  private var nextToken = 0
  /// How many observers there are.
  private(set) var count = 0
  private var borrowers = 0
  /// Whether a borrower reads the present memory.
  private var isBorrowed = false
  private var remains: Remains?

  init() {}

  deinit {
    if let places {
      for index in 0..<placeCount { places[index].observer?.release() }
      places.deallocate()
    }
    remains?.release()
  }

  // MARK: Reading

  @inline(__always)
  mutating func borrow() -> Borrowed {
    borrowers += 1
    isBorrowed = true
    return Borrowed(places: places, count: placeCount)
  }

  /// Ends what ``borrow()`` began.
  ///
  /// - Returns: What is to be released after the lock, if anything is.
  @inline(__always)
  mutating func giveBack() -> Remains? {
    borrowers -= 1
    guard borrowers == 0 else { return nil }
    isBorrowed = false
    return remains == nil ? nil : takeRemains()
  }

  @inline(never)
  private mutating func takeRemains() -> Remains? {
    let remains = remains
    self.remains = nil
    return remains
  }

  /// Calls a function with each observer.
  borrowing func withEach(_ body: (AnyObject) -> Void) {
    for index in 0..<placeCount {
      if let observer = places.unsafelyUnwrapped[index].observer { observer._withUnsafeGuaranteedRef(body) }
    }
  }

  /// Hands all observers over to a list of their own. Nobody borrows.
  mutating func takeAll() -> ObserverList {
    var taken = ObserverList()
    taken.nextToken = nextToken
    swap(&self, &taken)
    return taken
  }

  // MARK: Changes

  /// Adds an observer.
  ///
  /// - Returns: The token that removes it.
  /// - Complexity: O(1) amortised.
  mutating func append(_ observer: AnyObject) -> Int {
    if placeCount == capacity { move(toCapacity: max(capacity * 2, 1)) }
    (places! + placeCount).initialize(to: Place(token: nextToken, observer: .passRetained(observer)))
    placeCount += 1
    count += 1
    nextToken += 1
    return nextToken - 1
  }

  /// Removes an observer.
  ///
  /// - Returns: Whether it was there, and the observer, to be released after the lock, unless it is kept for a borrower.
  /// - Complexity: O(log *n*) amortised, and O(*n*) for the first during a delivery.
  mutating func remove(_ token: Int) -> (wasThere: Bool, observer: Unmanaged<AnyObject>?) {
    guard let index = index(of: token), let observer = places![index].observer else { return (false, nil) }
    if isBorrowed { move(toCapacity: capacity) }
    places![index].observer = nil
    count -= 1
    if index == placeCount - 1 {
      placeCount -= 1
    } else if placeCount > 16 && placeCount > count * 2 {
      closeGaps()
    }
    guard borrowers > 0 else { return (true, observer) }
    remains = remains ?? Remains()
    remains!.observers.append(observer)
    return (true, nil)
  }

  private func index(of token: Int) -> Int? {
    guard let places else { return nil }
    var low = 0
    var high = placeCount
    while low < high {
      let middle = (low + high) / 2
      if places[middle].token < token { low = middle + 1 } else { high = middle }
    }
    return low < placeCount && places[low].token == token ? low : nil
  }

  private mutating func closeGaps() {
    guard let places else { return }
    var kept = 0
    for index in 0..<placeCount where places[index].observer != nil {
      places[kept] = places[index]
      kept += 1
    }
    placeCount = kept
  }

  /// Goes on in other memory.
  private mutating func move(toCapacity newCapacity: Int) {
    let former = places
    let places = UnsafeMutablePointer<Place>.allocate(capacity: newCapacity)
    self.places = places
    capacity = newCapacity
    guard let former else { return }
    places.initialize(from: former, count: placeCount)
    if isBorrowed {
      isBorrowed = false
      remains = remains ?? Remains()
      remains!.memory.append(former)
    } else {
      former.deallocate()
    }
  }
}

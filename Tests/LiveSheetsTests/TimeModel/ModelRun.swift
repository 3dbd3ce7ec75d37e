/// A run of an action or a fetch.
///
/// Whenever something has arrived it goes through its body from the beginning, with what its places know by then.
final class ModelRun {
  /// A call in the body, or something that stands around calls, once it has been reached.
  final class Place {
    unowned let run: ModelRun
    let path: [Int]
    /// The service and the arguments of a call.
    var service: String?
    var arguments: [Int?] = []
    /// What has arrived last.
    var value: Int??
    var failure: String?
    /// How often something has arrived.
    var arrivals = 0
    /// Whether a call is over.
    var isDone = false
    /// How often RETRY has made its calls again, and whether it waits before it does.
    var tries = 0
    var isWaiting = false
    /// The arrivals below DELAY that are on their way, and those of the latest one.
    var delayed = 0
    var latest: [Int]?
    /// Whether the time of TIMEOUT is over.
    var isLate = false

    init(_ run: ModelRun, _ path: [Int]) {
      self.run = run
      self.path = path
    }

    /// Whether something may still arrive here.
    var isOpen: Bool { service != nil && !isDone || delayed > 0 || isWaiting }

    func isBelow(_ path: [Int]) -> Bool { self.path.count > path.count && self.path.starts(with: path) }
  }

  /// What the body needs of what is around it.
  protocol Surroundings: AnyObject {
    /// A call is made.
    func open(_ place: Place)
    /// What a place waits for matters no more.
    func close(_ place: Place)
    func setTimer(_ quarters: Int, _ place: Place, _ value: Int?)
    func cancelTimers(of place: Place)
  }

  enum Interruption: Error {
    case noAnswer
    case failure(String)
  }

  let owner: String
  private let body: ModelBody
  /// What its names held when it started, and its arguments.
  private let names: [String: Int?]
  private unowned let surroundings: any Surroundings
  var isEnded = false
  private var places: [Place] = []
  /// What the parts of chains were told last.
  private var told: [[Int]: (place: Place, arrivals: Int)] = [:]

  init(of owner: String, _ body: ModelBody, _ names: [String: Int?], in surroundings: any Surroundings) {
    self.owner = owner
    self.body = body
    self.names = names
    self.surroundings = surroundings
  }

  /// Whether more values may come.
  var isOpen: Bool { places.contains { $0.service != nil && !$0.isDone || $0.delayed > 0 } }

  /// The value of the body with what has arrived by now.
  ///
  /// - Throws: ``Interruption`` where nothing has come that it needs, or something has failed.
  func value() throws -> Int? { try value(of: body, at: [], names) }

  /// Closes all places, or those below a path.
  func close(below path: [Int] = []) {
    for place in places where place.isBelow(path) { surroundings.close(place) }
    places.removeAll { $0.isBelow(path) }
  }

  /// The time of TIMEOUT is over.
  func expire(_ place: Place) {
    place.isLate = true
    // Whether something has come of it is still asked.
    if hasTold(below: place.path) { place.value = .some(nil) }
    close(below: place.path)
  }

  private func hasTold(below path: [Int]) -> Bool { places.contains { $0.isBelow(path) && $0.value != nil } }

  // MARK: The body

  private func value(of body: ModelBody, at path: [Int], _ names: [String: Int?]) throws -> Int? {
    let here = path + [0]
    switch body {
    case .formula(let formula): return try formula.value { names[$0].flatMap { $0 } }
    case .chain(let parts, let last): return try value(ofChain: parts, last, at: path, names)
    case .call(let service, let arguments):
      return try value(ofCall: service, arguments.map { try $0.value { names[$0].flatMap { $0 } } }, at: here)
    case .timeout(let part, let quarters):
      let place = self.place(at: here) { surroundings.setTimer(quarters, $0, nil) }
      if place.isLate { throw Interruption.failure("no answer after \(Self.number(quarters)) s") }
      do {
        let value = try value(of: part, at: here, names)
        if !places.contains(where: { $0.isBelow(here) && $0.isOpen }) { surroundings.cancelTimers(of: place) }
        return value
      } catch Interruption.failure(let reason) {
        surroundings.cancelTimers(of: place)
        throw Interruption.failure(reason)
      }
    case .retry(let part, let times, let quarters):
      return try value(ofRetry: part, times, quarters, place(at: here), names)
    case .delay(let part, let quarters):
      let place = place(at: here)
      do {
        let value = try value(of: part, at: here, names)
        let arrivals = places.filter { $0.isBelow(here) }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
          .map(\.arrivals)
        if place.latest != arrivals {
          place.latest = arrivals
          place.delayed += 1
          surroundings.setTimer(quarters, place, value)
        }
      } catch Interruption.noAnswer {}
      return try arrived(place)
    }
  }

  private func value(ofCall service: String, _ arguments: [Int?], at path: [Int]) throws -> Int? {
    let place = place(at: path) { place in
      place.service = service
      place.arguments = arguments
      surroundings.open(place)
    }
    guard place.arguments == arguments else { throw ModelLimit.otherArguments }
    if let reason = place.failure { throw Interruption.failure(reason) }
    return try arrived(place)
  }

  private func value(
    ofRetry part: ModelBody, _ times: Int, _ quarters: Int?, _ place: Place, _ names: [String: Int?]
  ) throws -> Int? {
    if place.isWaiting { throw Interruption.noAnswer }
    while true {
      do { return try value(of: part, at: place.path, names) } catch Interruption.failure(let reason) {
        guard place.tries < times else { throw Interruption.failure(reason) }
        if hasTold(below: place.path) { throw ModelLimit.triedAfterValue }
        place.tries += 1
        close(below: place.path)
        guard let quarters else { continue }
        place.isWaiting = true
        surroundings.setTimer(quarters, place, nil)
        throw Interruption.noAnswer
      }
    }
  }

  /// What arrives in a part begins what follows anew.
  private func value(
    ofChain parts: [(name: String, part: ModelBody)], _ last: ModelFormula, at path: [Int], _ names: [String: Int?]
  ) throws -> Int? {
    var names = names
    for (index, (name, part)) in parts.enumerated() {
      let here = path + [index + 1]
      names[name] = .some(try value(of: part, at: here, names))
      guard let place = teller(in: part, at: here) else { continue }
      if let former = told[here], former.place !== place || former.arrivals != place.arrivals {
        for later in parts.indices where later > index { close(below: path + [later + 1]) }
      }
      told[here] = (place, place.arrivals)
    }
    return try last.value { names[$0].flatMap { $0 } }
  }

  /// The place from which the value of a part has come.
  private func teller(in body: ModelBody, at path: [Int]) -> Place? {
    let here = path + [0]
    switch body {
    case .call, .delay: return places.first { $0.path == here }
    case .timeout(let part, _), .retry(let part, _, _): return teller(in: part, at: here)
    case .formula, .chain: return nil
    }
  }

  private func place(at path: [Int], _ begin: (Place) -> Void = { _ in }) -> Place {
    if let place = places.first(where: { $0.path == path }) { return place }
    let place = Place(self, path)
    places.append(place)
    begin(place)
    return place
  }

  private func arrived(_ place: Place) throws -> Int? {
    guard let value = place.value else { throw Interruption.noAnswer }
    return value
  }

  private static func number(_ quarters: Int) -> String {
    quarters.isMultiple(of: 4) ? "\(quarters / 4)" : ModelStream.seconds(quarters)
  }
}

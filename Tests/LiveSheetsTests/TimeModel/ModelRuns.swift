/// The actions, fetches and open calls of a model.
///
/// What runs do is *news* for the sheet: waves that come in the next micro-step.
final class ModelRuns: ModelRun.Surroundings {
  typealias Wave = ModelTimeline.Wave

  private struct ActionState {
    let action: ModelForm.Action
    var run: ModelRun?
    var value: Int?
    var error: String?
  }

  private struct FetchState {
    let fetch: ModelForm.Fetch
    var run: ModelRun?
    /// What its names held when it started; `nil` before it has.
    var names: [String: Int?]?
    var answer: Result<Int?, ModelError>?
  }

  private var actions: [String: ActionState] = [:]
  private var fetches: [String: FetchState] = [:]
  /// In the order of the text.
  private var fetchNames: [String] = []
  private var calls: [ModelRun.Place] = []
  /// How often each service was called.
  private(set) var counts: [String: Int] = [:]
  private var news: [Wave] = []
  /// The runs that go on in this instant.
  private var advancing: [ModelRun] = []
  /// The actions that were running when the clauses began that are looked at; these see no other.
  private var pictured: Set<String>?

  private let setTimerOf: (Int, ModelRun.Place, Int?) -> Void
  private let cancelTimersOf: (ModelRun.Place) -> Void

  init(
    _ form: ModelForm, setTimer: @escaping (Int, ModelRun.Place, Int?) -> Void,
    cancelTimers: @escaping (ModelRun.Place) -> Void
  ) {
    setTimerOf = setTimer
    cancelTimersOf = cancelTimers
    for definition in form.definitions {
      switch definition {
      case .action(let action): actions[action.name] = ActionState(action: action)
      case .fetch(let fetch):
        fetches[fetch.name] = FetchState(fetch: fetch)
        fetchNames.append(fetch.name)
      case .service(let name, _): counts[name] = 0
      default: break
      }
    }
  }

  // MARK: Surroundings of runs

  func open(_ place: ModelRun.Place) {
    guard let service = place.service else { return }
    counts[service, default: 0] += 1
    calls.append(place)
  }

  func close(_ place: ModelRun.Place) {
    calls.removeAll { $0 === place }
    cancelTimersOf(place)
  }

  func setTimer(_ quarters: Int, _ place: ModelRun.Place, _ value: Int?) { setTimerOf(quarters, place, value) }

  func cancelTimers(of place: ModelRun.Place) { cancelTimersOf(place) }

  // MARK: Cells

  /// The services that have open calls.
  var openServices: [String] { Set(calls.compactMap(\.service)).sorted() }

  /// A cell of an action as a formula reads it, or what a fetch has; `nil` for another name.
  func value(of name: String, _ names: ModelFormula.Names) throws -> Int?? {
    if let fetch = fetches[name] {
      switch fetch.answer {
      case .success(let value)?: return .some(value)
      case .failure(let error)?: throw error
      case nil:
        guard let otherwise = fetch.fetch.otherwise else { throw ModelError.busy }
        return otherwise
      }
    }
    guard let dot = name.lastIndex(of: "."), let state = actions[String(name[..<dot])] else { return nil }
    switch name[dot...] {
    case ".value": return .some(state.value)
    case ".isExecuting": return isSeenRunning(state) ? 1 : 0
    case ".isEnabled": return try !isSeenRunning(state) && mayRun(state, names) ? 1 : 0
    default: return nil
    }
  }

  /// The reason of the last failure of an action.
  func error(of action: String) -> String? { actions[action]?.error }

  private func isSeenRunning(_ state: ActionState) -> Bool {
    pictured?.contains(state.action.name) ?? (state.run != nil)
  }

  private func mayRun(_ state: ActionState, _ names: ModelFormula.Names) throws -> Bool {
    try state.action.condition?.holds(names) ?? true
  }

  // MARK: Starting and stopping

  func start(_ name: String, _ arguments: [Int?], _ names: ModelFormula.Names) throws {
    guard var state = actions[name] else { return }
    guard try state.run == nil && mayRun(state, names) else {
      note(name, .refused)
      return
    }
    let action = state.action
    var held: [String: Int?] = [:]
    for name in action.body.names.subtracting(action.parameters) { held[name] = .some(try names(name)) }
    for (parameter, argument) in zip(action.parameters, arguments) { held[parameter] = .some(argument) }
    let run = ModelRun(of: name, action.body, held, in: self)
    state.run = run
    actions[name] = state
    note(name, .started)
    advancing.append(run)
  }

  func stop(_ name: String) {
    guard let run = actions[name]?.run else { return }
    end(run)
    actions[name]?.run = nil
    note(name, .stopped)
  }

  /// Looks at clauses, which see actions as they are now.
  func picturing(_ clauses: () throws -> Void) rethrows {
    pictured = Set(actions.filter { $0.value.run != nil }.keys)
    defer { pictured = nil }
    try clauses()
  }

  /// Starts an action as a clause does; one that ran when the clauses were looked at is not started anew.
  func startByClause(_ name: String, _ arguments: [Int?], _ names: ModelFormula.Names) throws {
    if pictured?.contains(name) == true { note(name, .refused) } else { try start(name, arguments, names) }
  }

  /// Starts the fetches anew whose names hold something else.
  ///
  /// - Returns: Whether there were any.
  func settleFetches(_ names: ModelFormula.Names) throws -> Bool {
    var hasStarted = false
    for name in fetchNames {
      guard var state = fetches[name] else { continue }
      var held: [String: Int?] = [:]
      for name in state.fetch.body.names { held[name] = .some(try names(name)) }
      guard state.names != held else { continue }
      if let run = state.run { end(run) }
      let run = ModelRun(of: name, state.fetch.body, held, in: self)
      (state.names, state.run, state.answer) = (held, run, nil)
      fetches[name] = state
      advancing.append(run)
      hasStarted = true
    }
    return hasStarted
  }

  // MARK: What arrives

  /// What a service says to its latest open call; `false` where none is open.
  func answer(_ service: String, _ answer: ModelAnswer) -> Bool {
    guard let place = calls.last(where: { $0.service == service }) else { return false }
    place.arrivals += 1
    switch answer {
    case .replies(let value), .sends(let value): place.value = .some(value)
    case .fails(let reason): place.failure = reason
    }
    if case .sends = answer {
    } else {
      place.isDone = true
      calls.removeAll { $0 === place }
    }
    advancing = [place.run]
    return true
  }

  /// The time has come for which a place has waited.
  func wake(_ place: ModelRun.Place, _ value: Int?) {
    if place.delayed > 0 {
      place.delayed -= 1
      place.value = .some(value)
      place.arrivals += 1
    } else if place.isWaiting {
      place.isWaiting = false
    } else {
      place.run.expire(place)
    }
    advancing = [place.run]
  }

  // MARK: News

  var hasMore: Bool { !advancing.isEmpty }

  func takeNews() -> [Wave] {
    defer { news = [] }
    return news
  }

  /// Lets the runs that have begun or been told something go on.
  func advance() throws {
    let runs = advancing
    advancing = []
    for run in runs where !run.isEnded {
      do { try arrived(try run.value(), from: run) } catch let interruption as ModelRun.Interruption {
        if case .failure(let reason) = interruption { failed(run, reason) }
      }
    }
  }

  private func arrived(_ value: Int?, from run: ModelRun) throws {
    let (name, isOver) = (run.owner, !run.isOpen)
    if isOver { end(run) }
    guard fetches[name] == nil else {
      fetches[name]?.answer = .success(value)
      return
    }
    actions[name]?.value = value
    note(name, .values, value)
    guard isOver else { return }
    actions[name]?.run = nil
    actions[name]?.error = nil
    note(name, .succeeded, value)
    note(name, .finished)
  }

  private func failed(_ run: ModelRun, _ reason: String) {
    let name = run.owner
    end(run)
    guard fetches[name] == nil else {
      fetches[name]?.answer = .failure(.notAvailable)
      return
    }
    actions[name]?.run = nil
    actions[name]?.error = reason
    note(name, .failed)
    note(name, .finished)
  }

  private func end(_ run: ModelRun) {
    run.isEnded = true
    run.close()
  }

  private func note(_ action: String, _ happening: ModelHappening, _ payload: Int? = nil) {
    news.append([ModelStream.happening(action, happening).text: [payload]])
  }
}

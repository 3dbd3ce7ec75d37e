import Dispatch
import ReactiveCore
import Testing

struct Failed: Error, Equatable, CustomDebugStringConvertible, CustomStringConvertible {
  var description: String { "failed" }
  var debugDescription: String { description }
}

@Suite("Action")
struct ActionTests {
  /// An action whose work is what is sent to a pipe, and a record of what happens.
  final class Rig {
    let isAllowed = MutableProperty(true)
    var log: [String] = []
    var inputs: [Signal<Int, Failed>.Observer] = []
    var stops = 0
    private(set) lazy var action = Action<Int, Int, Failed>(enabledIf: isAllowed) { [unowned self] number in
      let pipe = Signal<Int, Failed>.pipe()
      inputs.append(pipe.input)
      log.append("start \(number)")
      return SignalProducer { observer, lifetime in
        lifetime.observeEnded { [weak self] in self?.stops += 1 }
        lifetime += pipe.output.observe(observer)
      }
    }

    var state: String {
      (action.isEnabled.value ? "enabled" : "disabled") + (action.isExecuting.value ? " executing" : "")
    }

    init() {
      action.values.observeValues { [weak self] in self?.note("value \($0)") }
      action.errors.observeValues { [weak self] in self?.note("error \($0)") }
      action.completed.observeValues { [weak self] in self?.noteState("completed") }
      action.disabledErrors.observeValues { [weak self] in self?.noteState("disabled") }
    }

    func note(_ text: String) { log.append(text) }

    func noteState(_ text: String) { log.append("\(text), \(state)") }

    @discardableResult
    func apply(_ number: Int) -> any Disposable {
      action.apply(number).start(.init { [weak self] in self?.noteState("\($0)") })
    }
  }

  @Test("A3: events go to those who started the work, then to all")
  func execution() {
    let rig = Rig()
    #expect(rig.state == "enabled")
    rig.apply(1)
    #expect(rig.state == "disabled executing")
    rig.inputs[0].send(value: 5)
    rig.inputs[0].sendCompleted()
    #expect(rig.state == "enabled")
    #expect(
      rig.log == [
        "start 1", "VALUE 5, disabled executing", "value 5", "COMPLETED, disabled executing", "completed, enabled",
      ])
    #expect(rig.stops == 1)
  }

  @Test("A failure is passed on, and the action can be applied again")
  func failure() {
    let rig = Rig()
    rig.apply(1)
    rig.inputs[0].send(error: Failed())
    rig.apply(2)
    #expect(
      rig.log == [
        "start 1", "FAILED producerFailed(failed), disabled executing", "error failed", "start 2",
      ])
    #expect(rig.state == "disabled executing")
  }

  @Test("A1: a start while the action is disabled or under way fails")
  func disabled() {
    let rig = Rig()
    rig.isAllowed.value = false
    rig.apply(1)
    rig.isAllowed.value = true
    rig.apply(2)
    rig.apply(3)
    #expect(
      rig.log == [
        "FAILED disabled, disabled", "disabled, disabled", "start 2", "FAILED disabled, disabled executing",
        "disabled, disabled executing",
      ])
  }

  @Test("A4: disposing of a start interrupts the work")
  func interruption() {
    let rig = Rig()
    var events: [String] = []
    rig.action.events.observeValues { events.append("\($0)") }
    let run = rig.apply(1)
    run.dispose()
    #expect(rig.state == "enabled")
    #expect(rig.stops == 1)
    #expect(events == ["INTERRUPTED"])
    #expect(rig.log == ["start 1", "INTERRUPTED, disabled executing"])
  }

  @Test("A3: work that ends at once is not under way when the action tells of it")
  func synchronous() {
    let action = Action<Int, Int, Never> { SignalProducer(value: $0 * 2) }
    var seen: [Int] = []
    var again = true
    action.completed.observeValues {
      #expect(action.isEnabled.value)
      guard again else { return }
      again = false
      action.apply(4).start()
    }
    action.values.observeValues { seen.append($0) }
    action.apply(1).start()
    #expect(seen == [2, 8])
  }

  @Test("A2: observers of isEnabled and isExecuting see both as they are, isEnabled first")
  func states() {
    let rig = Rig()
    var seen: [String] = []
    rig.action.isExecuting.signal.observeValues { seen.append("executing \($0): \(rig.state)") }
    rig.action.isEnabled.signal.observeValues { seen.append("enabled \($0): \(rig.state)") }
    rig.apply(1)
    rig.inputs[0].sendCompleted()
    rig.isAllowed.value = false
    #expect(
      seen == [
        "enabled false: disabled executing", "executing true: disabled executing", "enabled true: enabled",
        "executing false: enabled", "enabled false: disabled",
      ])
  }

  @Test("Its state may follow from whether it is executing")
  func feedback() {
    let rig = Rig()
    rig.isAllowed.value = false
    rig.isAllowed <~ rig.action.isExecuting.negate()
    #expect(rig.state == "enabled")
    let run = rig.apply(1)
    #expect(!rig.isAllowed.value)
    #expect(rig.state == "disabled executing")
    run.dispose()
    #expect(rig.isAllowed.value)
    #expect(rig.state == "enabled")
  }

  @Test("A5: the work gets the state for which the action was enabled")
  func state() {
    let state = MutableProperty<Int?>(nil)
    let action = Action<Int, Int, Never>(unwrapping: state) { SignalProducer(value: $0 + $1) }
    var seen: [Int] = []
    action.values.observeValues { seen.append($0) }
    #expect(!action.isEnabled.value)
    state.value = 10
    action.apply(1).start()
    state.value = 20
    action.apply(1).start()
    PropertyGraph.transaction {
      state.value = nil
      action.apply(2).start()
    }
    #expect(seen == [11, 21, 22])
    #expect(!action.isEnabled.value)
  }

  @Test("Forms without input, of a property, of an optional and of a validating property")
  func forms() {
    let double: (Int) -> SignalProducer<Int, Never> = { SignalProducer(value: $0 * 2) }
    let state = MutableProperty(1)
    let optional = MutableProperty<Int?>(nil)
    let validating = ValidatingProperty<Int, Failed>(1) { $0 < 0 ? .invalid(Failed()) : .valid }
    let actions = [
      Action(state: state, execute: double), Action(unwrapping: optional, execute: double),
      Action(validated: validating, execute: double),
    ]
    var seen: [Int] = []
    for action in actions { action.values.observeValues { seen.append($0) } }
    #expect(actions.map(\.isEnabled.value) == [true, false, true])
    for action in actions { action.apply().start() }
    state.value = 2
    optional.value = 3
    validating.value = -1
    #expect(actions.map(\.isEnabled.value) == [true, true, false])
    for action in actions { action.apply().start() }
    #expect(seen == [2, 2, 4, 6])
  }

  @Test("A7: it is a target of bindings, which ignore values while it is disabled")
  func binding() {
    let rig = Rig()
    let (signal, input) = Signal<Int, Never>.pipe()
    rig.action <~ signal
    input.send(value: 1)
    input.send(value: 2)
    rig.inputs[0].sendCompleted()
    input.send(value: 3)
    #expect(rig.log == ["start 1", "disabled, disabled executing", "completed, enabled", "start 3"])
  }

  @Test("A6: it keeps its state alive, work keeps it alive, and its signals complete when it is released")
  func lifetimes() {
    var state: MutableProperty<Bool>? = MutableProperty(true)
    weak let weakState = state
    let (work, input) = Signal<Int, Failed>.pipe()
    var action: Action<Int, Int, Failed>? = Action(enabledIf: state!) { _ in SignalProducer(work) }
    weak let weakAction = action
    var log: [String] = []
    action!.events.observe(.init { log.append("events \($0)") })
    action!.values.observe(.init { log.append("values \($0)") })
    action!.disabledErrors.observe(.init { log.append("disabledErrors \($0)") })
    action!.isEnabled.signal.observe(.init { log.append("isEnabled \($0)") })
    action!.isExecuting.signal.observe(.init { log.append("isExecuting \($0)") })
    action!.lifetime.observeEnded { log.append("lifetime") }
    action!.apply(1).start()
    state = nil
    action = nil
    #expect(weakState != nil)
    #expect(weakAction != nil)
    #expect(log == ["isEnabled VALUE false", "isExecuting VALUE true"])
    log = []
    input.sendCompleted()
    #expect(weakAction == nil)
    #expect(weakState == nil)
    #expect(
      Set(log) == [
        "isEnabled VALUE true", "isExecuting VALUE false", "events VALUE COMPLETED", "values COMPLETED",
        "events COMPLETED", "disabledErrors COMPLETED", "isEnabled COMPLETED", "isExecuting COMPLETED", "lifetime",
      ])
  }

  @Test("A1: of many threads that start at once, one starts the work")
  func threads() {
    let starts = Atomic(0)
    let failures = Atomic(0)
    let action = Action<Int, Int, Never> { _ in
      starts.modify { $0 += 1 }
      return .never
    }
    for round in 1...200 {
      let runs = Atomic<[any Disposable]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        let run = action.apply(number).start(.init(failed: { _ in failures.modify { $0 += 1 } }))
        runs.modify { $0.append(run) }
      }
      #expect(starts.value == round)
      #expect(failures.value == round * 3)
      for run in runs.value { run.dispose() }
    }
  }
}

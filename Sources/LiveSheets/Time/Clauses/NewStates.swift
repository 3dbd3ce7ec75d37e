import CellModel

/// The new values of states that the clauses of a micro-step have given, until they take effect together.
///
/// - R1. A state that has a new value knows its place here, and every other state knows that it has none.
struct NewStates {
  /// A state of an instance and the value that it gets; the instance does not end before the state has it.
  struct NewState {
    let instance: Unmanaged<TimeInstance>
    let state: Int
    var value: CellValue
  }

  private(set) var values: [NewState] = []

  var isEmpty: Bool { values.isEmpty }

  /// The new value of a state that has one.
  func value(of state: Int, in instance: TimeInstance) -> CellValue? {
    let place = instance.newStatePlaces[state]
    return place < 0 ? nil : values[place].value
  }

  /// Gives a state a new value, in place of the one that it may have.
  mutating func set(_ state: Int, of instance: TimeInstance, to value: CellValue) {
    let place = instance.newStatePlaces[state]
    if place >= 0 {
      values[place].value = value
    } else {
      instance.newStatePlaces[state] = values.count
      values.append(NewState(instance: .passUnretained(instance), state: state, value: value))
    }
  }

  /// Takes all, to let them take effect; the body must not ask for them.
  mutating func takeAll(_ body: (TimeInstance, _ state: Int, CellValue) -> Void) {
    for index in values.indices {
      let state = values[index].state
      values[index].instance.use { instance in
        instance.newStatePlaces[state] = -1
        body(instance, state, values[index].value)
      }
    }
    values.removeAll(keepingCapacity: true)
  }

  /// The rules of this type that do not hold for some instances, worded for a bug report.
  func brokenRules(of instances: [TimeInstance]) -> [String] {
    var broken: [String] = []
    for (place, new) in values.enumerated() {
      let known = new.instance.use { $0.newStatePlaces[new.state] }
      guard known != place else { continue }
      broken.append("R1: state \(new.state) has a new value at \(place), and knows \(known)")
    }
    let known = instances.reduce(0) { $0 + $1.newStatePlaces.count { $0 >= 0 } }
    if known > values.count { broken.append("R1: \(known) states know a place, \(values.count) have a new value") }
    return broken
  }
}

import TestSupport
import Testing

@testable import ReactiveCore

/// Random use of validating properties that depend on each other, against what their documentation says.
///
/// The model is a list of values and last proposals. `LONG_TESTS=1 swift test --filter RandomValidationTests` tries 100,000.
@Suite("Random validation against a model")
struct RandomValidationTests {
  struct Refusal: Error, Equatable { let code: Int }
  typealias Validated = ValidatingProperty<Int, Refusal>

  /// How a validator decides; some look at the property that it depends on.
  struct Rule {
    let kind: Int
    let number: Int

    static func random(_ generator: inout SeededGenerator) -> Rule {
      Rule(kind: generator.number(0...4), number: generator.number(2...4))
    }

    func decide(_ value: Int, _ other: Int) -> Validated.Decision {
      switch kind {
      case 0: .valid
      case 1: value % number == 0 ? .invalid(Refusal(code: number)) : .valid
      case 2: value > 10 ? .coerced(10, nil) : value % number == 1 ? .coerced(value + 1, Refusal(code: 1)) : .valid
      case 3: value < other ? .invalid(Refusal(code: other)) : .valid
      default:
        value > other ? .coerced(other, Refusal(code: value)) : value == other ? .invalid(Refusal(code: 0)) : .valid
      }
    }
  }

  /// What a validating property depends on.
  enum Other {
    case none
    case plain(Int)
    case validated(Int)
  }

  enum Step {
    case setPlain(Int, Int)
    case propose(Int, Int)
    case setInner(Int, Int)
    case modifyInner(Int, Int)
  }

  static func text(_ result: Validated.Result) -> String {
    switch result {
    case .valid(let value): "valid \(value)"
    case .coerced(let replacement, let proposed, let error):
      "coerced \(proposed) to \(replacement) \(error?.code ?? -1)"
    case .invalid(let value, let error): "invalid \(value) \(error.code)"
    }
  }

  /// The slow reading.
  struct Model {
    struct Property {
      let rule: Rule
      let other: Other
      var value: Int
      var proposed: Int
      var result = ""
    }

    var plain: [Int]
    var properties: [Property] = []
    /// What the observers of each value and of each result have seen.
    var values: [[Int]] = []
    var results: [[String]] = []

    mutating func add(_ rule: Rule, _ other: Other, _ initial: Int) {
      properties.append(Property(rule: rule, other: other, value: initial, proposed: initial))
      values.append([])
      results.append([])
      validate(properties.count - 1, initial, takes: false)
      results[properties.count - 1] = []
    }

    private func dependency(of index: Int) -> Int {
      switch properties[index].other {
      case .none: 0
      case .plain(let number): plain[number]
      case .validated(let number): properties[number].proposed
      }
    }

    /// Validates a value; what is taken is seen, too. Those that depend on the property follow.
    mutating func validate(_ index: Int, _ value: Int, takes: Bool) {
      let decision = properties[index].rule.decide(value, dependency(of: index))
      properties[index].proposed = value
      properties[index].result = RandomValidationTests.text(.init(value, decision))
      results[index].append(properties[index].result)
      if takes, let taken = Validated.Result(value, decision).value {
        properties[index].value = taken
        values[index].append(taken)
      }
      for next in properties.indices where next > index {
        if case .validated(index) = properties[next].other { validate(next, properties[next].proposed, takes: true) }
      }
    }

    mutating func perform(_ step: Step) {
      switch step {
      case .setPlain(let number, let value):
        plain[number] = value
        for index in properties.indices {
          if case .plain(number) = properties[index].other { validate(index, properties[index].proposed, takes: true) }
        }
      case .propose(let index, let value): validate(index, value, takes: true)
      case .setInner(let index, let value), .modifyInner(let index, let value):
        properties[index].value = value
        values[index].append(value)
        validate(index, value, takes: false)
      }
    }
  }

  /// The properties themselves.
  final class Run {
    let plain: [MutableProperty<Int>]
    var inner: [MutableProperty<Int>] = []
    var properties: [Validated] = []
    var values: [[Int]] = []
    var results: [[String]] = []
    /// What did not fit together when an observer looked.
    var faults: [String] = []

    init(_ plain: [Int]) { self.plain = plain.map { MutableProperty($0) } }

    func add(_ rule: Rule, _ other: Other, _ initial: Int) {
      let inner = MutableProperty(initial)
      let index = properties.count
      let property: Validated =
        switch other {
        case .none: Validated(inner) { rule.decide($0, 0) }
        case .plain(let number): Validated(inner, with: plain[number]) { rule.decide($0, $1) }
        case .validated(let number): Validated(inner, with: properties[number]) { rule.decide($0, $1) }
        }
      self.inner.append(inner)
      properties.append(property)
      values.append([])
      results.append([])
      property.signal.observeValues { [unowned self] in
        values[index].append($0)
        look(at: index)
      }
      property.result.signal.observeValues { [unowned self] in
        results[index].append(RandomValidationTests.text($0))
        look(at: index)
      }
    }

    /// A value that was taken is there together with its result.
    private func look(at index: Int) {
      let property = properties[index]
      guard let taken = property.result.value.value, !wasSetDirectly else { return }
      if taken != property.value { faults.append("\(index): \(property.value) beside \(property.result.value)") }
    }

    private var wasSetDirectly = false

    func perform(_ step: Step) {
      switch step {
      case .setPlain(let number, let value): plain[number].value = value
      case .propose(let index, let value): properties[index].value = value
      case .setInner(let index, let value):
        wasSetDirectly = true
        inner[index].value = value
      case .modifyInner(let index, let value):
        wasSetDirectly = true
        inner[index].modify { $0 = value }
      }
    }
  }

  @Test("Random validating properties do what their documentation says", arguments: 0..<4)
  func validation(part: Int) {
    for index in 0..<TestLength.count(500, of: 25_000) {
      let seed = part * 1_000_000 + index
      var generator = SeededGenerator(seed: UInt64(seed))
      let plain = [generator.number(0...9), generator.number(0...9)]
      var model = Model(plain: plain)
      let run = Run(plain)
      var story: [String] = []
      for index in 0..<generator.number(1...5) {
        let rule = Rule.random(&generator)
        let other: Other =
          switch generator.number(0...3) {
          case 0: .none
          case 1: .plain(generator.number(0...1))
          default: index == 0 ? .none : .validated(generator.number(0...index - 1))
          }
        let initial = generator.number(0...12)
        story.append("\(rule) \(other) \(initial)")
        model.add(rule, other, initial)
        run.add(rule, other, initial)
      }
      for _ in 0..<generator.number(1...12) {
        let target = generator.number(0...run.properties.count - 1)
        let value = generator.number(0...15)
        let step: Step =
          switch generator.number(0...7) {
          case 0, 1: .setPlain(generator.number(0...1), value)
          case 2: .setInner(target, value)
          case 3: .modifyInner(target, value)
          default: .propose(target, value)
          }
        story.append("\(step)")
        model.perform(step)
        run.perform(step)
        let isAlike =
          run.properties.map(\.value) == model.properties.map(\.value)
          && run.properties.map { Self.text($0.result.value) } == model.properties.map(\.result)
          && run.values == model.values && run.results == model.results && run.faults.isEmpty
        guard isAlike else {
          Issue.record(
            """
            seed \(seed): \(story.joined(separator: "; "))
            \(run.values) \(run.results) \(run.properties.map(\.value)) \(run.faults)
            expected
            \(model.values) \(model.results) \(model.properties.map(\.value))
            """)
          return
        }
      }
    }
  }
}

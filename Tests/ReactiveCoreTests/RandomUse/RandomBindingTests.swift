import TestSupport
import Testing

@testable import ReactiveCore

/// Random bindings between properties, signals and producers, against a slow reading of the contract's B1 to B6.
///
/// Bindings run from lower numbers to higher ones, so that there is no circle, and a target has one binding to a property
/// at a time: what two of them do in one instant is a matter of their order. The model is a list of values and of the
/// bindings in force. `LONG_TESTS=1 swift test --filter RandomBindingTests` tries 100,000.
@Suite("Random bindings against a model")
struct RandomBindingTests {
  static let count = 5
  static let pipes = 2

  enum Step {
    case set(Int, Int)
    case send(pipe: Int, Int)
    /// Ends a signal; another takes its place.
    case end(pipe: Int, completes: Bool)
    case bindProperty(target: Int, source: Int, mapped: Bool)
    case bindSignal(target: Int, pipe: Int)
    /// A producer of values that then goes on with a signal, or ends.
    case bindProducer(target: Int, values: Int, pipe: Int?)
    case unbind(Int)
    /// Lets a property go; another takes its place.
    case release(Int)

    static func random(_ generator: inout SeededGenerator) -> Step {
      let count = RandomBindingTests.count
      let pipe = generator.number(0...RandomBindingTests.pipes - 1)
      let target = generator.number(1...count - 1)
      return switch generator.number(0...15) {
      case 0...4: .set(generator.number(0...count - 1), generator.number(0...99))
      case 5, 6: .send(pipe: pipe, generator.number(100...199))
      case 7: .end(pipe: pipe, completes: generator.happens(50))
      case 8...10:
        .bindProperty(target: target, source: generator.number(0...target - 1), mapped: generator.happens(40))
      case 11: .bindSignal(target: target, pipe: pipe)
      case 12:
        .bindProducer(target: target, values: generator.number(0...2), pipe: generator.happens(50) ? pipe : nil)
      case 13, 14: .unbind(generator.number(0...9))
      default: .release(generator.number(0...count - 1))
      }
    }
  }

  // MARK: The bindings themselves

  final class Run {
    private(set) var properties: [MutableProperty<Int>] = []
    private var signals: [(output: Signal<Int, Never>, input: Signal<Int, Never>.Observer)] = []
    private(set) var bindings: [(any Disposable)?] = []
    private(set) var seen: [[Int]] = Array(repeating: [], count: RandomBindingTests.count)
    var disposed: [Bool] { bindings.map { $0?.isDisposed ?? true } }
    /// How often a producer was started, and its lifetime ended.
    private(set) var started = 0
    private(set) var ended = 0

    init() {
      for index in 0..<RandomBindingTests.count { properties.append(property(index)) }
      for _ in 0..<RandomBindingTests.pipes { signals.append(Signal.pipe()) }
    }

    private func property(_ index: Int) -> MutableProperty<Int> {
      let property = MutableProperty(0)
      property.signal.observeValues { [weak self] in self?.seen[index].append($0) }
      return property
    }

    func perform(_ step: Step) {
      switch step {
      case .set(let index, let value): properties[index].value = value
      case .send(let pipe, let value): signals[pipe].input.send(value: value)
      case .end(let pipe, let completes):
        if completes { signals[pipe].input.sendCompleted() } else { signals[pipe].input.sendInterrupted() }
        signals[pipe] = Signal.pipe()
      case .bindProperty(let target, let source, let mapped):
        bindings.append(
          mapped
            ? (properties[target] <~ properties[source].map { $0 + 1 }) : (properties[target] <~ properties[source]))
      case .bindSignal(let target, let pipe): bindings.append(properties[target] <~ signals[pipe].output)
      case .bindProducer(let target, let values, let pipe):
        let producer = SignalProducer<Int, Never> { [unowned self] observer, lifetime in
          started += 1
          lifetime.observeEnded { [weak self] in self?.ended += 1 }
          for value in 0..<values { observer.send(value: 200 + value) }
          if let pipe { lifetime += signals[pipe].output.observe(observer) } else { observer.sendCompleted() }
        }
        bindings.append(properties[target] <~ producer)
      case .unbind(let number): if number < bindings.count { bindings[number]?.dispose() }
      case .release(let index):
        properties[index] = property(index)
      }
    }
  }

  // MARK: The model

  struct Model {
    enum Source {
      case property(Int, plus: Int)
      case pipe(Int)
    }

    struct Binding {
      var target: Int
      /// `nil` when it has ended.
      var source: Source?
      var isProducer = false
    }

    var values = Array(repeating: 0, count: RandomBindingTests.count)
    var seen: [[Int]] = Array(repeating: [], count: RandomBindingTests.count)
    var bindings: [Binding] = []
    var started = 0
    var ended = 0

    /// Whether a step is one that the model tells everything of.
    func covers(_ step: Step) -> Bool {
      guard case .bindProperty(let target, _, _) = step else { return true }
      return !bindings.contains { binding in
        if binding.target == target, case .property? = binding.source { true } else { false }
      }
    }

    private mutating func set(_ index: Int, _ value: Int) {
      values[index] = value
      seen[index].append(value)
      for binding in bindings {
        if case .property(index, let plus)? = binding.source { set(binding.target, value + plus) }
      }
    }

    private mutating func end(_ number: Int) {
      guard bindings[number].source != nil else { return }
      bindings[number].source = nil
      if bindings[number].isProducer { ended += 1 }
    }

    mutating func perform(_ step: Step) {
      switch step {
      case .set(let index, let value): set(index, value)
      case .send(let pipe, let value):
        for binding in bindings {
          if case .pipe(pipe)? = binding.source { set(binding.target, value) }
        }
      case .end(let pipe, _):
        for number in bindings.indices {
          if case .pipe(pipe)? = bindings[number].source { end(number) }
        }
      case .bindProperty(let target, let source, let mapped):
        bindings.append(Binding(target: target, source: .property(source, plus: mapped ? 1 : 0)))
        set(target, values[source] + (mapped ? 1 : 0))
      case .bindSignal(let target, let pipe): bindings.append(Binding(target: target, source: .pipe(pipe)))
      case .bindProducer(let target, let values, let pipe):
        started += 1
        for value in 0..<values { set(target, 200 + value) }
        bindings.append(Binding(target: target, source: pipe.map { .pipe($0) }, isProducer: true))
        if pipe == nil { ended += 1 }
      case .unbind(let number): if number < bindings.count { end(number) }
      case .release(let index):
        for number in bindings.indices {
          if bindings[number].target == index { end(number) }
          if case .property(index, _)? = bindings[number].source { end(number) }
        }
        values[index] = 0
      }
    }
  }

  @Test("Random bindings do what the contract says", arguments: 0..<4)
  func bindings(part: Int) {
    for index in 0..<TestLength.count(500, of: 25_000) {
      let seed = part * 1_000_000 + index
      var generator = SeededGenerator(seed: UInt64(seed))
      var model = Model()
      let run = Run()
      var story: [String] = []
      for _ in 0..<generator.number(1...25) {
        let step = Step.random(&generator)
        guard model.covers(step) else { continue }
        story.append("\(step)")
        model.perform(step)
        run.perform(step)
        let isAlike =
          run.properties.map(\.value) == model.values && run.seen == model.seen && run.started == model.started
          && run.ended == model.ended && run.disposed == model.bindings.map { $0.source == nil }
        guard isAlike else {
          Issue.record(
            """
            seed \(seed): \(story.joined(separator: "; "))
            \(run.properties.map(\.value)) \(run.seen) \(run.started) \(run.ended) \(run.disposed)
            expected
            \(model.values) \(model.seen) \(model.started) \(model.ended) \(model.bindings.map { $0.source == nil })
            """)
          return
        }
      }
    }
  }
}

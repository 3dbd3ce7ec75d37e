import CellModel
import LiveSheets
import ReactiveCore
import Testing

@testable import Hosting

@Suite("Service dispatcher")
struct ServiceDispatcherTests {
  /// A dispatcher whose work a test sees, and answers.
  private final class Room: ServiceProvider {
    var started: [Int] = []
    var ended: [Int] = []
    var observers: [Int: Signal<CellValue, ServiceError>.Observer] = [:]
    var answers: [String] = []
    var isSupplied = true
    var givesOneValue = false
    var leavesCalls = false
    lazy var dispatcher = ServiceDispatcher(self) { [unowned self] call, answer in
      answers.append("\(call) \(answer)")
    }

    func offer(for call: ServiceCall) -> ServiceOffer {
      if leavesCalls { return .elsewhere }
      return isSupplied ? .work(ServiceWork(work(call.number), givesOneValue: givesOneValue)) : .later
    }

    func work(_ number: Int) -> SignalProducer<CellValue, ServiceError> {
      SignalProducer { [unowned self] observer, lifetime in
        started.append(number)
        observers[number] = observer
        lifetime.observeEnded { [weak self] in self?.ended.append(number) }
      }
    }

    func take(_ started: [Int], cancelled: [Int] = []) {
      dispatcher.take((started.map { ServiceCall(number: $0, service: "s", arguments: []) }, cancelled))
    }
  }

  @Test("Work starts when no lock is held, and not at all when the call was cancelled before")
  func cancelledBefore() {
    let room = Room()
    room.take([1, 2])
    #expect(room.started == [])
    room.take([], cancelled: [1])
    _ = room.dispatcher.work()
    #expect(room.started == [2])
    #expect(room.dispatcher.openCount == 1)
  }

  @Test("Very many values that are there at once are handed on in their order, without moving all for each")
  func manyValues() {
    final class Counting: ServiceProvider {
      func offer(for call: ServiceCall) -> ServiceOffer {
        .work(ServiceWork(SignalProducer((0..<200_000).map { .number(Double($0), .plain) })))
      }
    }
    let provider = Counting()
    var count = 0
    let dispatcher = ServiceDispatcher(provider) { _, answer in
      switch answer {
      case .sends(.number(let number, _)), .replies(.number(let number, _)): if number == Double(count) { count += 1 }
      default: break
      }
    }
    dispatcher.take(([ServiceCall(number: 0, service: "s", arguments: [])], []))
    _ = dispatcher.work()
    #expect(count == 200_000 && dispatcher.openCount == 0)
  }

  @Test("Nothing is answered after a cancellation, and the work is ended")
  func cancelled() {
    let room = Room()
    room.take([1])
    _ = room.dispatcher.work()
    room.observers[1]?.send(value: 1)
    room.take([], cancelled: [1])
    room.observers[1]?.send(value: 2)
    _ = room.dispatcher.work()
    room.observers[1]?.sendCompleted()
    #expect(room.answers == ["1 sends(1)"])
    #expect(room.ended == [1])
    #expect(room.dispatcher.openCount == 0)
  }

  @Test("A service of one value gives one answer, an end without a value none, and a failure drops the value")
  func oneValue() {
    let room = Room()
    room.givesOneValue = true
    room.take([1, 2, 3])
    _ = room.dispatcher.work()
    room.observers[1]?.send(value: 1)
    #expect(room.answers == [])
    room.observers[1]?.sendCompleted()
    room.observers[2]?.sendCompleted()
    room.observers[3]?.send(value: 3)
    room.observers[3]?.send(error: ServiceError("no"))
    #expect(room.answers == ["1 replies(1)", "2 completes", "3 fails(\"no\")"])
  }

  @Test("Calls of a service that nobody supplies wait until somebody does")
  func unsupplied() {
    let room = Room()
    room.isSupplied = false
    room.take([1, 2])
    _ = room.dispatcher.work()
    room.take([], cancelled: [1])
    room.isSupplied = true
    room.dispatcher.resume("other")
    _ = room.dispatcher.work()
    #expect(room.started == [])
    room.dispatcher.resume("S")
    _ = room.dispatcher.work()
    #expect(room.started == [2])
  }

  @Test("Calls that are left to somebody else are told once and forgotten")
  func elsewhere() {
    let room = Room()
    room.leavesCalls = true
    room.take([1, 2])
    #expect(room.dispatcher.work().map(\.number) == [1, 2])
    #expect(room.dispatcher.work() == [] && room.dispatcher.openCount == 0)
  }

  @Test("The end of the dispatcher ends all work")
  func end() {
    let room = Room()
    room.take([1, 2])
    _ = room.dispatcher.work()
    room.take([3])
    room.dispatcher.endAll()
    _ = room.dispatcher.work()
    room.observers[2]?.send(value: 1)
    #expect(room.started == [1, 2])
    #expect(room.ended.sorted() == [1, 2])
    #expect(room.answers == [])
  }
}

import TestSupport
import Testing

@testable import ReactiveCore

/// What a start of a property's producer tells an observer who takes all events: it has no stream of its own.
@Suite("Starts of a property's producer")
struct PropertyStartTests {
  private final class Notes: @unchecked Sendable {
    private let notes = ReactiveCore.Atomic<[String]>([])
    func add(_ note: String) { notes.modify { $0.append(note) } }
    var all: [String] { notes.value }
  }

  private let notes = Notes()

  private func note(_ name: String) -> (Signal<Int, Never>.Event) -> Void {
    { [notes] event in notes.add("\(name)\(Self.text(of: event))") }
  }

  private static func text(of event: Signal<Int, Never>.Event) -> String {
    switch event {
    case .value(let value): "\(value)"
    case .completed: "|"
    case .interrupted: "X"
    case .failed: "!"
    }
  }

  @Test("The present value comes first, then changes, then the end")
  func order() {
    var property: MutableProperty<Int>? = MutableProperty(0)
    let handle = property!.producer.start(note(""))
    property!.value = 1
    #expect(!handle.isDisposed)
    property = nil
    #expect(notes.all == ["0", "1", "|"])
    #expect(handle.isDisposed)
    handle.dispose()
    #expect(notes.all == ["0", "1", "|"])
    Property(value: 5).producer.start(note("c"))
    #expect(notes.all.suffix(2) == ["c5", "c|"])
  }

  @Test("Disposal interrupts once, and no value follows")
  func disposal() {
    let property = MutableProperty(0)
    let handle = property.producer.start(note(""))
    handle.dispose()
    handle.dispose()
    property.value = 1
    #expect(notes.all == ["0", "X"])
    #expect(handle.isDisposed)
  }

  @Test("Disposal inside of one's own value interrupts after it")
  func disposalInside() {
    let property = MutableProperty(0)
    var handle: (any Disposable)?
    handle = property.producer.start { [notes] event in
      notes.add(Self.text(of: event))
      if event.value == 1 {
        handle?.dispose()
        notes.add("disposed")
      }
    }
    property.value = 1
    property.value = 2
    #expect(notes.all == ["0", "1", "disposed", "X"])
  }

  @Test("Disposal inside of another observer's value interrupts at once, and the value does not come")
  func disposalByAnother() {
    let property = MutableProperty(0)
    var later: (any Disposable)?
    var earlier: (any Disposable)?
    earlier = property.producer.start(note("a"))
    property.signal.observeValues { [notes] _ in
      notes.add("(")
      earlier?.dispose()
      later?.dispose()
      notes.add(")")
    }
    later = property.producer.start(note("c"))
    property.value = 1
    property.value = 2
    #expect(notes.all == ["a0", "c0", "a1", "(", "aX", "cX", ")", "(", ")"])
  }

  @Test("A set within the first value comes after it, and so does the end")
  func setInFirstValue() {
    var property: MutableProperty<Int>? = MutableProperty(0)
    property!.producer.start { [notes] event in
      notes.add(Self.text(of: event))
      guard event.value == 0 else { return }
      property!.value = 1
      property!.value = 2
      property = nil
      notes.add("set")
    }
    #expect(notes.all == ["0", "set", "1", "2", "|"])
  }

  @Test("A set within a value comes after it, for each observer in the same order")
  func setInValue() {
    let property = MutableProperty(0)
    property.producer.start { [notes] event in
      notes.add("a" + Self.text(of: event))
      if event.value == 1 { property.value = 2 }
    }
    property.producer.start(note("b"))
    property.value = 1
    #expect(notes.all == ["a0", "b0", "a1", "b1", "a2", "b2"])
  }

  @Test("Operators see the end that stops the work before them")
  func operators() {
    let property = MutableProperty(0)
    property.producer.map { $0 + 1 }.take(first: 2).start(note("t"))
    let mapped = property.producer.map { $0 * 10 }.on(interrupted: { [notes] in notes.add("on") }).start(note("m"))
    property.value = 1
    property.value = 2
    mapped.dispose()
    property.value = 3
    #expect(notes.all == ["t1", "m0", "t2", "t|", "m10", "m20", "on", "mX"])
  }

  @Test("The lifetime of a started operator ends behind its last event, and its handle is disposed of then")
  func lifetimes() {
    var property: MutableProperty<Int>? = MutableProperty(0)
    let hooked = property!.producer.on(
      terminated: { [notes] in notes.add("terminated") }, disposed: { [notes] in notes.add("over") })
    let handle = hooked.map { $0 + 1 }.skipRepeats().start(note("a"))
    var inside: (any Disposable)?
    inside = hooked.start { [notes] event in
      notes.add(Self.text(of: event))
      if event.value == 1 { inside?.dispose() }
    }
    property!.value = 1
    #expect(notes.all == ["a1", "0", "a2", "1", "terminated", "X", "over"])
    #expect(!handle.isDisposed)
    property = nil
    #expect(notes.all.suffix(3) == ["terminated", "a|", "over"])
    #expect(handle.isDisposed)
  }

  @Test("Disposal on another thread interrupts once, behind what is under way")
  func threads() async {
    for _ in 0..<TestLength.count(200, of: 20_000) {
      let property = MutableProperty(0)
      let notes = Notes()
      let isInside = ReactiveCore.Atomic(false)
      let handle = property.producer.start { event in
        isInside.modify { inside in
          if inside { notes.add("overlap") }
          inside = true
        }
        notes.add(Self.text(of: event))
        isInside.value = false
      }
      async let sets: Void = Task.detached { for value in 1...20 { property.value = value } }.value
      async let end: Void = Task.detached { handle.dispose() }.value
      _ = await (sets, end)
      let all = notes.all
      #expect(all.count { $0 == "X" } == 1)
      #expect(all.last == "X")
      #expect(!all.contains("overlap"))
      #expect(all.dropLast() == (0..<all.count - 1).map { "\($0)" }[...])
    }
  }

  @Test("An observer is released with its start, and with its property")
  func release() {
    final class Token {}
    let property = MutableProperty(0)
    weak var seen: Token?
    let handle: any Disposable = {
      let token = Token()
      seen = token
      return property.producer.start { _ in withExtendedLifetime(token) {} }
    }()
    #expect(seen != nil)
    handle.dispose()
    #expect(seen == nil)
    weak var other: Token?
    let kept: any Disposable = {
      let token = Token()
      other = token
      return MutableProperty(0).producer.start { _ in withExtendedLifetime(token) {} }
    }()
    #expect(other == nil)
    #expect(kept.isDisposed)
  }
}

import ReactiveCore
import Testing

private enum Complaint: Error { case negative, huge, locked }

private typealias Validating = ValidatingProperty<Int, Complaint>

/// Takes what is not negative, and at most 100.
private func limits(_ value: Int) -> Validating.Decision {
  value < 0 ? .invalid(.negative) : value > 100 ? .coerced(100, .huge) : .valid
}

private func text(_ result: Validating.Result) -> String {
  switch result {
  case .valid(let value): "valid \(value)"
  case .coerced(let replacement, let proposed, let error):
    "\(replacement) for \(proposed)" + (error.map { " \($0)" } ?? "")
  case .invalid(let value, let error): "\(value) is \(error)"
  }
}

@Suite("Validating properties")
struct ValidatingPropertyTests {
  @Test("A proposal is taken, replaced or refused")
  func decisions() {
    let property = Validating(-5, limits)
    var results: [String] = []
    var values: [Int] = []
    property.result.producer.start(.init(value: { results.append(text($0)) }))
    property.signal.observe(.init(value: { values.append($0) }))
    #expect(property.value == -5)
    for (proposed, value) in [(10, 10), (-1, 10), (101, 100), (100, 100)] {
      property.value = proposed
      #expect(property.value == value)
    }
    #expect(results == ["-5 is negative", "valid 10", "-1 is negative", "100 for 101 huge", "valid 100"])
    #expect(values == [10, 100, 100])
    property.value = -1
    #expect(property.result.value.isInvalid)
    #expect(property.result.value.value == nil)
    #expect(property.result.value.error == .negative)
  }

  @Test("What the inner property is set to directly is validated, but not taken back")
  func inner() {
    let inner = MutableProperty(1)
    let property = Validating(inner, limits)
    property.value = 2
    #expect(inner.value == 2)
    inner.value = 500
    #expect(property.value == 500)
    #expect(text(property.result.value) == "100 for 500 huge")
    property.value = -1
    #expect(inner.value == 500)
    inner.value = 3
    #expect(text(property.result.value) == "valid 3")
  }

  @Test("When what it depends on changes, the last proposal is validated again")
  func dependency() {
    let isOpen = MutableProperty(false)
    let property = Validating(0, with: isOpen) { value, isOpen in isOpen ? limits(value) : .invalid(.locked) }
    var log: [String] = []
    property.result.signal.observe(.init(value: { log.append(text($0)) }))
    property.signal.observe(.init(value: { log.append("is \($0)") }))
    property.value = 500
    #expect(property.value == 0)
    isOpen.value = true
    #expect(property.value == 100)
    isOpen.value = false
    #expect(property.value == 100)
    isOpen.value = true
    #expect(
      log == [
        "500 is locked", "100 for 500 huge", "is 100", "500 is locked", "100 for 500 huge", "is 100",
      ])
  }

  @Test("It may depend on what was proposed to another validating property")
  func otherValidating() {
    let first = Validating(0, limits)
    let second = Validating(0, with: first) { value, first in first == -1 ? .invalid(.locked) : limits(value) }
    first.value = -1
    #expect(first.value == 0)
    #expect(text(second.result.value) == "0 is locked")
    second.value = 7
    #expect(second.value == 0)
    first.value = 5
    #expect(second.value == 7)
    #expect(text(second.result.value) == "valid 7")
  }

  @Test("Result and value change in one instant")
  func oneInstant() {
    let property = Validating(0, limits)
    var seen: [String] = []
    property.result.map(text).combineLatest(with: property).signal
      .observe(.init(value: { seen.append("\($0.0), is \($0.1)") }))
    property.value = 5
    property.value = -5
    property.value = 500
    #expect(seen == ["valid 5, is 5", "-5 is negative, is 5", "100 for 500 huge, is 100"])
  }

  @Test("It keeps its inner property alive, but not what it depends on, and its result ends with it")
  func lifetimes() {
    var inner: MutableProperty<Int>? = MutableProperty(1)
    weak let weakInner = inner
    var other: MutableProperty<Int>? = MutableProperty(1)
    weak let weakOther = other
    var property: Validating? = Validating(inner!, with: other!) { value, other in limits(value * other) }
    weak let weakProperty = property
    var events: [String] = []
    property!.result.signal.observe(
      .init { event in events.append(event.value.map(text) ?? "\(event)") })
    property!.signal.observe(.init { events.append("\($0)") })
    inner = nil
    other = nil
    #expect(weakInner != nil)
    #expect(weakOther == nil)
    property!.value = -1
    property = nil
    #expect(weakProperty == nil)
    #expect(weakInner == nil)
    #expect(events == ["-1 is negative", "COMPLETED", "COMPLETED"])
  }

  @Test("It is a target of bindings")
  func binding() {
    let property = Validating(0, limits)
    let source = MutableProperty(5)
    property <~ source
    source.value = -7
    #expect(property.value == 5)
    #expect(text(property.result.value) == "-7 is negative")
  }
}

import ReactiveCore
import Testing

/// What a program may leave to the compiler, in the forms in which it is written most.
@Suite("Inference")
struct InferenceTests {
  @Test("The types of combined signals are inferred")
  func signals() {
    let (numbers, number) = Signal<Int, Never>.pipe()
    let (texts, text) = Signal<String, Never>.pipe()
    var seen: [String] = []
    Signal.merge(numbers, numbers).observeValues { seen.append("m\($0)") }
    Signal.merge([numbers]).observeValues { seen.append("l\($0)") }
    Signal.combineLatest(numbers, texts).observeValues { seen.append("c\($0)\($1)") }
    Signal.zip(numbers, texts, numbers).observeValues { seen.append("z\($0)\($1)\($2)") }
    Signal.combineLatest([numbers, numbers]).observeValues { seen.append("a\($0)") }
    text.send(value: "x")
    number.send(value: 1)
    #expect(seen == ["m1", "m1", "l1", "c1x", "z1x1", "a[1, 1]"])
  }

  @Test("The types of combined producers are inferred, with signals and properties among them")
  func producers() {
    let numbers = SignalProducer<Int, Never>(values: 1, 2)
    let texts = SignalProducer<String, Never>(value: "x")
    let property = MutableProperty(true)
    var seen: [String] = []
    SignalProducer.merge(numbers, numbers).startWithValues { seen.append("m\($0)") }
    SignalProducer.combineLatest(texts, numbers).startWithValues { seen.append("c\($0)\($1)") }
    SignalProducer.zip(numbers, property).startWithValues { seen.append("z\($0)\($1)") }
    #expect(seen == ["m1", "m2", "m1", "m2", "cx1", "cx2", "z1true"])
  }

  @Test("The types of combined properties are inferred")
  func properties() {
    let number = MutableProperty(1)
    let text = MutableProperty("x")
    #expect(Property.combineLatest(number, text).value == (1, "x"))
    #expect(Property.zip(number, text, number).value == (1, "x", 1))
    #expect(Property.combineLatest([number, number])?.value == [1, 1])
    #expect(Property.all([MutableProperty(true), MutableProperty(false)]).value == false)
    #expect(Property.any(MutableProperty(true), MutableProperty(false)).value)
  }
}

import ReactiveCore
import Testing

/// Compares what a signal sends with a row.
///
/// - Parameter spans: For rows of producers, when their work was done; see ``Marbles/spans(of:)``.
func expect<Value, Failure>(
  _ expected: String, spans: [String: [String]] = [:], at location: SourceLocation = #_sourceLocation,
  from make: (Marbles) -> Signal<Value, Failure>
) {
  for mismatch in mismatches(expected, spans, make) { Issue.record("\(mismatch)", sourceLocation: location) }
}

/// Compares what a producer sends with a row.
///
/// - Parameter spans: For rows of producers, when their work was done; see ``Marbles/spans(of:)``.
func expect<Value, Failure>(
  _ expected: String, spans: [String: [String]] = [:], at location: SourceLocation = #_sourceLocation,
  from make: (Marbles) -> SignalProducer<Value, Failure>
) {
  for mismatch in mismatches(expected, spans, make) { Issue.record("\(mismatch)", sourceLocation: location) }
}

/// What differs between a signal and a row.
func mismatches<Value, Failure>(
  _ expected: String, _ spans: [String: [String]] = [:], _ make: (Marbles) -> Signal<Value, Failure>
) -> [String] {
  let marbles = Marbles()
  let row = MarbleRow(expected)
  return marbles.mismatches(row, marbles.result(of: make(marbles), until: row), "signal", spans)
}

/// What differs between a producer and a row.
func mismatches<Value, Failure>(
  _ expected: String, _ spans: [String: [String]] = [:], _ make: (Marbles) -> SignalProducer<Value, Failure>
) -> [String] {
  let marbles = Marbles()
  let row = MarbleRow(expected)
  return marbles.mismatches(row, marbles.result(of: make(marbles), until: row), "producer", spans)
}

extension Marbles {
  fileprivate func mismatches(
    _ expected: MarbleRow, _ result: MarbleRow, _ kind: String, _ spans: [String: [String]]
  ) -> [String] {
    var mismatches: [String] = []
    if expected.description != result.description {
      mismatches.append("\(pad("expected"))  \(expected)\n\(pad(kind))  \(result)")
    }
    for (row, expected) in spans.sorted(by: { $0.key < $1.key }) where self.spans(of: row) != expected {
      let work = "work of \(row)"
      mismatches.append("\(pad("expected"))  \(work) \(expected)\n\(pad("got"))  \(work) \(self.spans(of: row))")
    }
    return mismatches
  }
}

private func pad(_ word: String) -> String { String(repeating: " ", count: 8 - word.count) + word }

/// Compares what an operator makes of a row with another row, for a signal and for a producer.
func expect<Output, Failure>(
  _ input: String, is expected: String, at location: SourceLocation = #_sourceLocation,
  signal: (Signal<String, Fault>) -> Signal<Output, Failure>,
  producer: (SignalProducer<String, Fault>) -> SignalProducer<Output, Failure>
) {
  expect(input, of: String.self, is: expected, at: location, signal: signal, producer: producer)
}

/// As the one without `of`, with values of a type: `expect("12|", of: Int.self, is: "13|") { $0.scan(0, +) } …`.
func expect<Input: MarbleValue, Output, Failure>(
  _ input: String, of: Input.Type, is expected: String, at location: SourceLocation = #_sourceLocation,
  signal: (Signal<Input, Fault>) -> Signal<Output, Failure>,
  producer: (SignalProducer<Input, Fault>) -> SignalProducer<Output, Failure>
) {
  expect(expected, at: location) { signal($0.signal(input, of: Input.self)) }
  expect(expected, at: location) { producer($0.producer(input, of: Input.self)) }
}

/// As the one without a scheduler, for an operator that needs the virtual clock.
func expect<Output, Failure>(
  _ input: String, is expected: String, at location: SourceLocation = #_sourceLocation,
  signal: (Signal<String, Fault>, TestScheduler) -> Signal<Output, Failure>,
  producer: (SignalProducer<String, Fault>, TestScheduler) -> SignalProducer<Output, Failure>
) {
  expect(expected, at: location) { signal($0.signal(input), $0.scheduler) }
  expect(expected, at: location) { producer($0.producer(input), $0.scheduler) }
}

/// Compares what an operator makes of several rows with another row, for signals and for producers.
func expect<Output, Failure>(
  _ inputs: [String], is expected: String, at location: SourceLocation = #_sourceLocation,
  signal: ([Signal<String, Fault>]) -> Signal<Output, Failure>,
  producer: ([SignalProducer<String, Fault>]) -> SignalProducer<Output, Failure>
) {
  expect(expected, at: location) { marbles in signal(inputs.map { marbles.signal($0) }) }
  expect(expected, at: location) { marbles in producer(inputs.map { marbles.producer($0) }) }
}

/// Compares what an operator makes of each row on the left with the row on its right, for a signal and for a producer.
func expect<Output, Failure>(
  _ rows: KeyValuePairs<String, String>, at location: SourceLocation = #_sourceLocation,
  signal: (Signal<String, Fault>) -> Signal<Output, Failure>,
  producer: (SignalProducer<String, Fault>) -> SignalProducer<Output, Failure>
) {
  for (input, expected) in rows { expect(input, is: expected, at: location, signal: signal, producer: producer) }
}

/// Reads tests.
enum TestReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let label = reader.label(of: "a test") else { return nil }
    guard var items = SheetItems(ofBlockIn: &reader) else {
      reader.report(PieceFinding.missingBlock(of: "a test", at: reader.nextPlace()))
      return nil
    }
    var steps: [TestStep] = []
    while let item = items.next(&reader) {
      if let step = StepReader.read(&reader, item) { steps.append(step) }
    }
    return .test(TestDefinition(label: label, steps: steps))
  }
}

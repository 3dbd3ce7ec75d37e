import FunctionLibrary
import LiveSheets
import SheetText
import TestSupport
import Testing

@testable import Verification

/// Forms made at random of all that a step may depend on, explored with what is remembered and without.
@Suite("Random forms explored")
struct RandomFormTests {
  @Test(
    "What is looked up is what each step would give if it were made", arguments: 0..<TestLength.count(20, of: 4_000))
  func remembering(_ seed: Int) {
    let text = RandomForm(seed: UInt64(seed)).text
    let (plain, quick) = (explore(text, remembers: false), explore(text, remembers: true))
    #expect(quick.stateCount == plain.stateCount && quick.stepCount == plain.stepCount, "\(text)")
    #expect(quick.counterExamples.map(\.steps) == plain.counterExamples.map(\.steps), "\(text)")
    #expect(quick.findings.map(\.diagnostic) == plain.findings.map(\.diagnostic), "\(text)")
  }

  @Test("A state that was put back goes on like one that was walked to", arguments: 0..<TestLength.count(60, of: 4_000))
  func walks(_ seed: Int) throws {
    let form = RandomForm(seed: UInt64(seed))
    let (walked, restored) = (rehearsedSheet(form.text), rehearsedSheet(form.text))
    let steps = [walked, restored].map { StepList(of: $0, usesTests: true).steps }
    let keeper = SnapshotKeeper(restored)
    var random = SeededGenerator(seed: UInt64(seed) + 1)
    var states = [keeper.take()]
    _ = [walked, restored].map { $0.takeReports() }
    var way: [String] = []
    for _ in 0..<25 {
      let step = random.number(0...steps[0].count - 1)
      // Somewhere else in between.
      keeper.restore(states[random.number(0...states.count - 1)])
      _ = restored.perform(steps[1][random.number(0...steps[1].count - 1)])
      _ = (keeper.take(), restored.takeReports())
      keeper.restore(states[states.count - 1])
      let happened = [walked.perform(steps[0][step]), restored.perform(steps[1][step])]
      states.append(keeper.take())
      way.append(steps[0][step].text)
      try #require(happened[0] == happened[1], "\(form.text)\n\(way)")
      let reports = [walked.takeReports(), restored.takeReports()]
      try #require(reports[0] == reports[1], "\(form.text)\n\(way)")
      for cell in form.cells {
        let values = try [walked, restored].map { try $0.evaluate(cell).get().value }
        try #require(values[0] == values[1], "\(cell) of \(form.text)\n\(way)")
      }
      if reports[0].contains(where: { $0.severity == .error }) { return }
    }
  }

  private func explore(_ text: String, remembers: Bool) -> Exploration {
    var options = Explorer.Options()
    options.search.maxStates = 120
    options.remembers = remembers
    return Explorer(
      document: SheetDocument(name: "form.sheet", text), environment: LiveSheet.Environment(catalog: .standard),
      options: options
    ).run()
  }
}
